//! Source text of programs, as lines.

use crate::words::composed;

/// The maximum size of source text in bytes.
const MAX_BYTES: usize = 1_000_000;

/// The maximum number of its lines.
const MAX_LINES: usize = 100_000;

/// Tabs reach to the next multiple of so many columns.
const TAB: usize = 4;

/// Why source text cannot be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// There is nothing to show.
    #[error("there is no code in it")]
    Empty,
    /// More than can be of use.
    #[error("more than 1 MB or {MAX_LINES} lines, the maximum for code that is shown")]
    TooLarge,
    /// Text in another encoding, or no text.
    #[error("line {line}, byte {byte} is not UTF-8; save the code as UTF-8")]
    NotUtf8 {
        /// The line, counted from 1.
        line: usize,
        /// The first byte of the line that is wrong, counted from 1.
        byte: usize,
    },
}

impl super::Listing {
    /// The maximum size of [source text](Self::of_source) in bytes.
    pub const MAX_SOURCE_BYTES: usize = MAX_BYTES;
}

/// The lines without tabs and without white space at the end.
pub(super) fn lines(source: &[u8]) -> Result<Vec<String>, SourceError> {
    if source.len() > MAX_BYTES {
        return Err(SourceError::TooLarge);
    }
    let text = str::from_utf8(source).map_err(|error| {
        let before = source[..error.valid_up_to()].split(|byte| *byte == b'\n');
        let (line, before) = (1..).zip(before).last().unwrap_or((1, &[]));
        SourceError::NotUtf8 { line, byte: before.len() + 1 }
    })?;
    let text = composed(text.strip_prefix('\u{feff}').unwrap_or(text));
    let lines: Vec<String> = text.lines().take(MAX_LINES + 1).map(without_tabs).collect();
    if lines.len() > MAX_LINES {
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
