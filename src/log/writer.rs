//! Writing a log.

use std::io::{self, Write};
use std::mem;

use crate::board::{BoardSize, Square, SquareSet};
use crate::search::Event;

use super::key::Key;
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
        self.write(event, None)
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
        self.write(entry.event, entry.caption.as_deref())
    }

    /// Flushes the writer.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn write(&mut self, event: Event, caption: Option<&str>) -> io::Result<()> {
        if let Some(key) = Key::of(event) {
            self.line.extend_from_slice(b"{\"");
            self.line.extend_from_slice(key.name().as_bytes());
            self.line.extend_from_slice(b"\":");
        }
        match event {
            Event::Test { square, attacker } => {
                self.square(square);
                if let Some(attacker) = attacker {
                    self.line.extend_from_slice(b",\"attacker\":");
                    self.square(attacker);
                }
            }
            Event::Place(square) | Event::Remove(square) => self.square(square),
            Event::Move { from, to } => self.squares([from, to]),
            Event::SetUp(square) => {
                assert!(self.size.contains(square), "{square} is on a board of {}", self.size);
                self.setting_up.insert(square);
                // The queens of a board share its line.
                return Ok(());
            }
            Event::Board => self.board(),
            Event::Solution | Event::End => self.line.extend_from_slice(b"true"),
            Event::Backtrack { from: line } | Event::DeadEnd { column: line } => self.number(line),
        }
        if let Some(caption) = caption {
            self.line.extend_from_slice(b",\"caption\":");
            serde_json::to_writer(&mut self.line, caption)?;
        }
        self.end_line()
    }

    /// The rows of the queens or, if some share a column, their squares.
    fn board(&mut self) {
        let queens = mem::take(&mut self.setting_up);
        match queens.in_columns(self.size) {
            Some(rows) => self.list(rows, Self::number),
            None => self.squares(queens),
        }
    }

    fn squares(&mut self, squares: impl IntoIterator<Item = Square>) {
        self.list(squares, Self::square);
    }

    fn square(&mut self, square: Square) {
        self.list([square.row, square.column], Self::number);
    }

    fn list<T>(&mut self, values: impl IntoIterator<Item = T>, write: impl Fn(&mut Self, T)) {
        let mut separator = b'[';
        for value in values {
            self.line.push(separator);
            write(self, value);
            separator = b',';
        }
        self.line.push(b']');
    }

    fn end_line(&mut self) -> io::Result<()> {
        self.line.extend_from_slice(b"}\n");
        let written = self.out.write_all(&self.line);
        self.line.clear();
        written
    }

    fn number(&mut self, number: u8) {
        for power in [100, 10] {
            if number >= power {
                self.line.push(b'0' + number / power % 10);
            }
        }
        self.line.push(b'0' + number % 10);
    }
}
