//! The lines of a log, none of them longer than a limit.

use std::io::{BufRead, ErrorKind};

use super::{Fault, LogError, MAX_LINE};

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
const UTF16_MARKS: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];

/// Gives the lines that are not empty, one at a time, in memory that does not grow.
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

    /// That line is at fault.
    pub const fn error(&self, fault: Fault) -> LogError {
        LogError::Line { line: if self.number == 0 { 1 } else { self.number }, fault }
    }

    /// The next line with something in it.
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

    /// Reads one line, its end left out; tells whether there was one.
    fn read(&mut self) -> Result<bool, LogError> {
        self.line.clear();
        let mut begun = false;
        loop {
            let there = match self.input.fill_buf() {
                Ok(there) => there,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error.into()),
            };
            if there.is_empty() {
                return Ok(begun);
            }
            if !begun {
                begun = true;
                self.number += 1;
            }
            let end = there.iter().position(|byte| *byte == b'\n');
            let part = &there[..end.unwrap_or(there.len())];
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
