//! Arguments of every command that selects solutions.

use std::num::NonZeroU64;
use std::ops::RangeInclusive;
use std::str::FromStr;

use anyhow::anyhow;
use clap::Args;

use crate::board::Problem;
use crate::cli::commands::search::{names, too_many_queens};
use crate::cli::error::CliError;
use crate::cli::values;
use crate::record::{LONGEST_SEARCH, Selection, SelectionError};
use crate::search::{Algorithm, NumberedSolution, STRIDE, solutions_in_strides};
use crate::words::{Grouped, counted};

use super::problem::{in_words, no_solution, number_of_solutions};

#[derive(Debug, Args)]
pub struct SelectionArgs {
    /// Only solutions that differ by more than rotation or reflection: of each such group the first, in
    /// the order without --algorithm. With --start or --block, only by those that leave start and closed squares
    /// as they are
    #[arg(long)]
    pub fundamental: bool,

    /// In the order in which this algorithm finds them [default: by the row in the first column, then in
    /// the second, and so on, as backtracking does]
    #[arg(long, value_name = "NAME", value_parser = values::algorithm())]
    pub algorithm: Option<Algorithm>,

    /// Only those with these numbers, like 3,7..9 or 90..
    #[arg(
        long, value_name = "NUMBERS", allow_hyphen_values = true,
        conflicts_with_all = ["from", "limit"]
    )]
    select: Option<SolutionNumbers>,

    /// Begin with the K-th [default: 1]
    #[arg(long, value_name = "K", value_parser = values::number, allow_negative_numbers = true)]
    from: Option<NonZeroU64>,

    /// Take at most K
    #[arg(long, alias = "solutions", value_name = "K", value_parser = values::number, allow_negative_numbers = true)]
    limit: Option<NonZeroU64>,
}

/// Numbers of solutions, of which the first is 1.
#[derive(Debug, Clone)]
pub struct SolutionNumbers {
    text: String,
    ranges: Vec<RangeInclusive<u64>>,
}

impl FromStr for SolutionNumbers {
    type Err = SelectionError;

    fn from_str(text: &str) -> Result<Self, SelectionError> {
        let selection = text.parse::<Selection>().map_err(|error| match error {
            SelectionError::Unknown(part) => SelectionError::NoNumber(part),
            error @ (SelectionError::NoNumber(_) | SelectionError::Backwards(_)) => error,
        })?;
        let ranges = selection.numbers()?;
        let from_1 = ranges.into_iter().filter(|range| *range.end() > 0);
        let ranges = from_1.map(|range| 1.max(*range.start())..=*range.end()).collect();
        Ok(Self { text: selection.to_string(), ranges })
    }
}

impl SelectionArgs {
    /// The numbers that are taken, counted from 1: ranges in order.
    fn numbers(&self) -> Vec<RangeInclusive<u64>> {
        if let Some(SolutionNumbers { ranges, .. }) = &self.select {
            return ranges.clone();
        }
        let first = self.from.map_or(1, NonZeroU64::get);
        let last = self.limit.map_or(u64::MAX, |limit| first.saturating_add(limit.get() - 1));
        vec![first..=last]
    }

    /// The numbers of the solutions, those of each in order: the first is 1.
    pub fn ranks(&self) -> impl Iterator<Item = u64> {
        self.numbers().into_iter().flatten()
    }

    /// The number of the last that is taken, unless there is no limit.
    fn last(&self) -> Option<u64> {
        self.numbers().last().map(|range| *range.end()).filter(|last| *last < u64::MAX)
    }

    /// Whether the options limit the number of solutions.
    pub fn is_limited(&self) -> bool {
        self.last().is_some()
    }

