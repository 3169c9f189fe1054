//! The arguments of `queenreel gallery`.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use crate::board::BoardSize;
use crate::page::PageSize;
use clap::{Args, ValueEnum};

use super::film::FormatArgs;
use super::look::LookArgs;
use super::selection::SelectionArgs;
use crate::cli::film_target::GalleryFormat;
use crate::cli::values;

/// Draw all solutions: on one page, as an animation, or one by one
///
/// They come in search order, each as a finished board.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenreel gallery 8                                 all 92 on one page, as a PNG
  queenreel gallery 8 --fundamental --labels images   the twelve that are no images of each other
  queenreel gallery 8 -o all.gif                      one after the other
  queenreel gallery 8 -o solutions/                   a PNG for each, and solutions.json
  queenreel gallery 6 --theme heatmap --title 'Six queens'")]
pub struct GalleryArgs {
    /// Number of queens, and of rows and columns: 1 to 64
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub queens: BoardSize,

    /// Where to write: FILE.png for one page, FILE.gif, .apng, .webp, .mp4 or .y4m, DIRECTORY/ for
    /// a PNG each, or - for standard output [default: output/queens-N-gallery.png]
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,

    /// Write this format, whatever the output is called
    #[arg(long, value_name = "FORMAT", value_parser = values::gallery_format())]
    pub format: Option<GalleryFormat>,

    /// Write the last solution as a still to FILE.png as well
    #[arg(long, value_name = "FILE", value_parser = values::png)]
    pub poster: Option<PathBuf>,

    /// Replace solutions that an earlier run left in the directory; other files stay
    #[arg(long)]
    pub force: bool,

    /// Say nothing but errors
    #[arg(short, long)]
    pub quiet: bool,

    #[command(flatten, next_help_heading = "Which solutions")]
    pub selection: SelectionArgs,

    #[command(flatten, next_help_heading = "Look")]
    pub look: LookArgs,

    #[command(flatten, next_help_heading = "One page")]
    pub page: PageArgs,

    #[command(flatten, next_help_heading = "One picture each")]
    pub single: SingleArgs,

    #[command(flatten, next_help_heading = "Format")]
    pub format_options: FormatArgs,
}

#[derive(Debug, Args)]
pub struct PageArgs {
    /// Boards in a row [default: as makes the page nearest to 4:3]
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub columns: Option<NonZeroU32>,

    /// Side of a square in pixels [default: 20, less where the page would pass 8192 pixels]
    #[arg(long, value_name = "PIXELS", allow_negative_numbers = true)]
    pub square: Option<NonZeroU32>,

    /// What stands under each board
    #[arg(long, value_enum, value_name = "LABEL")]
    pub labels: Option<Label>,

    /// What stands above all boards
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
}

#[derive(Debug, Args)]
pub struct SingleArgs {
    /// Width of a board in pixels [default: 480, more for many queens]
    #[arg(long, value_name = "PIXELS", allow_negative_numbers = true)]
    pub size: Option<u32>,

    /// Put each board in the middle of a page of this size or shape, like 1920x1080 or 16:9
    #[arg(long, value_name = "WxH|A:B")]
    pub canvas: Option<PageSize>,

    /// Write the chess player's coordinates on the edge squares
    #[arg(long)]
    pub coordinates: bool,

    /// Time of each solution in an animation [default: 200ms]
    #[arg(long, value_name = "TIME", value_parser = values::frame_time, allow_hyphen_values = true)]
    pub delay: Option<Duration>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Label {
    /// Its number in search order
    Number,
    /// The row of the queen in each column
    Placement,
    /// Its number, and how many different turns and reflections it has
    Images,
}
