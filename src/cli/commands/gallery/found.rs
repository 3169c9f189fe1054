//! Solutions that are drawn: how many there may be, and how they are found.

use std::time::Instant;

use anyhow::anyhow;
use indicatif::DecimalBytes;

use crate::board::Problem;
use crate::cli::{CliError, Destination, Progress, report, trial, usage, written};
use crate::recipe::{Job, RecipeError, Solutions, number_of_solutions, they_have};
use crate::search::NumberedSolution;
use crate::words::counted;

/// More solutions are not drawn, with any options.
const MAX_LIMIT: u64 = 1_000_000;

/// Searches for the solutions.
pub fn find(taken: &Solutions, quiet: bool) -> Result<Vec<NumberedSolution>, RecipeError> {
    if trial::is_on() {
        return Ok(taken.stand_ins());
    }
    let mut progress = Progress::counting("searching", "solutions", quiet);
    taken.found().inspect(|_| progress.add(1)).collect()
}

/// Refuses more solutions than `most` unless a limit is given, and a limit that is too large.
pub fn check_number(taken: &Solutions, problem: &Problem, most: u64) -> Result<(), CliError> {
    // Where the number is unknown, it is far too large.
    let number = taken.number();
    if taken.is_limited() && number.is_none_or(|number| number > MAX_LIMIT) {
        return usage(format!("at most {MAX_LIMIT} solutions are drawn"));
    }
    if !taken.is_limited() && number.is_none_or(|number| number > most) {
        return Err(too_many(taken, problem));
    }
    Ok(())
}

/// There are more solutions than can be shown.
pub fn too_many(taken: &Solutions, problem: &Problem) -> CliError {
    let they_have = they_have(problem);
    let found = number_of_solutions(problem).map_or_else(
        || "more solutions than can be listed".to_owned(),
        |(total, fundamental)| {
            let (number, kind) = if taken.fundamental { (fundamental, "fundamental ") } else { (total, "") };
            counted(number, &format!("{kind}solution"))
        },
    );
    let fewer = if taken.fundamental { "" } else { ", --fundamental leaves out rotations and reflections" };
    CliError::Usage(anyhow!(
        "{they_have} {found}, too many to be drawn: --solutions K takes the first K, --from K begins with the \
         K-th, --select 7..9 takes those{fewer}"
    ))
}

/// Reports the solutions that were drawn.
pub fn report_drawn(
    job: &Job,
    (destination, replaces): (&Destination, bool),
    solutions: usize,
    (width, height): (u32, u32),
    bytes: u64,
    began: Instant,
) {
    if job.recipe.quiet {
        return;
    }
    let name = written(&destination.name(), replaces);
    let solutions = counted(solutions as u64, "solution");
    let (size, elapsed) = (DecimalBytes(bytes), report::time(began.elapsed()));
    let line = format!("{name}: {solutions}, {width} × {height} pixels, {size}, in {elapsed}\n");
    report::print(destination.is_standard_output(), &line);
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::cli::arguments;
    use crate::recipe::{Kind, Recipe, Task};

    /// What these arguments of a gallery ask for.
    pub fn gallery(arguments: &str) -> (Recipe, Problem, Solutions) {
        let words = ["gallery"].into_iter().chain(arguments.split_whitespace());
        let matches = arguments::command(Kind::Gallery).get_matches_from(words);
        let recipe = arguments::recipe(Kind::Gallery, &matches).unwrap();
        let job = recipe.resolve(&|path, _| std::fs::read(path)).unwrap();
        let Task::Solutions(problem, taken) = job.task else { panic!("{arguments}") };
        (recipe, problem, taken)
    }
}
