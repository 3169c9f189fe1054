//! The recorder: receives the events of any solver and returns frames.

use std::sync::Arc;

use crate::board::{BoardSize, Square, SquareSet};
use crate::search::{Event, EventError, Position, Tally};

use super::detail::Role;
use super::{
    Attack, BacktrackReason, Detail, Frame, Mark, Moment, Narrator, Pace, Sampler, Scene, Schedule,
    TreePosition, Wording,
};

/// Turns events into frames: one of the empty board, and one for every placement, removal, move and
/// whole board (and for every test, with [`Detail::Tests`]), except those that the
/// [`Sampling`](super::Sampling) leaves out. Solutions and the last state are always kept.
///
/// A frame is complete when the next step or the end comes, since a placement may turn out
/// to be a solution: frames are returned one step late.
#[derive(Debug, Clone)]
pub struct Recorder {
    sampler: Sampler,
    detail: Detail,
    pace: Pace,
    narrator: Narrator,
    /// What the next event is checked against.
    position: Position,
    tally: Tally,
    /// The square of the queen that was placed or moved by the last change of the board, if it was.
    newest_queen: Option<Square>,
    /// Why the next queen is removed, if the solver said so.
    backtrack_reason: Option<BacktrackReason>,
    /// A custom caption for the next step.
    next_words: Option<Arc<str>>,
    /// The last event; a custom caption may be added to it.
    last_event: Option<Event>,
    /// Whether the last change of the board was a removal.
    last_was_removal: bool,
    /// The queens of a whole board that is not complete yet.
    setting_up: SquareSet,
    /// The nodes of the search tree from the first queen to the last one on the board.
    path: Vec<u64>,
    /// The state after the last step, complete when the next one comes.
    latest: Frame,
    /// A custom caption for the last step.
    latest_words: Option<Arc<str>>,
    /// The frame that was returned last; the two are swapped, so that nothing is allocated.
    returned: Frame,
}

impl Recorder {
    /// A recorder before the first event: the board is empty.
    pub fn new(size: BoardSize, schedule: &Schedule, narrator: Narrator) -> Self {
        Self {
            sampler: schedule.sampling.sampler(),
            detail: schedule.detail,
            pace: schedule.pace,
            narrator,
            position: Position::new(Some(size)),
            tally: Tally::default(),
            newest_queen: None,
            backtrack_reason: None,
            next_words: None,
            last_event: None,
            last_was_removal: false,
            setting_up: SquareSet::empty(size),
            path: Vec::new(),
            latest: Frame::start(size),
            latest_words: None,
            returned: Frame::start(size),
        }
    }

    /// Records the next event; returns the frame of the step before, if it is now complete and
    /// the sampling keeps it.
    ///
    /// # Errors
    /// [`EventError`] when the event is impossible on this board. It then changes nothing.
    pub fn push(&mut self, event: Event) -> Result<Option<&Frame>, EventError> {
        self.position.push(event)?;
        Ok(self.apply(event))
    }

    /// As [`Recorder::push`], for an event that is known to be possible.
    pub(crate) fn apply(&mut self, event: Event) -> Option<&Frame> {
        self.tally.count(event);
        self.last_event = Some(event);
        let completes_frame = match event {
            Event::Test { square, attacker } => {
                self.detail == Detail::Tests && self.step(Moment::Test { square, attacker })
            }
            Event::Place(square) => self.step(Moment::Place(square)),
            Event::Remove(square) => self.step(Moment::Remove(square)),
            Event::Move { from, to } => self.step(Moment::Move { from, to }),
            Event::Board => self.step(Moment::Board),
            Event::SetUp(square) => {
                self.setting_up.insert(square);
                false
            }
            Event::Solution => {
                self.solve();
                false
            }
            Event::Backtrack { from: line } => {
                self.backtrack_reason =
                    Some(BacktrackReason::Exhausted { line, tried: self.last_was_removal });
                false
            }
            Event::DeadEnd { column: line } => {
                self.backtrack_reason = Some(BacktrackReason::DeadEnd { line });
                false
            }
            Event::End => {
                self.latest.ended = true;
                false
            }
        };
        completes_frame.then_some(&self.returned)
    }

    /// How captions name rows, columns and squares.
    pub(crate) const fn wording(&self) -> Wording {
        self.narrator.wording()
    }

