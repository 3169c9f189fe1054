//! The search: solvers, their events, the checks of events, and counters.

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
pub(crate) use event::{Change, LONGEST_PAUSE};
pub use event::{Event, Tally, until_solutions};
pub use listing::{Action, CodeForm, Listing, SourceError};
pub use order::Order;
pub(crate) use position::Position;
pub use position::{EventError, checked};
pub use rules::{Rules, TestedQueens};
pub use solutions::{NumberedSolution, solutions};
pub(crate) use solutions::{STRIDE, solutions_in_strides};
pub use solvers::Backtracking;
pub(crate) use solvers::OpenLines;
pub(crate) use stages::Stages;
pub(crate) use tree::{GrowingTree, Node, TreePath};
pub use tree::{SearchTree, TreeError};

// For the tests of this repository; not part of the API.
#[doc(hidden)]
pub use {
    listing::{java_program, python_program},
    stages::{Entry, Matrix},
};
