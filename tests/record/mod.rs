//! Frames, captions and times: what is recorded of a search.

mod acts;
pub mod gauge;
mod own_solver;
mod pace;
mod schedule;
mod selection;
mod teaching;
pub mod texts;
mod times;