    /// The solver's own caption for the last event. For an event that causes a backtrack it
    /// is shown with the removal that follows; for one that has no frame it is not shown.
    pub fn caption(&mut self, words: &str) {
        match self.last_event.map(|event| self.detail.role(event)) {
            Some(Role::Step | Role::LastStep) => self.latest_words = Some(words.into()),
            Some(Role::NextStep) => self.next_words = Some(words.into()),
            Some(Role::Hidden) | None => {}
        }
    }

    /// The state after the last step, whether it makes a frame or not.
    pub(crate) fn now(&mut self) -> &Frame {
        self.latest.tally = self.tally;
        self.latest.complete(&self.narrator, self.latest_words.as_ref());
        &self.latest
    }

    /// The last frame, which is always shown.
    pub fn finish(&mut self) -> &Frame {
        self.latest.shown_for = self.pace.last;
        self.now()
    }

    /// Begins the frame of the next step; returns whether the one before is shown.
    fn step(&mut self, moment: Moment) -> bool {
        let Pace { delay, hold, .. } = self.pace;
        let (is_shown, shown_for) = match self.latest.moment {
            Moment::Start => (true, delay),
            Moment::Solution(_) => (true, hold),
            Moment::Test { .. }
            | Moment::Place(_)
            | Moment::Remove(_)
            | Moment::Board
            | Moment::Move { .. } => (self.sampler.takes_next(), delay),
        };
        self.latest.shown_for = shown_for;
        if is_shown {
            self.latest.complete(&self.narrator, self.latest_words.as_ref());
        }
        std::mem::swap(&mut self.latest, &mut self.returned);
        let Scene { queens, marks, attack, .. } = &mut self.latest.scene;
        queens.clone_from(&self.returned.scene.queens);
        marks.clear();
        *attack = None;
        match moment {
            Moment::Test { square, attacker } => {
                marks.push((square, if attacker.is_some() { Mark::Conflict } else { Mark::Safe }));
                *attack = attacker.and_then(|attacker| Attack::new(attacker, square));
            }
            Moment::Place(square) => {
                queens.insert(square);
                marks.push((square, Mark::Placed));
                self.path.push(self.tally.placements);
                (self.newest_queen, self.last_was_removal) = (Some(square), false);
            }
            Moment::Remove(square) => {
                queens.remove(square);
                marks.push((square, Mark::Removed));
                self.path.pop();
                (self.newest_queen, self.last_was_removal) = (None, true);
            }
            Moment::Move { from, to } => {
                queens.remove(from);
                queens.insert(to);
                marks.extend([(from, Mark::Removed), (to, Mark::Placed)]);
                (self.newest_queen, self.last_was_removal) = (Some(to), false);
            }
            Moment::Board => {
                queens.clone_from(&self.setting_up);
                self.setting_up.clear();
                (self.newest_queen, self.last_was_removal) = (None, false);
            }
            Moment::Start | Moment::Solution(_) => {}
        }
        let node = self.path.last().copied().unwrap_or_default();
        self.latest.moment = moment;
        self.latest.tally = self.tally;
        self.latest.tree = TreePosition { node, newest: self.tally.placements };
        self.latest.step = self.returned.step + 1;
        self.latest.backtrack_reason = self.backtrack_reason.take();
        self.latest.ended = false;
        self.latest_words = self.next_words.take();
        is_shown
    }

    fn solve(&mut self) {
        self.latest.moment = Moment::Solution(self.newest_queen);
        self.latest.tally = self.tally;
        self.latest_words = None;
        let Scene { queens, marks, attack, .. } = &mut self.latest.scene;
        marks.clear();
        marks.extend(queens.iter().map(|square| (square, Mark::Solution)));
        *attack = None;
    }
}

impl Frame {
    /// Fills in what only a frame that is shown needs.
    fn complete(&mut self, narrator: &Narrator, own_words: Option<&Arc<str>>) {
        // Finding the attacked queens of a whole board takes longer than all else.
        if self.moment == Moment::Board && self.scene.marks.is_empty() {
            let attacked = self.scene.queens.in_conflict();
            self.scene.marks.extend(attacked.into_iter().map(|square| (square, Mark::Conflict)));
        }
        narrator.narrate(self, own_words);
    }
}
