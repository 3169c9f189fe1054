//! The arguments of `queenreel replay`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{Resettable, Str};

use super::film::{FilmArgs, film_output};
use super::view::ViewArgs;

/// Film a log of events, from any program in any language
///
/// The log is checked: an error names the line, and nothing is written.
#[derive(Debug, Args)]
#[command(
    mut_arg("output", |arg| arg.help(film_output("LOG.gif, output/replay.gif for standard input"))),
    after_help = "\
A log has one JSON object per line; squares are [row, column], both counted from 1, row 1 at the top:
  {\"place\":[1,1]}                   a queen is placed in row 1, column 1
  {\"remove\":[1,1]}                  it is removed
  {\"move\":[[2,1],[4,1]]}            a queen moves
  {\"board\":[2,4,1,3]}               a whole board: the row of the queen in each column, 0 for none
  {\"test\":[3,2],\"attacker\":[2,1]}   a square is tested; without an attacker it is safe
  {\"backtrack\":3}                   column (or row) 3 has run out of squares
  {\"dead_end\":5}                    forward checking finds no free square in column (or row) 5
  {\"solution\":true}                 the queens are a solution; found automatically if the log has none
  {\"end\":true}                      the search is over
The first line may be the size of the board: {\"queens\":8}; otherwise it is the largest row or
column in the log. Any event may have a \"caption\".

Examples:
  python3 my_solver.py | queenreel replay - -o mine.gif
  queenreel search 8 --events log.jsonl; queenreel replay log.jsonl -o again.gif
  printf '{\"place\":[1,1]}\\n{\"remove\":[1,1]}\\n{\"place\":[2,1]}\\n' | queenreel replay -"
)]
pub struct ReplayArgs {
    /// The log: a file, or - for standard input
    #[arg(value_name = "FILE|-")]
    pub log: PathBuf,

    #[command(flatten, next_help_heading = "Panels")]
    pub view: ViewArgs,

    // Its first options have no heading.
    #[command(flatten, next_help_heading = Resettable::<Str>::Reset)]
    pub film: FilmArgs,
}
