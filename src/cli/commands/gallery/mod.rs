//! `queenreel gallery`: its arguments, and what it does.

mod each;
mod page;
mod words;

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::anyhow;
use clap::{Args, ValueEnum};

use crate::board::{BoardSize, Problem, SquareNames};
use crate::cli::args::{
    AroundArgs, FormatArgs, LookArgs, OutputArgs, ProblemArgs, SelectionArgs, in_words, number_of_solutions,
    picture_extensions, poster_help, stem_ending,
};
use crate::cli::destination::Destination;
use crate::cli::error::CliError;
use crate::cli::progress::Progress;
use crate::cli::still::Still;
use crate::cli::values;
use crate::encode::Format;
use crate::page::PageSize;
use crate::search::NumberedSolution;
use crate::words::{counted, shown};

/// Draw all solutions: on one page, as an animation, or one by one
///
/// They are in the order of the search by columns, or of another algorithm.
#[derive(Debug, Args)]
#[command(
    mut_arg("output", |arg| arg.help(
        format!(
            "Where to write: FILE{} for one page, FILE{}, DIRECTORY/ for a PNG each, or - for standard output \
             [default: output/queens-N-gallery.png]",
            Still::Gallery.endings(),
            picture_extensions()
        )
    )),
    mut_arg("poster", |arg| arg.help(poster_help("the last solution"))),
    after_help = "\
Examples:
  queenreel gallery 8                                 all 92 on one page, as a PNG
  queenreel gallery 8 --canvas a3-landscape           a poster of them
  queenreel gallery 8 --canvas 16:9 --fundamental     the twelve fundamental ones, and their sum
  queenreel gallery 8 --select 3,7..9,90..            some of them
  queenreel gallery 8 -o all.gif                      one after the other
  queenreel gallery 8 -o all.svg                      all on one page, sharp at any size
  queenreel gallery 8 --canvas a3 -o poster.pdf       the same on paper
  queenreel gallery 8 -o solutions/                   a PNG for each, and solutions.json
  queenreel gallery 8 --algorithm permutations        in the order in which this one finds them
  queenreel gallery 8 --start d8                      those with a queen on d8
  queenreel gallery 6 --theme heatmap --title 'Six queens'"
)]
pub struct GalleryArgs {
    /// Number of queens, and of rows and columns: 1 to 64
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub queens: BoardSize,

    #[command(flatten)]
    pub output: OutputArgs,

    /// Write this format, where the name of the output has no ending [default: that of the ending]
    #[arg(long, value_name = "FORMAT", value_parser = values::gallery_format())]
    pub format: Option<GalleryFormat>,

    /// Show the solutions one after the other, also in an SVG, or each on a page of a PDF
    #[arg(long)]
    pub animate: bool,

    #[command(flatten, next_help_heading = "Which solutions")]
    pub problem: ProblemArgs,

    #[command(flatten, next_help_heading = "Which solutions")]
    pub selection: SelectionArgs,

    #[command(flatten, next_help_heading = "Look")]
    pub look: LookArgs,

    /// Fill a page of this size or shape: 1920x1080, 16:9, or paper at 300 dpi: a4, a3, letter
    /// (-landscape for a sheet on its side) or 210x148mm [default: as large as the boards need]
    #[arg(long, value_name = "WxH|A:B|PAPER", help_heading = "Look")]
    pub canvas: Option<PageSize>,

    #[command(flatten, next_help_heading = "One page")]
    pub page: PageArgs,

    #[command(flatten, next_help_heading = "One picture each")]
    pub single: SingleArgs,

    #[command(flatten, next_help_heading = "Around an animation")]
    pub around: AroundArgs,

    #[command(flatten, next_help_heading = "Format")]
    pub format_options: FormatArgs,
}

#[derive(Debug, Args)]
pub struct PageArgs {
    /// Boards per row [default: for a page close to 4:3, or for the largest squares with --canvas]
    #[arg(long, value_name = "K", value_parser = values::small_number, allow_negative_numbers = true)]
    pub columns: Option<NonZeroU32>,

    /// Side of a square in pixels, without --canvas [default: 28, less if the page would exceed 8192
    /// pixels]
    #[arg(long, value_name = "PIXELS", value_parser = values::small_number, allow_negative_numbers = true)]
    pub square: Option<NonZeroU32>,

    /// Text below each board [default: none, or number with --canvas or --fundamental]
    #[arg(long, value_enum, value_name = "LABEL")]
    pub labels: Option<Label>,

    /// Title, also of the cards around an animation [default: none, or with --canvas the number of solutions]
    #[arg(long, value_name = "TEXT", conflicts_with = "no_title")]
    pub title: Option<String>,

    /// Draw no title, and do not name the command at the foot of the page
    #[arg(long)]
    pub no_title: bool,
}

