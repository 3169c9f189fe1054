//! Squares: their states and their drawings.

mod look;
mod moves;
pub mod stamps;
mod state;
mod style;

pub use look::SquareLook;
pub use stamps::{Spot, Stamp};
pub(in crate::page) use state::state_of;
pub use state::{Dashes, SquareState};
pub use style::{Ground, LEAST_WITH_TICK, Labels, Lines, SquareStyle};
