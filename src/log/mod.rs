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
//! | `{"move":[[2,1],[4,1]]}`            | a queen moves from row 2, column 1 to row 4, column 1; two such pairs are a swap |
//! | `{"set":[4,1]}`                     | a queen is put into column 1, and replaces all queens from there on |
//! | `{"board":[2,4,1,3]}`               | a whole board at once: the row of the queen in each column, `null` or -1 where there is none |
//! | `{"board":[[2,1],[4,1]]}`           | the same for queens that share a column: their squares |
//! | `{"test":[3,2]}`                    | a square is tested; the reader finds the queen that attacks it |
//! | `{"prune":[[3,2],[3,3]]}`           | squares are ruled out; `restore` makes them possible again |
//! | `{"backtrack":3}`                   | column 3 (or row 3, in a search by rows) has no square left |
//! | `{"dead_end":{"row":5}}`            | looking ahead, the search gives up row 5: it has no free square |
//! | `{"solution":true}`                 | the queens on the board are a solution |
//! | `{"end":true}`                      | the search is over |
//!
//! With `"attacker":[2,1]` or `"safe":true` a test says what the solver has found, which is then
//! checked, and with `"among":"above"` which queens it has looked at. Solutions are optional: if a log reports none, a film shows all that the queens form (see
//! [`with_solutions`]). If it reports some, only these are shown.
//!
//! Every event may have a `caption`, one line of at most [`MAX_CAPTION`] characters, a `pause` like
//! `"1s"`, the `line` of the header's code that has just run, and, where several solvers write one
//! log, the number of its `lane` and a `score`. All but the lane may stand alone.
//!
//! # Header
//!
//! A header may precede the first event. All of its keys are optional (see [`Header`]):
//!
//! ```json
//! {"queens":8,"algorithm":"backtracking","order":"columns","seed":1}
//! ```
//!
//! Without a size the board is as large as the largest row or column that the log names. After
//! `{"base":0}` rows and columns are counted from 0, and after `{"boards":"steps"}` each board, which
//! may be a bare array, is a step from the one before.
//!
//! # What is accepted
//!
//! Logs are UTF-8; a byte order mark at the beginning of a line is skipped. Lines end in `\n` or `\r\n` (optional on the
//! last one) and have at most [`MAX_LINE`] bytes. Lines that are not objects are skipped (see
//! [`SkippedLines`]), and so is an incomplete last line. Numbers are integers without fraction or
//! exponent; a key whose value is `null` is as if it was not there. Anything else is a [`LogError`]
//! with the line and its number: an unknown or repeated key, an event that
//! [cannot happen](crate::search::EventError), a log without events. Of a log without events, a
//! [`SpooledLog`] also reads boards as programs print them for people.

mod error;
mod implied_events;
mod lines;
mod outline;
mod parse;
mod printed;
pub(crate) mod program;
mod reader;
mod spool;
mod writer;

use std::time::Duration;

use crate::board::{BoardSize, Problem, ProblemError, Square};
pub(crate) use crate::search::LONGEST_PAUSE;
use crate::search::{Event, Order, Rules};
use crate::variants::named_enum;
use crate::words::composed;

pub(crate) use error::{CaptionError, read_caption};
pub use error::{Fault, LogError};
pub use implied_events::with_solutions;
pub(crate) use implied_events::{steps_between, steps_to_set};
pub(crate) use outline::LaneOutline;
pub use outline::{Outline, SkippedLines};
pub use reader::{LogOptions, LogReader};
pub use spool::{CopyOptions, LogSpooler, SpooledLog};
pub use writer::LogWriter;

/// The maximum number of bytes of a line, without its end.
pub const MAX_LINE: usize = 1 << 16;

/// The maximum number of characters of a caption.
pub const MAX_CAPTION: usize = 200;

/// The maximum number of lines of code in a header.
// For the tests of this repository; not part of the API.
#[doc(hidden)]
pub const MAX_CODE_LINES: usize = 100;

/// Bytes read at once.
const BLOCK: usize = 1 << 16;

/// The maximum number of lanes.
const MAX_LANES: usize = 1000;

/// An event of a log.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Entry {
    /// The event.
    pub event: Event,
    /// The caption in the log.
    pub caption: Option<String>,
    /// How much longer its frame is shown, at most a minute.
    pub pause: Option<Duration>,
    /// The line of the code that has just run, counted from 0: of the header's, or of
    /// [other code](LogOptions::code_lines).
    pub line: Option<usize>,
    /// The lane, in a log of several solvers.
    pub lane: Option<u32>,
    /// How good the board of the lane is: more is better.
    pub score: Option<f64>,
}

impl Entry {
    /// An event with a caption: one line of at most [`MAX_CAPTION`] characters.
    pub fn captioned(event: Event, caption: impl Into<String>) -> Self {
        Self { caption: Some(composed(&caption.into())), ..Self::from(event) }
    }
}

/// Without a caption.
impl From<Event> for Entry {
    fn from(event: Event) -> Self {
        Self { event, caption: None, pause: None, line: None, lane: None, score: None }
    }
}

/// The line before the events of a log.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// The size of the board.
    pub queens: Option<BoardSize>,
    /// The queens that stand from the start, in a log that says its size.
    pub start: Vec<Square>,
    /// The closed squares, in a log that says its size.
    pub blocked: Vec<Square>,
    /// The name of the algorithm.
    pub algorithm: Option<String>,
    /// Whether the search goes by columns or by rows, and a board has the rows of the columns or the
    /// columns of the rows.
    pub order: Option<Order>,
    /// The seed of its random numbers.
    pub seed: Option<u64>,
    /// What rows and columns are counted from; as a number, the first of them.
    pub base: Base,
    /// The number that means 'no queen' in a board; `null` and -1 always do.
    pub empty: Option<i64>,
    /// What a board means.
    pub boards: Boards,
    /// The rules of the solver.
    pub rules: Rules,
    /// The lines of the algorithm, which events may refer to.
    pub code: Vec<String>,
}

impl Header {
    /// A header with what is solved only.
    pub fn new(problem: impl Into<Problem>) -> Self {
        let problem: Problem = problem.into();
        Self {
            queens: Some(problem.size()),
            start: problem.start().iter().collect(),
            blocked: problem.blocked().iter().collect(),
            ..Self::default()
        }
    }

    /// What is solved, on a board of this size.
    ///
    /// # Errors
    /// [`ProblemError`] if start and closed squares contradict each other or the size.
    pub fn problem(&self, size: BoardSize) -> Result<Problem, ProblemError> {
        Problem::new(size, self.start.iter().copied(), self.blocked.iter().copied())
    }

    /// The order of the search.
    pub(super) fn order(&self) -> Order {
        self.order.unwrap_or_default()
    }
}

/// What rows and columns are counted from; as a number, the first of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Base {
    /// The first row is row 0.
    Zero,
    /// The first row is row 1.
    #[default]
    One,
}

named_enum! {
    /// What the boards of a log mean.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub enum Boards {
        /// All queens are set up at once.
        #[default]
        Whole = "whole",
        /// What has changed since the board before is a step: a queen placed, removed or moved.
        Steps = "steps",
    }
}
