//! The problem that is solved, and what is known about its solutions.

use crate::board::{BoardSize, Problem, SquareNames};
use crate::count::{Progress, count_problem, known};
use crate::words::listed;

use super::{Key, Recipe, RecipeError};

/// On larger boards the solutions of a problem that has no published number are not counted in passing.
const QUICKLY_COUNTED: u8 = 12;

impl Recipe {
    /// The problem on a board of this size.
    ///
    /// # Errors
    /// [`RecipeError`] when start and closed squares are none of this board, or contradict each other.
    pub fn problem_on(&self, size: BoardSize) -> Result<Problem, RecipeError> {
        let wrong = |key: Key, error: &dyn std::fmt::Display| {
            RecipeError::new(key, format!("--{}: {error}", key.name()))
        };
        let start = self.start.as_ref().map_or(Ok(Vec::new()), |text| size.queens_written(text));
        let start = start.map_err(|error| wrong(Key::Start, &error))?;
        let blocked = self.block.as_ref().map_or(Ok(Vec::new()), |text| size.squares_written(text));
        let blocked = blocked.map_err(|error| wrong(Key::Block, &error))?;
        let key = if self.start.is_some() { Key::Start } else { Key::Block };
        Problem::new(size, start, blocked).map_err(|error| RecipeError::new(key, error))
    }

    /// Whether there is a start or a closed square.
    pub const fn has_problem(&self) -> bool {
        self.start.is_some() || self.block.is_some()
    }
}

/// The numbers of all and of fundamental solutions, if they are known or soon counted.
pub fn number_of_solutions(problem: &Problem) -> Option<(u64, u64)> {
    let size = problem.size().get();
    if problem.is_plain() {
        return known(size.into());
    }
    let counts = (size <= QUICKLY_COUNTED).then(|| count_problem(problem, &Progress::new()).ok()).flatten();
    counts.map(|counts| (counts.total, counts.fundamental()))
}

/// Whether it is known that a problem has no solution.
pub fn has_no_solution(problem: &Problem) -> bool {
    number_of_solutions(problem).is_some_and(|(total, _)| total == 0)
}

/// What is solved, in a few words: '6 queens with a queen on a6'.
pub fn in_words(problem: &Problem) -> String {
    let size = problem.size();
    let queens = if size.get() == 1 { "queen" } else { "queens" };
    match problem.in_words() {
        Some(words) => format!("{size} {queens} {words}"),
        None => format!("{size} {queens}"),
    }
}

/// The end of the name of a default output.
pub fn stem_ending(problem: &Problem) -> &'static str {
    match (problem.start().is_empty(), problem.blocked().is_empty()) {
        (true, true) => "",
        (false, true) => "-start",
        (true, false) => "-block",
        (false, false) => "-start-block",
    }
}

/// Says that a problem has no solution.
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
