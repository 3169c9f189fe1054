//! Which events of a search are steps of its film.

use crate::board::Square;
use crate::search::Event;
use crate::variants::named_enum;

named_enum! {
    /// How much of a search its film shows.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
    pub enum Detail {
        /// A frame for every queen placed, removed or moved, and for every whole board
        #[default]
        Steps = "steps",
        /// A frame for the refused squares of a column (or row) as well, with the queens that attack them
        Columns = "columns",
        /// A frame for every test as well, with the queen that attacks a refused square
        Tests = "tests",
    }
}

impl Detail {
    /// Whether an event is a step: it gets a frame, unless the sampling leaves it out, or it is gathered with
    /// other refused squares.
    pub fn is_step(self, event: Event) -> bool {
        matches!(Roles::new(self).next(event), Role::Step)
    }
}

/// Follows events, and says what each is in a film.
#[derive(Debug, Clone)]
pub(super) struct Roles {
    detail: Detail,
    /// The first and the last of the squares that are refused one after the other.
    refused: Option<[Square; 2]>,
}

impl Roles {
    /// Before the first event.
    pub const fn new(detail: Detail) -> Self {
        Self { detail, refused: None }
    }

    /// What the next event is.
    pub fn next(&mut self, event: Event) -> Role {
        let before = self.refused.take();
        match event {
            Event::Test { square, attacker: Some(_), .. } | Event::Refuse(square) => match self.detail {
                Detail::Steps => Role::Hidden,
                Detail::Tests => Role::Step,
                Detail::Columns => {
                    let is_line = |[first, last]: &[Square; 2]| {
                        [first, last].iter().all(|other| other.column == square.column)
                            || [first, last].iter().all(|other| other.row == square.row)
                    };
                    let run = before.filter(is_line);
                    self.refused = Some([run.map_or(square, |[first, _]| first), square]);
                    if run.is_some() { Role::LastStep } else { Role::Step }
                }
            },
            Event::Test { attacker: None, .. } => {
                self.refused = before;
                match self.detail {
                    Detail::Steps | Detail::Columns => Role::Hidden,
                    Detail::Tests => Role::Step,
                }
            }
            Event::Place(_) | Event::Remove(_) | Event::Board | Event::Move { .. } | Event::Swap { .. } => {
                Role::Step
            }
            Event::Solution | Event::Prune(_) | Event::Restore(_) | Event::Pause | Event::End => {
                Role::LastStep
            }
            Event::Backtrack { .. } | Event::DeadEnd { .. } | Event::Note => Role::Aside,
            Event::SetUp(_) => Role::Hidden,
        }
    }
}

/// What an event is in a film.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A step.
    Step,
    /// A part of the step before.
    LastStep,
    /// No step, but in films with captions it has a frame of its own.
    Aside,
    /// It is not shown.
    Hidden,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardSize;
    use crate::search::{Algorithm, Order, Tally, until_solutions};

    #[test]
    fn a_tally_has_as_many_steps_as_a_film_with_tests() {
        for algorithm in Algorithm::ALL {
            let (mut tally, mut steps) = (Tally::default(), 0);
            for event in
                until_solutions(algorithm.events(BoardSize::new(6).unwrap(), Order::Columns, 1), Some(4))
            {
                tally.count(event);
                steps += u64::from(Detail::Tests.is_step(event));
            }
            assert_eq!(tally.steps(), steps, "{algorithm}");
        }
    }
}
