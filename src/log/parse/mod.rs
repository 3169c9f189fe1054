//! The parser of a line.

mod object;
mod values;

use serde_json::error::Category;

use super::{Entry, Fault, Header};
use crate::board::{Placement, Square};

/// The content of a line.
#[derive(Debug)]
pub(super) enum Line {
    Header(Header),
    Entry(Entry),
    /// A whole board, which is several events.
    Board(Board, Option<String>),
}

/// A whole board in either notation.
#[derive(Debug)]
pub(super) enum Board {
    Rows(Placement),
    Queens(Vec<Square>),
}

/// The maximum number of characters from each end of a message: it may quote anything in the log.
const LONGEST_END: usize = 160;

/// Parses a line.
pub(super) fn parse(text: &str) -> Result<Line, Fault> {
    serde_json::from_str(text).map_err(|error| {
        let whole = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let mut message = shortened(whole.strip_suffix(&place).unwrap_or(&whole));
        if matches!(error.classify(), Category::Syntax | Category::Eof) {
            message = format!("this is not JSON: {message}; expected {}", object::EXPECTED);
        }
        Fault::Object { message, byte: error.column().max(1) }
    })
}

/// A message without its middle if it is too long.
fn shortened(message: &str) -> String {
    let length = message.chars().count();
    if length <= 2 * LONGEST_END {
        return message.to_owned();
    }
    let head: String = message.chars().take(LONGEST_END).collect();
    let tail: String = message.chars().skip(length - LONGEST_END).collect();
    format!("{head}…{tail}")
}
