//! The options of all that is made: each has its name, its values and its help here, and nowhere else. In help, names in
//! braces stand for what is known elsewhere: formats, endings, defaults.

use std::ffi::{OsStr, OsString};
use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;
use std::time::Duration;

use crate::board::{BoardSize, Placement, SquareNames};
use crate::encode::{Compression, Format, Motion, Plays, Quality};
use crate::film::{Thumbnail, View};
use crate::log::CopyOptions;
use crate::measure::{Quantity, Until};
use crate::page::{PageSize, Piece, StatePanel};
use crate::record::{Clock, Counter, Detail, Pace, Selection, Speed};
use crate::search::{Algorithm, CodeForm, DEFAULT_SEED, Order};
use crate::variants::named_enum;
use crate::words::listed;

use self::Kind::{Board, Compare, Count, Gallery, List, Race, Replay, Search, Sheet};
use super::formats::{Still, extensions, formats_with, picture_extensions, usual_qualities};
use super::places::Place;
use super::solutions::numbers;
use super::values::{
    self, Choices, Complete, GalleryFormat, Label, ListForm, PositionPanel, Solver, TableForm, from_str,
};
use super::{DEFAULT_RUNS, DEFAULT_TIMEOUT, MAX_SLIDES, MAX_STEPS};
use crate::record::DEFAULT_MAX_FRAMES;

named_enum! {
    /// What is made, or printed.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Kind {
        /// A film of a search
        Search = "search",
        /// A film of several solvers on one clock
        Race = "race",
        /// A film of a log
        Replay = "replay",
        /// One position
        Board = "board",
        /// All solutions, on a page or as a film
        Gallery = "gallery",
        /// The steps of a search as small boards
        Sheet = "sheet",
        /// Solutions as text
        List = "list",
        /// How many solutions there are
        Count = "count",
        /// The algorithms in figures
        Compare = "compare",
    }
}

impl Kind {
    /// Those that a file can describe.
    pub const MAKERS: &'static [Self] =
        &[Self::Search, Self::Race, Self::Replay, Self::Gallery, Self::Sheet, Self::Board, Self::Compare];
}

named_enum! {
    /// A section of the options.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Group {
        /// Options
        Output = "output",
        /// What is shown
        What = "what",
        /// The board
        Problem = "problem",
        /// Pace
        Pace = "pace",
        /// Panels
        Panels = "panels",
        /// Look
        Look = "look",
        /// Around the film
        Around = "around",
        /// Limits
        Limits = "limits",
        /// Format
        Format = "format",
    }
}

/// How often an option is given, and with what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Without a value.
    Flag,
    /// Once, with a value.
    One,
    /// Several times, each with a value.
    List,
}

/// The type of a field.
macro_rules! field_type {
    (flag()) => { bool };
    (one($type:ty = $parser:expr)) => { Option<$type> };
    (choice($type:ty)) => { Option<$type> };
    (usual($type:ty)) => { $type };
    (list($type:ty = $parser:expr)) => { Vec<$type> };
    (choices($type:ty)) => { Vec<$type> };
}

/// Reads a text into a field.
macro_rules! read {
    ($field:expr, $text:ident, flag()) => {
        $field = values::flag($text)?
    };
    ($field:expr, $text:ident, one($type:ty = $parser:expr)) => {
        $field = Some($parser($text)?)
    };
    ($field:expr, $text:ident, choice($type:ty)) => {
        $field = Some(values::choice($text)?)
    };
    ($field:expr, $text:ident, usual($type:ty)) => {
        $field = values::choice($text)?
    };
    ($field:expr, $text:ident, list($type:ty = $parser:expr)) => {
        $field.extend($parser($text)?)
    };
    ($field:expr, $text:ident, choices($type:ty)) => {
        $field.extend(values::choices::<$type>($text)?)
    };
}

macro_rules! shape {
    (flag) => {
        Shape::Flag
    };
    (list) => {
        Shape::List
    };
    (choices) => {
        Shape::List
    };
    ($one:ident) => {
        Shape::One
    };
}

