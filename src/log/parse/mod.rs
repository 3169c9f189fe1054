//! The parser of a line.

mod object;
mod values;

use std::time::Duration;

use serde::de::{DeserializeSeed, Error};
use serde_json::error::Category;

pub(super) use object::{Key, Role};

use super::{Base, Fault, Header};
use crate::board::{BoardSize, Square, SquareNames};
use crate::search::{Event, TestedQueens};
use crate::words::{brief, excerpt};

#[derive(Debug)]
pub(super) enum LogLine {
    Header(Header),
    Action(LogAction, Details),
}

/// The content of a line: one event or several.
#[derive(Debug)]
pub(super) enum LogAction {
    Event(Event),
    Test {
        square: Square,
        claim: Option<Claim>,
        among: TestedQueens,
    },
    Board(Board),
    /// A queen is placed, and replaces all queens of its line and of later lines.
    Set(Square),
    Prune(Vec<Square>),
    Restore(Vec<Square>),
}

impl From<Event> for LogAction {
    fn from(event: Event) -> Self {
        Self::Event(event)
    }
}

/// A solver's result for a tested square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Claim {
    Safe,
    /// Not safe, for whatever reason.
    Refused,
    Attacker(Square),
}

#[derive(Debug)]
pub(super) struct Board {
    /// The length of the list, if each element is the queen of one line.
    pub lines: Option<BoardSize>,
    pub queens: Vec<Square>,
}

#[derive(Debug, Default)]
pub(super) struct Details {
    pub caption: Option<String>,
    pub pause: Option<Duration>,
    /// The line of the code, counted from 0.
    pub line: Option<usize>,
    pub lane: Option<u32>,
    pub score: Option<f64>,
}

impl Details {
    /// Returns the event of details without an event; `None` if there is at most a lane.
    pub fn event(&self) -> Option<Event> {
        let Self { caption, pause, line, lane: _, score } = self;
        let is_any = pause.is_some() || line.is_some() || score.is_some();
        if caption.is_some() { Some(Event::Note) } else { is_any.then_some(Event::Pause) }
    }
}

/// The state of a log before a line is parsed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Notation<'a> {
    pub header: &'a Header,
    /// The size of the board from the header or the options.
    pub size: Option<BoardSize>,
    pub code_lines: usize,
    /// Whether the file is a log, so that messages may quote it.
    pub is_log: bool,
}

impl Notation<'_> {
    const fn squares(self) -> SquareNotation {
        SquareNotation { base: self.header.base, size: self.size }
    }
}

#[derive(Debug, Clone, Copy)]
struct SquareNotation {
    base: Base,
    size: Option<BoardSize>,
}

impl SquareNotation {
    fn square_named<E: Error>(self, name: &str) -> Result<Square, E> {
        let shown = excerpt(name);
        if !name.starts_with(char::is_alphabetic) || !name.ends_with(|c: char| c.is_ascii_digit()) {
            return Err(E::custom(format_args!(
                "{shown:?} is no square; expected [row, column] or a name like \"h6\", or boards as text and nothing else"
            )));
        }
        let Some(size) = self.size else {
            return Err(E::custom(format_args!(
                "the square {shown:?}, but rank 1 is the lowest row of a board whose size is unknown; expected a \
                 header like {{\"queens\":8}}, or --queens 8"
            )));
        };
        size.square_named(name).ok_or_else(|| {
            let corner = SquareNames::Chess.square(Square::new(1, size.get()), size);
            E::custom(format_args!("no square {shown:?} on this board, from a1 to {corner}"))
        })
    }
}

pub(super) fn parse(text: &str, notation: Notation<'_>) -> Result<LogLine, Fault> {
    let mut json = serde_json::Deserializer::from_str(text);
    let line = object::LineSeed(notation).deserialize(&mut json);
    line.and_then(|line| json.end().map(|()| line)).map_err(|error| {
        let category = error.classify();
        // For invalid JSON, the text after the error was not read.
        let end = if category == Category::Data { text.len() } else { error.column().min(text.len()) };
        if let Some((at, name, instead)) = foreign_word(text).filter(|(at, ..)| *at < end) {
            let message = format!("{name} is not JSON; write {instead} instead");
            return Fault::Object { message, byte: at + 1, is_cut: false };
        }
        let whole = error.to_string();
        let place = format!(" at line {} column {}", error.line(), error.column());
        let mut message = brief(&in_words_of_json(whole.strip_suffix(&place).unwrap_or(&whole)));
        if matches!(category, Category::Syntax | Category::Eof) {
            let quotes = if message.contains("key must be") { "; keys have double quotes" } else { "" };
            message = format!("this is not JSON: {message}; expected {}{quotes}", object::EXPECTED);
        }
        Fault::Object { message, byte: error.column().max(1), is_cut: category == Category::Eof }
    })
}

/// Values that programs write and JSON does not have, and their replacements.
const FOREIGN_WORDS: [(&str, &[&str]); 3] = [
    ("null", &["NaN", "nan", "NAN", "Nan", "Infinity", "inf", "Inf", "INF", "None", "nil", "undefined"]),
    ("true", &["True"]),
    ("false", &["False"]),
];

/// Returns the first of [`FOREIGN_WORDS`] outside strings: its position, the word with its minus sign, and its
/// replacement.
fn foreign_word(text: &str) -> Option<(usize, &str, &'static str)> {
    // Escaped quotation marks do not end strings.
    let plain = text.replace("\\\\", "__").replace("\\\"", "__");
    let outside = plain.split('"').step_by(2);
    outside.flat_map(|part| part.split(|c: char| !c.is_alphanumeric())).find_map(|word| {
        let (instead, _) = FOREIGN_WORDS.iter().find(|(_, words)| words.contains(&word))?;
        let at = word.as_ptr().addr() - plain.as_ptr().addr();
        let from = at - usize::from(plain[..at].ends_with('-'));
        Some((from, &text[from..at + word.len()], *instead))
    })
}

/// Converts a message of `serde`, which begins with the type of the value found, to JSON terms.
fn in_words_of_json(message: &str) -> String {
    const NAMES: [(&str, &str); 3] =
        [("map", "an object"), ("sequence", "an array"), ("floating point", "number")];
    for beginning in ["invalid type: ", "invalid value: "] {
        let Some(found) = message.strip_prefix(beginning) else { continue };
        for (name, in_json) in NAMES {
            if let Some(rest) = found.strip_prefix(name) {
                return format!("{beginning}{in_json}{rest}");
            }
        }
    }
    message.to_owned()
}

pub(super) fn quoted(text: &str) -> String {
    excerpt(&text.trim().replace(char::is_control, "\u{fffd}"))
}
