//! The solvers.

mod attackers;
mod backtracking;
mod bitfield;
mod candidates;
mod eager;
mod marking;
mod min_conflicts;
mod random_numbers;

pub use backtracking::Backtracking;
pub(super) use bitfield::Bitfield;
pub(super) use candidates::{permutations, random};
pub(super) use eager::Eager;
pub(super) use marking::{LookAhead, Marking};
pub(super) use min_conflicts::MinConflicts;
