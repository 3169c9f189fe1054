//! The solvers.

mod any_squares;
mod attackers;
mod backtracking;
mod candidates;
mod free_squares;
mod min_conflicts;
mod open_lines;
mod random_numbers;

pub(super) use any_squares::AnySquares;
pub use backtracking::Backtracking;
pub(super) use candidates::{permutations, random};
pub(super) use free_squares::{FreeSquares, Method};
pub(super) use min_conflicts::MinConflicts;
pub(super) use open_lines::OpenLines;
