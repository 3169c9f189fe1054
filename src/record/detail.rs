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
        match event {
            Event::Place(_) | Event::Remove(_) | Event::Board | Event::Move { .. } => true,
            Event::Test { .. } => matches!(self, Self::Tests),
            Event::SetUp(_)
            | Event::Solution
            | Event::Backtrack { .. }
            | Event::DeadEnd { .. }
            | Event::End => false,
        }
    }
}
