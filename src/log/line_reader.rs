//! The lines of a log, up to a maximum length.

use std::io::{BufRead, ErrorKind};

use super::{Fault, LogError, MAX_LINE};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
const UTF16_MARKS: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];

/// Reads the lines that are not empty, one at a time, into a buffer of bounded size.
#[derive(Debug)]
pub(super) struct Lines<R> {
    input: R,
    number: u64,
    line: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    pub const fn new(input: R) -> Self {
        Self { input, number: 0, line: Vec::new() }
    }

    /// The number of the line that was read last, counted from 1.
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// An error in that line.
    pub fn error(&self, fault: impl Into<Fault>) -> LogError {
        LogError::Line { line: self.number.max(1), fault: fault.into() }
    }

    /// The next line that is not empty.
    pub fn next(&mut self) -> Result<Option<&str>, LogError> {
        loop {
            if !self.read()? {
                return Ok(None);
            }
            if self.number == 1 {
                if UTF16_MARKS.iter().any(|mark| self.line.starts_with(mark)) {
                    return Err(self.error(Fault::Utf16));
                }
                if self.line.starts_with(BYTE_ORDER_MARK) {
                    self.line.drain(..BYTE_ORDER_MARK.len());
                }
            }
            if !self.line.iter().all(u8::is_ascii_whitespace) {
                break;
            }
        }
        match str::from_utf8(&self.line) {
            Ok(line) => Ok(Some(line)),
            Err(error) => Err(self.error(Fault::NotUtf8 { byte: error.valid_up_to() + 1 })),
        }
    }

    /// Reads one line without its end; returns whether there was one.
    fn read(&mut self) -> Result<bool, LogError> {
        self.line.clear();
        let mut started = false;
        loop {
            let buffered = match self.input.fill_buf() {
                Ok(buffered) => buffered,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error.into()),
            };
            if buffered.is_empty() {
                return Ok(started);
            }
            if !started {
                started = true;
                self.number += 1;
            }
            let end = buffered.iter().position(|byte| *byte == b'\n');
            let part = &buffered[..end.unwrap_or(buffered.len())];
            if self.line.len() + part.len() > MAX_LINE {
                return Err(self.error(Fault::TooLong));
            }
            self.line.extend_from_slice(part);
            let used = part.len() + usize::from(end.is_some());
            self.input.consume(used);
            if end.is_some() {
                return Ok(true);
            }
        }
    }
}
