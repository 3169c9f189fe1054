//! The solutions that a recipe takes.

use std::ops::RangeInclusive;

use crate::board::{Placement, Problem};
use crate::error::Error;
use crate::options::SolutionArgs;
use crate::record::LONGEST_SEARCH;
use crate::search::{Algorithm, NumberedSolution, STRIDE, solutions_in_strides};
use crate::words::{Grouped, counted};

use super::problem::{in_words, no_solution, number_of_solutions, they_have, too_many_queens};

/// The solutions that are taken.
#[derive(Debug, Clone)]
pub struct Solutions {
    problem: Problem,
    /// Whether they differ by more than rotation or reflection.
    pub fundamental: bool,
    /// In whose order they are; `None` for that of their rows.
    algorithm: Option<Algorithm>,
    /// The numbers of those that are taken, in order.
    numbers: Vec<RangeInclusive<u64>>,
}

impl SolutionArgs {
    /// The solutions that are taken of a problem. Numbers that no solution has, an algorithm that does not find all
    /// solutions of a board, and searches that are known to be too long are errors.
    pub(super) fn of(&self, problem: &Problem) -> Result<Solutions, Error> {
        let Self { fundamental, algorithm, .. } = *self;
        let taken = Solutions { problem: problem.clone(), fundamental, algorithm, numbers: self.numbers() };
        taken.check(self.select.is_some())?;
        Ok(taken)
    }
}

impl Solutions {
    /// The number of the last that is taken, unless there is no limit.
    fn last(&self) -> Option<u64> {
        self.numbers.last().map(|range| *range.end()).filter(|last| *last < u64::MAX)
    }

    /// Whether their number is limited.
    pub fn is_limited(&self) -> bool {
        self.last().is_some()
    }

    /// Whether they begin with the first: if none is found, the problem has none.
    pub fn begin_with_first(&self) -> bool {
        self.numbers.first().is_none_or(|range| *range.start() == 1)
    }

    /// Why none was found.
    pub fn none(&self) -> String {
        if self.begin_with_first() {
            return no_solution(&self.problem);
        }
        let first = self.numbers.first().map_or(1, |range| *range.start());
        format!("{} fewer than {first} {}s", they_have(&self.problem), self.kind())
    }

    /// What is counted.
    const fn kind(&self) -> &'static str {
        if self.fundamental { "fundamental solution" } else { "solution" }
    }

    /// How many solutions of the kind there are, if it is known.
    fn known(&self) -> Option<u64> {
        number_of_solutions(&self.problem)
            .map(|(total, fundamental)| if self.fundamental { fundamental } else { total })
    }

    /// `by_number` says whether they are named one by one.
    fn check(&self, by_number: bool) -> Result<(), Error> {
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
        // Without an algorithm, it is the search of this one.
        if self.algorithm.unwrap_or(Algorithm::Marking).takes_too_long(&self.problem) {
            return Err(too_long(self.algorithm, &self.problem));
        }
        let from = self.numbers.last().map_or(1, |range| *range.start());
        if from.saturating_mul(STEPS_OF_A_SOLUTION) > LONGEST_SEARCH {
            let text = format!(
                "solution {} takes too long: those before it are searched for, too; {} is the last to begin with",
                Grouped(from),
                Grouped(LONGEST_SEARCH / STEPS_OF_A_SOLUTION)
            );
            return Err(Error::option("from", text));
        }
        Ok(())
    }

    /// How many there are, if it is known.
    pub fn number(&self) -> Option<u64> {
        if self.numbers.is_empty() {
            return Some(0);
        }
        let all = self.known().or_else(|| self.last())?;
        let within = |range: &RangeInclusive<u64>| (all.min(*range.end()) + 1).saturating_sub(*range.start());
        Some(self.numbers.iter().map(within).sum())
    }

    /// As many boards, to arrange a page before they are found.
    pub fn stand_ins(&self) -> Vec<NumberedSolution> {
        /// More are not arranged: those that have no room are refused before.
        const MOST: u64 = 50_000;
        let rows: Vec<u8> = (1..=self.problem.size().get()).collect();
        let board = Placement::new(&rows).ok();
        let one = board.map(|placement| NumberedSolution {
            number: 1,
            among_all: None,
            problem: self.problem.clone(),
            placement,
        });
        one.map_or_else(Vec::new, |one| vec![one; self.number().unwrap_or(1).min(MOST) as usize])
    }

    /// Searches for them, in order; `None` says that it goes on. It ends with an error where the next one takes as many
    /// steps as a search may have.
    pub fn found(&self) -> impl Iterator<Item = Result<Option<NumberedSolution>, Error>> + Send + use<> {
        let Self { problem, fundamental, algorithm, numbers } = self.clone();
        let (last, symmetries) = (self.last().unwrap_or(u64::MAX), problem.symmetries());
        let (mut strides, mut number, mut rank) = (0, 0, 0);
        let found = solutions_in_strides(&problem, algorithm).map(move |found| {
            let Some(placement) = found else {
                strides += 1;
                let is_given_up = strides * STRIDE >= LONGEST_SEARCH;
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
        // Nothing is searched for after the last, nor after an error.
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

/// A solution, and a queen placed and removed.
pub(super) const STEPS_OF_A_SOLUTION: u64 = 3;

/// The search for the next solution takes too long.
fn too_long(algorithm: Option<Algorithm>, problem: &Problem) -> Error {
    let (what, steps) = (in_words(problem), Grouped(LONGEST_SEARCH));
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
