//! The recorder: takes the events of any solver and gives frames, each shown for a time.

mod detail;
mod narrator;
mod race;
mod sampling;
mod schedule;
mod survey;

use std::time::Duration;

use crate::board::{BoardSize, Square, SquareSet};
use crate::scene::{Attack, Mark, Scene};
use crate::search::{Event, Tally};

pub use crate::search::EventError;
pub use detail::Detail;
pub use narrator::Narrator;
pub use race::{Clock, Race, RaceFrame, Run};
pub use sampling::{Sampler, Sampling};
pub use schedule::{DEFAULT_MAX_FRAMES, Pace, SHORTEST_DELAY, Schedule, ScheduleError, Wishes};
pub use survey::Survey;

/// One picture of the film: what it shows, and for how long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// What happened last.
    pub moment: Moment,
    /// The board after it.
    pub scene: Scene,
    /// The counters of the search up to and with it.
    pub tally: Tally,
    /// How many steps there were up to and with it, those among them that have no frame.
    pub step: u64,
    /// Why the search turned back just before, if it has told.
    pub retreat: Option<Retreat>,
    /// Whether the whole tree has been searched.
    pub ended: bool,
    /// What the solver itself says of it; a narrator's words otherwise.
    pub caption: Option<String>,
    /// How long the frame is shown.
    pub shown_for: Duration,
}

/// Why a search turns back and takes its last queen off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Retreat {
    /// A column (or row) has run out of squares.
    Backtrack {
        /// The column (or row), counted from 1.
        from: u8,
        /// Whether a queen has stood in it since the search came to it.
        tried: bool,
    },
    /// A later column (or row) has no free square left.
    DeadEnd {
        /// The column (or row), counted from 1.
        column: u8,
    },
}

/// What a frame shows as having happened just now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// Nothing yet: the board is empty.
    Start,
    /// A square was examined for safety.
    Test {
        /// The square under test.
        square: Square,
        /// The queen that attacks it, if it is not safe.
        attacker: Option<Square>,
    },
    /// A queen was put on the square.
    Place(Square),
    /// The queens solve the puzzle. The square is that of the queen that came last, on its own or
    /// by a move; a whole board has none.
    Solution(Option<Square>),
    /// The queen was taken off the square.
    Remove(Square),
    /// All queens were set up at once.
    Board,
    /// A queen was moved.
    Move {
        /// The square that it left.
        from: Square,
        /// The square where it stands now.
        to: Square,
    },
}

/// Turns events into frames: one of the empty board, and one for every placement, removal, move and
/// whole board (and for every test, with [`Detail::Tests`]), less what the [`Sampling`] leaves out.
/// Solutions and the last state always stay.
///
/// A frame is complete only when the next one comes, or the end, since a placement may yet turn out
/// to be a solution: so frames come one step late.
#[derive(Debug, Clone)]
pub struct Recorder {
    sampler: Sampler,
    detail: Detail,
    pace: Pace,
    narrator: Option<Narrator>,
    tally: Tally,
    /// The step that a solution would follow, if one may.
    solvable: Option<Moment>,
    /// Why the next queen is taken off, if the search has told.
    retreat: Option<Retreat>,
    /// What is to be said of the next step.
    announced: Option<String>,
    last_event: LastEvent,
    /// Whether the board was changed last by a queen taken off it.
    last_was_removal: bool,
    /// The queens of a whole board that has not been set up yet.
    setting_up: SquareSet,
    /// The state after the last step, complete when the next one comes.
    latest: Frame,
    /// The frame that was given out last; the two change places, so that nothing is allocated.
    given: Frame,
}

impl Recorder {
    /// A recorder before the first event: the board is empty.
    #[must_use]
    pub fn new(size: BoardSize, schedule: &Schedule) -> Self {
        let empty = Frame {
            moment: Moment::Start,
            scene: Scene::empty(size),
            tally: Tally::default(),
            step: 0,
            retreat: None,
            ended: false,
            caption: None,
            shown_for: Duration::ZERO,
        };
        Self {
            sampler: schedule.sampling.sampler(),
            detail: schedule.detail,
            pace: schedule.pace,
            narrator: None,
            tally: Tally::default(),
            solvable: None,
            retreat: None,
            announced: None,
            last_event: LastEvent::Unseen,
            last_was_removal: false,
            setting_up: SquareSet::empty(size),
            latest: empty.clone(),
            given: empty,
        }
    }

