//! The arguments that several commands have; their doc comments are the help texts.

mod around;
mod film;
mod limits;
mod look;
mod names;
mod picture;
mod problem;
mod selection;
mod text;
mod view;

use clap::{Parser, Subcommand};

use super::commands::{
    algorithms, board, compare, completions, count, gallery, list, man, race, replay, search, sheet, themes,
};

pub use around::AroundArgs;
pub use film::{FilmArgs, FormatArgs, MAX_SLIDES, OutputArgs, film_output, poster_help};
pub use limits::LimitArgs;
pub use look::{LookArgs, StyleArgs};
pub use names::{in_this_build, picture_extensions};
pub use picture::{PictureArgs, PixelArgs, still_help};
pub use problem::{ProblemArgs, in_words, no_solution, number_of_solutions, stem_ending};
pub use selection::{STEPS_OF_A_SOLUTION, SelectionArgs};
pub use text::TextOutputArgs;
pub use view::{ViewArgs, distinct};

/// Films the N-queens search: animations, videos and PNG frames of a backtracking solver at work.
#[derive(Debug, Parser)]
#[command(
    version,
    arg_required_else_help = true,
    after_help = in_this_build("\
Examples:
  queenreel search 8                     an animated GIF, output/queens-8.gif
  queenreel search 8 -o queens.mp4       a video
  queenreel search 8 -o frames/          one PNG for each frame
  queenreel race 8 eager marking         two solvers side by side
  queenreel replay log.jsonl             a log of your own solver
  queenreel board 15863724 -o slide.png  one position
  queenreel gallery 8                    all 92 solutions on one page
  queenreel sheet 4                      every step on one page
  queenreel list 8                       all solutions as text
  queenreel count 1..16                  the number of solutions
  queenreel compare 8                    the algorithms side by side

'queenreel help COMMAND' describes each command.")
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Search(search::SearchArgs),
    Race(race::RaceArgs),
    Replay(replay::ReplayArgs),
    Board(board::BoardArgs),
    Gallery(gallery::GalleryArgs),
    Sheet(sheet::SheetArgs),
    List(list::ListArgs),
    Count(count::CountArgs),
    Compare(compare::CompareArgs),
    Themes(themes::ThemesArgs),
    Algorithms(algorithms::AlgorithmsArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}
