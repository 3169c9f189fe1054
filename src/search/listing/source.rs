//! Source text of programs, as lines.

use crate::limits::{MAX_SOURCE_BYTES, MAX_SOURCE_LINES};
use crate::words::composed;

/// Tab stops are multiples of this many columns.
const TAB: usize = 4;

/// Source text that cannot be shown. See [`Listing::of_source`](super::Listing::of_source).
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// Nothing but white space, or nothing at all.
    #[error("there is no code in it")]
    Empty,
    /// Too many bytes or lines.
    #[error("more than 1 MB or {MAX_SOURCE_LINES} lines, the maximum for code that is shown")]
    TooLarge,
    /// Not valid UTF-8.
    #[error("line {line}, byte {byte} is not UTF-8; save the code as UTF-8")]
    NotUtf8 {
        /// Line number, counted from 1.
        line: usize,
        /// The first invalid byte of the line, counted from 1.
        byte: usize,
    },
}

/// Splits source into lines of code, expands tabs, and removes trailing white space.
pub(super) fn lines(source: &[u8]) -> Result<Vec<String>, SourceError> {
    if source.len() > MAX_SOURCE_BYTES {
        return Err(SourceError::TooLarge);
    }
    let text = str::from_utf8(source).map_err(|error| {
        let before = source[..error.valid_up_to()].split(|byte| *byte == b'\n');
        let (line, before) = (1..).zip(before).last().unwrap_or((1, &[]));
        SourceError::NotUtf8 { line, byte: before.len() + 1 }
    })?;
    let text = composed(text.strip_prefix('\u{feff}').unwrap_or(text));
    let lines: Vec<String> = text.lines().take(MAX_SOURCE_LINES + 1).map(without_tabs).collect();
    if lines.len() > MAX_SOURCE_LINES {
        Err(SourceError::TooLarge)
    } else if lines.iter().all(String::is_empty) {
        Err(SourceError::Empty)
    } else {
        Ok(lines)
    }
}

fn without_tabs(line: &str) -> String {
    let mut spaced = String::with_capacity(line.len());
    let mut column = 0;
    for character in line.trim_end().chars() {
        let spaces = if character == '\t' { TAB - column % TAB } else { 0 };
        if spaces > 0 {
            spaced.extend(std::iter::repeat_n(' ', spaces));
        } else {
            spaced.push(character);
        }
        column += spaces.max(1);
    }
    spaced
}
