//! Writing a log.

use std::io::{self, Write};
use std::{iter, mem};

use crate::board::{BoardSize, Square, SquareSet};
use crate::search::Event;

use super::{Entry, Header};

/// Writes a log, a line for every event.
///
/// The lines go out one by one: into a [`BufWriter`](std::io::BufWriter), where there are many.
#[derive(Debug)]
pub struct LogWriter<W> {
    out: W,
    size: BoardSize,
    /// The queens of a whole board that has not been set up yet.
    setting_up: SquareSet,
    /// Made by hand: a long search has many millions of them.
    line: Vec<u8>,
}

impl<W: Write> LogWriter<W> {
    /// A log, without a line yet, of what happens on a board of this size.
    #[must_use]
    pub fn new(out: W, size: BoardSize) -> Self {
        Self { out, size, setting_up: SquareSet::empty(size), line: Vec::new() }
    }

    /// Writes the header, which comes before all events.
    ///
    /// # Errors
    /// When the writer fails.
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

    /// Writes an event without a caption.
    ///
    /// # Errors
    /// When the writer fails.
    ///
    /// # Panics
    /// When a queen is set up beyond the board.
    pub fn event(&mut self, event: Event) -> io::Result<()> {
        if self.begin_line(event) { self.end_line() } else { Ok(()) }
    }

    /// Writes an event, with its caption if it has one. The queens of a whole board have none: they
    /// all stand in its line.
    ///
    /// # Errors
    /// When the writer fails.
    ///
    /// # Panics
    /// When a queen is set up beyond the board.
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

    /// Sees to it that everything is out.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Writes all but the end of an event's line; tells whether it has one.
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

    /// The rows of the queens, or where some share a column, their squares.
    fn board(&mut self) {
        let mut rows = vec![0; usize::from(self.size.get())];
        let queens = mem::replace(&mut self.setting_up, SquareSet::empty(self.size));
        let shared = queens.iter().any(|queen| {
            let row = &mut rows[usize::from(queen.column) - 1];
            mem::replace(row, queen.row) > 0
        });
        let separators = iter::once(b"[").chain(iter::repeat(b","));
        self.line.extend_from_slice(b"{\"board\":");
        if shared {
            for (separator, queen) in separators.zip(queens.iter()) {
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
