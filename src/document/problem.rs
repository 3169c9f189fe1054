//! Problems, the known numbers of their solutions, and searches.

use std::fmt::Display;
use std::num::NonZeroU64;
use std::ops::RangeInclusive;

use crate::board::{BoardSize, Problem, SquareNames};
use crate::count::{Progress, count_problem, known};
use crate::limits::{MAX_EVENTS, QUICKLY_COUNTED_ONE_BY_ONE};
use crate::log::Header;
use crate::record::ScheduleError;
use crate::search::{Algorithm, CodeForm, DEFAULT_SEED, Event, Order, until_solutions};
use crate::words::{counted, listed};

use super::{Error, Result};
use crate::options::{ProblemArgs, SearchArgs};

use super::solutions::STEPS_OF_A_SOLUTION;

impl ProblemArgs {
    pub(super) fn on(&self, size: BoardSize) -> Result<Problem> {
        let wrong = |name: &str, error: &dyn Display| Error::option(name, format!("--{name}: {error}"));
        let start = self.start.as_ref().map_or(Ok(Vec::new()), |text| size.queens_written(text));
        let start = start.map_err(|error| wrong("start", &error))?;
        let blocked = self.block.as_ref().map_or(Ok(Vec::new()), |text| size.squares_written(text));
        let blocked = blocked.map_err(|error| wrong("block", &error))?;
        let name = if self.start.is_some() { "start" } else { "block" };
        Problem::new(size, start, blocked).map_err(|error| Error::option(name, error))
    }

    pub(super) fn on_each(&self, sizes: &RangeInclusive<u32>) -> Result<Vec<Problem>> {
        let size = |n: u32| BoardSize::try_from(n).map_err(|error| Error::option("queens", error));
        // Checks the end first, so that a range of billions is refused at once.
        let (last, first) = (size(*sizes.end())?, size(*sizes.start())?);
        (u32::from(first)..=u32::from(last)).map(|n| self.on(size(n)?)).collect()
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.start.is_none() && self.block.is_none()
    }
}

/// Returns the numbers of all and of fundamental solutions, if they are known or quickly counted.
pub fn number_of_solutions(problem: &Problem) -> Option<(u64, u64)> {
    let size = problem.size().get();
    if problem.is_plain() {
        return known(size.into());
    }
    let counts =
        (size <= QUICKLY_COUNTED_ONE_BY_ONE).then(|| count_problem(problem, &Progress::new()).ok()).flatten();
    counts.map(|counts| (counts.total, counts.fundamental()))
}

/// Returns a short name, such as '6 queens with a queen on a6'.
pub fn in_words(problem: &Problem) -> String {
    let queens = counted(problem.size().get().into(), "queen");
    match problem.in_words() {
        Some(words) => format!("{queens} {words}"),
        None => queens,
    }
}

/// Returns the name with a verb, such as '8 queens have'.
pub fn they_have(problem: &Problem) -> String {
    let have = if problem.size().get() == 1 { "has" } else { "have" };
    format!("{} {have}", in_words(problem))
}

/// Returns the base of default file names, such as '6-start'.
pub(super) fn stem(problem: &Problem) -> String {
    let start = if problem.start().is_empty() { "" } else { "-start" };
    let block = if problem.blocked().is_empty() { "" } else { "-block" };
    format!("{}{start}{block}", problem.size())
}

pub fn no_solution(problem: &Problem) -> String {
    let size = problem.size();
    let Some(words) = problem.in_words() else {
        return format!("no solution: the board of {size} has none; try 4");
    };
    let images = problem.other_images();
    let of_start = match &images[..] {
        [] => String::new(),
        _ if problem.start().len() == 1 && problem.blocked().is_empty() => {
            let squares = images.iter().flat_map(Problem::start);
            let mut names: Vec<String> =
                squares.map(|square| SquareNames::Chess.square(square, size)).collect();
            names.sort_unstable();
            let be = if names.len() == 1 { "is an image" } else { "are images" };
            format!("; {} {be} of this square", listed(names, "and"))
        }
        images => format!(", nor have its {} images under rotation and reflection", images.len()),
    };
    format!("no solution: the board of {size} {words} has none{of_start}")
}

#[derive(Debug, Clone)]
pub struct SearchSpec {
    pub problem: Problem,
    pub algorithm: Algorithm,
    /// The order of algorithms that place queens line by line.
    pub order: Order,
    pub seed: u64,
    /// The number of solutions after which the search stops; `None` for the whole search.
    pub solutions: Option<u64>,
}

impl SearchArgs {
    /// Returns the search. Refuses options and problems that the algorithm does not support, and a number of
    /// solutions that the problem does not have.
    pub(super) fn search(&self, problem: Problem) -> Result<SearchSpec> {
        let Self { algorithm, order, seed, all, solutions } = *self;
        if all || solutions.is_some_and(|solutions| solutions.get() > 1) {
            let name = if all { "all" } else { "solutions" };
            let why = "ends with the first solution; --all and --solutions K are for";
            check_all(&[algorithm], Algorithm::visits_all_solutions, name, why)?;
        }
        let found = number_of_solutions(&problem).map(|(total, _)| total);
        if let (Some(wanted), Some(found)) = (solutions, found)
            && wanted.get() > found.max(1)
        {
            let (found, they_have) = (counted(found, "solution"), they_have(&problem));
            let text = format!("{they_have} {found}, fewer than {wanted}; --all films the whole search");
            return Err(Error::option("solutions", text));
        }
        check_algorithms(&[algorithm], &problem, seed, order)?;
        let solutions = (!all).then(|| solutions.map_or(1, NonZeroU64::get));
        Ok(SearchSpec { problem, algorithm, order, seed: seed.unwrap_or(DEFAULT_SEED), solutions })
    }
}

