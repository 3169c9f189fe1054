//! The course of a search that was asked for: which algorithm, and how far.

use crate::board::BoardSize;
use crate::search::{Algorithm, DEFAULT_SEED, Event, until_solutions};
use anyhow::anyhow;

use super::args::{CourseArgs, OrderName};
use super::failure::Failure;

impl CourseArgs {
    /// Refuses what the algorithm cannot do, rather than to leave it undone without a word.
    pub fn check(&self, size: BoardSize) -> Result<(), Failure> {
        let algorithm = self.algorithm;
        let refused = if self.seed.is_some() && !algorithm.uses_seed() {
            anyhow!(
                "--seed is for searches by chance, and {algorithm} leaves nothing to it; it goes with {}",
                names(Algorithm::uses_seed)
            )
        } else if self.order == OrderName::Rows && !algorithm.has_order() {
            anyhow!(
                "--order rows is for searches line by line, and {algorithm} sets up whole boards; it goes with {}",
                names(Algorithm::has_order)
            )
        } else if self.goes_on() && !algorithm.visits_all_solutions() {
            anyhow!(
                "{algorithm} is over with the first solution that it meets; --all and --solutions K need one that visits all: {}",
                names(Algorithm::visits_all_solutions)
            )
        } else if algorithm.never_ends(size) {
            anyhow!(
                "{size} queens have no solution, and {algorithm} goes on until it has one: it would never end"
            )
        } else {
            return Ok(());
        };
        Err(Failure::Usage(refused))
    }

    /// Whether the film goes on after the first solution.
    pub fn goes_on(&self) -> bool {
        self.all || self.solutions.get() > 1
    }

    /// What a default output is called, without its extension.
    pub fn stem(&self, size: BoardSize) -> String {
        match self.algorithm {
            Algorithm::Backtracking => format!("queens-{size}"),
            algorithm => format!("queens-{size}-{algorithm}"),
        }
    }

    /// What chance starts from.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(DEFAULT_SEED)
    }

    pub fn events(&self, size: BoardSize) -> impl Iterator<Item = Event> + use<> {
        let solutions = if self.all { u64::MAX } else { self.solutions.get() };
        until_solutions(self.algorithm.events(size, self.order.into(), self.seed()), solutions)
    }
}

pub fn names(which: fn(Algorithm) -> bool) -> String {
    let names = Algorithm::ALL.into_iter().filter(|algorithm| which(*algorithm)).map(Algorithm::name);
    names.collect::<Vec<_>>().join(", ")
}
