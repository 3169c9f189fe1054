//! The `queenreel algorithms` command.

use clap::Args;

use crate::board::BoardSize;
use crate::document::{not_in_form, too_many_queens};
use crate::limits::MAX_BOARD_SIZE;
use crate::options::choice;
use crate::page::StatePanel;
use crate::search::{Algorithm, CodeForm, Listing, Order, java_program, python_program};
use crate::words::listed;

use super::error::usage;
use super::report::print_text;
use crate::error::Error;

/// List the algorithms that search for solutions, or describe one
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenreel algorithms                                   all algorithms
  queenreel algorithms marking                           one, with its pseudo-code
  queenreel algorithms marking --code=words              only its steps, in words
  queenreel algorithms marking --code=python | python3 - 6
                                                         its first solution for 6 queens
  queenreel algorithms backtracking --code=java > Queens.java
                                                         'java Queens.java 6' prints all solutions
  queenreel search 8 --algorithm min-conflicts --seed 7  a film of one")]
pub struct AlgorithmsArgs {
    /// The algorithm to describe
    #[arg(value_name = "NAME", value_parser = choice::<Algorithm>())]
    pub algorithm: Option<Algorithm>,

    /// Print only its code: pseudo-code, numbered sentences, or a program in Python 3 or Java
    #[arg(
        long, value_parser = choice::<CodeForm>(), value_name = "FORM", num_args = 0..=1, require_equals = true,
        default_missing_value = CodeForm::Pseudo.name(), requires = "algorithm"
    )]
    pub code: Option<CodeForm>,

    /// Number of queens that loops are written out for, and that a program has without an argument
    /// [default: 8, or the most that the algorithm is for]
    #[arg(long, value_name = "N", requires = "algorithm", allow_negative_numbers = true)]
    pub queens: Option<BoardSize>,
}

const QUEENS: u8 = 8;

pub fn run(args: &AlgorithmsArgs) -> Result<(), Error> {
    let Some(algorithm) = args.algorithm else {
        return print_text(&Algorithm::ALL.into_iter().map(line).collect::<String>());
    };
    let most = BoardSize::new(algorithm.most_queens().min(QUEENS).into()).expect("a number of queens");
    let size = args.queens.unwrap_or(most);
    if size.get() > algorithm.most_queens() {
        return usage(too_many_queens(algorithm, size));
    }
    print_text(&match args.code {
        Some(form) => code(algorithm, form, size)?,
        None => format!("{}\n{}", description(algorithm), code(algorithm, CodeForm::Pseudo, size)?),
    })
}

fn line(algorithm: Algorithm) -> String {
    let limit = match algorithm.most_queens() {
        MAX_BOARD_SIZE => String::new(),
        most => format!("; N ≤ {most}"),
    };
    let about = algorithm.about().to_owned() + &limit;
    format!("{algorithm:18}{about:80}{}\n", algorithm.source())
}

fn description(algorithm: Algorithm) -> String {
    let solutions = if algorithm.visits_all_solutions() { "all" } else { "the first" };
    let order =
        if algorithm.has_order() { Order::ALL.map(Order::name).join(" or ") } else { "fixed".to_owned() };
    let tests = if algorithm.makes_tests() { "of squares" } else { "none: it keeps track of free squares" };
    let seed = if algorithm.uses_seed() { "yes: --seed" } else { "no" };
    let panels: Vec<StatePanel> = StatePanel::of(algorithm).collect();
    let panels = if panels.is_empty() { "none".to_owned() } else { listed(panels, "and") };
    format!(
        "{algorithm}: {}\n\
         source           {}\n\
         queens           1 to {}\n\
         solutions        {solutions}\n\
         order            {order}\n\
         tests            {tests}\n\
         random           {seed}\n\
         panels of state  {panels}\n",
        algorithm.about(),
        algorithm.source(),
        algorithm.most_queens()
    )
}

fn code(algorithm: Algorithm, form: CodeForm, size: BoardSize) -> Result<String, Error> {
    let Some(listing) = Listing::in_form(form, algorithm, Order::default(), size) else {
        return usage(not_in_form(form, algorithm));
    };
    let lines: Vec<String> = match form {
        CodeForm::Pseudo => listing.lines().map(str::to_owned).collect(),
        CodeForm::Words => {
            (1..).zip(listing.lines()).map(|(step, line)| format!("{step:2}  {line}")).collect()
        }
        CodeForm::Python => return Ok(python_program(algorithm, Order::default(), size)),
        CodeForm::Java => return Ok(java_program(Order::default(), size)),
    };
    Ok(lines.join("\n") + "\n")
}
