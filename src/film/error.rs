//! Errors of films.

use std::error::Error;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::{OverLimits, Sidecar};
use crate::encode::{EncodeError, Format};
use crate::export::SeriesError;
use crate::limits::{MAX_FRAMES_OF_EXCERPT, MAX_TICKS};
use crate::log::{CaptionError, LogError};
use crate::page::{PageError, StatePanel};
use crate::record::ScheduleError;
use crate::search::{Algorithm, EventError, TreeError};
use crate::vector::SvgError;
use crate::watch::Stopped;
use crate::words::{Grouped, counted, listed, milliseconds, shown};

/// Why a film could not be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilmError {
    /// The listing has no such line.
    #[error("the listing has {}, and there is no line {line}, counted from 0", counted(*.lines as u64, "line"))]
    NoSuchLine {
        /// The line.
        line: usize,
        /// The number of lines.
        lines: usize,
    },
    /// The selected lane is not in the log, or no lane of a log with lanes is selected; with the numbers of all lanes.
    #[error("{}", no_lane(.0))]
    Lanes(Vec<u32>),
    /// The named log neither tests nor rules out squares, in a race whose clock counts tests.
    #[error("{0} reports no tests, so a clock that counts tests cannot time it")]
    NoTests(String),
    /// An impossible event.
    #[error(transparent)]
    Event(#[from] EventError),
    /// The log cannot be read.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The caption cannot be shown.
    #[error(transparent)]
    Caption(#[from] CaptionError),
    /// The search does not fit the schedule.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The page cannot be drawn with these options.
    #[error(transparent)]
    Style(#[from] PageError),
    /// There is no search tree, or it is too large to show.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// A listing was requested, and the algorithm is unknown.
    #[error("the algorithm is unknown, so there is no code to show")]
    NoListing,
    /// The excerpt has no frames.
    #[error(
        "nothing is selected: the film has {}, of the steps 0 to {}, and lasts {}",
        counted(*.frames, "frame"), Grouped(*.steps), milliseconds(*.time)
    )]
    NothingSelected {
        /// Number of frames of the film.
        frames: u64,
        /// The last step of the film.
        steps: u64,
        /// The length of the film.
        time: Duration,
    },
    /// The excerpt of a race has no frames.
    #[error(
        "nothing is selected: the race has the ticks 0 to {}{}", Grouped(*.ticks),
        .time.map_or_else(String::new, |time| format!(", and its film lasts {}", milliseconds(time)))
    )]
    NothingSelectedOfRace {
        /// The last tick.
        ticks: u64,
        /// The length of the film, if times were selected.
        time: Option<Duration>,
    },
    /// The requested thumbnail is not a frame of the film.
    #[error(
        "there is no frame {} for the thumbnail: the film has {}{}",
        Grouped(*.asked), counted(*.frames, "frame"), numbered(*.first, *.last)
    )]
    NoSuchThumbnail {
        /// The requested step.
        asked: u64,
        /// Number of frames.
        frames: u64,
        /// Step of the first frame.
        first: u64,
        /// Step of the last frame.
        last: u64,
    },
    /// The film is too long for an excerpt.
    #[error(
        "excerpts are made of films with at most {} frames",
        Grouped(MAX_FRAMES_OF_EXCERPT as u64)
    )]
    TooLongToSelect,
    /// A panel shows state that the algorithm does not have; `None` if the algorithm is unknown.
    #[error("{}", no_state(*.0, *.1))]
    NoState(StatePanel, Option<Algorithm>),
    /// A panel shows state that exists only in searches without given queens and closed squares.
    #[error("the panel '{0}' is for boards without a start and without closed squares; leave it out")]
    StateOfPlain(StatePanel),
    /// Gauges were requested for this algorithm, which does not fill one line after another, or for a solver with its
    /// own rules for safe squares.
    #[error("{}", no_gauges(*.0))]
    NoGauges(Option<Algorithm>),
    /// The named solver of a race does not finish.
    #[error("{} does not end within {} ticks", .0, Grouped(MAX_TICKS))]
    EndlessRun(String),
    /// Even the smallest film exceeds its limits.
    #[error(transparent)]
    OverLimits(#[from] Box<OverLimits>),
    /// No slide has the aspect ratio of pictures with this width and height.
    #[error(
        "slides are at most 56 times as wide as high, or as high as wide, and the pictures have {0}×{1} pixels"
    )]
    NoSlide(u32, u32),
    /// The path does not name a format.
    #[error(
        "'{}' does not say which format to write: end it in {} for an animation or a video, .png for one frame, \
         in / for a directory of PNG frames", shown(.0), file_endings()
    )]
    UnknownFormat(PathBuf),
    /// The extension of the path contradicts the format.
    #[error("'{}' is no name for {wanted}", shown(.path))]
    OtherFormat {
        /// The path.
        path: PathBuf,
        /// The requested format.
        wanted: Format,
    },
    /// The format does not support the film, or the pictures could not be written.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// The film cannot be an SVG.
    #[error(transparent)]
    Svg(SvgError),
    /// A file next to the film could not be written.
    #[error("cannot write the {} {}", .file.kind.name(), shown(&.file.path))]
    Sidecar {
        /// The file.
        file: Sidecar,
        /// The cause.
        #[source]
        error: Box<FilmError>,
    },
    /// Some files are complete, but the next file could not be completed.
    #[error("complete: the {}; but not all files written with it", listed(.complete, "and the"))]
    OnlySomeComplete {
        /// The names of the complete files.
        complete: Vec<&'static str>,
        /// The error of the next file.
        #[source]
        error: Box<FilmError>,
    },
    /// The directory cannot be written to.
    #[error(transparent)]
    Series(#[from] SeriesError),
    /// A file could not be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The watch cancelled the film.
    #[error("the film was stopped")]
    Stopped,
    /// A custom source of events or a custom sink failed.
    #[error(transparent)]
    Other(Box<dyn Error + Send + Sync>),
}

