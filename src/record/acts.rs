//! The three acts of a film, and the sentences that tell its story.

use std::collections::{BTreeMap, HashSet};

use crate::board::BoardSize;
use crate::search::Order;

use super::gauge::attacks_on;
use super::{Attack, Caption, DeadEndReason, Frame, FrameNotes, LostLine, Moment};

/// A part of a film with the pace [`Story`](super::Pace::Story).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// Act 1 explains how the search goes forward and back, until it goes on after its first return.
    Explanation,
    /// Act 2 shows the search without sentences.
    FastForward,
    /// Act 3 is the way to the last solution or, without one at the end, the last return.
    Ending,
}

impl Act {
    /// Returns the number of the act, counted from 1.
    pub const fn number(self) -> u8 {
        match self {
            Self::Explanation => 1,
            Self::FastForward => 2,
            Self::Ending => 3,
        }
    }
}

/// What the times and sentences of a film depend on.
#[derive(Debug, Clone)]
pub(super) struct StoryFrame {
    pub moment: Moment,
    /// Kept only if the film may tell it.
    pub caption: Option<Box<Caption>>,
    /// Number of attack lines.
    pub attacks: u16,
    queens: u16,
}

impl StoryFrame {
    pub fn of(frame: &Frame, may_be_told: bool) -> Self {
        Self {
            moment: frame.moment,
            caption: may_be_told.then(|| Box::new(frame.caption.clone())),
            attacks: frame.board.attacks.len() as u16,
            queens: frame.board.queens.len() as u16,
        }
    }

    pub fn is_custom(&self) -> bool {
        matches!(self.caption.as_deref(), Some(Caption::Custom(_)))
    }

    const fn goes_back(&self) -> bool {
        matches!(self.moment, Moment::Remove(_) | Moment::DeadEnd { .. })
    }

    const fn puts_queens(&self) -> bool {
        matches!(
            self.moment,
            Moment::Place(_)
                | Moment::Solution { .. }
                | Moment::Board
                | Moment::BoardAgain
                | Moment::Move { .. }
                | Moment::Swap { .. }
        )
    }
}

/// The first frame of the second and of the third act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Acts {
    pub fast_forward: usize,
    pub ending: usize,
}

impl Acts {
    /// Divides a film of at least one frame.
    pub fn of(frames: &[StoryFrame], size: BoardSize) -> Self {
        let last = frames.len() - 1;
        let half = u16::from(size.get()) / 2;
        let places_queens =
            frames.iter().any(|frame| matches!(frame.moment, Moment::Place(_)) || frame.goes_back());
        let after = |index: Option<usize>| index.map_or(last, |index| index + 1);
        let put_from = |from: usize| (from..last).find(|index| frames[*index].puts_queens());
        let fast_forward = if !places_queens {
            // Two whole boards.
            after((0..last).filter(|index| frames[*index].puts_queens()).nth(1))
        } else if let Some(back) = frames.iter().position(StoryFrame::goes_back) {
            after(put_from(back))
        } else {
            after(frames.iter().position(|frame| frame.queens > half))
        };
        let last_return = |most: u16| {
            let returns = |index: &usize| {
                matches!(frames[*index].moment, Moment::Remove(_)) && frames[*index].queens <= most
            };
            (fast_forward..last).rev().find(returns)
        };
        let ending = if !frames[last].moment.is_solution() {
            let from = after(frames.iter().rposition(StoryFrame::puts_queens));
            (from..last).find(|index| frames[*index].goes_back()).unwrap_or(last)
        } else if places_queens {
            let from = last_return(half).or_else(|| last_return(u16::MAX)).unwrap_or(fast_forward);
            (from..last).find(|index| matches!(frames[*index].moment, Moment::Place(_))).unwrap_or(last)
        } else {
            last
        };
        let fast_forward = fast_forward.min(last);
        Self { fast_forward, ending: ending.clamp(fast_forward, last) }
    }

    pub const fn act(self, index: usize) -> Act {
        if index < self.fast_forward {
            Act::Explanation
        } else if index < self.ending {
            Act::FastForward
        } else {
            Act::Ending
        }
    }
}

