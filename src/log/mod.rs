//! Logs: the events of a solver as JSON Lines, one event per line.
//!
//! Any program can write such a log, and `queenreel replay` films it. The simplest log has only the squares on
//! which queens are placed and removed, as `[row, column]`, both counted from 1, row 1 at the top:
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
//! | `{"remove":[2,1]}`                  | the queen in row 2, column 1 is removed |
//! | `{"move":[[2,1],[4,1]]}`            | a queen moves from row 2, column 1 to row 4, column 1; two such pairs are a swap |
//! | `{"set":[4,1]}`                     | a queen is placed in row 4, column 1, and replaces all queens in this and later columns (or rows) |
//! | `{"board":[2,4,1,3]}`               | a whole board at once: the row of the queen in each column, `null` or -1 for none |
//! | `{"board":[[2,1],[4,1]]}`           | a whole board by the squares of its queens, which may share a column |
//! | `{"test":[3,2]}`                    | a square is tested; the reader finds the queen that attacks it |
//! | `{"prune":[[3,2],[3,3]]}`           | squares are ruled out; `restore` makes them possible again |
//! | `{"backtrack":3}`                   | column 3 (or row 3, in a search by rows) has no square left |
//! | `{"dead_end":{"row":5}}`            | looking ahead, the search finds that row 5 has no free square |
//! | `{"solution":true}`                 | the queens on the board are a solution |
//! | `{"end":true}`                      | the search is over |
//!
//! With `"attacker":[2,1]` or `"safe":true` a test has the solver's result, which is then checked, and
//! `"among":"above"` names the queens that it has considered. Solutions are optional: if a log reports none, a
//! film shows all that its queens form. If it reports some, only these are shown.
//!
//! Every event may have a `caption`, one line of text of at most 200 characters, a `pause` like `"1s"`, the
//! `line` of the header's code that has just run, and, where several solvers write one log, the number of its
//! `lane` and a `score`. All of these except `lane` may also be without an event.
//!
//! # Header
//!
//! A header may precede the first event. All of its keys are optional (see [`Header`]):
//!
//! ```json
//! {"queens":8,"algorithm":"backtracking","order":"columns","seed":1}
//! ```
//!
//! Without a size the board is as large as the largest row or column in the log. After `{"base":0}` rows and
//! columns are counted from 0, and after `{"boards":"steps"}` each board, which may be a bare array, is a step
//! from the previous one.
//!
//! # Accepted input
//!
//! Logs are UTF-8; a byte order mark at the beginning of a line is skipped. Lines end in `\n` or `\r\n`
//! (optional on the last one) and have at most 65,536 bytes. Lines that are not objects are skipped, and
//! so is an incomplete last line. Numbers are integers without fraction or exponent, except scores. A key whose
//! value is `null` is ignored, except that `"attacker":null` means that a tested square is safe. Anything else is
//! a [`LogError`] with the line and its number: an unknown or repeated key, an event that
//! [cannot happen](crate::search::EventError), a log without events. If a log has no events, `queenreel replay`
//! also reads boards printed for people.

mod error;
mod implied_events;
mod lines;
mod parse;
mod printed;
pub(crate) mod program;
mod reader;
mod spool;
mod summary;
mod writer;

use std::time::Duration;

use crate::board::{BoardSize, Problem, ProblemError, Square};
use crate::search::{Event, Order, Rules};
use crate::variants::named_enum;
use crate::words::composed;

pub use error::{Fault, LogError};
pub use reader::{LogOptions, LogReader};
pub use writer::LogWriter;

pub(crate) use error::{CaptionError, read_caption};
pub(crate) use implied_events::{steps_between, steps_to_set};
pub(crate) use summary::LaneSummary;

#[cfg(not(feature = "internals"))]
pub(crate) use internals::*;
#[cfg(feature = "internals")]
pub use internals::*;

/// Public to the tests of this repository, with the feature `internals`.
mod internals {
    pub use super::spool::{CopyOptions, LogSpooler, SpooledLog};
    pub use super::summary::{LogSummary, SkippedLines};
}

/// The maximum number of bytes read at once.
const BLOCK: usize = 1 << 16;

/// An event of a log, with its details.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Entry {
    /// The event.
    pub event: Event,
    /// The caption in the log.
    pub caption: Option<String>,
    /// The additional duration of its frame, at most a minute.
    pub pause: Option<Duration>,
    /// The line of code that has just run, counted from 0: of the header's code, or of [other
    /// code](LogOptions::code_lines).
    pub line: Option<usize>,
    /// The lane, in a log of several solvers.
    pub lane: Option<u32>,
    /// The score of the lane's board: more is better.
    pub score: Option<f64>,
}

impl Entry {
    /// Creates an event with a caption: one line of text of at most 200 characters.
    pub fn captioned(event: Event, caption: impl Into<String>) -> Self {
        Self { caption: Some(composed(&caption.into())), ..Self::from(event) }
    }
}

/// An event without a caption.
impl From<Event> for Entry {
    fn from(event: Event) -> Self {
        Self { event, caption: None, pause: None, line: None, lane: None, score: None }
    }
}

/// The header of a log.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// The size of the board.
    pub queens: Option<BoardSize>,
    /// The given queens, in a log with a size.
    pub start: Vec<Square>,
    /// The closed squares, in a log with a size.
    pub blocked: Vec<Square>,
    /// The name of the algorithm.
    pub algorithm: Option<String>,
    /// The order of the search, and of the elements of boards: the row in each column, or the column in each row.
    pub order: Option<Order>,
    /// The seed of the algorithm's random numbers.
    pub seed: Option<u64>,
    /// The base of row and column numbers.
    pub base: Base,
    /// The number that means 'no queen' in a board; `null` and -1 always do.
    pub empty: Option<i64>,
    /// The meaning of boards.
    pub boards: Boards,
    /// The rules of the solver.
    pub rules: Rules,
    /// The lines of code of the algorithm, which events may refer to.
    pub code: Vec<String>,
}

impl Header {
    /// Creates a header with only the problem.
    pub fn new(problem: impl Into<Problem>) -> Self {
        let problem: Problem = problem.into();
        Self {
            queens: Some(problem.size()),
            start: problem.start().iter().collect(),
            blocked: problem.blocked().iter().collect(),
            ..Self::default()
        }
    }

    /// Returns the problem, on a board of this size.
    ///
    /// # Errors
    /// [`ProblemError`] if given queens and closed squares contradict each other or the size.
    pub fn problem(&self, size: BoardSize) -> Result<Problem, ProblemError> {
        Problem::new(size, self.start.iter().copied(), self.blocked.iter().copied())
    }

    pub(super) fn order(&self) -> Order {
        self.order.unwrap_or_default()
    }
}

/// The base of row and column numbers. See [`LogReader`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Base {
    /// The first row is row 0.
    Zero,
    /// The first row is row 1.
    #[default]
    One,
}

named_enum! {
    /// The meaning of the boards of a log. See [`LogReader`].
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub enum Boards {
        /// All queens are set up at once.
        #[default]
        Whole = "whole",
        /// What has changed since the board before is a step: a queen placed, removed or moved.
        Steps = "steps",
    }
}
