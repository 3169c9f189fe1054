//! Logs: the events of a solver as JSON Lines, one event per line.
//!
//! Any program can write such a log, and `queenreel replay` films it. The simplest log has only the
//! squares where queens are placed and removed, as `[row, column]`, both counted from 1, row 1 at
//! the top:
//!
//! ```json
//! {"place":[1,1]}
//! {"remove":[1,1]}
//! {"place":[2,1]}
//! ```
//!
//! # Lines
//!
//! Every line holds one object, and every object is one event:
//!
//! | line                                | meaning |
//! |-------------------------------------|---------|
//! | `{"place":[2,1]}`                   | a queen is placed in row 2, column 1 |
//! | `{"remove":[2,1]}`                  | it is removed |
//! | `{"move":[[2,1],[4,1]]}`            | a queen moves from row 2, column 1 to row 4, column 1 |
//! | `{"board":[2,4,1,3]}`               | a whole board at once: the row of the queen in each column, 0 where there is none |
//! | `{"board":[[2,1],[4,1]]}`          | the same for queens that share a column: their squares |
//! | `{"test":[3,2],"attacker":[2,1]}`   | a square is tested, and the queen in row 2, column 1 attacks it |
//! | `{"test":[4,2]}`                    | a square is tested and safe; `"attacker":null` means the same |
//! | `{"solution":true}`                 | the queens on the board are a solution |
//! | `{"backtrack":3}`                   | column 3 (or row 3, in a search by rows) has run out of squares |
//! | `{"dead_end":5}`                    | looking ahead, the search finds no free square in column (or row) 5 |
//! | `{"end":true}`                      | the search is over |
//!
//! Solutions are optional: if a log reports none, a film shows all that the queens form (see
//! [`with_solutions`]). If it reports some, only these are shown.
//!
//! Every event may have a caption, one line of at most [`MAX_CAPTION`] characters:
//! `{"place":[2,1],"caption":"Try the second row"}`.
//!
//! # Header
//!
//! A header may precede the first event. It has the size of the board, and optionally the
//! algorithm, order and seed of the search, which the reader does not check:
//!
//! ```json
//! {"queens":8,"algorithm":"backtracking","order":"columns","seed":1}
//! ```
//!
//! Without a header the board is as large as the largest row or column that the log names.
//!
//! # What is accepted
//!
//! Logs are UTF-8, with or without a byte order mark. Lines end in `\n` or `\r\n` (optional on the
//! last one) and have at most [`MAX_LINE`] bytes; empty lines are ignored. Numbers are integers
//! without fraction or exponent. Anything else is a [`LogError`] with the number of the line: an
//! unknown or repeated key, an event that [cannot happen](crate::search::EventError), a log without
//! events.

mod error;
mod key;
mod line_reader;
mod missing_solutions;
mod outline;
mod parse;
mod reader;
mod spool;
mod writer;

use crate::board::BoardSize;
use crate::search::Event;

pub use error::{Fault, LogError};
pub use missing_solutions::with_solutions;
pub use outline::Outline;
pub use reader::LogReader;
pub use spool::SpooledLog;
pub use writer::LogWriter;

/// The maximum number of bytes of a line, without its end.
pub const MAX_LINE: usize = 1 << 16;

/// The maximum number of characters of a caption.
pub const MAX_CAPTION: usize = 200;

/// Checks that a caption is one line of at most [`MAX_CAPTION`] characters.
///
/// # Errors
/// [`CaptionError`] if it is not.
pub fn check_caption(text: &str) -> Result<(), CaptionError> {
    let breaks = |character: char| character.is_control() || matches!(character, '\u{2028}' | '\u{2029}');
    if text.contains(breaks) {
        return Err(CaptionError::ControlCharacter);
    }
    match text.chars().count() {
        0..=MAX_CAPTION => Ok(()),
        length => Err(CaptionError::TooLong(length)),
    }
}

/// A text that cannot be a caption.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CaptionError {
    /// It has more than one line, or other control characters.
    #[error("a control character in a text; expected one line of text, at most {MAX_CAPTION} characters")]
    ControlCharacter,
    /// It has too many characters.
    #[error("a text of {0} characters; expected one line of text, at most {MAX_CAPTION} characters")]
    TooLong(usize),
}

/// The line before the events of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// The size of the board.
    pub queens: BoardSize,
    /// The name of the algorithm.
    pub algorithm: Option<String>,
    /// The order of its lines: `columns` or `rows`.
    pub order: Option<String>,
    /// The seed of its random numbers.
    pub seed: Option<u64>,
}

impl Header {
    /// A header with the size of the board only.
    pub const fn new(queens: BoardSize) -> Self {
        Self { queens, algorithm: None, order: None, seed: None }
    }
}

/// An event of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// The event.
    pub event: Event,
    /// The caption in the log.
    pub caption: Option<String>,
}

impl Entry {
    /// An event with a caption: one line of at most [`MAX_CAPTION`] characters.
    pub fn captioned(event: Event, caption: impl Into<String>) -> Self {
        Self { event, caption: Some(caption.into()) }
    }
}

/// Without a caption.
impl From<Event> for Entry {
    fn from(event: Event) -> Self {
        Self { event, caption: None }
    }
}
