//! The arguments of `queenreel count`.

use std::ops::RangeInclusive;

use clap::{Args, ValueEnum};

use crate::cli::values;

/// Count all solutions
///
/// They are searched for, not looked up, on all cores. Fundamental solutions are those that are not
/// rotations or reflections of each other. Ctrl-C ends the count; finished rows are kept.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenreel count 8             92 solutions, 12 of them fundamental
  queenreel count 1..16         the classic table, in a second or two
  queenreel count 1..12 --as csv > counts.csv")]
pub struct CountArgs {
    /// Number of queens, or A..B for all from A to B: 1 to 28
    #[arg(value_name = "N|A..B", value_parser = values::sizes, allow_hyphen_values = true)]
    pub sizes: RangeInclusive<u32>,

    /// Format of the table
    #[arg(long = "as", value_enum, value_name = "FORM", default_value_t)]
    pub form: CountForm,

    /// Print the table and errors only
    #[arg(short, long)]
    pub quiet: bool,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum CountForm {
    /// Aligned columns
    #[default]
    Table,
    /// An array of objects
    Json,
    /// Comma-separated values
    Csv,
}