/// The values that there are, and which of them is the default.
macro_rules! choices {
    (choice($type:ty)) => {
        Choices::of::<$type>()
    };
    (choices($type:ty)) => {
        Choices::of::<$type>()
    };
    (usual($type:ty)) => {
        Choices::with_default::<$type>()
    };
    ($shape:ident($($of:tt)*)) => {
        Choices::default()
    };
}

macro_rules! name {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $name:literal) => {
        $name
    };
}

/// Declares the options: in groups, each as `Key field as "name": shape(type = parser), "VALUE", kinds, help of kinds`.
macro_rules! options {
    ($($group:ident {
        $($(#[doc = $help:literal])+
        $key:ident $field:ident $(as $name:literal)?: $shape:ident($($of:tt)*), $value:literal, $kinds:expr
            $(, $kind:pat => $other:expr)*;)+
    })+) => {
        /// An option.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Key { $($($(#[doc = $help])+ $key),+),+ }

        /// What is asked for: names, paths and numbers, as they are written. [`Recipe::resolve`] reads the files that
        /// it names, and refuses what contradicts itself.
        #[derive(Debug, Clone)]
        pub struct Recipe {
            kind: Kind,
            given: Vec<(Key, OsString)>,
            /// From where default outputs start.
            pub(super) directory: PathBuf,
            $($($(#[doc = $help])+ pub(crate) $field: field_type!($shape($($of)*)),)+)+
        }

        impl Recipe {
            /// Nothing but the kind.
            pub fn new(kind: Kind) -> Self {
                Self { kind, given: Vec::new(), directory: PathBuf::new(), $($($field: Default::default(),)+)+ }
            }

            fn read(&mut self, key: Key, text: &OsStr) -> Result<(), String> {
                match key { $($(Key::$key => read!(self.$field, text, $shape($($of)*)),)+)+ }
                Ok(())
            }
        }

        impl Key {
            /// All options, in the order of help.
            pub const ALL: &'static [Self] = &[$($(Self::$key),+),+];

            /// The name of the long option, and in files.
            pub const fn name(self) -> &'static str {
                match self { $($(Self::$key => name!($field $($name)?),)+)+ }
            }

            /// The section.
            pub const fn group(self) -> Group {
                match self { $($(Self::$key)|+ => Group::$group,)+ }
            }

            /// What stands for the value in help.
            pub const fn value_name(self) -> &'static str {
                match self { $($(Self::$key => $value,)+)+ }
            }

            /// What has this option.
            pub const fn kinds(self) -> &'static [Kind] {
                match self { $($(Self::$key => $kinds,)+)+ }
            }

            /// How often it is given.
            pub const fn shape(self) -> Shape {
                match self { $($(Self::$key => shape!($shape),)+)+ }
            }

            /// The values that it has, if they have names.
            pub fn choices(self) -> Choices {
                match self { $($(Self::$key => choices!($shape($($of)*)),)+)+ }
            }

            /// What it does, in a recipe of this kind.
            pub fn help(self, kind: Kind) -> String {
                let text: String = match (self, kind) {
                    $($($((Self::$key, $kind) => $other.into(),)*
                    (Self::$key, _) => [$($help.trim_ascii()),+].join(" "),)+)+
                };
                self.filled(&text)
            }
        }
    };
}

/// All kinds that make files.
const MAKERS: &[Kind] = Kind::MAKERS;
const FILMS: &[Kind] = &[Search, Race, Replay];
const PLAYED: &[Kind] = &[Search, Race, Replay, Gallery];
const VIEWED: &[Kind] = &[Search, Replay];
const STEPS: &[Kind] = &[Search, Sheet];
const SOLUTIONS: &[Kind] = &[Gallery, List];
const BOARDS: &[Kind] = &[Search, Race, Replay, Board];
const DRAWN: &[Kind] = &[Search, Race, Replay, Gallery, Sheet, Board];

options! {
    Output {
        /// Where to write
        Output output: one(PathBuf = values::output), "PATH",
            &[Search, Race, Replay, Gallery, Sheet, Board, Compare, List],
            Search => film_output("queens-N.gif, or queens-N-ALGORITHM.gif"),
            Race => film_output("race-N.gif"),
            Replay => film_output("LOG.gif, output/replay.gif for standard input"),
            Gallery => "Where to write: FILE{.gallery} for one page, FILE{.pictures}, DIRECTORY/ for a PNG each, or - \
                        for standard output [default: output/queens-N-gallery.png]",
            Sheet => "Where to write: FILE{.page} (only a PDF has several pages), DIRECTORY/ for a PNG each, or - for \
                      standard output [default: output/queens-N-sheet.png, or output/queens-N-sheet/ for several \
                      pages]",
            Board => "Where to write: FILE{.page}, or - for a PNG on standard output \
                      [default: output/board-PLACEMENT.png]",
            Compare => "Also draw a chart: FILE{.chart}, or - for a PNG on standard output instead of the table",
            List => "Write to this file [default: standard output]";
        /// Format of the output, if its name has no ending [default: that of the ending]
        Format format: choice(Format), "FORMAT", FILMS;
        /// Format of the output, if its name has no ending [default: that of the ending]
        GalleryFormat gallery_format as "format": choice(GalleryFormat), "FORMAT", &[Gallery];
        /// Show the solutions one after the other, also in an SVG, or each on a page of a PDF
        Animate animate: flag(), "", &[Gallery];
        /// Also write a picture
        Poster poster: one(PathBuf = values::poster), "FILE", PLAYED,
            Search | Replay => poster_help("the last solution, or the last frame if there is none"),
            Race => poster_help("the last frame"),
            Gallery => poster_help("the last solution");
        /// Also write the captions with their times, as WebVTT: subtitles for a video
        Subtitles subtitles: one(PathBuf = values::subtitles), "FILE.vtt", PLAYED;
        /// Also write all steps in words, as Markdown
        Transcript transcript: one(PathBuf = values::transcript), "FILE.md", PLAYED;
        /// Also write every event as a line of JSON. '--events -' without --output makes no film, and the search
        /// may be of any length. Replacing a file always needs --force
        Events events: one(PathBuf = values::output), "FILE|-", &[Search];
        /// With --events, also write the matrices of marking: 'now' after each placement and removal, and the
        /// 'stage' that was kept or restored
        State stages as "state": flag(), "", &[Search];
        /// Format of the table [default: table]
        TableForm table_form as "as": choice(TableForm), "FORM", &[Compare, Count];
        /// Format of a solution [default: placements]
        ListForm list_form as "as": choice(ListForm), "FORM", &[List];
        /// Also print a description for readers who cannot see the picture, and HTML that shows the picture on a
        /// web page
        Alt alt: flag(), "", &[Search, Race, Replay, Gallery, Board];
        /// Replace files that queenreel has not written; write to directories that have other files. What queenreel
        /// has written is replaced without --force
        Force force: flag(), "", &[Search, Race, Replay, Gallery, Sheet, Board, Compare, List];
        /// Print errors only
        Quiet quiet: flag(), "", &[Search, Race, Replay, Gallery, Sheet, Board, Compare, Count],
            Compare | Count => "Print the table and errors only";
        /// Also write these options to a file from which 'queenreel make' makes the same again
        SaveRecipe save_recipe as "save-recipe": one(PathBuf = values::recipe), "FILE.toml", MAKERS;
    }
    What {
        /// Number of queens, and of rows and columns: 1 to 64
        Queens queens: one(BoardSize = from_str), "N", &[Search, Race, Replay, Gallery, Sheet, List],
            Replay => "Number of queens, if the log does not say it";
        /// Number of queens, or A..B for all from A to B: 1 to 64
        Sizes sizes as "queens": one(std::ops::RangeInclusive<u32> = values::sizes), "N|A..B", &[Compare, Count],
            Count => "Number of queens, or A..B for all from A to B: 1 to 28";
        /// Two to four different solvers: names of algorithms, or logs of other programs
        Solvers solvers as "names": list(Solver = values::solvers), "NAME|LOG", &[Race];
        /// Algorithms; 'queenreel algorithms' describes each [default: all that can do this N]
        Algorithms algorithms as "names": choices(Algorithm), "NAME", &[Compare];
        /// The row of the queen in each column, counted from the top; 0 for an empty column
        Placement placement: one(Placement = from_str), "PLACEMENT", &[Board];
        /// The log: a file, or - for standard input, which is read without a file if something is piped into it
        Log log: one(PathBuf = values::path), "FILE|-", &[Replay];
        /// Only one of those that are rotations or reflections of each other: the first in the order without
        /// --algorithm. With --start or --block, only those rotations and reflections count that leave these
        /// squares as they are
        Fundamental fundamental: flag(), "", SOLUTIONS;
        /// The algorithm; 'queenreel algorithms' describes each
        Algorithm algorithm: usual(Algorithm), "NAME", STEPS;
        /// In the order in which this algorithm finds them [default: by the row in the first column, then in
        /// the second, and so on, as backtracking does]
        InOrderOf in_order_of as "algorithm": choice(Complete), "NAME", SOLUTIONS;
        /// What makes the clock tick
        Clock clock: usual(Clock), "CLOCK", &[Race];
        /// A number that determines the random choices of {randomised}: the same number gives the same choices
        /// [default: {seed}]
        Seed seed: one(u64 = from_str), "NUMBER", &[Search, Race, Sheet, Compare];
        /// Place queens column by column, or row by row. The order is free with {ordered}
        Order order: usual(Order), "ORDER", &[Search, Race, Sheet];
        /// Film the whole search, with all solutions
        All all: flag(), "", &[Search, Race, Sheet],
            Race => "Race through the whole search, with all solutions",
            Sheet => "Show the whole search, with all solutions";
        /// Show all boards of permutations, for up to six queens: each with its dv, the most queens on a diagonal,
        /// and crossed out if that is more than 1
        AllBoards all_boards as "all-boards": flag(), "", &[Sheet];
        /// Only those with these numbers, like 3,7..9 or 90..
        Numbers numbers as "select": one(Vec<std::ops::RangeInclusive<u64>> = numbers), "NUMBERS", SOLUTIONS;
        /// Begin with the K-th [default: 1]
        From from: one(NonZeroU64 = values::number), "K", SOLUTIONS;
        /// End with the K-th solution [default: 1]
        Solutions solutions: one(NonZeroU64 = values::number), "K", &[Search, Replay, Sheet, Gallery, List, Compare],
            Replay => "End the film with the K-th solution",
            Gallery | List => "Take at most K",
            Compare => "Also say what each search does up to its K-th solution; a chart of one N shows it instead of the \
                        first";
        /// Which steps are shown: queens placed and removed, with 'columns' also the refused squares of each column
        /// at once, with 'tests' one by one [default: steps; with --view lecture columns, and tests on its HTML
        /// page]
        Detail detail: choice(Detail), "DETAIL", VIEWED;
        /// Show only some frames: steps like 37 or 20..40 (0 is the empty board), backtracks, solutions,
        /// first-backtrack..+10, first-solution, or a time of the whole film like t=4s..6s; several with
        /// commas
        Select select: one(Selection = from_str), "STEPS", FILMS,
            Race => "Show only some frames: ticks like 37 or 20..40 (0 is before the first), backtracks, solutions, \
                     first-backtrack, first-solution..+10, or a time of the whole film like t=4s..6s; several with \
                     commas";
        /// Film these lanes of the log, separated by commas: one alone, or up to four side by side, where the
        /// steps of --select are ticks, as in 'queenreel race'
        Lanes lanes: list(u32 = values::lanes), "K,...", &[Replay];
        /// Refuse lines that are not events, and an incomplete last line
        Strict strict: flag(), "", &[Replay];
        /// Refuse more than SIZE from a pipe or standard input, like 500MB; a file may have any size
        /// [default: {max-log}]
        MaxLog max_log as "max-log": one(u64 = values::bytes), "SIZE", &[Replay];
        /// Only check the log, and list all errors
        Check check: flag(), "", &[Replay];
        /// Cut a search off after this time [default: {timeout}]
        Timeout timeout: one(Duration = values::film_time), "TIME", &[Compare];
        /// Take the median time of K runs; of fewer, if they would exceed the timeout [default: {runs}]
        Runs runs: one(NonZeroU32 = values::number), "K", &[Compare];
        /// What the chart shows [default: steps]
        Quantity quantity: choice(Quantity), "QUANTITY", &[Compare];
        /// Whether the chart shows searches to their first solution or to their end [default: both for one N, end
        /// for several]
        Until until: choice(Until), "UNTIL", &[Compare];
        /// Take counts that need more than ten seconds from published tables: up to 27 queens, marked 'known'. A further column shows how long published counts took
        Known known: flag(), "", &[Count];
    }
    Problem {
        /// Queens that stand from the beginning: the row of the queen in each column, 0 where there is none,
        /// like 100000 for 6 queens, or squares like a6,c1 or, as row and column, r1c1,r6c3 or "1,1 6,3"
        Start start: one(String = values::text), "PLACEMENT|SQUARES",
            &[Search, Race, Gallery, Sheet, Compare, List, Count];
        /// Closed squares, like c3,d4 or r4c3,r3c4: no queen may stand there, but queens attack across them
        Block block: one(String = values::text), "SQUARES",
            &[Search, Race, Gallery, Sheet, Compare, List, Count];
    }
    Pace {
        /// How long steps are shown: 'story' is slow where something is new and fast where it repeats, 'even' is
        /// the same for all [default: story, but even with --delay or --every, or for more than 100,000 steps]
        Pace pace: choice(Pace), "PACE", VIEWED;
        /// Time of each frame, the same for all [default: depends on what happens; with --pace even 30s divided by
        /// the number of frames, 20ms to 500ms, or with captions 2min, at most 1s]
        Delay delay: one(Duration = values::frame_time), "TIME", PLAYED,
            Race => "Time of each frame, for any number of ticks \
                     [default: 30s divided by the number of frames, from 40ms to 500ms]",
            Gallery => "Time of each solution in an animation [default: 200ms]";
        /// Time of each solution and of the last frame [default: depends on what happens; with --pace even ten
        /// times the delay, 200ms to 2s, and 3s for the last frame]
        Hold hold: one(Duration = values::frame_time), "TIME", FILMS,
            Race => "Time of the last frame, and of each in which a solver finishes \
                     [default: 3s for the last, 600ms to 2s for others]";
        /// Time of the first frame [default: depends on what happens; with --pace even that of all frames]
        StartHold start_hold as "start-hold": one(Duration = values::frame_time), "TIME", FILMS;
        /// How fast the film plays, from 0.01x to 100x: 2x halves all times, and 0.5x doubles them
        Speed speed: one(Speed = from_str), "2x", FILMS;
        /// Time of the whole film: all times become longer or shorter, and frames are left out if there are too many
        Duration duration: one(Duration = values::film_time), "TIME", FILMS;
        /// Show one of every K steps; solutions and the last state are always shown
        Every every: one(NonZeroU64 = values::number), "K", FILMS,
            Race => "Show one of every K ticks; those at which a solver finishes are always shown \
                     [default: as necessary, or 1 with --delay]";
        /// Maximum number of frames [default: {frames}; {slides} for slides, {steps} steps for an HTML page]
        MaxFrames max_frames as "max-frames": one(NonZeroU64 = values::number), "K", FILMS;
    }
    Panels {
        /// A set of panels; the following options add more. With code or a tree, the page is 1280x720
        /// (1024x576 as GIF, APNG, WebP or SVG; 1920x1080 in slides) unless --canvas is given
        View view: choice(View), "VIEW", VIEWED;
        /// Say what happened, and why: 'f1 is refused', 'The queen on a6 attacks it along a diagonal'
        Caption caption: flag(), "", VIEWED;
        /// Show the counters that the search uses: {counters}
        Counters counters: flag(), "", VIEWED;
        /// Show the position in the search tree
        Tree tree: flag(), "", VIEWED;
        /// Show the code of the algorithm, and highlight the line that runs; --code=words has numbered
        /// sentences, --code=python a program, --code=java a method (of backtracking)
        Code code: choice(CodeForm), "FORM", VIEWED;
        /// Show this source file instead of pseudo-code; the "line" of an event is highlighted, and a
        /// long file scrolls
        CodeFile code_file as "code-file": one(PathBuf = values::path), "FILE", &[Replay];
        /// Show what the algorithm remembers, in the place of code and tree; may be given several times
        Panel panels as "panel": choices(StatePanel), "NAME", VIEWED;
        /// Show what a solver would note of the position; may be given several times. The page is 1280x720
        /// unless --canvas or --size is given
        PositionPanel position_panels as "panel": choices(PositionPanel), "NAME", &[Board];
    }
    Look {
        /// Title above everything
        Title title: one(String = values::line), "TEXT", &[Search, Race, Replay, Gallery, Sheet, Compare],
            Gallery => "Title, also of the cards around an animation [default: none, or with --canvas the number of \
                        solutions]",
            Sheet => "Title [default: 'Four queens, step by step']",
            Compare => "Title of the chart [default: what it shows]";
        /// Draw no title, and do not name the command at the foot of the page
        NoTitle no_title as "no-title": flag(), "", &[Gallery, Sheet],
            Sheet => "Draw no title and no summary, and do not name the command at the foot of the page";
        /// Width of the board in pixels [default: 480, more for many queens; in an MP4, squares of a multiple of 16
        /// or 8]
        Size size: one(u32 = values::pixels), "PIXELS", &[Search, Race, Replay, Gallery, Board, Compare],
            Race => "Width of each board in pixels [default: as large as the page allows]",
            Board => "Width of the board in pixels [default: 480, more for many queens]",
            Gallery => "Width of a board in pixels, of one picture each [default: 480, more for many queens]",
            Compare => "Width of the chart in pixels [default: 1080]";
        /// Centre the board on a page of this size or shape: 1920x1080, 16:9, or paper at 300 dpi: a4, a3,
        /// letter (-landscape for a sheet on its side) or 210x148mm
        Canvas canvas: one(PageSize = from_str), "WxH|A:B|PAPER", MAKERS,
            Race => "Size or shape of the page, like 1920x1080, 9:16 or a4-landscape \
                     [default: 1280x720, or 1024x576 as GIF, APNG, WebP or SVG, or 1920x1080 in slides; \
                     16:9 with --size]",
            Gallery => canvas_help("Fill a page", " [default: as large as the boards need]"),
            Sheet => canvas_help(
                "Pages", "; as many as are needed [default: one page, as large as the steps need]"
            ),
            Compare => canvas_help("Fill a page", " [default: as high as the chart needs]");
        /// Colours: a name from 'queenreel themes', or a TOML file [default: classic]
        Theme theme: one(PathBuf = values::path), "NAME|FILE", MAKERS;
        /// TrueType font of all text [default: Noto Sans]
        Font font: one(PathBuf = values::path), "FILE.ttf", MAKERS;
        /// What stands for a queen: black, white, disc, a character like Q, or with --theme purple or heatmap none,
        /// only the colour of its square [default: black, or a disc on squares below 20 pixels]
        Piece piece: one(Piece = from_str), "white|disc|CHARACTER|none", DRAWN;
        /// Draw thin lines between squares
        Grid grid: flag(), "", DRAWN;
        /// Write coordinates beside the board; on its edge squares, if nothing else is in the picture
        Coordinates coordinates: flag(), "", &[Search, Race, Replay, Gallery, Board],
            Gallery => "Write coordinates on the edge squares, of one picture each";
        /// How coordinates and captions name squares
        Squares squares: usual(SquareNames), "NAMES", DRAWN;
        /// Show all attacked empty squares in one tone, with a dot; not on solutions, where no square is free
        Attacks attacks: flag(), "", BOARDS;
        /// Draw queens only, without marks for what happened
        NoHighlight no_highlight as "no-highlight": flag(), "", BOARDS;
        /// Boards per row [default: for a page close to 4:3, or for the largest squares with --canvas]
        Columns columns: one(NonZeroU32 = values::number), "K", &[Gallery, Sheet],
            Sheet => "Boards per row [default: for the largest squares, or without --canvas for an upright page]";
        /// Side of a square in pixels, without --canvas [default: 28, less if the page would exceed 8192
        /// pixels]
        Square square: one(NonZeroU32 = values::number), "PIXELS", &[Gallery, Sheet],
            Sheet => "Side of a square in pixels, without --canvas [default: 54 for 4 queens, less for more]";
        /// Text below each board of one page [default: none, or number with --canvas or --fundamental]
        Labels labels: choice(Label), "LABEL", &[Gallery];
    }
    Around {
        /// Begin with a card that is shown for this time: the title, or what is filmed, and the task
        Intro intro: one(Duration = values::card_time), "TIME", PLAYED;
        /// End with a card that is shown for this time: the last solution, or the last board if there is none, and
        /// the counters
        Outro outro: one(Duration = values::card_time), "TIME", PLAYED,
            Race => "End with a card that is shown for this time: the solvers in their order of finish",
            Gallery => "End with a card that is shown for this time: the last solution, and their number";
        /// The frame that previews and --poster show: that of the first solution (the last frame if there is none),
        /// the first frame, or that of step K [default: first; for --poster the last solution]
        Thumbnail thumbnail: one(Thumbnail = from_str), "solution|first|K", PLAYED;
    }
    Limits {
        /// Make the best film of at most this size, like 5MB. Options that are given are kept, and what else is
        /// changed for it is printed
        Fit fit: one(u64 = values::bytes), "SIZE", FILMS;
        /// Make a film for a place: its format, its page and its limits; see docs/limits.md
        For place as "for": choice(&'static Place), "PLACE", FILMS;
    }
    Format {
        /// How often a {formats} plays: forever, once, or a number of times [default: forever]
        Loop plays as "loop": one(Plays = values::plays), "TIMES", PLAYED;
        /// Write every frame of a {formats} whole, for programs that mishandle partial frames; much larger
        FullFrames full_frames as "full-frames": flag(), "", PLAYED;
        /// Frames per second of an {formats}, from 1 to 60 [default: 30]
        Fps fps: one(NonZeroU32 = values::fps), "RATE", PLAYED;
        /// Show each slide of a {formats} for the time of its frame [default: until a click]
        Advance advance: flag(), "", PLAYED;
        /// Keep the text of an SVG as text, which readers can select; it may look different where its font
        /// is not installed
        SvgText svg_text as "svg-text": flag(), "", DRAWN;
        /// How well PNGs are compressed, also those in an APNG or on slides; the best takes several times as long
        /// [default: normal]
        Compression compression: choice(Compression), "LEVEL", MAKERS,
            Sheet | Board | Compare =>
                "How well a PNG is compressed; the best takes several times as long [default: normal]";
        /// Picture quality of {formats}, from 1 to 100 [default: {qualities}]
        Quality quality: one(Quality = values::quality), "QUALITY", MAKERS,
            Sheet | Board | Compare => "Picture quality of a JPEG, from 1 to 100 [default: {quality-of-jpeg}]";
        /// How frames of a {formats} follow each other: with soft motion, queens settle and lines grow [default: soft in
        /// an MP4 and on an HTML page, none otherwise]
        Motion motion: choice(Motion), "MOTION", PLAYED;
    }
}

fn film_output(default: &str) -> String {
    format!(
        "Where to write: FILE{{.films}}, FILE{{.frame}} for one frame, DIRECTORY/ for PNG frames, or - for standard \
         output [default: output/{default}]"
    )
}

fn poster_help(what: &str) -> String {
    format!("Also write a picture of {what}; or of the frame that --thumbnail chooses: FILE{{.poster}}")
}

fn canvas_help(page: &str, default: &str) -> String {
    format!(
        "{page} of this size or shape: 1920x1080, 16:9, or paper: a4, a3, letter (-landscape for a sheet on its \
         side) or 210x148mm, at 300 dpi{default}"
    )
}

impl Recipe {
    /// What is made.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Gives an option a value: `true` to one that has none. A list grows, and another value is replaced.
    ///
    /// # Errors
    /// What to write instead.
    pub fn set(&mut self, key: Key, text: &OsStr) -> Result<(), String> {
        self.read(key, text)?;
        if key.shape() != Shape::List {
            self.given.retain(|(given, _)| *given != key);
        }
        if key.shape() != Shape::Flag || text != "false" {
            self.given.push((key, text.to_owned()));
        }
        Ok(())
    }

    /// The same, but for an option.
    #[cfg(feature = "cli")]
    pub(crate) fn without(&self, key: Key) -> Self {
        let mut rest = Self { directory: self.directory.clone(), ..Self::new(self.kind) };
        for (given, text) in self.given().filter(|(given, _)| *given != key) {
            // It could be read before.
            let _ = rest.set(given, text);
        }
        rest
    }

    /// Whether an option is given.
    pub fn is_given(&self, key: Key) -> bool {
        self.given().any(|(given, _)| given == key)
    }

    /// The options that are given, with their values as they are written.
    pub fn given(&self) -> impl Iterator<Item = (Key, &OsStr)> {
        self.given.iter().map(|(key, text)| (*key, text.as_os_str()))
    }
}

impl Key {
    /// A help text of it with what stands for the names in braces.
    fn filled(self, text: &str) -> String {
        let randomised = || Algorithm::ALL.into_iter().filter(|algorithm| algorithm.uses_seed());
        let ordered = || Algorithm::ALL.into_iter().filter(|algorithm| algorithm.has_order());
        let value = |name: &str| match name {
            ".films" => extensions(),
            ".pictures" => picture_extensions(),
            ".frame" => Still::Frame.endings(),
            ".page" => Still::Page.endings(),
            ".gallery" => Still::Gallery.endings(),
            ".chart" => Still::Chart.endings(),
            ".poster" => Still::Poster.endings(),
            "randomised" => listed(randomised(), "and"),
            "ordered" => listed(ordered(), "and"),
            "seed" => DEFAULT_SEED.to_string(),
            "max-log" => {
                let (number, unit) = values::in_unit(CopyOptions::DEFAULT_MAX_BYTES);
                format!("{number}{unit}")
            }
            "timeout" => format!("{}s", DEFAULT_TIMEOUT.as_secs()),
            "runs" => DEFAULT_RUNS.to_string(),
            "frames" => DEFAULT_MAX_FRAMES.to_string(),
            "slides" => MAX_SLIDES.to_string(),
            "steps" => MAX_STEPS.to_string(),
            "counters" => listed(Counter::ALL.map(Counter::name), "and"),
            "qualities" => usual_qualities(),
            "quality-of-jpeg" => Format::Jpeg.usual_quality().get().to_string(),
            "formats" => self.of_encoders().map(formats_with).unwrap_or_default(),
            other => format!("{{{other}}}"),
        };
        let mut filled = String::new();
        for part in text.split('{') {
            match part.split_once('}') {
                Some((name, rest)) => filled.extend([&value(name), rest]),
                None => filled.push_str(part),
            }
        }
        filled
    }

    /// The options of a kind.
    pub fn of(kind: Kind) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |key| key.kinds().contains(&kind))
    }

    /// The option of a kind with this name, or with one that it had before.
    pub fn named(kind: Kind, name: &str) -> Option<Self> {
        Self::of(kind).find(|key| key.name() == name || key.old_name() == Some(name))
    }

    /// The value that is meant where it is given without one.
    pub const fn without_value(self) -> Option<&'static str> {
        if matches!(self, Self::Code) { Some(CodeForm::Pseudo.name()) } else { None }
    }

    /// Whether its values are numbers.
    pub fn is_number(self) -> bool {
        ["N", "N|A..B", "K", "PIXELS", "RATE", "QUALITY", "NUMBER"].contains(&self.value_name())
    }

    /// Whether its value names a file.
    pub const fn names_file(self) -> bool {
        self.is_output() || matches!(self, Self::Log | Self::CodeFile | Self::Font)
    }

    /// Whether files have it, and not only the command line.
    pub(super) const fn is_in_files(self) -> bool {
        !matches!(self, Self::Force | Self::SaveRecipe)
    }

    /// Whether its value names a file that is written.
    pub(super) const fn is_output(self) -> bool {
        matches!(
            self,
            Self::Output
                | Self::Poster
                | Self::Subtitles
                | Self::Transcript
                | Self::Events
                | Self::SaveRecipe
        )
    }

    /// A name that it had before.
    pub const fn old_name(self) -> Option<&'static str> {
        if matches!(self, Self::Solutions) { Some("limit") } else { None }
    }

    /// Whether it is an argument without a name.
    pub const fn is_positional(self, kind: Kind) -> bool {
        let is_number = matches!(self, Self::Queens) && !matches!(kind, Kind::Replay);
        is_number
            || matches!(self, Self::Sizes | Self::Solvers | Self::Algorithms | Self::Placement | Self::Log)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_in_help_are_known() {
        for (key, kind) in Key::ALL.iter().flat_map(|key| key.kinds().iter().map(move |kind| (key, *kind))) {
            assert!(!key.help(kind).contains(['{', '}']), "{}", key.help(kind));
        }
    }
}
