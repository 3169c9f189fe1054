//! Writes a log.

use std::io::{self, Write};
use std::mem;
use std::time::Duration;

use serde::Serialize;

use crate::board::{BoardSize, Line, Square, SquareSet};
use crate::search::{Event, Matrix, Order, Rules, Stages, TestedQueens};

use super::{Entry, Header};

/// Writes a log, one line for each event or whole board.
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
    /// The order in the header, on which the notation of boards and line numbers depends.
    order: Order,
    /// The queens of a whole board that has not been set up yet.
    setting_up: SquareSet,
    /// The matrices, if they are written.
    stages: Option<Stages>,
    /// The line under construction.
    line: Vec<u8>,
}

impl<W: Write> LogWriter<W> {
    /// Creates a writer of a log without lines, for events on a board of this size.
    pub fn new(out: W, size: BoardSize) -> Self {
        let (order, setting_up) = (Order::default(), SquareSet::new());
        Self { out, size, order, setting_up, stages: None, line: Vec::new() }
    }

    /// Also writes the matrices of `marking`: each placement or removal has the current matrix as `now`, and the
    /// saved or restored one as `stage`.
    pub(crate) fn with_stages(self, stages: Stages) -> Self {
        Self { stages: Some(stages), ..self }
    }

    /// Writes the header, which must come before all events. Its base, empty number and meaning of boards are not
    /// written: events have the default notation.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn header(&mut self, header: &Header) -> io::Result<()> {
        let Header { queens, start, blocked, algorithm, order, seed, .. } = header;
        let Header { base: _, empty: _, boards: _, rules, code, .. } = header;
        self.order = header.order();
        self.put("queens", queens.unwrap_or(self.size).get())?;
        for (key, squares) in [("start", start), ("blocked", blocked)] {
            let squares: Vec<_> = squares.iter().copied().map(pair).collect();
            self.put_any(key, Some(squares).filter(|squares| !squares.is_empty()))?;
        }
        self.put_any("algorithm", algorithm.as_ref())?;
        self.put_any("order", order.map(Order::name))?;
        self.put_any("seed", *seed)?;
        self.put_any("rules", (*rules != Rules::default()).then_some(rules.name()))?;
        self.put_any("code", Some(code).filter(|code| !code.is_empty()))?;
        self.end_line()
    }

    /// Returns the underlying writer, with all lines written.
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

    /// Writes an event with its caption and other details. Details of [`Event::SetUp`] are not written: the queens
    /// of a board share its line.
    ///
    /// # Errors
    /// If the writer fails.
    ///
    /// # Panics
    /// If a queen is set up beyond the board or, with matrices, placed or removed beyond it.
    pub fn entry(&mut self, entry: &Entry) -> io::Result<()> {
        let Entry { event, caption, pause, line, lane, score } = entry;
        if let Event::SetUp(square) = *event {
            assert!(self.size.contains(square), "{square} is on a board of {}", self.size);
            self.setting_up.insert(square);
            return Ok(());
        }
        match *event {
            Event::Test { square, attacker, among } => {
                self.put("test", pair(square))?;
                match attacker {
                    Some(attacker) => self.put("attacker", pair(attacker))?,
                    // Without this key, the reader would look for an attacker.
                    None => self.put("safe", true)?,
                }
                self.put_any("among", (among != TestedQueens::All).then_some(among.name()))?;
            }
            Event::Refuse(square) => {
                self.put("test", pair(square))?;
                self.put("safe", false)?;
            }
            Event::Place(square) => {
                self.put("place", pair(square))?;
                self.put_matrices(square, Stages::place)?;
            }
            Event::Remove(square) => {
                self.put("remove", pair(square))?;
                self.put_matrices(square, Stages::remove)?;
            }
            Event::Prune(square) => self.put("prune", pair(square))?,
            Event::Restore(square) => self.put("restore", pair(square))?,
            Event::Move { from, to } => self.put("move", [from, to].map(pair))?,
            Event::Swap { from: [one, other], to: [to, other_to] } => {
                self.put("move", [[one, to], [other, other_to]].map(|pairs| pairs.map(pair)))?;
            }
            Event::Board => {
                let queens = mem::take(&mut self.setting_up);
                match in_lines(&queens, self.size, self.order) {
                    Some(lines) => self.put("board", lines)?,
                    None => self.put("board", queens.iter().map(pair).collect::<Vec<_>>())?,
                }
            }
            Event::Solution => self.put("solution", true)?,
            Event::Backtrack { from } => self.put_line("backtrack", from)?,
            Event::DeadEnd { line } => self.put_line("dead_end", line)?,
            Event::End => self.put("end", true)?,
            Event::SetUp(_) | Event::Note | Event::Pause => {}
        }
        // A line must not be empty.
        let is_mute = pause.is_none() && line.is_none() && score.is_none();
        let caption = caption.as_deref().or((*event == Event::Note).then_some(""));
        let pause = pause.or((*event == Event::Pause && is_mute).then_some(Duration::ZERO));
        self.put_any("caption", caption)?;
        self.put_any("pause", pause.map(|pause| humantime::format_duration(pause).to_string()))?;
        self.put_any("line", line.map(|line| line + 1))?;
        self.put_any("lane", *lane)?;
        self.put_any("score", *score)?;
        self.end_line()
    }

    /// Flushes the writer.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn put(&mut self, key: &str, value: impl Serialize) -> io::Result<()> {
        let begins: &[u8] = if self.line.is_empty() { b"{\"" } else { b",\"" };
        for part in [begins, key.as_bytes(), b"\":"] {
            self.line.extend_from_slice(part);
        }
        Ok(serde_json::to_writer(&mut self.line, &value)?)
    }

    fn put_any(&mut self, key: &str, value: Option<impl Serialize>) -> io::Result<()> {
        value.map_or(Ok(()), |value| self.put(key, value))
    }

    fn put_line(&mut self, key: &str, line: Line) -> io::Result<()> {
        let number = line.number();
        if self.order.line(number) == line { self.put(key, number) } else { self.put(key, line) }
    }

    /// Applies a step to the matrices, if there are any, and writes the current one and the one saved for the column
    /// or row of the square.
    fn put_matrices(&mut self, square: Square, step: fn(&mut Stages, Square)) -> io::Result<()> {
        let Some(mut stages) = self.stages.take() else { return Ok(()) };
        step(&mut stages, square);
        self.put("now", rows(&stages.now))?;
        self.put_any("stage", stages.kept[stages.line(square)].as_ref().map(rows))?;
        self.stages = Some(stages);
        Ok(())
    }

    fn end_line(&mut self) -> io::Result<()> {
        self.line.extend_from_slice(b"}\n");
        let written = self.out.write_all(&self.line);
        self.line.clear();
        written
    }
}

fn rows(matrix: &Matrix) -> Vec<Vec<u8>> {
    matrix.rows().map(|row| row.iter().map(|entry| entry.digit()).collect()).collect()
}

const fn pair(square: Square) -> [u8; 2] {
    [square.row, square.column]
}

/// Returns the position of the queen on each line; `None` if queens share a line.
fn in_lines(queens: &SquareSet, size: BoardSize, order: Order) -> Option<Vec<Option<u8>>> {
    let mut lines = vec![None; size.into()];
    let is_alone = |queen| {
        let (line, position) = order.place_of(queen);
        lines[usize::from(line)].replace(position + 1).is_none()
    };
    queens.iter().all(is_alone).then_some(lines)
}
