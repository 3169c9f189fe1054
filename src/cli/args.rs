//! The arguments; the comments on them are the help texts.

use std::num::{NonZeroU32, NonZeroU64};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};
use queenreel::board::{BoardSize, Placement};
use queenreel::draw::{BoardStyle, PageSize, Theme};
use queenreel::encode::{Format, Plays, Quality};
use queenreel::record::{DEFAULT_MAX_FRAMES, Detail, Wishes};
use queenreel::search::Order;

use super::target::GalleryFormat;
use super::values;

/// Films the N-queens search: animations, videos and PNG frames of a backtracking solver at work.
#[derive(Debug, Parser)]
#[command(
    version,
    long_version = concat!(env!("CARGO_PKG_VERSION"), "\nH.264: ", env!("QUEENREEL_H264")),
    arg_required_else_help = true,
    after_help = "\
Examples:
  queenreel search 8                     an animated GIF, output/queens-8.gif
  queenreel search 8 -o queens.mp4       a video
  queenreel search 8 -o frames/          one PNG for each frame
  queenreel board 15863724 -o slide.png  one position
  queenreel gallery 8                    all 92 solutions on one page
  queenreel list 8                       all solutions as text
  queenreel count 1..16                  how many there are

'queenreel help COMMAND' tells more about each."
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Search(SearchArgs),
    Board(BoardArgs),
    Gallery(GalleryArgs),
    List(ListArgs),
    Count(CountArgs),
    Themes(ThemesArgs),
}

/// Film the search for N queens on an N×N board
///
/// There is a frame for the empty board, for every queen placed and for every queen taken away
/// again. The film ends with the first solution unless more are asked for.
#[derive(Debug, Args)]
#[command(after_help = "\
Times are written like 120ms or 1.5s.

Examples:
  queenreel search 8                          to the first solution, as a GIF
  queenreel search 6 --all --duration 20s     the whole search in twenty seconds
  queenreel search 4 --all --detail tests     every test, with the reason it fails
  queenreel search 8 --no-highlight           only queens: the smallest file
  queenreel search 5 --size 240 --theme dark  small, for a dark page
  queenreel search 8 -o frames/               PNG frames and frames.json, for slides
  queenreel search 8 -o queens.mp4            a video, for slides
  queenreel search 4 -o - | display           into another program")]
pub struct SearchArgs {
    /// Number of queens, and of rows and columns: 1 to 64
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub queens: BoardSize,

    /// Where to write: FILE.gif, .apng, .webp, .mp4 or .y4m, DIRECTORY/ for PNG frames,
    /// or - for standard output [default: output/queens-N.gif]
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,

    /// Write this format, whatever the output is called
    #[arg(long, value_name = "FORMAT", value_parser = values::format())]
    pub format: Option<Format>,

    /// Write the last solution, or else the last frame, as a still to FILE.png as well
    #[arg(long, value_name = "FILE", value_parser = values::png)]
    pub poster: Option<PathBuf>,

    /// Replace frames that an earlier run left in the directory; other files stay
    #[arg(long)]
    pub force: bool,

    /// Say nothing but errors
    #[arg(short, long)]
    pub quiet: bool,

    #[command(flatten, next_help_heading = "What is filmed")]
    pub course: CourseArgs,

    #[command(flatten, next_help_heading = "Pace")]
    pub pace: PaceArgs,

    #[command(flatten, next_help_heading = "Look")]
    pub style: StyleArgs,

    #[command(flatten, next_help_heading = "Format")]
    pub format_options: FormatArgs,
}

#[derive(Debug, Args)]
pub struct CourseArgs {
    /// Film the search to its very end, with all solutions
    #[arg(long, conflicts_with = "solutions")]
    pub all: bool,