    /// With a narrator, scenes have notes.
    #[must_use]
    pub fn narrated(self, narrator: Narrator) -> Self {
        Self { narrator: Some(narrator), ..self }
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.latest.scene.size
    }

    /// The counters of the search so far.
    #[must_use]
    pub const fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Takes the next event; returns the frame of the step before, if it is now complete and
    /// the sampling takes it.
    ///
    /// # Errors
    /// [`EventError`] when the event cannot happen on this board. The event is then as if it
    /// had not come.
    pub fn push(&mut self, event: Event) -> Result<Option<&Frame>, EventError> {
        self.check(event)?;
        self.tally.count(event);
        self.last_event = LastEvent::of(event, self.detail);
        let completes_frame = match event {
            Event::Test { square, attacker } if self.detail == Detail::Tests => {
                self.step(Moment::Test { square, attacker })
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
            Event::Backtrack { from } => {
                self.retreat = Some(Retreat::Backtrack { from, tried: self.last_was_removal });
                false
            }
            Event::DeadEnd { column } => {
                self.retreat = Some(Retreat::DeadEnd { column });
                false
            }
            Event::End => {
                self.latest.ended = true;
                false
            }
            Event::Test { .. } => false,
        };
        Ok(completes_frame.then_some(&self.given))
    }

    /// Says of the last event what no narrator knows. Of what makes the search turn back it is told
    /// with the removal that follows; of what has no frame it is not told.
    pub fn caption(&mut self, words: &str) {
        match self.last_event {
            LastEvent::Shown => self.latest.caption = Some(words.to_owned()),
            LastEvent::Announcing => self.announced = Some(words.to_owned()),
            LastEvent::Unseen => {}
        }
    }

    /// The state after the last step, with its numbers, whether it makes a frame or not.
    pub(crate) fn now(&mut self) -> &Frame {
        self.latest.mark_conflicts();
        let Frame { scene, step, .. } = &mut self.latest;
        (scene.notes.step, scene.notes.tally) = (*step, self.tally);
        &self.latest
    }

    /// The last frame, which always stays.
    #[must_use]
    pub fn finish(mut self) -> Frame {
        self.latest.mark_conflicts();
        self.latest.tally = self.tally;
        self.latest.shown_for = self.pace.last;
        if let Some(narrator) = &self.narrator {
            self.latest.scene.notes = narrator.tell(&self.latest);
        }
        self.latest
    }

    fn check(&self, event: Event) -> Result<(), EventError> {
        let Scene { size, queens, .. } = &self.latest.scene;
        let size = *size;
        let on_board = |square| {
            if size.contains(square) { Ok(()) } else { Err(EventError::OffBoard { square, size }) }
        };
        match event {
            // Where tests make no frames there are too many to look at each.
            Event::Test { .. } if self.detail == Detail::Steps => Ok(()),
            Event::Test { square, attacker } => {
                on_board(square)?;
                match attacker {
                    Some(attacker) if !queens.contains(attacker) || !attacker.attacks(square) => {
                        Err(EventError::NoAttack { square, attacker })
                    }
                    _ => Ok(()),
                }
            }
            Event::Place(square) => on_board(square).and_then(|()| free(queens, square)),
            Event::SetUp(square) => on_board(square).and_then(|()| free(&self.setting_up, square)),
            Event::Remove(square) => on_board(square).and_then(|()| taken(queens, square)),
            Event::Move { from, to } => {
                on_board(from).and_then(|()| on_board(to))?;
                taken(queens, from).and_then(|()| free(queens, to))
            }
            Event::Solution if self.solvable.is_none() => Err(EventError::SolutionWithoutPlacement),
            Event::Board | Event::Solution | Event::Backtrack { .. } | Event::DeadEnd { .. } | Event::End => {
                Ok(())
            }
        }
    }

    /// Begins the frame of the next step; tells whether the one before goes out.
    fn step(&mut self, moment: Moment) -> bool {
        let goes_out = match self.latest.moment {
            Moment::Start | Moment::Solution(_) => true,
            _ => self.sampler.takes_next(),
        };
        if goes_out {
            self.latest.mark_conflicts();
        }
        std::mem::swap(&mut self.latest, &mut self.given);
        let Scene { queens, marks, attack, .. } = &mut self.latest.scene;
        queens.clone_from(&self.given.scene.queens);
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
            }
            Moment::Remove(square) => {
                queens.remove(square);
                marks.push((square, Mark::Removed));
            }
            Moment::Move { from, to } => {
                queens.remove(from);
                queens.insert(to);
                marks.extend([(from, Mark::Removed), (to, Mark::Placed)]);
            }
            Moment::Board => {
                queens.clone_from(&self.setting_up);
                self.setting_up.clear();
            }
            Moment::Start | Moment::Solution(_) => {}
        }
        if !matches!(moment, Moment::Test { .. }) {
            self.last_was_removal = matches!(moment, Moment::Remove(_));
        }
        match moment {
            Moment::Test { .. } => {}
            Moment::Place(_) | Moment::Board | Moment::Move { .. } => self.solvable = Some(moment),
            Moment::Start | Moment::Solution(_) | Moment::Remove(_) => self.solvable = None,
        }
        self.latest.moment = moment;
        self.latest.tally = self.tally;
        self.latest.step = self.given.step + 1;
        self.latest.retreat = self.retreat.take();
        self.latest.caption = self.announced.take();
        self.latest.ended = false;
        self.given.shown_for = match self.given.moment {
            Moment::Solution(_) => self.pace.hold,
            _ => self.pace.delay,
        };
        if goes_out && let Some(narrator) = &self.narrator {
            self.given.scene.notes = narrator.tell(&self.given);
        }
        goes_out
    }

    fn solve(&mut self) {
        let last = match self.solvable.take() {
            Some(Moment::Place(square) | Moment::Move { to: square, .. }) => Some(square),
            _ => None,
        };
        self.latest.moment = Moment::Solution(last);
        self.latest.tally = self.tally;
        self.latest.caption = None;
        let Scene { queens, marks, attack, .. } = &mut self.latest.scene;
        marks.clear();
        marks.extend(queens.iter().map(|square| (square, Mark::Solution)));
        *attack = None;
    }
}

