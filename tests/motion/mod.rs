//! Motion: the tweens between two frames.

mod command;
mod description;
mod films;
mod order;
