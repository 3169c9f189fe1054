//! The keys of the objects in a log.

use crate::search::Event;
use crate::variants::enum_with_all;

enum_with_all! {
    /// A key of an object.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub(super) enum Key {
        Place,
        Remove,
        Move,
        Board,
        Test,
        Solution,
        Backtrack,
        DeadEnd,
        End,
        Attacker,
        Caption,
        Queens,
        Algorithm,
        Order,
        Seed,
    }
}

/// The role of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// An event.
    Event,
    /// A detail of an event.
    Detail,
    /// An entry of the header.
    Header,
}

impl Key {
    const fn description(self) -> (&'static str, Role) {
        match self {
            Self::Place => ("place", Role::Event),
            Self::Remove => ("remove", Role::Event),
            Self::Move => ("move", Role::Event),
            Self::Board => ("board", Role::Event),
            Self::Test => ("test", Role::Event),
            Self::Solution => ("solution", Role::Event),
            Self::Backtrack => ("backtrack", Role::Event),
            Self::DeadEnd => ("dead_end", Role::Event),
            Self::End => ("end", Role::Event),
            Self::Attacker => ("attacker", Role::Detail),
            Self::Caption => ("caption", Role::Detail),
            Self::Queens => ("queens", Role::Header),
            Self::Algorithm => ("algorithm", Role::Header),
            Self::Order => ("order", Role::Header),
            Self::Seed => ("seed", Role::Header),
        }
    }

    /// The key of an event; the queens of a whole board have none.
    pub const fn of(event: Event) -> Option<Self> {
        Some(match event {
            Event::Place(_) => Self::Place,
            Event::Remove(_) => Self::Remove,
            Event::Move { .. } => Self::Move,
            Event::SetUp(_) => return None,
            Event::Board => Self::Board,
            Event::Test { .. } => Self::Test,
            Event::Solution => Self::Solution,
            Event::Backtrack { .. } => Self::Backtrack,
            Event::DeadEnd { .. } => Self::DeadEnd,
            Event::End => Self::End,
        })
    }

    pub const fn name(self) -> &'static str {
        self.description().0
    }

    pub const fn role(self) -> Role {
        self.description().1
    }
}