/// The first dead end of a film, and a line that was lost before the search noticed.
#[derive(Debug, Clone, Default)]
pub(super) struct FirstDeadEnd {
    /// The attacks that tests have found since a queen was put on the board.
    tested: Vec<Attack>,
    /// A line without a safe square, which causes a dead end if a queen is removed next.
    hopeless: Option<LostLine>,
    /// The frame in which the line is first lost.
    pub lost: Option<(usize, LostLine)>,
    /// The frame that shows the dead end: a separate frame, or the frame before the removal.
    pub shown: Option<(usize, LostLine)>,
}

impl FirstDeadEnd {
    /// Follows the frames up to the first dead end; `index` is the number of the frame.
    pub fn follow(&mut self, index: usize, frame: &Frame, order: Order) {
        if self.shown.is_some() {
            return;
        }
        let board = &frame.board;
        match frame.moment {
            Moment::Test { .. } => self.tested.extend(&board.attacks),
            Moment::Place(_) => {
                self.tested.clear();
                self.hopeless = LostLine::any(board, order);
                let lost = || Some((index, LostLine::of(board, order)?));
                self.lost = self.lost.take().or_else(lost);
            }
            Moment::DeadEnd { line, .. } => {
                self.shown = Some((index, self.tested(LostLine { line, attacks: attacks_on(board, line) })));
            }
            Moment::Remove(_) => {
                let hopeless = self.hopeless.take().filter(|_| index > 0);
                self.shown = hopeless.map(|hopeless| (index - 1, self.tested(hopeless)));
                self.tested.clear();
            }
            Moment::Start
            | Moment::Refuse(_)
            | Moment::Solution { .. }
            | Moment::Board
            | Moment::BoardAgain
            | Moment::Move { .. }
            | Moment::Swap { .. }
            | Moment::Note => {}
        }
    }

    /// Replaces attacks by the attacks that tests have found.
    fn tested(&self, LostLine { line, attacks }: LostLine) -> LostLine {
        let found = |attack: Attack| self.tested.iter().find(|tested| tested.to() == attack.to()).copied();
        let attacks = attacks.into_iter().map(|attack| found(attack).unwrap_or(attack)).collect();
        LostLine { line, attacks }
    }
}

/// A sentence of the story, from the frame with this index on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sentence {
    pub from: usize,
    pub caption: Caption,
}

/// The number of sentences of the first act without which the story can be understood.
pub(super) const OPTIONAL: usize = 3;

