//! The keys of the objects in a log.

use crate::search::Event;
use crate::variants::enum_with_all;

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

/// Declares the keys of each role, with their names.
macro_rules! keys {
    ($($role:ident { $($key:ident = $name:literal),+ $(,)? })+) => {
        enum_with_all! {
            /// A key of an object.
            #[derive(Debug, Clone, Copy, PartialEq, Eq)]
            pub(super) enum Key { $($($key),+),+ }
        }

        impl Key {
            pub const fn name(self) -> &'static str {
                match self { $($(Self::$key => $name),+),+ }
            }

            pub const fn role(self) -> Role {
                match self { $($(Self::$key => Role::$role),+),+ }
            }
        }
    };
}

keys! {
    Event {
        Place = "place",
        Remove = "remove",
        Move = "move",
        Set = "set",
        Board = "board",
        Test = "test",
        Prune = "prune",
        Restore = "restore",
        Backtrack = "backtrack",
        DeadEnd = "dead_end",
        Solution = "solution",
        End = "end",
    }
    Detail {
        Attacker = "attacker",
        Safe = "safe",
        Among = "among",
        Caption = "caption",
        Pause = "pause",
        Line = "line",
        Lane = "lane",
        Score = "score",
        Now = "now",
        Stage = "stage",
    }
    Header {
        Queens = "queens",
        Start = "start",
        Blocked = "blocked",
        Algorithm = "algorithm",
        Order = "order",
        Seed = "seed",
        Base = "base",
        Empty = "empty",
        Boards = "boards",
        Rules = "rules",
        Code = "code",
    }
}

impl Key {
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
}
