//! Notes on a document.

use std::fmt;
use std::time::Duration;

use crate::board::BoardSize;
use crate::film::{OmittedPanel, RaisedTime, Reduction};
use crate::log::SkippedLines;
use crate::words::{self, Grouped, counted, milliseconds};

/// A remark on a document that the user should know, displayed as a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note {
    /// A time was increased to the minimum of the format, set by its frame rate (`true`) or by browsers (`false`).
    Raised(RaisedTime, bool),
    /// How the boards of a log were read.
    ReadAs(String),
    /// Lines of a log that are not events.
    Skipped(SkippedLines),
    /// The number of the incomplete last line of a log, and whether this line is a board instead of an event.
    CutLine(u64, bool),
    /// The size of the board is not in the log, but guessed.
    GuessedSize(BoardSize),
    /// A panel of the view is left out; with advice on how to show it.
    Omitted(OmittedPanel, String),
    /// Reductions that keep the film within its limits.
    Fitted(Vec<Reduction>),
    /// A film is shorter than the search: the number of frames that are left out, and the playing time.
    Shortened(u64, Duration),
    /// The film has no solution to be its thumbnail.
    NoThumbnail,
    /// The animation has no still for readers who prefer reduced motion.
    NoPoster,
    /// A solver of a race, with this name, reports no tests.
    FewerTicks(String),
    /// There is no solution; with the reason.
    NoSolution(String),
    /// The number of pages of a large sheet.
    ManyPages(u64),
    /// An algorithm is left out; with the sizes and the reason.
    LeftOut(String),
    /// The estimated time of a long count.
    TakesLong(String),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Raised(RaisedTime { option, time }, has_rate) => {
                let reason = match has_rate {
                    true => "no frame is shorter at this --fps",
                    false => "browsers slow down faster animations",
                };
                write!(f, "--{option} is raised to {}: {reason}", milliseconds(*time))
            }
            Self::ReadAs(reading) => write!(f, "read as {reading}"),
            Self::Skipped(SkippedLines { lines, first, has_arrays, .. }) => {
                let lines = counted(*lines, "other line");
                let hint = match has_arrays {
                    true => "; a log of boards begins with {\"boards\":\"steps\"}",
                    false => "",
                };
                match first {
                    Some((number, text)) => {
                        write!(f, "{lines} skipped, the first: line {number}: {text}{hint}")
                    }
                    None => write!(f, "{lines} skipped{hint}"),
                }
            }
            Self::CutLine(number, is_of_board) => {
                let what = if *is_of_board { "the board in line" } else { "line" };
                write!(f, "{what} {number}, the last, is incomplete, and left out")
            }
            Self::GuessedSize(size) => {
                write!(f, "the board is {size}×{size}, as no number in the log is larger; or say --queens N")
            }
            Self::Omitted(panel, advice) => write!(f, "{panel}; {advice}"),
            Self::Fitted(reductions) => {
                let given_up: Vec<String> = reductions.iter().map(ToString::to_string).collect();
                write!(f, "made to fit with {}", given_up.join(", "))
            }
            Self::Shortened(frames, time) => {
                let are = if *frames == 1 { "is" } else { "are" };
                write!(f, "{} {are} left out", counted(*frames, "frame"))?;
                if time.is_zero() { Ok(()) } else { write!(f, "; the film lasts {}", words::time(*time)) }
            }
            Self::NoThumbnail => {
                f.write_str("the film shows no solution, so the thumbnail is its last frame")
            }
            Self::NoPoster => f.write_str(
                "readers who ask for reduced motion see the film; --poster FILE adds a still for them",
            ),
            Self::FewerTicks(name) => {
                write!(f, "{name} reports no tests: it takes fewer ticks than solvers that do")
            }
            Self::ManyPages(pages) => {
                write!(f, "this sheet has {} pages; a smaller N has fewer", Grouped(*pages))
            }
            Self::NoSolution(text) | Self::LeftOut(text) | Self::TakesLong(text) => f.write_str(text),
        }
    }
}
