//! Panels, one a file: how much room each needs, which slots it has, and which states a frame gives
//! them.

pub mod badge;
mod board;
mod caption;
mod clock;
pub mod code;
pub mod counters;
mod tree;

pub use badge::Badge;
pub use board::Board;
pub use caption::Caption;
pub use clock::Clock;
pub use code::Code;
pub use counters::Counters;
pub use tree::Tree;

use crate::record::{Content, Shot};

use super::slot::Layers;

/// A panel in its place. `lane` is the index of the board that it belongs to.
#[derive(Debug)]
pub enum Panel {
    Board { lane: usize, board: Board },
    Badge { lane: usize, badge: Badge },
    Caption(Caption),
    Counters { lane: usize, counters: Counters },
    Code(Code),
    Tree(Tree),
    Clock(Clock),
}

impl Panel {
    /// Shows what it shows of a frame; what the frame does not have stays as it is.
    pub fn show(&mut self, shot: &Shot<'_>, layers: &mut Layers) {
        let lane = match self {
            Self::Board { lane, .. } | Self::Badge { lane, .. } | Self::Counters { lane, .. } => *lane,
            Self::Caption(_) | Self::Code(_) | Self::Tree(_) | Self::Clock(_) => 0,
        };
        let Some(frame) = shot.board(lane) else { return };
        let race = match shot.content {
            Content::Race(race) => Some(race),
            Content::Search(_) | Content::Solution(_) => None,
        };
        match self {
            Self::Board { board, .. } => board.show(frame, layers),
            Self::Badge { badge, .. } => badge.show(race.and_then(|race| race.lanes[lane].rank), layers),
            Self::Caption(caption) => caption.show(frame, layers),
            Self::Counters { counters, .. } => counters.show(frame, layers),
            Self::Code(code) => code.show(frame, layers),
            Self::Tree(tree) => tree.show(frame, layers),
            Self::Clock(clock) => clock.show(race.map_or(0, |race| race.ticks), layers),
        }
    }
}
