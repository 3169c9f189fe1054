//! The errors of logs.

use std::io;

use crate::board::{BoardSize, ProblemError};
use crate::limits::{MAX_CAPTION, MAX_LANES, MAX_LOG_LINE};
use crate::search::{EventError, Order};
use crate::words::composed;

/// An error of a log. See [`LogReader`](super::LogReader).
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// A line is invalid.
    #[error("line {line}: {fault}{}", quote(text))]
    Line {
        /// Line number, counted from 1.
        line: u64,
        /// The error in the line.
        fault: Fault,
        /// The beginning of the line, of up to 40 characters; empty if the file is not a log so far.
        text: String,
    },
    /// A log that can be read only once is too large to be copied.
    #[error("the log has more than {max_bytes} bytes, the maximum for what can be read only once")]
    TooLarge {
        /// The maximum in bytes.
        max_bytes: u64,
    },
    /// Reading fails.
    #[error(transparent)]
    Io(io::Error),
}

/// Unwraps an error that has passed through a reader of bytes.
impl From<io::Error> for LogError {
    fn from(error: io::Error) -> Self {
        error.downcast().unwrap_or_else(Self::Io)
    }
}

impl LogError {
    /// Whether the error concerns a single line, so that the other lines can be read.
    pub(super) const fn is_of_line(&self) -> bool {
        use Fault::{Compressed, Empty, Endless, Utf16};
        let Self::Line { fault, .. } = self else { return false };
        !matches!(fault, Empty { .. } | Endless | Utf16 | Compressed { .. })
    }

    pub(super) const fn is_of_no_event(&self) -> bool {
        matches!(self, Self::Line { fault: Fault::Empty { .. }, .. })
    }
}

fn quote(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("\n  {text}") }
}

/// An error in a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The line is too long.
    #[error("the line is longer than 64 KB ({MAX_LOG_LINE} bytes), the maximum")]
    TooLong,
    /// The line is not an object, and far too long to be skipped.
    #[error("the line does not end within half a megabyte")]
    Endless,
    /// The line is not valid UTF-8.
    #[error("byte {byte} is not UTF-8, as a log must be")]
    NotUtf8 {
        /// The first invalid byte, counted from 1.
        byte: usize,
    },
    /// The line is UTF-16.
    #[error("this looks like UTF-16; a log must be UTF-8")]
    Utf16,
    /// The line is the start of a compressed file.
    #[error("this is a {format} file; decompress it first")]
    Compressed {
        /// The name of the format.
        format: &'static str,
        /// The command that writes the contents of a file to its standard output.
        command: &'static str,
    },
    /// The line is not an object with an event or a header.
    #[error("{message} (at byte {byte})")]
    Object {
        /// The error and the expectation.
        message: String,
        /// The position in the line, counted from 1.
        byte: usize,
        /// Whether the line ends within the object.
        is_cut: bool,
    },
    /// The line is not an object, in a log that must not have other lines.
    #[error("this is not an event; expected one object, like {{\"place\":[2,1]}}")]
    NotAnObject,
    /// The line has a lane, or none, unlike the lines before it.
    #[error("either all events of a log have a \"lane\", or none")]
    MixedLanes,
    /// There are too many lanes.
    #[error("more than {MAX_LANES} lanes")]
    TooManyLanes,
    /// A board that is longer or shorter than the boards before it.
    #[error("this board has {given} {lines}, and the boards before it have {before}")]
    OtherLength {
        /// What the elements of the board stand for: rows or columns.
        lines: Order,
        /// The length of this board.
        given: BoardSize,
        /// The length of the boards before.
        before: BoardSize,
    },
    /// A printed board that is incomplete or ambiguous.
    #[error("{message}")]
    Printed {
        /// The error and a suggestion.
        message: String,
    },
    /// A header after an event, or after another header.
    #[error("a header may only come before the first event, once")]
    LateHeader,
    /// The header and the options name different sizes of the board.
    #[error("the header says \"queens\":{header}, and {given} were expected")]
    OtherQueens {
        /// The size in the header.
        header: BoardSize,
        /// The expected size.
        given: BoardSize,
    },
    /// The given queens and closed squares of the header do not make a problem.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The log has no event.
    #[error("the log ends without an event; expected at least one, like {{\"place\":[2,1]}}{}", hint(*.has_arrays))]
    Empty {
        /// Whether there are lines with arrays, which may be boards.
        has_arrays: bool,
    },
    /// A test without a result, in a log whose solver has its own rules.
    #[error(
        "with \"rules\":\"own\" a test says what the solver found: add \"safe\":true, \"safe\":false or \"attacker\""
    )]
    UnknownResult,
    /// The event cannot happen.
    #[error(transparent)]
    Event(#[from] EventError),
    /// The event cannot happen, in a log that counts from 0.
    #[error("{0} (counted from 1; this log counts from 0)")]
    EventFromZero(EventError),
}

const fn hint(has_arrays: bool) -> &'static str {
    if has_arrays { "; a log whose lines are boards begins with {\"boards\":\"steps\"}" } else { "" }
}

/// Returns a caption with composed letters.
///
/// # Errors
/// [`CaptionError`] unless `text` is one line of at most [`MAX_CAPTION`] characters, without control characters.
pub fn read_caption(text: &str) -> Result<String, CaptionError> {
    let breaks = |character: char| character.is_control() || matches!(character, '\u{2028}' | '\u{2029}');
    if text.contains(breaks) {
        return Err(CaptionError::ControlCharacter);
    }
    let text = composed(text);
    match text.chars().count() {
        0..=MAX_CAPTION => Ok(text),
        length => Err(CaptionError::TooLong(length)),
    }
}

/// Text that is not a caption.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CaptionError {
    /// More than one line, or other control characters.
    #[error(
        "a line break or a control character in a text; expected one line of text, at most {MAX_CAPTION} characters"
    )]
    ControlCharacter,
    /// Too many characters.
    #[error("a text of {0} characters; expected one line of text, at most {MAX_CAPTION} characters")]
    TooLong(usize),
}
