//! Arguments of every command that solves a problem.

use anyhow::anyhow;
use clap::Args;

use crate::board::{BoardSize, Problem, SquareNames};
use crate::cli::error::CliError;
use crate::count::{Progress, count_problem, known};
use crate::words::listed;

#[derive(Debug, Default, Args)]
pub struct ProblemArgs {
    /// Queens that stand from the beginning: the row of the queen in each column, 0 where there is none,
    /// like 100000 for 6 queens, or squares like a6,c1 or "1,1 6,3" (row,column). They have a pin, are never
    /// removed, and count as no placements
    #[arg(long, value_name = "PLACEMENT|SQUARES")]
    start: Option<String>,

    /// Closed squares, like c3,d4 or "4,3 3,4": no queen may stand there, but queens attack across them. They
    /// are hatched
    #[arg(long, value_name = "SQUARES")]
    block: Option<String>,
}

/// On larger boards the solutions of a problem that has no published number are not counted in passing.
const QUICKLY_COUNTED: u8 = 12;

impl ProblemArgs {
    /// The problem on a board of this size.
    pub fn on_board(&self, size: BoardSize) -> Result<Problem, CliError> {
        let start = self.start.as_ref().map_or(Ok(Vec::new()), |text| size.queens_written(text));
        let start = start.map_err(|error| CliError::Usage(anyhow!("--start: {error}")))?;
        let blocked = self.block.as_ref().map_or(Ok(Vec::new()), |text| size.squares_written(text));
        let blocked = blocked.map_err(|error| CliError::Usage(anyhow!("--block: {error}")))?;
        Problem::new(size, start, blocked).map_err(|error| CliError::Usage(anyhow!(error)))
    }

    /// Whether there is a start or a closed square.
    pub const fn is_given(&self) -> bool {
        self.start.is_some() || self.block.is_some()
    }

    /// These options, as they are given.
    pub fn words(&self) -> Vec<String> {
        let quoted = |text: &String| {
            if text.contains(char::is_whitespace) { format!("'{text}'") } else { text.clone() }
        };
        let given = [("--start", &self.start), ("--block", &self.block)];
        let given = given.into_iter().filter_map(|(option, text)| Some((option, text.as_ref()?)));
        given.map(|(option, text)| format!("{option} {}", quoted(text))).collect()
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
