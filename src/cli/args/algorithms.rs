//! The arguments of `queenreel algorithms`.

use clap::Args;

/// List the algorithms that search for solutions
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenreel algorithms                                   all algorithms
  queenreel search 8 --algorithm min-conflicts --seed 7  a film of one")]
pub struct AlgorithmsArgs {}
