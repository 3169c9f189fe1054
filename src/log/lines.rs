//! The lines of a log.

use std::borrow::Cow;
use std::io::{BufRead, ErrorKind, Read};

use super::parse::{Key, Role, quoted};
use super::{Fault, LogError, MAX_LINE};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
const UTF16_MARKS: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];

/// How compressed files begin, their format, and the command that writes what they contain.
const COMPRESSED: [(&[u8], &str, &str); 5] = [
    (b"\x1f\x8b", "gzip", "gunzip -c"),
    (b"BZh", "bzip2", "bunzip2 -c"),
    (b"\xfd7zXZ", "xz", "xz -dc"),
    (b"\x28\xb5\x2f\xfd", "zstd", "zstd -dc"),
    (b"PK\x03\x04", "zip", "unzip -p"),
];

/// A line of which more bytes are skipped has no end.
const LONGEST_SKIPPED: usize = 1 << 19;

/// Reads the lines that are not empty, one at a time, into a buffer of bounded size.
#[derive(Debug)]
pub(super) struct Lines<R> {
    pub input: R,
    /// The number of the line that was read last, counted from 1.
    pub number: u64,
    /// That line, without its end.
    pub line: Vec<u8>,
    /// Whether it had an end: the last line of the input may be incomplete.
    pub is_terminated: bool,
    /// Whether it has more than [`MAX_LINE`] bytes, of which only the first were read.
    pub is_too_long: bool,
    /// How many of its other bytes are skipped at most.
    pub skip_limit: usize,
    /// Whether a line so far begins as an object of a log.
    pub is_log: bool,
}

impl<R: BufRead> Lines<R> {
    pub const fn new(input: R) -> Self {
        Self {
            input,
            number: 0,
            line: Vec::new(),
            is_terminated: true,
            is_too_long: false,
            skip_limit: LONGEST_SKIPPED,
            is_log: false,
        }
    }

    /// Whether that line has a key of the header.
    pub fn has_header(&self) -> bool {
        let mut keys = Key::ALL.into_iter().filter(|key| key.role() == Role::Header);
        let text = self.text();
        keys.any(|key| text.contains(&format!("\"{}\"", key.name())))
    }

    /// That line as text.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.line)
    }

    /// An error in that line.
    pub fn error(&self, fault: impl Into<Fault>) -> LogError {
        // Nothing is shown of a file that is no log.
        let text = if self.is_log { quoted(&self.text()) } else { String::new() };
        LogError::Line { line: self.number.max(1), fault: fault.into(), text }
    }

    /// Reads the next line that is not empty; returns whether there is one.
    pub fn advance(&mut self) -> Result<bool, LogError> {
        loop {
            if !self.read()? {
                return Ok(false);
            }
            if self.number == 1
                && let Some((_, format, command)) =
                    COMPRESSED.iter().find(|(beginning, ..)| self.line.starts_with(beginning))
            {
                return Err(self.error(Fault::Compressed { format, command }));
            }
            if UTF16_MARKS.iter().any(|mark| self.line.starts_with(mark)) {
                return Err(self.error(Fault::Utf16));
            }
            // What programs wrote one after the other may be in one file.
            while self.line.starts_with(BYTE_ORDER_MARK) {
                self.line.drain(..BYTE_ORDER_MARK.len());
            }
            if self.is_too_long || !self.line.iter().all(u8::is_ascii_whitespace) {
                return Ok(true);
            }
        }
    }

    /// Reads one line without its end; returns whether there was one.
    fn read(&mut self) -> Result<bool, LogError> {
        if self.is_too_long {
            self.skip_rest()?;
        }
        self.line.clear();
        let most = MAX_LINE as u64 + 1;
        if self.input.by_ref().take(most).read_until(b'\n', &mut self.line)? == 0 {
            return Ok(false);
        }
        self.number += 1;
        self.is_terminated = self.line.pop_if(|byte| *byte == b'\n').is_some();
        self.is_too_long = self.line.len() > MAX_LINE;
        self.line.truncate(MAX_LINE);
        Ok(true)
    }

    /// Passes over the rest of a line that is too long.
    fn skip_rest(&mut self) -> Result<(), LogError> {
        // The byte that made it too long has been read.
        let mut skipped = 1_usize;
        loop {
            let buffered = match self.input.fill_buf() {
                Ok(buffered) => buffered,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error.into()),
            };
            let end = buffered.iter().position(|byte| *byte == b'\n');
            let part = end.unwrap_or(buffered.len());
            skipped = skipped.saturating_add(part);
            if skipped > self.skip_limit {
                return Err(self.error(Fault::Endless));
            }
            let used = part + usize::from(end.is_some());
            self.input.consume(used);
            if used == 0 || end.is_some() {
                (self.is_too_long, self.is_terminated) = (false, end.is_some());
                self.skip_limit = LONGEST_SKIPPED;
                return Ok(());
            }
        }
    }
}

/// Whether a line begins as an object does; a solver may also print sets of numbers.
pub(super) fn looks_like_object(line: &[u8]) -> bool {
    inside(line).is_some_and(|inside| inside.first().is_none_or(|byte| b"\"'}".contains(byte)))
}

/// Whether a line begins as an object of a log.
pub(super) fn begins_with_key(line: &[u8]) -> bool {
    let mut keys = Key::ALL.into_iter().map(|key| format!("\"{}\"", key.name()));
    inside(line).is_some_and(|inside| keys.any(|key| inside.starts_with(key.as_bytes())))
}

/// What follows the beginning of an object.
fn inside(line: &[u8]) -> Option<&[u8]> {
    line.trim_ascii_start().strip_prefix(b"{").map(<[u8]>::trim_ascii_start)
}

/// Whether every second byte of the beginning of a line is zero, as in UTF-16.
pub(super) fn looks_like_utf16(line: &[u8]) -> bool {
    let pairs = line[..line.len().min(16)].as_chunks::<2>().0;
    let zeros = |which: usize| pairs.iter().filter(|pair| pair[which] == 0 && pair[1 - which] != 0).count();
    pairs.len() > 1 && [0, 1].into_iter().any(|which| zeros(which) > pairs.len() / 2)
}