/// Returns the sentences of the first act: up to seven, at most this number of `optional` ones, and the captions of
/// the solver.
pub(super) fn explanation(
    frames: &[StoryFrame],
    acts: Acts,
    dead_ends: &FirstDeadEnd,
    order: Option<Order>,
    shows_lost: bool,
    optional: usize,
) -> Vec<Sentence> {
    let frames = &frames[..acts.fast_forward];
    let next = |from: usize, is_it: fn(&StoryFrame) -> bool| {
        (from..frames.len()).find(|index| is_it(&frames[*index]))
    };
    let own = |index: usize| Some((index, frames[index].caption.as_deref()?.clone()));
    let is_placement = |index: usize| matches!(frames[index].moment, Moment::Place(_));
    let start = Some(0).filter(|_| !frames.is_empty());
    let solution = next(0, |frame| frame.moment.is_solution());
    let dead_end = next(0, |frame| frame.moment.is_dead_end()).and_then(own);
    let dead_end = dead_end.or_else(|| {
        let (index, LostLine { line, .. }) =
            dead_ends.shown.as_ref().filter(|(index, _)| *index < frames.len())?;
        Some((*index, Caption::DeadEnd { line: *line, reason: DeadEndReason::NoSafeSquare }))
    });
    let back = next(0, |frame| matches!(frame.moment, Moment::Remove(_)));
    let way_on = back.and_then(|back| next(back, StoryFrame::puts_queens)).and_then(|index| {
        if let Moment::Place(square) = frames[index].moment {
            Some((index, Caption::WayOn { square }))
        } else {
            own(index)
        }
    });
    let is_last = way_on.is_none();
    let back = back.and_then(|index| match order {
        Some(_) => Some((index, Caption::Return { is_last })),
        None => own(index),
    });
    let lost = dead_ends
        .lost
        .as_ref()
        .filter(|(from, _)| shows_lost && order.is_some() && is_ahead_of_the_search(frames, *from));
    let lost = lost.map(|(from, lost)| {
        let queens: HashSet<_> = lost.attacks.iter().map(|attack| attack.from()).collect();
        (*from, Caption::Lost { line: lost.line, queens: queens.len(), squares: lost.attacks.len() })
    });
    let unseen = lost.as_ref().and_then(|(from, _)| next(from + 1, |frame| frame.moment.is_step()));
    let unseen = unseen.map(|index| (index, Caption::Unseen));
    let refused =
        next(0, |frame| matches!(frame.moment, Moment::Test { attacker: Some(_), .. } | Moment::Refuse(_)));
    let first = next(0, StoryFrame::puts_queens);
    let second =
        first.and_then(|first| next(first + 1, StoryFrame::puts_queens)).and_then(|index| {
            match order.filter(|_| is_placement(index)) {
                Some(order) => Some((index, Caption::Placements { order })),
                None => own(index),
            }
        });
    let of_solver = (0..frames.len()).filter(|index| frames[*index].is_custom()).map(own);
    let needed = [start.and_then(own), dead_end, back, solution.and_then(own), way_on, lost, unseen];
    let optional = [second, refused.and_then(own), first.and_then(own)].into_iter().take(optional);
    // Of two sentences about a frame, the first one here is told.
    let mut sentences: BTreeMap<usize, Caption> = BTreeMap::new();
    for (from, caption) in of_solver.chain(needed).chain(optional).flatten() {
        sentences.entry(from).or_insert(caption);
    }
    sentences.into_iter().map(|(from, caption)| Sentence { from, caption }).collect()
}

/// Whether the search puts another queen on the board before its first dead end, after the frame in which a line
/// is lost.
fn is_ahead_of_the_search(frames: &[StoryFrame], lost: usize) -> bool {
    let after = frames.iter().skip(lost + 1).find(|frame| frame.puts_queens() || frame.goes_back());
    after.is_some_and(|frame| !frame.goes_back())
}

/// Returns the sentences of the third act: two, further solutions, and the captions of the solver.
pub(super) fn ending(frames: &[StoryFrame], acts: Acts, film: &FrameNotes) -> Vec<Sentence> {
    let last = frames.len() - 1;
    let finds_last = matches!(frames[last].moment, Moment::Solution { is_mirror_image: false, .. });
    let sentence = |from: usize| {
        let StoryFrame { moment, caption, queens, .. } = &frames[from];
        let own = caption.as_deref().cloned();
        let told = if from == last {
            film.outcome.clone()
        } else if frames[from].is_custom() {
            None
        } else if matches!(moment, Moment::Place(_)) && finds_last && film.is_known {
            Some(Caption::Branch { queens: usize::from(*queens) })
        } else if matches!(moment, Moment::Remove(_)) {
            Some(Caption::Return { is_last: true })
        } else if let Moment::DeadEnd { line, reason, .. } = *moment {
            Some(Caption::DeadEnd { line, reason })
        } else {
            None
        };
        Some(Sentence { from, caption: told.or(own)? })
    };
    let is_told = |index: &usize| {
        let frame = &frames[*index];
        frame.is_custom() || frame.moment.is_solution() || *index == acts.ending || *index == last
    };
    (acts.ending..=last).filter(is_told).filter_map(sentence).collect()
}

/// A kind of event that is explained when it happens for the first time.
pub(super) fn novelty(moment: Moment) -> Option<Novelty> {
    if let Moment::DeadEnd { reason, is_ahead, .. } = moment {
        Some(Novelty::DeadEnd(reason, is_ahead))
    } else {
        moment.is_solution().then_some(Novelty::Solution)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Novelty {
    Solution,
    DeadEnd(DeadEndReason, bool),
}
