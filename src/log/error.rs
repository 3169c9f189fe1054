//! The errors of logs.

use std::io;

use crate::search::EventError;

use super::MAX_LINE;

/// A log that cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// A line is invalid.
    #[error("line {line}: {fault}")]
    Line {
        /// Its number, counted from 1.
        line: u64,
        /// What is wrong with it.
        fault: Fault,
    },
    /// Reading fails.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// It is too long.
    #[error("the line is longer than 64 KB ({MAX_LINE} bytes), the maximum")]
    TooLong,
    /// It has bytes that are not text.
    #[error("byte {byte} is not UTF-8, as a log must be")]
    NotUtf8 {
        /// The first of them, counted from 1 in its line.
        byte: usize,
    },
    /// It is text in another encoding.
    #[error("this looks like UTF-16; a log must be UTF-8")]
    Utf16,
    /// It is not an object with an event.
    #[error("{message} (at byte {byte})")]
    Object {
        /// What is wrong, and what was expected.
        message: String,
        /// The position in its line, counted from 1.
        byte: usize,
    },
    /// A header after an event, or after another header.
    #[error("a header may only come before the first event, once")]
    LateHeader,
    /// The log has no event.
    #[error("the log ends without an event; expected at least one, like {{\"place\":[2,1]}}")]
    Empty,
    /// The event cannot happen.
    #[error(transparent)]
    Event(#[from] EventError),
}