    /// End with the K-th solution
    #[arg(
        long,
        value_name = "K",
        default_value = "1",
        hide_default_value = true,
        allow_negative_numbers = true
    )]
    pub solutions: NonZeroU64,

    /// Give each column a queen in turn, or each row
    #[arg(long, value_enum, default_value_t)]
    pub order: OrderName,

    /// Which steps are shown: queens placed and taken away, or also every square tested
    #[arg(long, value_enum, default_value_t)]
    pub detail: DetailName,

    /// Show one step of every K; solutions and the last state always stay
    #[arg(
        long,
        value_name = "K",
        default_value = "1",
        hide_default_value = true,
        allow_negative_numbers = true
    )]
    pub every: NonZeroU64,

    /// The most frames there may be
    #[arg(long, value_name = "K", default_value_t = DEFAULT_MAX_FRAMES.try_into().unwrap_or(NonZeroU64::MAX), allow_negative_numbers = true)]
    pub max_frames: NonZeroU64,
}

#[derive(Debug, Args)]
pub struct PaceArgs {
    /// Time of each frame [default: 20ms to 500ms, the longer the film the shorter]
    #[arg(long, value_name = "TIME", value_parser = values::frame_time, allow_hyphen_values = true)]
    pub delay: Option<Duration>,

    /// Time of each solution and of the last frame [default: 200ms to 2s, ten frames long]
    #[arg(long, value_name = "TIME", value_parser = values::frame_time, allow_hyphen_values = true)]
    pub hold: Option<Duration>,

    /// Time of the whole film: sets the delay, and leaves out frames where there are too many
    #[arg(long, value_name = "TIME", value_parser = values::film_time, conflicts_with = "delay", allow_hyphen_values = true)]
    pub duration: Option<Duration>,
}

#[derive(Debug, Args)]
pub struct StyleArgs {
    /// Width of the board in pixels [default: 480, more for many queens]
    #[arg(long, value_name = "PIXELS", allow_negative_numbers = true)]
    pub size: Option<u32>,

    /// Put the board in the middle of a page of this size or shape, like 1920x1080 or 16:9
    #[arg(long, value_name = "WxH|A:B")]
    pub canvas: Option<PageSize>,

    #[command(flatten)]
    pub look: LookArgs,

    /// Write the chess player's coordinates on the edge squares
    #[arg(long)]
    pub coordinates: bool,

    /// Put a dot on every empty square that a queen attacks
    #[arg(long)]
    pub attacks: bool,

    /// Only queens: do not point out what happened
    #[arg(long)]
    pub no_highlight: bool,
}

#[derive(Debug, Args)]
pub struct LookArgs {
    /// Colours: one of 'queenreel themes', or a TOML file
    #[arg(long, value_name = "NAME|FILE", value_parser = values::theme, default_value = "classic")]
    pub theme: Theme,
}

#[derive(Debug, Args)]
pub struct FormatArgs {
    /// How often a GIF, APNG or WebP plays: forever, once, or a number of times [default: forever]
    #[arg(long = "loop", value_name = "TIMES", value_parser = values::plays, allow_negative_numbers = true)]
    pub plays: Option<Plays>,

    /// Write every frame of a GIF whole, for programs that mishandle partial ones; much larger
    #[arg(long)]
    pub full_frames: bool,

    /// Pictures a second of an MP4 or Y4M, from 1 to 60 [default: 30]
    #[arg(long, value_name = "RATE", value_parser = values::fps, allow_negative_numbers = true)]
    pub fps: Option<NonZeroU32>,

    /// How much an MP4 keeps of the pictures, from 1 to 100 [default: 85]
    #[arg(long, value_name = "QUALITY", value_parser = values::quality, allow_negative_numbers = true)]
    pub quality: Option<Quality>,
}

/// Draw one position
///
/// Queens that attack each other are marked, and so is a solution.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenreel board 15863724                      a solution for 8 queens
  queenreel board 15800000 -o slide.png         part of one: 0 for an empty column
  queenreel board 1,3,6,8,10,5,9,2,4,7          ten queens and more need the commas
  queenreel board 11111111 --no-highlight -o -  to standard output")]
pub struct BoardArgs {
    /// The row of the queen in each column, from the top, 0 where there is none
    #[arg(value_name = "PLACEMENT", allow_hyphen_values = true)]
    pub placement: Placement,

    /// Where to write: FILE.png, or - for standard output [default: output/board-PLACEMENT.png]
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,

