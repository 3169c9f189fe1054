//! Sheets: every step of a search as a small board.

mod pages;
mod program;
mod steps;

use queenreel::record::{Step, Steps};
use queenreel::search::{Algorithm, DEFAULT_SEED, Order, until_solutions};

use crate::common::known::size;

/// The steps up to this number of solutions.
fn steps(n: u64, algorithm: Algorithm, order: Order, solutions: u64) -> Vec<Step> {
    let events = until_solutions(algorithm.events(size(n), order, DEFAULT_SEED), Some(solutions));
    Steps::new(algorithm, size(n), order, events).collect()
}
