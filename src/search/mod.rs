//! The search: solvers, their events, the validation of events, and counters.

mod algorithm;
mod event;
mod listing;
mod order;
mod position;
mod rules;
mod solutions;
mod solvers;
mod stages;
mod tree;

pub use algorithm::{Algorithm, AlgorithmError, DEFAULT_SEED};
pub use event::{Event, Tally};
pub use listing::{CodeForm, Listing, SourceError, java_program, python_program};
pub use order::Order;
pub use position::EventError;
pub use rules::{Rules, TestedQueens};
pub use solutions::{NumberedSolution, solutions};

pub(crate) use position::Position;
pub(crate) use solutions::{STRIDE, solutions_in_strides};
pub(crate) use solvers::OpenLines;
pub(crate) use stages::Stages;
pub(crate) use tree::{GrowingTree, Node, TreePath};

#[cfg(not(feature = "internals"))]
pub(crate) use internals::*;
#[cfg(feature = "internals")]
pub use internals::*;

/// Public to the tests of this repository, with the feature `internals`.
mod internals {
    pub use super::event::until_solutions;
    pub use super::listing::Action;
    pub use super::position::checked;
    pub use super::solvers::Backtracking;
    pub use super::stages::{Entry, Matrix};
    pub use super::tree::{SearchTree, TreeError};
}
