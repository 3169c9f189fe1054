//! Panels, one a file: how much room each needs, which slots it has, and which states a frame gives
//! them.

mod board;
mod caption;
pub mod code;
pub mod counters;
pub mod race;
pub mod state;
mod tree;

pub use board::BoardPanel;
pub use caption::CaptionPanel;
pub use code::CodePanel;
pub use counters::CounterPanel;
pub use tree::{PATH, TreePanel};
