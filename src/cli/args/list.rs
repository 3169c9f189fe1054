//! The arguments of `queenreel list`.

use crate::board::BoardSize;
use clap::{Args, ValueEnum};

use super::selection::SelectionArgs;

/// Print all solutions as text
///
/// They are printed in search order on standard output, as soon as they are found.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenreel list 8                      15863724 and 91 more, one per line
  queenreel list 8 --fundamental        the twelve fundamental solutions
  queenreel list 6 --as board           ♛ on a board of dots
  queenreel list 6 --as matrix          zeros and ones
  queenreel list 20 --limit 1           only the first
  queenreel list 8 --as json | jq '.[0]'")]
pub struct ListArgs {
    /// Number of queens, and of rows and columns: 1 to 64
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub queens: BoardSize,

    /// Format of a solution
    #[arg(long = "as", value_enum, value_name = "FORM", default_value_t)]
    pub form: ListForm,

    #[command(flatten)]
    pub selection: SelectionArgs,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum ListForm {
    /// The row of the queen in each column, one solution per line
    #[default]
    Placements,
    /// Rows of 0 and 1, an empty line between solutions
    Matrix,
    /// Rows of · and ♛, an empty line between solutions
    Board,
    /// An array of arrays: the row of the queen in each column
    Json,
}