    /// These options, as they are given.
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        words.extend(self.fundamental.then(|| "--fundamental".to_owned()));
        words.extend(self.algorithm.map(|algorithm| format!("--algorithm {algorithm}")));
        words.extend(self.select.as_ref().map(|select| format!("--select {}", select.text)));
        words.extend(self.from.filter(|from| from.get() > 1).map(|from| format!("--from {from}")));
        words.extend(self.limit.map(|limit| format!("--limit {limit}")));
        words
    }

    /// Why no solution is selected.
    pub fn none(&self, problem: &Problem) -> String {
        let (kind, from, what) = (self.kind(), self.from.map_or(1, NonZeroU64::get), in_words(problem));
        if from == 1 { no_solution(problem) } else { format!("{what} have fewer than {from} {kind}s") }
    }

    /// What is counted.
    const fn kind(&self) -> &'static str {
        if self.fundamental { "fundamental solution" } else { "solution" }
    }

    /// How many solutions of the kind there are, if it is known.
    fn known(&self, problem: &Problem) -> Option<u64> {
        number_of_solutions(problem)
            .map(|(total, fundamental)| if self.fundamental { fundamental } else { total })
    }

    /// Refuses numbers that no solution has, an algorithm that does not find all solutions of a board, and
    /// searches that are known to be too long.
    pub fn check(&self, problem: &Problem) -> Result<(), CliError> {
        let (size, what) = (problem.size(), in_words(problem));
        if self.select.is_some() && self.number(problem) == Some(0) {
            let found = self.known(problem).map(|found| counted(found, self.kind()));
            return Err(CliError::Usage(match found {
                Some(found) => anyhow!("nothing is selected: {what} have {found}, counted from 1"),
                None => anyhow!("nothing is selected: solutions are counted from 1"),
            }));
        }
        if let Some(algorithm) = self.algorithm {
            if !algorithm.visits_all_solutions() {
                return Err(CliError::Usage(anyhow!(
                    "{algorithm} ends with the first solution; for the order of all name one of {}",
                    names(Algorithm::visits_all_solutions)
                )));
            }
            if size.get() > algorithm.most_queens() {
                return Err(CliError::Usage(too_many_queens(algorithm, size)));
            }
        }
        // Without an algorithm, it is the search of this one.
        if self.algorithm.unwrap_or(Algorithm::Marking).takes_too_long(problem) {
            return Err(too_long(self.algorithm, problem));
        }
        let from = self.numbers().last().map_or(1, |range| *range.start());
        if from.saturating_mul(STEPS_OF_A_SOLUTION) > LONGEST_SEARCH {
            return Err(CliError::Usage(anyhow!(
                "solution {} takes too long: those before it are searched for, too; {} is the last to begin with",
                Grouped(from),
                Grouped(LONGEST_SEARCH / STEPS_OF_A_SOLUTION)
            )));
        }
        Ok(())
    }

    /// How many solutions are selected, if it is known.
    pub fn number(&self, problem: &Problem) -> Option<u64> {
        let numbers = self.numbers();
        if numbers.is_empty() {
            return Some(0);
        }
        let all = self.known(problem).or_else(|| self.last())?;
        let within = |range: &RangeInclusive<u64>| (all.min(*range.end()) + 1).saturating_sub(*range.start());
        Some(numbers.iter().map(within).sum())
    }

    /// The selected solutions, in the order of their search. It ends with an error where the next one takes as
    /// many steps as a search may have.
    pub fn solutions(
        &self,
        problem: &Problem,
    ) -> impl Iterator<Item = Result<NumberedSolution, CliError>> + use<> {
        let (problem, symmetries) = (problem.clone(), problem.symmetries());
        let (fundamental, algorithm, numbers) = (self.fundamental, self.algorithm, self.numbers());
        let (mut strides, searched) = (0, problem.clone());
        let found = solutions_in_strides(&problem, algorithm).filter_map(move |found| {
            strides = if found.is_some() { 0 } else { strides + 1 };
            let given_up = strides * STRIDE >= LONGEST_SEARCH;
            found.map(Ok).or_else(|| given_up.then(|| Err(too_long(algorithm, &searched))))
        });
        let all = (1..)
            .zip(found)
            .map(move |(number, found)| {
                Ok(NumberedSolution { number, problem: problem.clone(), placement: found? })
            })
            .filter(move |found: &Result<NumberedSolution, _>| match found {
                Ok(found) => !fundamental || found.placement.is_fundamental_under(symmetries),
                Err(_) => true,
            });
        // Nothing is searched for after the last.
        (1..=self.last().unwrap_or(u64::MAX))
            .zip(all)
            .filter(move |(rank, found)| found.is_err() || numbers.iter().any(|range| range.contains(rank)))
            .map(|(_, selected)| selected)
    }
}

/// A solution, and a queen placed and removed.
pub const STEPS_OF_A_SOLUTION: u64 = 3;

/// The search for the next solution takes too long.
fn too_long(algorithm: Option<Algorithm>, problem: &Problem) -> CliError {
    let (what, steps) = (in_words(problem), Grouped(LONGEST_SEARCH));
    CliError::Usage(match algorithm {
        Some(algorithm) => anyhow!(
            "{algorithm} takes too long for {what}: more than {steps} steps to a solution; give a smaller N, or \
             leave out --algorithm"
        ),
        None => anyhow!(
            "the search takes too long for {what}: more than {steps} steps to a solution; give a smaller N, or film \
             one solution with 'queenreel search' and --algorithm min-conflicts"
        ),
    })
}
