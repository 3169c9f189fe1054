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
mod tally;
mod tree;

pub use algorithm::{Algorithm, AlgorithmError, DEFAULT_SEED};
pub(crate) use event::Change;
pub use event::{Event, LONGEST_PAUSE, until_solutions};
pub use listing::{Action, CodeForm, Listing, SourceError, python_program};
pub use order::Order;
pub(crate) use position::Position;
pub use position::{EventError, checked};
pub use rules::{Rules, TestedQueens};
pub use solutions::{NumberedSolution, solutions};
pub(crate) use solutions::{STRIDE, solutions_in_strides};
pub use solvers::Backtracking;
pub use stages::{Entry, Matrix, Stages};
pub use tally::Tally;
pub use tree::{GrowingTree, MAX_NODES, Node, SearchTree, TreeError, TreePath};
