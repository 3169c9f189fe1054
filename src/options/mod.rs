//! Groups of options that several kinds of documents share; each kind of document adds its own options in
//! `document`. The doc comment of a field is the help of its option: the first paragraph for `-h`, all of it for
//! `--help`. Names in braces are placeholders for formats, extensions and defaults.

mod files;
mod films;
mod formats;
mod given;
mod help;
mod look;
mod presets;
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
pub use presets::Preset;
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

pub(crate) const WHAT: &str = "What is shown";
pub(crate) const BOARD: &str = "The board";
pub(crate) const PACE: &str = "Pace";
pub(crate) const PANELS: &str = "Panels";
pub(crate) const LOOK: &str = "Look";
pub(crate) const AROUND: &str = "Around the film";
pub(crate) const LIMITS: &str = "Limits";
pub(crate) const FORMAT: &str = "Format";

/// The order of the headings; options without a heading come first.
pub(crate) const HEADINGS: [&str; 8] = [WHAT, BOARD, PACE, PANELS, LOOK, AROUND, LIMITS, FORMAT];

pub(crate) const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);

pub(crate) const DEFAULT_RUNS: NonZeroU32 = NonZeroU32::new(5).expect("5 is not 0");

/// Options of the output.
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
    /// Returns which files may be replaced by an output with a file mark.
    pub(crate) const fn overwrite(&self) -> Overwrite {
        if self.force { Overwrite::Any } else { Overwrite::Own }
    }

    /// Returns which files may be replaced by text, which has no file mark.
    pub(crate) const fn overwrite_text(&self) -> Overwrite {
        Overwrite::text_by_force(self.force)
    }
}
