//! `queenreel algorithms`: its arguments, and what it does.

use clap::Args;

use crate::board::MAX_SIZE;
use crate::cli::destination::print;
use crate::cli::error::CliError;
use crate::search::Algorithm;

/// List the algorithms that search for solutions
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenreel algorithms                                   all algorithms
  queenreel search 8 --algorithm min-conflicts --seed 7  a film of one")]
pub struct AlgorithmsArgs {}

pub fn run() -> Result<(), CliError> {
    let line = |algorithm: Algorithm| {
        let limit = match algorithm.most_queens() {
            MAX_SIZE => String::new(),
            most => format!("; N ≤ {most}"),
        };
        let about = algorithm.about().to_owned() + &limit;
        format!("{algorithm:18}{about:80}{}\n", algorithm.source())
    };
    print(&Algorithm::ALL.into_iter().map(line).collect::<String>())
}
