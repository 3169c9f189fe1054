//! Motion: what is shown between two frames.

mod command;
mod description;
mod films;
mod order;
