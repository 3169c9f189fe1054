//! Logs: what a solver does, written down as JSON Lines, one event a line.
//!
//! Any program can write such a log, and `queenreel replay` films it. The simplest tells only
//! where queens are put and taken away, as `[row, column]`, both counted from 1, row 1 at the top:
//!
//! ```json
//! {"place":[1,1]}
//! {"remove":[1,1]}
//! {"place":[2,1]}
//! ```
//!
//! # Lines
//!
//! Every line holds one object, and every object tells one event:
//!
//! | line                                | what it tells |
//! |-------------------------------------|---------------|
//! | `{"place":[2,1]}`                   | a queen is put in row 2, column 1 |
//! | `{"remove":[2,1]}`                  | it is taken away again |
//! | `{"move":[[2,1],[4,1]]}`            | a queen moves from row 2, column 1 to row 4, column 1 |
//! | `{"board":[2,4,1,3]}`               | a whole board at once: the row of the queen in each column, 0 where there is none |
//! | `{"board":[[2,1],[4,1]]}`          | the same for queens that share a column: their squares |
//! | `{"test":[3,2],"attacker":[2,1]}`   | a square is tested, and the queen in row 2, column 1 attacks it |
//! | `{"test":[4,2]}`                    | a square is tested and safe; `"attacker":null` says the same |
//! | `{"solution":true}`                 | the queens on the board are a solution |
//! | `{"backtrack":3}`                   | column 3 (or row 3, for who goes by rows) has run out of squares |
//! | `{"dead_end":5}`                    | a look ahead finds no free square left in column (or row) 5 |
//! | `{"end":true}`                      | the search is over |
//!
//! Nobody has to tell of solutions: where a log tells of none, a film shows all that there are (see
//! [`with_solutions`]). Where it tells of some, it is taken at its word.
//!
//! Every event may have a caption of its own, of [`MAX_CAPTION`] characters on one line:
//! `{"place":[2,1],"caption":"Try the second row"}`.
//!
//! # Header
//!
//! A header may stand before the first event. It tells the size of the board, and of what search
//! the log is, in words that the reader does not judge; all but `queens` may be left out:
//!
//! ```json
//! {"queens":8,"algorithm":"backtracking","order":"columns","seed":1}
//! ```
//!
//! Without a header the board is as large as the largest row or column that the log names.
//!
//! # What is accepted
//!
//! Logs are UTF-8, with or without a byte order mark. Lines end in `\n` or `\r\n`, the last one may
//! end in neither, and have [`MAX_LINE`] bytes at the most; empty lines are passed over. Numbers are
//! whole and written plainly. Anything else is a [`LogError`] with the number of the line: a key that
//! is not known or comes twice, a queen beyond the board, one that is placed where there is one or
//! taken from where there is none, a solution that is none, and a log without events.

mod error;
mod line_reader;
mod missing_solutions;
mod outline;
mod parse;
mod position;
mod reader;
mod writer;

use crate::board::BoardSize;
use crate::search::Event;

pub use error::{Fault, LogError};
pub use missing_solutions::with_solutions;
pub use outline::Outline;
pub use reader::LogReader;
pub use writer::LogWriter;

/// The most bytes of a line, without its end.
pub const MAX_LINE: usize = 1 << 16;

/// The most characters of a caption.
pub const MAX_CAPTION: usize = 200;

/// What stands before the events of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The size of the board.
    pub queens: BoardSize,
    /// The name of the algorithm.
    pub algorithm: Option<String>,
    /// Whether it goes by columns or by rows.
    pub order: Option<String>,
    /// What its random numbers start from.
    pub seed: Option<u64>,
}

/// An event of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What happens.
    pub event: Event,
    /// What the log itself says about it.
    pub caption: Option<String>,
}

impl From<Event> for Entry {
    fn from(event: Event) -> Self {
        Self { event, caption: None }
    }
}
