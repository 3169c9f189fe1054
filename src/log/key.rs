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
        Set,
        Board,
        Test,
        Prune,
        Restore,
        Backtrack,
        DeadEnd,
        Solution,
        End,
        Attacker,
        Safe,
        Among,
        Caption,
        Pause,
        Line,
        Lane,
        Score,
        Now,
        Stage,
        Queens,
        Start,
        Blocked,
        Algorithm,
        Order,
        Seed,
        Base,
        Empty,
        Boards,
        Rules,
        Code,
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
            Self::Set => ("set", Role::Event),
            Self::Board => ("board", Role::Event),
            Self::Test => ("test", Role::Event),
            Self::Prune => ("prune", Role::Event),
            Self::Restore => ("restore", Role::Event),
            Self::Backtrack => ("backtrack", Role::Event),
            Self::DeadEnd => ("dead_end", Role::Event),
            Self::Solution => ("solution", Role::Event),
            Self::End => ("end", Role::Event),
            Self::Attacker => ("attacker", Role::Detail),
            Self::Safe => ("safe", Role::Detail),
            Self::Among => ("among", Role::Detail),
            Self::Caption => ("caption", Role::Detail),
            Self::Pause => ("pause", Role::Detail),
            Self::Line => ("line", Role::Detail),
            Self::Lane => ("lane", Role::Detail),
            Self::Score => ("score", Role::Detail),
            Self::Now => ("now", Role::Detail),
            Self::Stage => ("stage", Role::Detail),
            Self::Queens => ("queens", Role::Header),
            Self::Start => ("start", Role::Header),
            Self::Blocked => ("blocked", Role::Header),
            Self::Algorithm => ("algorithm", Role::Header),
            Self::Order => ("order", Role::Header),
            Self::Seed => ("seed", Role::Header),
            Self::Base => ("base", Role::Header),
            Self::Empty => ("empty", Role::Header),
            Self::Boards => ("boards", Role::Header),
            Self::Rules => ("rules", Role::Header),
            Self::Code => ("code", Role::Header),
        }
    }

    /// The key of an event; the queens of a whole board and a caption alone have none.
    pub const fn of(event: Event) -> Option<Self> {
        Some(match event {
            Event::Place(_) => Self::Place,
            Event::Remove(_) => Self::Remove,
            Event::Move { .. } | Event::Swap { .. } => Self::Move,
            Event::Prune(_) => Self::Prune,
            Event::Restore(_) => Self::Restore,
            Event::SetUp(_) | Event::Note | Event::Pause => return None,
            Event::Board => Self::Board,
            Event::Test { .. } | Event::Refuse(_) => Self::Test,
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
