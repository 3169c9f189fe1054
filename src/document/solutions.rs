//! Selections of solutions, and the search for them.

use std::ops::RangeInclusive;

use super::{Error, Result};
use crate::board::{Placement, Problem};
use crate::limits::MAX_EVENTS;
use crate::options::SolutionArgs;
use crate::search::{Algorithm, NumberedSolution, STRIDE, solutions_in_strides};
use crate::words::{Grouped, counted};

use super::problem::{in_words, no_solution, number_of_solutions, they_have, too_many_queens};

#[derive(Debug, Clone)]
pub struct Solutions {
    problem: Problem,
    /// Whether only one solution of each set of rotations and reflections counts.
    pub fundamental: bool,
    /// The algorithm in whose order solutions are numbered; `None` for the lexicographic order of the rows.
    algorithm: Option<Algorithm>,
    /// The selected numbers, in ascending order.
    numbers: Vec<RangeInclusive<u64>>,
}

impl SolutionArgs {
    /// Returns the selected solutions of a problem. Refuses a selection without any solution, an algorithm for fewer
    /// queens, and a search that is known to be too long.
    pub(super) fn of(&self, problem: &Problem) -> Result<Solutions> {
        let Self { fundamental, algorithm, .. } = *self;
        let taken = Solutions { problem: problem.clone(), fundamental, algorithm, numbers: self.numbers() };
        taken.check(self.select.is_some())?;
        Ok(taken)
    }
}

impl Solutions {
    fn last(&self) -> Option<u64> {
        self.numbers.last().map(|range| *range.end()).filter(|last| *last < u64::MAX)
    }

    pub fn is_limited(&self) -> bool {
        self.last().is_some()
    }

    /// Returns whether the first solution is selected: if no solution is found then, the problem has none.
    pub fn begin_with_first(&self) -> bool {
        self.numbers.first().is_none_or(|range| *range.start() == 1)
    }

    pub fn none(&self) -> String {
        if self.begin_with_first() {
            return no_solution(&self.problem);
        }
        let first = self.numbers.first().map_or(1, |range| *range.start());
        format!("{} fewer than {first} {}s", they_have(&self.problem), self.kind())
    }

