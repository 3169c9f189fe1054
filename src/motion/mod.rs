//! Motion: when things move between two frames of a film, and how fast.
//!
//! A frame says nothing of time. An [`Animator`] follows a film, and says which steps are long enough for motion;
//! panels say how the items move that a step changes.

mod board;
mod span;
mod step;

use std::time::Duration;

pub(crate) use board::{BoardMotion, GLIDING, MovingParts, QueenMove, SquareTiming};
pub use span::{Ease, Millis, Share, Span};
pub use step::{Animator, PictureRate, StepTime};

/// Steps that are shorter than this have no motion.
pub const SHORTEST_STEP: Duration = Duration::from_millis(120);

/// Steps from this time on have time for at least three pictures of their motion.
const LONG_STEP: Millis = 350.0;

/// All motion of a step of this time ends within this.
pub(crate) fn longest_motion(step: Millis) -> Millis {
    step / if step < LONG_STEP { 3.0 } else { 2.0 }
}

/// The time of a line that grows.
pub(crate) fn growing(step: Millis) -> Millis {
    (0.25 * step).min(200.0)
}

/// The time of a ring, and of all other signs.
pub(crate) fn sweeping(step: Millis) -> Millis {
    (0.25 * step).min(160.0)
}