/// Refuses a seed or an order that none of the algorithms uses, and algorithms that never end or do not support
/// this many queens.
pub(super) fn check_algorithms(
    algorithms: &[Algorithm],
    problem: &Problem,
    seed: Option<u64>,
    order: Order,
) -> Result<()> {
    let size = problem.size();
    let none = |which: fn(Algorithm) -> bool| !algorithms.iter().copied().any(which);
    let given = || algorithms.iter().map(Algorithm::to_string).collect::<Vec<_>>().join(", ");
    let too_small = algorithms.iter().find(|algorithm| size.get() > algorithm.most_queens());
    let endless = algorithms.iter().find(|algorithm| algorithm.never_ends(problem));
    let (name, text) = if let Some(algorithm) = too_small {
        ("queens", too_many_queens(*algorithm, size))
    } else if seed.is_some() && none(Algorithm::uses_seed) {
        let names = names(Algorithm::uses_seed);
        ("seed", format!("--seed is for randomised algorithms ({names}), not for {}", given()))
    } else if order == Order::Rows && none(Algorithm::has_order) {
        let names = format!("go by columns or by rows ({})", names(Algorithm::has_order));
        ("order", format!("--order rows is for algorithms that {names}, not for {}", given()))
    } else if let Some(algorithm) = endless {
        let they_have = they_have(problem);
        let text = format!("{they_have} no solution, and {algorithm} only ends with one: it would never end");
        ("algorithm", text)
    } else {
        return Ok(());
    };
    Err(Error::option(name, text))
}

impl SearchSpec {
    pub fn without_solution(&self) -> Option<String> {
        let total = number_of_solutions(&self.problem).map(|(total, _)| total);
        (total == Some(0)).then(|| no_solution(&self.problem))
    }

    /// Refuses a search that is known to be too long for a film, before it runs.
    pub fn check_length(&self, max_frames: u64) -> Result<(), ScheduleError> {
        // Given queens may leave few solutions on a large board.
        let unknown = if self.problem.is_plain() { u64::MAX } else { 0 };
        let total = number_of_solutions(&self.problem).map_or(unknown, |(total, _)| total);
        let solutions = self.solutions.unwrap_or(total);
        let steps = solutions.saturating_mul(STEPS_OF_A_SOLUTION);
        if self.algorithm.takes_too_long(&self.problem) || steps > MAX_EVENTS {
            return Err(ScheduleError::TooLong { events: MAX_EVENTS });
        }
        if solutions > max_frames {
            return Err(ScheduleError::TooManyAlwaysShown { frames: solutions, more: true, max: max_frames });
        }
        Ok(())
    }

    /// Returns a hint on how to shorten the search.
    pub fn shorter(&self) -> &'static str {
        let is_longer = self.solutions.is_none_or(|solutions| solutions > 1);
        match (self.algorithm.takes_too_long(&self.problem), is_longer) {
            (true, true) => {
                "a smaller N ends earlier, and so does --algorithm min-conflicts, with its first solution"
            }
            (false, true) => "--solutions K ends earlier",
            (false, false) if self.algorithm == Algorithm::MinConflicts => {
                "a smaller N or another --seed may end earlier"
            }
            (false, false) if self.algorithm == Algorithm::Random => {
                "a smaller N, another --seed or --algorithm min-conflicts may end earlier"
            }
            (true | false, false) => "a smaller N or --algorithm min-conflicts ends earlier",
        }
    }

    /// Returns the default file name, without extension.
    pub fn stem(&self) -> String {
        let stem = stem(&self.problem);
        match self.algorithm {
            Algorithm::Backtracking => format!("queens-{stem}"),
            algorithm => format!("queens-{stem}-{algorithm}"),
        }
    }

    pub fn events(&self) -> impl Iterator<Item = Event> + use<> {
        let events = self.algorithm.events(self.problem.clone(), self.order, self.seed);
        until_solutions(events, self.solutions)
    }

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

/// Refuses an option for the first algorithm that does not support it. The error is `why`, followed by the names
/// of the algorithms that support the option.
pub(super) fn check_all(
    algorithms: &[Algorithm],
    has: fn(Algorithm) -> bool,
    option: &str,
    why: &str,
) -> Result<()> {
    let Some(algorithm) = algorithms.iter().find(|algorithm| !has(**algorithm)) else { return Ok(()) };
    Err(Error::option(option, format!("{algorithm} {why} {}", names(has))))
}

pub fn too_many_queens(algorithm: Algorithm, size: BoardSize) -> String {
    let (most, given) = (algorithm.most_queens(), counted(size.get().into(), "queen"));
    let all = names(|algorithm| algorithm.visits_all_solutions() && algorithm.most_queens() >= size.get());
    format!("{algorithm} is for 1 to {most} queens, not for {given}; for more, name one of {all}")
}

pub fn not_in_form(form: CodeForm, algorithm: Algorithm) -> String {
    let names = names(|algorithm| form.is_of(algorithm));
    format!("--code={} is for {names}, not for {algorithm}; --code=python is for each", form.name())
}

pub fn names(which: impl Fn(Algorithm) -> bool) -> String {
    let names = Algorithm::ALL.into_iter().filter(|algorithm| which(*algorithm)).map(Algorithm::name);
    names.collect::<Vec<_>>().join(", ")
}
