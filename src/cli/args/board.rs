//! The arguments of `queenreel board`.

use std::path::PathBuf;

use crate::board::Placement;
use clap::Args;

use super::look::StyleArgs;

/// Draw one position
///
/// Queens that attack each other are marked, and so is a solution.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenreel board 15863724                      a solution for 8 queens
  queenreel board 15800000 -o slide.png         an incomplete one: 0 for an empty column
  queenreel board 1,3,6,8,10,5,9,2,4,7          ten or more queens need commas
  queenreel board 11111111 --no-highlight -o -  to standard output")]
pub struct BoardArgs {
    /// The row of the queen in each column, counted from the top; 0 for an empty column
    #[arg(value_name = "PLACEMENT", allow_hyphen_values = true)]
    pub placement: Placement,

    /// Where to write: FILE.png, or - for standard output [default: output/board-PLACEMENT.png]
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,

    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,

    #[command(flatten, next_help_heading = "Look")]
    pub style: StyleArgs,
}