    /// Say nothing but errors
    #[arg(short, long)]
    pub quiet: bool,

    #[command(flatten, next_help_heading = "Look")]
    pub style: StyleArgs,
}

/// Which of the solutions are taken
#[derive(Debug, Args)]
pub struct SelectionArgs {
    /// Only one of those that are turns and reflections of each other: the first
    #[arg(long)]
    pub fundamental: bool,

    /// Begin with the K-th of them
    #[arg(
        long,
        value_name = "K",
        default_value = "1",
        hide_default_value = true,
        allow_negative_numbers = true
    )]
    pub from: NonZeroU64,

    /// Take K at the most
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub limit: Option<NonZeroU64>,
}

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

/// Print all solutions as text
///
/// They come in search order, on standard output, as soon as they are found.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenreel list 8                      15863724 and 91 more, a line each
  queenreel list 8 --fundamental        the twelve that are no images of each other
  queenreel list 6 --as board           ♛ on a board of dots
  queenreel list 6 --as matrix          zeros and ones
  queenreel list 20 --limit 1           the first alone
  queenreel list 8 --as json | jq '.[0]'")]
pub struct ListArgs {
    /// Number of queens, and of rows and columns: 1 to 64
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub queens: BoardSize,

    /// How a solution is written
    #[arg(long = "as", value_enum, value_name = "FORM", default_value_t)]
    pub form: ListForm,

    #[command(flatten)]
    pub selection: SelectionArgs,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum ListForm {
    /// The row of the queen in each column, a solution a line
    #[default]
    Placements,
    /// Rows of 0 and 1, an empty line between solutions
    Matrix,
    /// Rows of · and ♛, an empty line between solutions
    Board,
    /// An array of arrays: the row of the queen in each column
    Json,
}

/// Count all solutions
///
/// They are searched for, not looked up, on all cores. Fundamental solutions are those that are
/// no turns or reflections of each other. Ctrl-C ends the count; what is known by then is shown.
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

    /// How the table is written
    #[arg(long = "as", value_enum, value_name = "FORM", default_value_t)]
    pub form: CountForm,

    /// Say nothing but the table and errors
    #[arg(short, long)]
    pub quiet: bool,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum CountForm {
    /// Columns to read
    #[default]
    Table,
    /// An array of objects
    Json,
    /// Comma-separated values
    Csv,
}

/// List the themes, or print one to start your own from
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenreel themes                  what there is
  queenreel themes blue > my.toml   a theme to change, then:
  queenreel search 8 --theme my.toml")]
pub struct ThemesArgs {
    /// Print this theme as TOML
    #[arg(value_name = "NAME", value_parser = clap::builder::PossibleValuesParser::new(Theme::names()))]
    pub name: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum OrderName {
    #[default]
    Columns,
    Rows,
}

impl From<OrderName> for Order {
    fn from(name: OrderName) -> Self {
        match name {
            OrderName::Columns => Self::Columns,
            OrderName::Rows => Self::Rows,
        }
    }
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub enum DetailName {
    /// A frame for every queen placed or taken away
    #[default]
    Steps,
    /// A frame for every test as well, with the queen that attacks a refused square
    Tests,
}

impl From<DetailName> for Detail {
    fn from(name: DetailName) -> Self {
        match name {
            DetailName::Steps => Self::Steps,
            DetailName::Tests => Self::Tests,
        }
    }
}

impl SearchArgs {
    pub fn wishes(&self) -> Wishes {
        Wishes {
            detail: self.course.detail.into(),
            delay: self.pace.delay,
            hold: self.pace.hold,
            duration: self.pace.duration,
            every: self.course.every.get(),
            max_frames: self.course.max_frames.get(),
            ..Wishes::default()
        }
    }
}

impl StyleArgs {
    pub fn style(&self) -> BoardStyle {
        BoardStyle {
            width: self.size,
            page: self.canvas,
            theme: self.look.theme.clone(),
            coordinates: self.coordinates,
            highlight: !self.no_highlight,
            attacks: self.attacks,
        }
    }
}