impl From<SvgError> for FilmError {
    fn from(error: SvgError) -> Self {
        match error {
            SvgError::Io(error) => Self::Io(error),
            error => Self::Svg(error),
        }
    }
}

impl From<Stopped> for FilmError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

impl FilmError {
    pub(super) fn of_selection(error: ScheduleError) -> Self {
        match error {
            ScheduleError::TooManyFrames { .. } | ScheduleError::TooManyAlwaysShown { .. } => {
                Self::TooLongToSelect
            }
            error @ (ScheduleError::TooLong { .. } | ScheduleError::TooShort { .. }) => error.into(),
        }
    }
}

fn numbered(first: u64, last: u64) -> String {
    let (first, last) = (Grouped(first), Grouped(last));
    if first == last { format!(", number {first}") } else { format!(", numbered {first} to {last}") }
}

fn no_lane(lanes: &[u32]) -> String {
    if lanes.is_empty() {
        "the log has no lanes".to_owned()
    } else {
        format!("the log has the lanes {lanes:?}; name one of them")
    }
}

fn no_state(panel: StatePanel, algorithm: Option<Algorithm>) -> String {
    let Some(algorithm) = algorithm else {
        return format!("the algorithm is unknown, so there is nothing to show in the panel '{panel}'");
    };
    let names: Vec<String> = StatePanel::of(algorithm).map(|panel| format!("'{panel}'")).collect();
    let panels = if names.is_empty() { "no panels of state".to_owned() } else { names.join(", ") };
    let others = Algorithm::ALL.into_iter().filter(|other| panel.is_of(*other)).map(Algorithm::name);
    let others = others.collect::<Vec<_>>().join(", ");
    format!("the panel '{panel}' is for {others}; {algorithm} has {panels}")
}

fn no_gauges(algorithm: Option<Algorithm>) -> String {
    let Some(algorithm) = algorithm else {
        return "the solver has its own rules for safe squares, which gauges do not count".to_owned();
    };
    format!("{algorithm} does not fill the board line by line, so it has no gauges")
}

fn file_endings() -> String {
    let files = Format::drawn().filter(|format| !format.is_directory() && !format.is_still());
    files.map(|format| format!(".{}", format.extension())).collect::<Vec<_>>().join(", ")
}
