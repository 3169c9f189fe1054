//! What was measured.

use std::ops::RangeInclusive;

use humantime::format_duration;

use crate::board::{BoardSize, Problem};
use crate::measure::{Limits, Measurement, SearchSpace};
use crate::page::PageStyle;
use crate::recipe::{DEFAULT_RUNS, DEFAULT_TIMEOUT, Recipe};
use crate::search::Algorithm;
use crate::words::listed;

/// What is asked for.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    pub recipe: &'a Recipe,
    pub style: &'a PageStyle,
    /// A problem for each size, the smallest first.
    pub problems: &'a [Problem],
}

impl Asked<'_> {
    pub fn limits(&self) -> Limits {
        let Recipe { runs, timeout, .. } = self.recipe;
        Limits { runs: runs.unwrap_or(DEFAULT_RUNS), timeout: timeout.unwrap_or(DEFAULT_TIMEOUT) }
    }

    pub fn sizes(&self) -> RangeInclusive<u32> {
        let size = |problem: Option<&Problem>| problem.map_or(1, |problem| problem.size().into());
        size(self.problems.first())..=size(self.problems.last())
    }

    /// Whether there are boards of several sizes.
    pub fn is_growth(&self) -> bool {
        self.problems.len() > 1
    }
}

/// What was measured.
#[derive(Debug)]
pub struct Comparison {
    pub limits: Limits,
    pub seed: u64,
    /// The algorithms that were named, or all.
    pub wanted: Vec<Algorithm>,
    pub boards: Vec<Board>,
}

/// What was measured on boards of a size.
#[derive(Debug)]
pub struct Board {
    pub problem: Problem,
    pub space: SearchSpace,
    pub measured: Vec<Measurement>,
}

impl Comparison {
    /// Whether there are boards of several sizes.
    pub fn is_growth(&self) -> bool {
        self.boards.len() > 1
    }

    /// The algorithms that were measured for any size.
    pub fn algorithms(&self) -> Vec<Algorithm> {
        let is_measured = |algorithm: &Algorithm| self.of(*algorithm).next().is_some();
        self.wanted.iter().copied().filter(is_measured).collect()
    }

    /// The measurements of an algorithm, by the size of the board.
    pub fn of(&self, algorithm: Algorithm) -> impl Iterator<Item = (BoardSize, &Measurement)> {
        self.boards.iter().filter_map(move |board| {
            let measured = board.measured.iter().find(|one| one.algorithm == algorithm)?;
            Some((board.problem.size(), measured))
        })
    }
}

/// The timeout in words.
pub fn timeout(limits: Limits) -> String {
    format_duration(limits.timeout).to_string()
}

/// Sizes in ascending order, those that follow each other as ranges.
pub fn sizes_in_words(sizes: &[u32]) -> String {
    let ranges = sizes.chunk_by(|one, next| one + 1 == *next);
    listed(ranges.map(|range| in_words(range[0]..=range[range.len() - 1])), "and")
}

/// A number, or the first and the last of several.
pub fn in_words(sizes: RangeInclusive<u32>) -> String {
    let (first, last) = sizes.into_inner();
    if first == last { first.to_string() } else { format!("{first} to {last}") }
}

/// The algorithms that are not measured on boards of a size, and why.
pub fn left_out(algorithms: &[Algorithm], problem: &Problem) -> Vec<(Algorithm, &'static str)> {
    algorithms.iter().filter_map(|algorithm| Some((*algorithm, why_not(*algorithm, problem)?))).collect()
}

/// Why an algorithm is not measured on boards of a size.
pub fn why_not(algorithm: Algorithm, problem: &Problem) -> Option<&'static str> {
    if problem.size().get() > algorithm.most_queens() {
        Some("it is for fewer queens")
    } else if algorithm.never_ends(problem) {
        Some("there is no solution, and it would never end without one")
    } else if algorithm.takes_too_long(problem) {
        Some("it takes too long, even to the first solution")
    } else {
        None
    }
}
