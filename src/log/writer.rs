//! Writing a log.

use std::io::{self, Write};
use std::{iter, mem};

use crate::board::{BoardSize, Square, SquareSet};
use crate::search::Event;

use super::{Entry, Header};

/// Writes a log, one line for each event.
///
/// Every line is written separately: use a [`BufWriter`](std::io::BufWriter) if there are many.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::log::{Header, LogWriter};
/// use queenreel::search::Event;
///
/// let (mut log, size) = (Vec::new(), BoardSize::new(4)?);
/// let mut writer = LogWriter::new(&mut log, size);
/// writer.header(&Header::new(size))?;
/// writer.event(Event::place((2, 1).into()))?;
/// writer.flush()?;
/// assert_eq!(String::from_utf8(log)?, "{\"queens\":4}\n{\"place\":[2,1]}\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LogWriter<W> {
    out: W,
    size: BoardSize,
    /// The queens of a whole board that has not been set up yet.
    setting_up: SquareSet,
    /// The line in progress. Formatted without `serde`: a long search has many millions of lines.
    line: Vec<u8>,
}

impl<W: Write> LogWriter<W> {
    /// A log without lines, for events on a board of this size.
    #[must_use]
    pub fn new(out: W, size: BoardSize) -> Self {
        Self { out, size, setting_up: SquareSet::new(), line: Vec::new() }
    }

    /// Writes the header, which must come before all events.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn header(&mut self, header: &Header) -> io::Result<()> {
        let Header { queens, algorithm, order, seed } = header;
        self.line.extend_from_slice(b"{\"queens\":");
        self.number(queens.get());
        for (key, text) in [("algorithm", algorithm), ("order", order)] {
            if let Some(text) = text {
                write!(self.line, ",\"{key}\":")?;
                serde_json::to_writer(&mut self.line, text)?;
            }
        }
        if let Some(seed) = seed {
            write!(self.line, ",\"seed\":{seed}")?;
        }
        self.end_line()
    }

    /// The writer, with all lines written.
    pub fn into_inner(self) -> W {
        self.out
    }

    /// Writes an event without a caption.
    ///
    /// # Errors
    /// If the writer fails.
    ///
    /// # Panics
    /// If a queen is set up beyond the board.
    pub fn event(&mut self, event: Event) -> io::Result<()> {
        if self.begin_line(event) { self.end_line() } else { Ok(()) }
    }

    /// Writes an event with its caption. Captions of [`Event::SetUp`] are not written: the queens of
    /// a board share its line.
    ///
    /// # Errors
    /// If the writer fails.
    ///
    /// # Panics
    /// If a queen is set up beyond the board.
    pub fn entry(&mut self, entry: &Entry) -> io::Result<()> {
        if !self.begin_line(entry.event) {
            return Ok(());
        }
        if let Some(caption) = &entry.caption {
            self.line.extend_from_slice(b",\"caption\":");
            serde_json::to_writer(&mut self.line, caption)?;
        }
        self.end_line()
    }

    /// Flushes the writer.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Formats all but the end of an event's line; returns whether the event has one.
    fn begin_line(&mut self, event: Event) -> bool {
        match event {
            Event::Test { square, attacker } => {
                self.square(b"{\"test\":", square);
                if let Some(attacker) = attacker {
                    self.square(b",\"attacker\":", attacker);
                }
            }
            Event::Place(square) => self.square(b"{\"place\":", square),
            Event::Remove(square) => self.square(b"{\"remove\":", square),
            Event::Move { from, to } => {
                self.square(b"{\"move\":[", from);
                self.square(b",", to);
                self.line.push(b']');
            }
            Event::SetUp(square) => {
                self.setting_up.insert(square);
                return false;
            }
            Event::Board => self.board(),
            Event::Solution => self.line.extend_from_slice(b"{\"solution\":true"),
            Event::Backtrack { from } => {
                self.line.extend_from_slice(b"{\"backtrack\":");
                self.number(from);
            }
            Event::DeadEnd { column } => {
                self.line.extend_from_slice(b"{\"dead_end\":");
                self.number(column);
            }
            Event::End => self.line.extend_from_slice(b"{\"end\":true"),
        }
        true
    }

    /// The rows of the queens or, if some share a column, their squares.
    fn board(&mut self) {
        let mut rows = vec![0; self.size.into()];
        let queens = mem::take(&mut self.setting_up);
        let shared = queens.iter().any(|queen| {
            let row = &mut rows[usize::from(queen.column) - 1];
            mem::replace(row, queen.row) > 0
        });
        let separators = iter::once(b"[").chain(iter::repeat(b","));
        self.line.extend_from_slice(b"{\"board\":");
        if shared {
            for (separator, queen) in separators.zip(&queens) {
                self.square(separator, queen);
            }
        } else {
            for (separator, row) in separators.zip(rows) {
                self.line.extend_from_slice(separator);
                self.number(row);
            }
        }
        self.line.push(b']');
    }

    fn end_line(&mut self) -> io::Result<()> {
        self.line.extend_from_slice(b"}\n");
        let written = self.out.write_all(&self.line);
        self.line.clear();
        written
    }

    fn square(&mut self, key: &[u8], square: Square) {
        self.line.extend_from_slice(key);
        self.line.push(b'[');
        self.number(square.row);
        self.line.push(b',');
        self.number(square.column);
        self.line.push(b']');
    }

    fn number(&mut self, number: u8) {
        for place in [100, 10] {
            if number >= place {
                self.line.push(b'0' + number / place % 10);
            }
        }
        self.line.push(b'0' + number % 10);
    }
}
