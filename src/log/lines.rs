//! The lines of a log.

use crate::limits::{MAX_LOG_LINE, MAX_SKIPPED_LINE};
use std::borrow::Cow;
use std::io::{BufRead, ErrorKind, Read};

use super::parse::{Key, Role, quoted};
use super::{Fault, LogError};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
const UTF16_MARKS: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];

/// The first bytes of compressed files, their format, and the command that decompresses them.
const COMPRESSED: [(&[u8], &str, &str); 5] = [
    (b"\x1f\x8b", "gzip", "gunzip -c"),
    (b"BZh", "bzip2", "bunzip2 -c"),
    (b"\xfd7zXZ", "xz", "xz -dc"),
    (b"\x28\xb5\x2f\xfd", "zstd", "zstd -dc"),
    (b"PK\x03\x04", "zip", "unzip -p"),
];

/// Reads lines that are not empty into a buffer of bounded size.
#[derive(Debug)]
pub(super) struct Lines<R> {
    pub input: R,
    /// The number of the last line read, counted from 1.
    pub number: u64,
    /// The last line read, without its end.
    pub line: Vec<u8>,
    /// Whether the line was terminated: the last line of the input may be incomplete.
    pub is_terminated: bool,
    /// Whether the line has more than [`MAX_LOG_LINE`] bytes, of which only the first were read.
    pub is_too_long: bool,
    /// The maximum number of bytes that are skipped of a line that is too long.
    pub skip_limit: usize,
    /// Whether some line so far begins like an object of a log.
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
            skip_limit: MAX_SKIPPED_LINE,
            is_log: false,
        }
    }

    /// Whether the line has the name of a header key, in quotation marks.
    pub fn has_header(&self) -> bool {
        let mut keys = Key::ALL.into_iter().filter(|key| key.role() == Role::Header);
        let text = self.text();
        keys.any(|key| text.contains(&format!("\"{}\"", key.name())))
    }

    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.line)
    }

    pub fn error(&self, fault: impl Into<Fault>) -> LogError {
        // If the file is not a log, the message quotes nothing of it.
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
            // Concatenated output of several programs may contain byte order marks.
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
        let most = MAX_LOG_LINE as u64 + 1;
        if self.input.by_ref().take(most).read_until(b'\n', &mut self.line)? == 0 {
            return Ok(false);
        }
        self.number += 1;
        self.is_terminated = self.line.pop_if(|byte| *byte == b'\n').is_some();
        self.is_too_long = self.line.len() > MAX_LOG_LINE;
        self.line.truncate(MAX_LOG_LINE);
        Ok(true)
    }

    fn skip_rest(&mut self) -> Result<(), LogError> {
        // The first byte beyond the maximum has been read already.
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
                self.skip_limit = MAX_SKIPPED_LINE;
                return Ok(());
            }
        }
    }
}

/// Whether a line begins like an object, unlike a set of numbers, which a solver may print.
pub(super) fn looks_like_object(line: &[u8]) -> bool {
    inside(line).is_some_and(|inside| inside.first().is_none_or(|byte| b"\"'}".contains(byte)))
}

pub(super) fn begins_with_key(line: &[u8]) -> bool {
    let mut keys = Key::ALL.into_iter().map(|key| format!("\"{}\"", key.name()));
    inside(line).is_some_and(|inside| keys.any(|key| inside.starts_with(key.as_bytes())))
}

/// Returns the text after the opening brace.
fn inside(line: &[u8]) -> Option<&[u8]> {
    line.trim_ascii_start().strip_prefix(b"{").map(<[u8]>::trim_ascii_start)
}

/// Whether most pairs of bytes at the beginning of a line have a zero byte in the same position, as in UTF-16.
pub(super) fn looks_like_utf16(line: &[u8]) -> bool {
    let pairs = line[..line.len().min(16)].as_chunks::<2>().0;
    let zeros = |which: usize| pairs.iter().filter(|pair| pair[which] == 0 && pair[1 - which] != 0).count();
    pairs.len() > 1 && [0, 1].into_iter().any(|which| zeros(which) > pairs.len() / 2)
}
