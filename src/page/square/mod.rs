//! Squares: their states, and what each looks like.

mod colours;
mod ground;
mod look;
mod moves;
mod stamp;
mod stamps;
mod state;
mod style;

pub use ground::{Ground, Labels};
pub use look::SquareLook;
pub use stamp::{Spot, Stamp};
pub(in crate::page) use state::state_of;
pub use state::{Dashes, SquareState};
pub use style::{Lines, SquareStyle};
