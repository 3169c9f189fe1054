//! Measurements as table cells and chart values.

use std::ops::RangeInclusive;
use std::time::Duration;

use humantime::format_duration;

use crate::board::{BoardSize, Problem};
use crate::measure::{Limits, Measurement, Quantity, Reached, SearchSpace, Until};
use crate::options::{DEFAULT_RUNS, DEFAULT_TIMEOUT};
use crate::page::{ChartUnit, PageStyle};
use crate::search::{Algorithm, DEFAULT_SEED};
use crate::words::{self, listed};

use super::super::table::{Cell, Value};
use super::CompareRequest;

#[derive(Debug, Clone)]
pub struct ComparisonSpec {
    pub request: CompareRequest,
    pub style: PageStyle,
    /// A problem for each size, the smallest first.
    pub problems: Vec<Problem>,
    pub wanted: Vec<Algorithm>,
}

impl ComparisonSpec {
    pub fn limits(&self) -> Limits {
        let CompareRequest { runs, timeout, solutions, .. } = self.request;
        let (runs, timeout) = (runs.unwrap_or(DEFAULT_RUNS), timeout.unwrap_or(DEFAULT_TIMEOUT));
        Limits { runs, timeout, solutions }
    }

    pub fn points(&self) -> impl Iterator<Item = Until> + use<> {
        let has_solution = self.request.solutions.is_some();
        Until::ALL.into_iter().filter(move |until| *until != Until::Solution || has_solution)
    }

    pub fn seed(&self) -> u64 {
        self.request.seed.unwrap_or(DEFAULT_SEED)
    }

    pub fn quantity(&self) -> Quantity {
        self.request.quantity.unwrap_or_default()
    }

    pub fn sizes(&self) -> RangeInclusive<u32> {
        let size = |problem: Option<&Problem>| problem.map_or(1, |problem| problem.size().into());
        size(self.problems.first())..=size(self.problems.last())
    }

    pub fn is_growth(&self) -> bool {
        self.problems.len() > 1
    }

    /// Returns the algorithms that are measured for at least one size.
    pub fn algorithms(&self) -> Vec<Algorithm> {
        let is_measured = |algorithm: &Algorithm| {
            self.problems.iter().any(|problem| why_not(*algorithm, problem).is_none())
        };
        self.wanted.iter().copied().filter(is_measured).collect()
    }

    pub fn timeout(&self) -> String {
        format_duration(self.limits().timeout).to_string()
    }
}

pub struct Comparison {
    pub asked: ComparisonSpec,
    pub boards: Vec<Board>,
}

pub struct Board {
    pub problem: Problem,
    pub space: SearchSpace,
    pub measured: Vec<Measurement>,
}

impl Comparison {
    pub fn of(&self, algorithm: Algorithm) -> impl Iterator<Item = (BoardSize, &Measurement)> {
        self.boards.iter().filter_map(move |board| {
            let measured = board.measured.iter().find(|one| one.algorithm == algorithm)?;
            Some((board.problem.size(), measured))
        })
    }
}

/// Lists ascending sizes; writes consecutive sizes as ranges.
pub fn sizes_in_words(sizes: &[u32]) -> String {
    let ranges = sizes.chunk_by(|one, next| one + 1 == *next);
    listed(ranges.map(|range| in_words(range[0]..=range[range.len() - 1])), "and")
}

pub fn queens(sizes: &str) -> String {
    format!("{sizes} queen{}", if sizes == "1" { "" } else { "s" })
}

/// Writes a range of sizes: a single number, or the first and the last number.
pub fn in_words(sizes: RangeInclusive<u32>) -> String {
    let (first, last) = sizes.into_inner();
    if first == last { first.to_string() } else { format!("{first} to {last}") }
}

pub fn left_out(algorithms: &[Algorithm], problem: &Problem) -> Vec<(Algorithm, &'static str)> {
    algorithms.iter().filter_map(|algorithm| Some((*algorithm, why_not(*algorithm, problem)?))).collect()
}

/// Returns why an algorithm is not measured; `None` if it is measured.
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

pub fn quantity_title(quantity: Quantity) -> &'static str {
    if quantity == Quantity::Boards { "whole boards" } else { quantity.names().0 }
}

pub fn unit(quantity: Quantity) -> ChartUnit {
    if quantity == Quantity::Time { ChartUnit::Seconds } else { ChartUnit::Count }
}

pub fn value(quantity: Quantity, number: u64) -> f64 {
    match unit(quantity) {
        ChartUnit::Count => number as f64,
        ChartUnit::Seconds => Duration::from_nanos(number).as_secs_f64(),
    }
}

pub fn cell(quantity: Quantity, number: u64) -> Cell {
    let time = Duration::from_nanos(number);
    match unit(quantity) {
        ChartUnit::Count => Cell::number(number),
        ChartUnit::Seconds => Cell::new(short_time(time), Value::seconds(time, 9)),
    }
}

pub fn why_none(until: Until, reached: &Reached, asked: &ComparisonSpec) -> String {
    match (reached, until) {
        (Reached::CutOff, _) => format!("cut off after {}", asked.timeout()),
        (Reached::Never, Until::First) => "no solution".to_owned(),
        (Reached::Never, Until::Solution) => "fewer solutions".to_owned(),
        (Reached::Never, Until::End) => "never ends by itself".to_owned(),
        (Reached::Done(_), _) => "does not count them".to_owned(),
    }
}

fn short_time(time: Duration) -> String {
    // Rounded to microseconds.
    match (time.as_nanos() + 500) / 1000 {
        micros @ ..1000 => format!("{micros} µs"),
        _ => words::time(time),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_times_are_in_microseconds() {
        for (nanos, text) in
            [(0, "0 µs"), (1_499, "1 µs"), (999_499, "999 µs"), (999_500, "1.0 ms"), (12_000_000, "12 ms")]
        {
            assert_eq!(short_time(Duration::from_nanos(nanos)), text);
        }
    }
}
