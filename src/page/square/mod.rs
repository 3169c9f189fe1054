//! Squares: their states, and what each looks like.

mod between;
mod colours;
mod ground;
mod look;
mod stamp;
mod stamps;
mod state;
mod style;

pub(crate) use between::{Entering, FigureChanges, Leaving};
pub use between::{Extent, Ink, Moves, MovingStamp, Pose, Way};
pub use ground::{Ground, Labels};
pub use look::SquareLook;
pub use stamp::{Spot, Stamp};
pub(in crate::page) use state::state_of;
pub use state::{Dashes, SquareSlot, SquareState};
pub use style::{Lines, SquareStyle};