#[derive(Debug, Args)]
pub struct SingleArgs {
    /// Width of a board in pixels [default: 480, more for many queens]
    #[arg(long, value_name = "PIXELS", value_parser = values::pixels, allow_negative_numbers = true)]
    pub size: Option<u32>,

    /// Write coordinates on the edge squares
    #[arg(long)]
    pub coordinates: bool,

    /// How coordinates name squares [default: chess]
    #[arg(long, value_enum, value_name = "NAMES")]
    pub squares: Option<SquareNames>,

    /// Time of each solution in an animation [default: 200ms]
    #[arg(long, value_name = "TIME", value_parser = values::frame_time, allow_hyphen_values = true)]
    pub delay: Option<Duration>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Label {
    /// Its number, bold for fundamental solutions; with --fundamental it counts those alone
    Number,
    /// Nothing
    None,
}

/// How solutions are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GalleryFormat {
    /// On one page, a PNG.
    Page,
    /// As the frames of a film.
    Film(Format),
}

pub fn run(args: &GalleryArgs) -> Result<(), CliError> {
    let problem = args.problem.on_board(args.queens)?;
    let stem = format!("queens-{}{}-gallery", args.queens, stem_ending(&problem));
    let path = args.output.output.clone().unwrap_or_else(|| PathBuf::from(format!("output/{stem}.png")));
    let destination = Destination::new(&path);
    args.selection.check(&problem)?;
    let is_page = match args.format {
        Some(format) => format == GalleryFormat::Page,
        None => destination.is_standard_output() || Still::Gallery.of_path(&path).is_some(),
    };
    if !is_page || args.animate {
        return each::draw(args, &problem, &stem);
    }
    let ends_in_slash = Format::names_directory(&path);
    let still = match Still::Gallery.of_path(&path) {
        Some(still) if !ends_in_slash => still,
        None if path.extension().is_none() && !ends_in_slash => Format::Png,
        Some(_) | None => {
            let (shown, endings) = (shown(&path), Still::Gallery.endings());
            return Err(CliError::Usage(anyhow!(
                "a page is one picture: end '{shown}' in {endings}, or leave out --format"
            )));
        }
    };
    destination.check_terminal()?;
    page::draw(args, &problem, &destination, still)
}

/// Searches for the solutions that are selected.
fn solutions(args: &GalleryArgs, problem: &Problem) -> Result<Vec<NumberedSolution>, CliError> {
    let mut progress = Progress::counting("searching", "solutions", args.output.quiet);
    args.selection.solutions(problem).inspect(|_| progress.add(1)).collect()
}

/// What is drawn, in a few words.
fn title(args: &GalleryArgs, problem: &Problem) -> String {
    let kind = if args.selection.fundamental { "Fundamental solutions" } else { "Solutions" };
    let queens = counted(args.queens.get().into(), "queen");
    let from = problem.in_words().map(|words| format!(" {words}")).unwrap_or_default();
    args.page.title.clone().unwrap_or_else(|| format!("{kind} of the problem of {queens}{from}"))
}

/// More solutions are not drawn, with any options.
const MAX_LIMIT: u64 = 1_000_000;

/// Refuses more solutions than `most` unless a limit is given, and a limit that is too large.
fn check_number(args: &GalleryArgs, problem: &Problem, most: u64) -> Result<(), CliError> {
    let selection = &args.selection;
    // Where the number is unknown, it is far too large.
    let number = selection.number(problem);
    if selection.is_limited() && number.is_none_or(|number| number > MAX_LIMIT) {
        return Err(CliError::Usage(anyhow!("at most {MAX_LIMIT} solutions are drawn")));
    }
    if !selection.is_limited() && number.is_none_or(|number| number > most) {
        return Err(too_many(args, problem));
    }
    Ok(())
}

/// There are more solutions than can be shown.
fn too_many(GalleryArgs { selection, .. }: &GalleryArgs, problem: &Problem) -> CliError {
    let what = in_words(problem);
    let found = number_of_solutions(problem).map_or_else(
        || "more solutions than can be listed".to_owned(),
        |(total, fundamental)| {
            let (number, kind) =
                if selection.fundamental { (fundamental, "fundamental ") } else { (total, "") };
            counted(number, &format!("{kind}solution"))
        },
    );
    let fewer =
        if selection.fundamental { "" } else { ", --fundamental leaves out rotations and reflections" };
    CliError::Usage(anyhow!(
        "{what} have {found}, too many to be drawn: --limit K takes the first K, --from K begins with the \
         K-th, --select 7..9 takes those{fewer}"
    ))
}

/// Fails for the first option that was given although it has no effect.
fn refuse(given: &[(&str, bool)], reason: &str) -> Result<(), CliError> {
    match given.iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(CliError::Usage(anyhow!("{option} is {reason}"))),
        None => Ok(()),
    }
}
