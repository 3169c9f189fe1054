//! The search that is filmed, or drawn step by step.

use std::num::NonZeroU64;

use crate::board::{BoardSize, MAX_SIZE, Problem};
use crate::log::Header;
use crate::record::{LONGEST_SEARCH, ScheduleError};
use crate::search::{Algorithm, DEFAULT_SEED, Event, Order, until_solutions};
use crate::words::counted;

use super::problem::{in_words, number_of_solutions, stem_ending};
use super::solutions::STEPS_OF_A_SOLUTION;
use super::{Key, Recipe, RecipeError};

/// A search.
#[derive(Debug, Clone)]
pub struct SearchSpec {
    /// What is solved.
    pub problem: Problem,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The order of algorithms that place queens line by line.
    pub order: Order,
    /// Of random choices.
    pub seed: u64,
    /// The number of solutions with which it ends; `None` for the end of the search.
    pub solutions: Option<u64>,
}

impl Recipe {
    /// The search. Options that its algorithm does not have are errors.
    pub(super) fn search_of(&self, problem: Problem) -> Result<SearchSpec, RecipeError> {
        let Self { algorithm, order, .. } = *self;
        let more = self.all || self.solutions.is_some_and(|solutions| solutions.get() > 1);
        if more && !algorithm.visits_all_solutions() {
            let (key, names) =
                (if self.all { Key::All } else { Key::Solutions }, names(Algorithm::visits_all_solutions));
            return Err(RecipeError::new(
                key,
                format!("{algorithm} ends with the first solution; --all and --solutions K are for {names}"),
            ));
        }
        let found = number_of_solutions(&problem).map(|(total, _)| total);
        if let (Some(wanted), Some(found)) = (self.solutions, found)
            && wanted.get() > found.max(1)
        {
            let (found, what) = (counted(found, "solution"), in_words(&problem));
            return Err(RecipeError::new(
                Key::Solutions,
                format!("{what} have {found}, fewer than {wanted}; --all films the whole search"),
            ));
        }
        self.check_algorithms(&[algorithm], &problem)?;
        let solutions = (!self.all).then(|| self.solutions.map_or(1, NonZeroU64::get));
        Ok(SearchSpec { problem, algorithm, order, seed: self.seed.unwrap_or(DEFAULT_SEED), solutions })
    }

    /// Refuses a seed or an order that none of the algorithms uses, and algorithms that never end or are
    /// not for so many queens.
    pub(super) fn check_algorithms(
        &self,
        algorithms: &[Algorithm],
        problem: &Problem,
    ) -> Result<(), RecipeError> {
        let size = problem.size();
        let none = |which: fn(Algorithm) -> bool| !algorithms.iter().copied().any(which);
        let given = || algorithms.iter().map(Algorithm::to_string).collect::<Vec<_>>().join(", ");
        let (key, text) = if let Some(algorithm) =
            algorithms.iter().find(|one| size.get() > one.most_queens())
        {
            (Key::Queens, too_many_queens(*algorithm, size))
        } else if self.seed.is_some() && none(Algorithm::uses_seed) {
            let names = names(Algorithm::uses_seed);
            (Key::Seed, format!("--seed is for randomised algorithms ({names}), not for {}", given()))
        } else if self.order == Order::Rows && none(Algorithm::has_order) {
            let names = names(Algorithm::has_order);
            let text = format!(
                "--order rows is for algorithms that go by columns or by rows ({names}), not for {}",
                given()
            );
            (Key::Order, text)
        } else if let Some(algorithm) = algorithms.iter().find(|one| one.never_ends(problem)) {
            let what = in_words(problem);
            let text =
                format!("{what} have no solution, and {algorithm} only ends with one: it would never end");
            (Key::Algorithm, text)
        } else {
            return Ok(());
        };
        Err(RecipeError::new(key, text))
    }
}

impl SearchSpec {
    /// Whether it continues after the first solution.
    pub fn more_solutions(&self) -> bool {
        self.solutions.is_none_or(|solutions| solutions > 1)
    }

    /// Why it is known to be too long for a film, before it is run.
    ///
    /// # Errors
    /// [`ScheduleError`] when it is.
    pub fn check_length(&self, max_frames: u64) -> Result<(), ScheduleError> {
        // A start may leave few solutions of a large board.
        let unknown = if self.problem.is_plain() { u64::MAX } else { 0 };
        let total = number_of_solutions(&self.problem).map_or(unknown, |(total, _)| total);
        let solutions = self.solutions.unwrap_or(total);
        let steps = solutions.saturating_mul(STEPS_OF_A_SOLUTION);
        if self.algorithm.takes_too_long(&self.problem) || steps > LONGEST_SEARCH {
            return Err(ScheduleError::TooLong { events: LONGEST_SEARCH });
        }
        if solutions > max_frames {
            return Err(ScheduleError::TooManyAlwaysShown { frames: solutions, more: true, max: max_frames });
        }
        Ok(())
    }

    /// How the search becomes shorter.
    pub fn shorter(&self) -> &'static str {
        match self.algorithm {
            algorithm if algorithm.takes_too_long(&self.problem) && self.more_solutions() => {
                "a smaller N ends earlier, and so does --algorithm min-conflicts, with its first solution"
            }
            algorithm if algorithm.takes_too_long(&self.problem) => {
                "a smaller N or --algorithm min-conflicts ends earlier"
            }
            _ if self.more_solutions() => "--solutions K ends earlier",
            Algorithm::MinConflicts => "a smaller N or another --seed may end earlier",
            Algorithm::Random => "a smaller N, another --seed or --algorithm min-conflicts may end earlier",
            Algorithm::Backtracking
            | Algorithm::Eager
            | Algorithm::Marking
            | Algorithm::Bitfield
            | Algorithm::ForwardChecking
            | Algorithm::Permutations
            | Algorithm::Loops
            | Algorithm::Anywhere => "a smaller N or --algorithm min-conflicts ends earlier",
        }
    }

    /// The name of a default output, without its extension.
    pub fn stem(&self) -> String {
        let (size, ending) = (self.problem.size(), stem_ending(&self.problem));
        match self.algorithm {
            Algorithm::Backtracking => format!("queens-{size}{ending}"),
            algorithm => format!("queens-{size}{ending}-{algorithm}"),
        }
    }

    /// Its events, up to the last solution that is wanted.
    pub fn events(&self) -> impl Iterator<Item = Event> + use<> {
        let events = self.algorithm.events(self.problem.clone(), self.order, self.seed);
        until_solutions(events, self.solutions)
    }

    /// What a log says about it.
    pub fn header(&self) -> Header {
        let Self { algorithm, order, seed, .. } = *self;
        Header {
            algorithm: Some(algorithm.to_string()),
            order: algorithm.order(order),
            seed: algorithm.uses_seed().then_some(seed),
            ..Header::new(&self.problem)
        }
    }
}

/// Says that an algorithm is not for so many queens.
pub fn too_many_queens(algorithm: Algorithm, size: BoardSize) -> String {
    let (most, given) = (algorithm.most_queens(), counted(size.get().into(), "queen"));
    let all = names(|algorithm| algorithm.visits_all_solutions() && algorithm.most_queens() == MAX_SIZE);
    format!("{algorithm} is for 1 to {most} queens, not for {given}; for more name one of {all}")
}

/// The names of some algorithms.
pub fn names(which: fn(Algorithm) -> bool) -> String {
    let names = Algorithm::ALL.into_iter().filter(|algorithm| which(*algorithm)).map(Algorithm::name);
    names.collect::<Vec<_>>().join(", ")
}
