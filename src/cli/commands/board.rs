//! `queenreel board`: its arguments, and what it does.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use indicatif::DecimalBytes;

use crate::board::Placement;
use crate::cli::args::{PictureArgs, StyleArgs, distinct, still_help};
use crate::cli::destination::{Checked, Destination, written};
use crate::cli::error::CliError;
use crate::cli::still::{self, Still};
use crate::cli::{alt, report, values};
use crate::export::Embed;
use crate::export::Overwrite;
use crate::film::FilmError;
use crate::page::{BoardStyle, Page, PanelContent, StatePanel};
use crate::record::{Frame, Shot};
use crate::vector::VectorOptions;
use crate::words::shown;

/// Draw one position
///
/// Queens that attack each other are marked, and so is a solution.
#[derive(Debug, Args)]
#[command(
    mut_args(still_help),
    after_help = "\
Examples:
  queenreel board 15863724                      a solution for 8 queens
  queenreel board 15800000 -o slide.png         an incomplete one: 0 for an empty column
  queenreel board 1,3,6,8,10,5,9,2,4,7          ten or more queens need commas
  queenreel board 11111111 --no-highlight -o -  to standard output
  queenreel board 58647321 --panel diagonals    with the queens on each diagonal"
)]
pub struct BoardArgs {
    /// The row of the queen in each column, counted from the top; 0 for an empty column
    #[arg(value_name = "PLACEMENT", allow_hyphen_values = true)]
    pub placement: Placement,

    #[arg(short, long, value_name = "PATH", help = format!(
        "Where to write: FILE{}, or - for a PNG on standard output [default: output/board-PLACEMENT.png]",
        Still::Page.endings()
    ))]
    pub output: Option<PathBuf>,

    /// Also print what it shows, in words, and HTML that puts it on a web page
    #[arg(long)]
    pub alt: bool,

    /// Also replace a file that queenreel has not written; its own need no --force
    #[arg(long)]
    pub force: bool,

    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,

    /// Show what a solver would note of the position; may be given several times. The page is 1280x720
    /// unless --canvas or --size is given
    #[arg(long = "panel", value_name = "NAME", value_parser = values::position_panel())]
    pub panels: Vec<StatePanel>,

    #[command(flatten, next_help_heading = "Look")]
    pub style: StyleArgs,

    #[command(flatten, next_help_heading = "Format")]
    pub picture: PictureArgs,
}

pub fn run(args: &BoardArgs) -> Result<(), CliError> {
    let placement = &args.placement;
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("output/board-{placement}.png")));
    let destination = Destination::new(&path);
    alt::check(args.alt, &destination)?;
    destination.check_terminal()?;
    let format = Still::Page.of(&destination, &path).ok_or_else(|| {
        let (shown, endings) = (shown(&path), Still::Page.endings());
        CliError::Usage(anyhow!("a position is one picture: end '{shown}' in {endings}"))
    })?;
    Still::Page.check(format, args.picture.given())?;
    let options = args.picture.encode_options();
    let Checked { overwrite, replaces } = destination.check("", args.force, Overwrite::Own)?;
    let panels = PanelContent { state: distinct(&args.panels), is_position: true, ..PanelContent::default() };
    let style = BoardStyle { panels, ..args.style.style() };
    let mut page = Page::of_board(placement.size(), &style).map_err(FilmError::from)?;
    let frame = Frame::position(placement.size(), placement.queens());
    page.show(&Shot::of_search(&frame, true));
    let (title, description) = (format!("Queens {placement}"), frame.queens_in_words(style.names));
    let about = VectorOptions { text: options.text, title, description };
    let bytes = destination
        .write(overwrite, |out| still::write(format, out, &page, args.style.canvas, &options, &about))?;
    if !args.quiet {
        let name = written(&destination.name(), replaces);
        let line = format!("{name}: {}\n", DecimalBytes(bytes));
        report::print(destination.is_standard_output(), &line);
    }
    if args.alt {
        let (path, alt) = (&path, &about.description);
        let (width, height) = (page.width, page.height);
        let embed = Embed { path, format, width, height, alt, poster: None, subtitles: None };
        alt::print(&embed, false)?;
    }
    Ok(())
}
