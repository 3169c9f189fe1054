//! Writing a log.

use std::io::{self, Write};
use std::mem;
use std::time::Duration;

use serde::Serialize;

use crate::board::{BoardSize, Line, Square, SquareSet};
use crate::search::{Event, Matrix, Order, Rules, Stages, TestedQueens};

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
    /// The order in the header: how boards and numbers of lines are written.
    order: Order,
    /// The queens of a whole board that has not been set up yet.
    setting_up: SquareSet,
    /// The matrices that are written, if any are.
    stages: Option<Stages>,
    /// The line in progress. Formatted without `serde`: a long search has many millions of lines.
    line: Vec<u8>,
}

impl<W: Write> LogWriter<W> {
    /// A log without lines, for events on a board of this size.
    pub fn new(out: W, size: BoardSize) -> Self {
        let (order, setting_up) = (Order::default(), SquareSet::new());
        Self { out, size, order, setting_up, stages: None, line: Vec::new() }
    }

    /// The same log with these matrices, which follow the events: the line of each placement and
    /// removal has `now` and the stage that was kept or restored.
    pub fn with_stages(self, stages: Stages) -> Self {
        Self { stages: Some(stages), ..self }
    }

    /// Writes the header, which must come before all events.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn header(&mut self, header: &Header) -> io::Result<()> {
        let Header { queens, start, blocked, algorithm, order, seed, .. } = header;
        let Header { base: _, empty: _, boards: _, rules, code, .. } = header;
        self.order = header.order();
        self.line.push(b'{');
        self.key("queens");
        self.number(queens.unwrap_or(self.size).get());
        for (key, squares) in [(Key::Start, start), (Key::Blocked, blocked)] {
            if !squares.is_empty() {
                self.key(key.name());
                self.list(squares.iter().copied(), Self::square);
            }
        }
        self.json("algorithm", algorithm.as_ref())?;
        self.json("order", order.map(Order::name))?;
        self.json("seed", *seed)?;
        self.json("rules", (*rules != Rules::default()).then_some(rules.name()))?;
        self.json("code", Some(code).filter(|code| !code.is_empty()))?;
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
    /// If a queen is set up beyond the board or, with matrices, placed or removed beyond it.
    pub fn event(&mut self, event: Event) -> io::Result<()> {
        self.entry(&event.into())
    }

    /// Writes an event with its caption. Captions of [`Event::SetUp`] are not written: the queens of
    /// a board share its line.
    ///
    /// # Errors
    /// If the writer fails.
    ///
    /// # Panics
    /// If a queen is set up beyond the board or, with matrices, placed or removed beyond it.
    pub fn entry(&mut self, entry: &Entry) -> io::Result<()> {
        let Entry { event, caption, pause, line, lane, score } = entry;
        if !self.begin_line(*event) {
            return Ok(());
        }
        // A line says something.
        let is_mute = pause.is_none() && line.is_none() && score.is_none();
        let caption = caption.as_deref().or((*event == Event::Note).then_some(""));
        let pause = pause.or((*event == Event::Pause && is_mute).then_some(Duration::ZERO));
        self.json("caption", caption)?;
        self.json("pause", pause.map(|pause| humantime::format_duration(pause).to_string()))?;
        self.json("line", line.map(|line| line + 1))?;
        self.json("lane", *lane)?;
        self.json("score", *score)?;
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
        if let Event::SetUp(square) = event {
            assert!(self.size.contains(square), "{square} is on a board of {}", self.size);
            self.setting_up.insert(square);
            return false;
        }
        self.line.push(b'{');
        if let Some(key) = Key::of(event) {
            self.key(key.name());
        }
        match event {
            Event::Test { square, attacker, among } => {
                self.square(square);
                match attacker {
                    Some(attacker) => {
                        self.key("attacker");
                        self.square(attacker);
                    }
                    // Without it, the reader would look for an attacker.
                    None => self.safe(true),
                }
                if among != TestedQueens::All {
                    self.key(Key::Among.name());
                    self.line.push(b'"');
                    self.line.extend_from_slice(among.name().as_bytes());
                    self.line.push(b'"');
                }
            }
            Event::Refuse(square) => {
                self.square(square);
                self.safe(false);
            }
            Event::Place(square) => {
                self.square(square);
                self.matrices(square, Stages::place);
            }
            Event::Remove(square) => {
                self.square(square);
                self.matrices(square, Stages::remove);
            }
            Event::Prune(square) | Event::Restore(square) => self.square(square),
            Event::Move { from, to } => self.list([from, to], Self::square),
            Event::Swap { from: [one, other], to: [to, other_to] } => {
                self.list([[one, to], [other, other_to]], |log, pair| log.list(pair, Self::square));
            }
            Event::Board => self.board(),
            Event::Solution | Event::End => self.line.extend_from_slice(b"true"),
            Event::Backtrack { from: line } | Event::DeadEnd { line } => self.line_of_board(line),
            Event::SetUp(_) | Event::Note | Event::Pause => {}
        }
        true
    }

    /// The matrices, if they are written, after a step in the line of a square.
    fn matrices(&mut self, square: Square, step: fn(&mut Stages, Square)) {
        let Some(mut stages) = self.stages.take() else { return };
        step(&mut stages, square);
        self.matrix(Key::Now, &stages.now);
        if let Some(stage) = &stages.kept[stages.line(square)] {
            self.matrix(Key::Stage, stage);
        }
        self.stages = Some(stages);
    }

    fn matrix(&mut self, key: Key, matrix: &Matrix) {
        self.key(key.name());
        self.list(matrix.rows(), |log, row| log.list(row, |log, entry| log.number(entry.digit())));
    }

    fn safe(&mut self, is_safe: bool) {
        self.key(Key::Safe.name());
        self.line.extend_from_slice(if is_safe { b"true" } else { b"false" });
    }

    /// The number of a line in the order of the log, or an object that also says what it is.
    fn line_of_board(&mut self, line: Line) {
        if self.order.line(line.number()) == line {
            return self.number(line.number());
        }
        self.line.extend_from_slice(match line {
            Line::Row(_) => b"{\"row\":",
            Line::Column(_) => b"{\"column\":",
        });
        self.number(line.number());
        self.line.push(b'}');
    }

    /// The queen of each line or, if lines are shared, the squares of the queens.
    fn board(&mut self) {
        let mut lines = vec![None; self.size.into()];
        let queens = mem::take(&mut self.setting_up);
        let shared = queens.iter().any(|queen| {
            let (line, position) = self.order.place_of(queen);
            lines[usize::from(line)].replace(position + 1).is_some()
        });
        if shared {
            self.list(queens, Self::square);
        } else {
            self.list(lines, |log, position| match position {
                Some(position) => log.number(position),
                None => log.line.extend_from_slice(b"null"),
            });
        }
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

    fn key(&mut self, name: &str) {
        let separator = if self.line.ends_with(b"{") { "\"" } else { ",\"" };
        for part in [separator, name, "\":"] {
            self.line.extend_from_slice(part.as_bytes());
        }
    }

    /// Writes a key and its value, if there is one.
    fn json(&mut self, name: &str, value: Option<impl Serialize>) -> io::Result<()> {
        let Some(value) = value else { return Ok(()) };
        self.key(name);
        Ok(serde_json::to_writer(&mut self.line, &value)?)
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
