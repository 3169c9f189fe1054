//! The recorder: takes the events of any solver and gives frames, each shown for a time.

mod detail;
mod sampling;
mod schedule;
mod survey;

use std::time::Duration;

use crate::board::{BoardSize, Square};
use crate::scene::{Attack, Mark, Scene};
use crate::search::{Event, Tally};

pub use detail::Detail;
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
    /// How long the frame is shown.
    pub shown_for: Duration,
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
    /// The queen that was put on the square completed a solution.
    Solution(Square),
    /// The queen was taken off the square.
    Remove(Square),
}

/// Turns events into frames: one of the empty board, one for every placement and one for every
/// removal (and for every test, with [`Detail::Tests`]), less what the [`Sampling`] leaves out. Solutions and the last state always stay.
///
/// A frame is complete only when the next one comes, or the end, since a placement may yet turn out to be a solution: so frames come one step late.
#[derive(Debug, Clone)]
pub struct Recorder {
    sampler: Sampler,
    detail: Detail,
    pace: Pace,
    tally: Tally,
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
            shown_for: Duration::ZERO,
        };
        Self {
            sampler: schedule.sampling.sampler(),
            detail: schedule.detail,
            pace: schedule.pace,
            tally: Tally::default(),
            latest: empty.clone(),
            given: empty,
        }
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
        match event {
            Event::Test { square, attacker } if self.detail == Detail::Tests => {
                Ok(self.step(Moment::Test { square, attacker }))
            }
            Event::Place(square) => Ok(self.step(Moment::Place(square))),
            Event::Remove(square) => Ok(self.step(Moment::Remove(square))),
            Event::Solution => {
                self.latest.solve(self.tally);
                Ok(None)
            }
            Event::Test { .. } | Event::Backtrack { .. } | Event::End => Ok(None),
        }
    }

    /// The last frame, which always stays.
    #[must_use]
    pub fn finish(mut self) -> Frame {
        self.latest.shown_for = self.pace.last;
        self.latest
    }

    fn check(&self, event: Event) -> Result<(), EventError> {
        let Scene { size, queens, .. } = &self.latest.scene;
        match event {
            // Where tests make no frames there are too many to look at each.
            Event::Test { .. } if self.detail == Detail::Steps => Ok(()),
            Event::Test { square, .. } | Event::Place(square) | Event::Remove(square)
                if !size.contains(square) =>
            {
                Err(EventError::OffBoard { square, size: *size })
            }
            Event::Test { square, attacker: Some(attacker) }
                if !queens.contains(attacker) || !attacker.attacks(square) =>
            {
                Err(EventError::NoAttack { square, attacker })
            }
            Event::Place(square) if queens.contains(square) => Err(EventError::Occupied(square)),
            Event::Remove(square) if !queens.contains(square) => Err(EventError::Vacant(square)),
            Event::Solution if !matches!(self.latest.moment, Moment::Place(_)) => {
                Err(EventError::SolutionWithoutPlacement)
            }
            _ => Ok(()),
        }
    }

    fn step(&mut self, moment: Moment) -> Option<&Frame> {
        let taken = match self.latest.moment {
            Moment::Start | Moment::Solution(_) => true,
            Moment::Test { .. } | Moment::Place(_) | Moment::Remove(_) => self.sampler.takes_next(),
        };
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
            Moment::Start | Moment::Solution(_) => {}
        }
        self.latest.moment = moment;
        self.latest.tally = self.tally;
        self.given.shown_for = match self.given.moment {
            Moment::Solution(_) => self.pace.hold,
            _ => self.pace.delay,
        };
        taken.then_some(&self.given)
    }
}

impl Frame {
    fn solve(&mut self, tally: Tally) {
        if let Moment::Place(square) = self.moment {
            self.moment = Moment::Solution(square);
        }
        self.tally = tally;
        let Scene { queens, marks, .. } = &mut self.scene;
        marks.clear();
        marks.extend(queens.iter().map(|square| (square, Mark::Solution)));
    }
}

/// An event that cannot happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EventError {
    /// A queen beyond the board.
    #[error("row {}, column {} is not on a board of {size} rows and columns", square.row, square.column)]
    OffBoard {
        /// Where it should have been.
        square: Square,
        /// The board.
        size: BoardSize,
    },
    /// A queen on a queen.
    #[error("there is already a queen in row {}, column {}", .0.row, .0.column)]
    Occupied(Square),
    /// A queen taken from where there is none.
    #[error("there is no queen in row {}, column {} to take away", .0.row, .0.column)]
    Vacant(Square),
    /// A square refused for a queen that is not there, or does not attack it.
    #[error(
        "no queen in row {}, column {} attacks row {}, column {}",
        attacker.row, attacker.column, square.row, square.column
    )]
    NoAttack {
        /// The square.
        square: Square,
        /// Where the queen should have been.
        attacker: Square,
    },
    /// A solution is told of right after the placement that completes it.
    #[error("a solution follows the placement that completes it, once")]
    SolutionWithoutPlacement,
}
