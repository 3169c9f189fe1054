//! The solvers.

mod depth_first;
mod free_squares;
mod open_lines;
mod whole_boards;

pub(super) use depth_first::AnySquares;
pub use depth_first::Backtracking;
pub(super) use free_squares::{FreeSquares, Method};
pub(crate) use open_lines::OpenLines;
pub(super) use whole_boards::{MinConflicts, permutations, random};
