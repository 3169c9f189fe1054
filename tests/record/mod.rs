//! Frames, captions and times: what is recorded of a search.

mod own_solver;
mod pace;
mod repeated_events;
mod schedule;
mod selection;
mod teaching;
pub mod texts;
mod times;