/// What may be said of the last event.
#[derive(Debug, Clone, Copy)]
enum LastEvent {
    /// It is part of the last step.
    Shown,
    /// It tells why the next step is taken.
    Announcing,
    /// It has no part in any picture.
    Unseen,
}

impl LastEvent {
    const fn of(event: Event, detail: Detail) -> Self {
        match event {
            Event::Backtrack { .. } | Event::DeadEnd { .. } => Self::Announcing,
            Event::Solution | Event::End => Self::Shown,
            _ if detail.is_step(event) => Self::Shown,
            _ => Self::Unseen,
        }
    }
}

impl Frame {
    /// Points out the attacked queens of a whole board: only where it is shown, since this takes
    /// longer than all the rest and most boards may be left out.
    fn mark_conflicts(&mut self) {
        if self.moment == Moment::Board && self.scene.marks.is_empty() {
            let attacked = self.scene.queens.in_conflict();
            self.scene.marks.extend(attacked.into_iter().map(|square| (square, Mark::Conflict)));
        }
    }
}

fn free(queens: &SquareSet, square: Square) -> Result<(), EventError> {
    if queens.contains(square) { Err(EventError::Occupied(square)) } else { Ok(()) }
}

fn taken(queens: &SquareSet, square: Square) -> Result<(), EventError> {
    if queens.contains(square) { Ok(()) } else { Err(EventError::Vacant(square)) }
}