    const fn kind(&self) -> &'static str {
        if self.fundamental { "fundamental solution" } else { "solution" }
    }

    /// Returns the number of solutions, or of fundamental solutions, if it is known.
    fn known(&self) -> Option<u64> {
        number_of_solutions(&self.problem)
            .map(|(total, fundamental)| if self.fundamental { fundamental } else { total })
    }

    /// Checks the selection; `by_number` is whether solutions are selected by number.
    fn check(&self, by_number: bool) -> Result<()> {
        let size = self.problem.size();
        if self.number() == Some(0) && (by_number || !self.begin_with_first()) {
            let (they_have, known) = (they_have(&self.problem), self.known());
            let found = counted(known.unwrap_or_default(), self.kind());
            let (key, text) = match known {
                Some(_) if by_number => {
                    ("select", format!("nothing is selected: {they_have} {found}, counted from 1"))
                }
                None => ("select", "nothing is selected: solutions are counted from 1".to_owned()),
                Some(0) => ("from", no_solution(&self.problem)),
                Some(most) => ("from", format!("{they_have} {found}, so --from is at most {most}")),
            };
            return Err(Error::option(key, text));
        }
        if let Some(algorithm) = self.algorithm.filter(|algorithm| size.get() > algorithm.most_queens()) {
            return Err(Error::option("algorithm", too_many_queens(algorithm, size)));
        }
        // The default order of solutions is the order of this algorithm.
        if self.algorithm.unwrap_or(Algorithm::Marking).takes_too_long(&self.problem) {
            return Err(too_long(self.algorithm, &self.problem));
        }
        let from = self.numbers.last().map_or(1, |range| *range.start());
        if from.saturating_mul(STEPS_OF_A_SOLUTION) > MAX_EVENTS {
            let text = format!(
                "solution {} takes too long: those before it are searched for, too; {} is the last to begin with",
                Grouped(from),
                Grouped(MAX_EVENTS / STEPS_OF_A_SOLUTION)
            );
            return Err(Error::option("from", text));
        }
        Ok(())
    }

    /// Returns the number of selected solutions, or an upper bound; `None` if there is no known bound.
    pub fn number(&self) -> Option<u64> {
        if self.numbers.is_empty() {
            return Some(0);
        }
        let all = self.known().or_else(|| self.last())?;
        let within = |range: &RangeInclusive<u64>| (all.min(*range.end()) + 1).saturating_sub(*range.start());
        Some(self.numbers.iter().map(within).sum())
    }

    /// Returns as many placeholders as solutions, to lay out a page before the search.
    pub fn placeholders(&self) -> Vec<NumberedSolution> {
        /// The maximum number of placeholders: more boards are refused earlier if they do not fit.
        const MOST: u64 = 50_000;
        let rows: Vec<u8> = (1..=self.problem.size().get()).collect();
        let Ok(placement) = Placement::new(&rows) else { return Vec::new() };
        let problem = self.problem.clone();
        let one = NumberedSolution { number: 1, among_all: None, problem, placement };
        vec![one; self.number().unwrap_or(1).min(MOST) as usize]
    }

    /// Searches for the selected solutions in order. A `None` item only reports that the search goes on; an error
    /// item ends a search that finds no further solution within [`MAX_EVENTS`] steps.
    pub fn found(&self) -> impl Iterator<Item = Result<Option<NumberedSolution>>> + Send + use<> {
        let Self { problem, fundamental, algorithm, numbers } = self.clone();
        let (last, symmetries) = (self.last().unwrap_or(u64::MAX), problem.symmetries());
        let (mut strides, mut number, mut rank) = (0, 0, 0);
        let found = solutions_in_strides(&problem, algorithm).map(move |found| {
            let Some(placement) = found else {
                strides += 1;
                let is_given_up = strides * STRIDE >= MAX_EVENTS;
                return if is_given_up { Err(too_long(algorithm, &problem)) } else { Ok(None) };
            };
            (strides, number) = (0, number + 1);
            if fundamental && !placement.is_fundamental_under(symmetries) {
                return Ok(None);
            }
            rank += 1;
            let among_all = fundamental.then_some(number);
            let is_taken = numbers.iter().any(|range| range.contains(&rank));
            let problem = problem.clone();
            let solution = NumberedSolution { number: rank, among_all, problem, placement };
            Ok(Some((rank, is_taken.then_some(solution))))
        });
        let mut is_over = false;
        // Ends after the last selected solution, and after an error.
        found.map_while(move |found| {
            if is_over {
                return None;
            }
            Some(match found {
                Ok(Some((rank, solution))) => {
                    is_over = rank >= last;
                    Ok(solution)
                }
                Ok(None) => Ok(None),
                Err(error) => {
                    is_over = true;
                    Err(error)
                }
            })
        })
    }
}

/// The minimum number of steps per solution: the solution, and a queen placed and removed.
pub(super) const STEPS_OF_A_SOLUTION: u64 = 3;

fn too_long(algorithm: Option<Algorithm>, problem: &Problem) -> Error {
    let (what, steps) = (in_words(problem), Grouped(MAX_EVENTS));
    let search_for_one = "film one solution with 'queenreel search' and --algorithm min-conflicts";
    let (key, subject, otherwise) = match algorithm {
        Some(algorithm) => ("algorithm", algorithm.name(), "leave out --algorithm"),
        None => ("queens", "the search", search_for_one),
    };
    let text = format!(
        "{subject} takes too long for {what}: more than {steps} steps to a solution; give a smaller N, or {otherwise}"
    );
    Error::option(key, text)
}
