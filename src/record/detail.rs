//! Which events of a search are steps of its film.

use crate::search::Event;

/// How much of a search its film shows.
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Detail {
    /// A frame for every queen placed, removed or moved, and for every whole board
    #[default]
    Steps,
    /// A frame for every test as well, with the queen that attacks a refused square
    Tests,
}

impl Detail {
    /// Whether an event is a step: it gets a frame, unless the sampling leaves it out.
    pub const fn is_step(self, event: Event) -> bool {
        matches!(self.role(event), Role::Step)
    }

    /// What an event is in the film.
    pub(super) const fn role(self, event: Event) -> Role {
        match (event, self) {
            (
                Event::Place(_) | Event::Remove(_) | Event::Board | Event::Move { .. } | Event::Swap { .. },
                _,
            )
            | (Event::Test { .. } | Event::Refuse(_), Self::Tests) => Role::Step,
            (Event::Solution | Event::Prune(_) | Event::Restore(_) | Event::Pause | Event::End, _) => {
                Role::LastStep
            }
            (Event::Backtrack { .. } | Event::DeadEnd { .. } | Event::Note, _) => Role::Aside,
            (Event::SetUp(_), _) | (Event::Test { .. } | Event::Refuse(_), Self::Steps) => Role::Hidden,
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
