//! What can be wrong with a log.

use std::io;

use crate::board::{BoardSize, Square};
use crate::record::EventError;

use super::MAX_LINE;

/// A log that cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LogError {
    /// A line is not as it should be.
    #[error("line {line}: {fault}")]
    Line {
        /// Its number, counted from 1.
        line: u64,
        /// What is wrong with it.
        fault: Fault,
    },
    /// The system cannot read it.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// It goes on and on.
    #[error("the line is longer than 64 KB ({MAX_LINE} bytes), the most that is read")]
    TooLong,
    /// There are bytes that are no text.
    #[error("byte {byte} is not UTF-8, as a log must be")]
    NotUtf8 {
        /// The first of them, counted from 1 in its line.
        byte: usize,
    },
    /// The bytes are text, but not the kind that logs are in.
    #[error("this looks like UTF-16; a log must be UTF-8")]
    Utf16,
    /// It is not an object that tells an event.
    #[error("{message} (at byte {byte})")]
    Object {
        /// What is wrong, and what was expected.
        message: String,
        /// Where in its line, counted from 1.
        byte: usize,
    },
    /// A header after an event, or after another header.
    #[error("a header stands only before the first event, once")]
    LateHeader,
    /// An event after the one that ends the search.
    #[error("the search was over in an earlier line, {{\"end\":true}}; nothing may follow")]
    AfterEnd,
    /// The log has ended and told nothing.
    #[error("the log ends without an event; expected at least one, like {{\"place\":[2,1]}}")]
    Empty,
    /// The event cannot happen.
    #[error(transparent)]
    Event(#[from] EventError),
    /// A whole board of another size.
    #[error("a board of {given} columns cannot follow on one of {size}")]
    OtherSize {
        /// The size of the board that was to be set up.
        given: BoardSize,
        /// The board.
        size: BoardSize,
    },
    /// A column or row to turn back from that the board does not have.
    #[error("there is no column or row {given} on a board of {size} rows and columns")]
    NoSuchColumn {
        /// The column or row.
        given: u8,
        /// The board.
        size: BoardSize,
    },
    /// A solution with queens that attack each other.
    #[error(
        "the queens on the board are no solution: row {}, column {} and row {}, column {} attack each other",
        .0.row, .0.column, .1.row, .1.column
    )]
    Conflict(Square, Square),
    /// A solution with more or fewer queens than the board has columns.
    #[error("the queens on the board are no solution: there are {queens}, and {size} are wanted")]
    WrongNumber {
        /// How many there are.
        queens: usize,
        /// How many there should be.
        size: BoardSize,
    },
}
