//! The options that several kinds of documents have, in groups; a kind adds its own in `document`. The documentation
//! of a field is the help of its option: the first paragraph for `-h`, all of it for `--help`. Names in braces stand for
//! what is known elsewhere: formats, extensions, defaults.

mod files;
mod films;
mod formats;
mod given;
mod help;
mod look;
mod places;
mod searches;
mod values;

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use crate::export::Overwrite;

pub use files::Files;
pub use films::{FilmArgs, PlayedArgs, StepArgs};
pub use given::Given;
pub use look::{BoardArgs, DrawingArgs, PageArgs};
pub use places::Place;
pub use searches::{ProblemArgs, SearchArgs, SolutionArgs};
pub use values::{GalleryFormat, Label, ListForm, SolutionNumbers, Solver, Solvers, TableForm};

pub(crate) use {
    files::not_read,
    films::distinct,
    formats::{Still, is_device},
    given::{is_flag, is_input, is_number, is_path, name},
    help::{completed, of_encoders, with_help},
    values::{
        bytes, choice, choice_among, film_time, frame_time, in_unit, lane, line, number, output, pixels,
        sizes, solvers,
    },
};

#[cfg(feature = "cli")]
pub(crate) use values::standard;

/// Headings of options in help.
pub(crate) const WHAT: &str = "What is shown";
pub(crate) const BOARD: &str = "The board";
pub(crate) const PACE: &str = "Pace";
pub(crate) const PANELS: &str = "Panels";
pub(crate) const LOOK: &str = "Look";
pub(crate) const AROUND: &str = "Around the film";
pub(crate) const LIMITS: &str = "Limits";
pub(crate) const FORMAT: &str = "Format";

/// In which order they stand; options without a heading come first.
pub(crate) const HEADINGS: [&str; 8] = [WHAT, BOARD, PACE, PANELS, LOOK, AROUND, LIMITS, FORMAT];

/// More slides than this need `max-frames`: people click through them.
pub(crate) const MAX_SLIDES: u64 = 300;

/// The most steps of an HTML page without `max-frames`.
pub(crate) const MAX_STEPS: u64 = 1_000_000;

/// The time after which a search that is compared is cut off.
pub(crate) const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);

/// How often a search that is compared is run.
pub(crate) const DEFAULT_RUNS: NonZeroU32 = NonZeroU32::new(5).expect("5 is not 0");

/// Where a document is written, and what is said of it.
#[derive(Debug, Clone, Default, Args)]
#[group(skip)]
pub struct OutputArgs {
    /// Where to write
    #[arg(short, long, value_name = "PATH", value_parser = output())]
    pub output: Option<PathBuf>,

    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,

    /// Replace files that queenreel has not written
    ///
    /// This also writes to directories that have other files. What queenreel has written is replaced without --force.
    #[arg(long)]
    pub force: bool,

    /// Also write these options to a file
    ///
    /// 'queenreel make' makes the same again from it.
    #[arg(long, value_name = "FILE.toml", value_parser = values::recipe)]
    pub save_recipe: Option<PathBuf>,
}

impl OutputArgs {
    /// What a file that says who has written it may replace.
    pub(crate) const fn overwrite(&self) -> Overwrite {
        Overwrite::by_force(self.force)
    }

    /// What text may replace, which cannot say who has written it.
    pub(crate) const fn overwrite_text(&self) -> Overwrite {
        Overwrite::text_by_force(self.force)
    }
}
