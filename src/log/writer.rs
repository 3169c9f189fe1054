//! Writing a log.

use std::io::{self, Write};
use std::mem;
use std::time::Duration;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::{Value, json};

use crate::board::{BoardSize, Line, Square, SquareSet};
use crate::search::{Entry as Stage, Event, Matrix, Order, Rules, Stages, TestedQueens};

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
    /// The line in progress.
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
        let mut json = serde_json::Serializer::new(&mut self.line);
        let mut object = json.serialize_map(None)?;
        object.serialize_entry("queens", &queens.unwrap_or(self.size).get())?;
        for (key, squares) in [("start", start), ("blocked", blocked)] {
            let squares: Vec<_> = squares.iter().copied().map(pair).collect();
            write(&mut object, key, Some(squares).filter(|squares| !squares.is_empty()))?;
        }
        write(&mut object, "algorithm", algorithm.as_ref())?;
        write(&mut object, "order", order.map(Order::name))?;
        write(&mut object, "seed", *seed)?;
        write(&mut object, "rules", (*rules != Rules::default()).then_some(rules.name()))?;
        write(&mut object, "code", Some(code).filter(|code| !code.is_empty()))?;
        object.end()?;
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
        if let Event::SetUp(square) = *event {
            assert!(self.size.contains(square), "{square} is on a board of {}", self.size);
            self.setting_up.insert(square);
            return Ok(());
        }
        let mut json = serde_json::Serializer::new(&mut self.line);
        let mut object = json.serialize_map(None)?;
        match *event {
            Event::Test { square, attacker, among } => {
                object.serialize_entry("test", &pair(square))?;
                match attacker {
                    Some(attacker) => object.serialize_entry("attacker", &pair(attacker))?,
                    // Without it, the reader would look for an attacker.
                    None => object.serialize_entry("safe", &true)?,
                }
                write(&mut object, "among", (among != TestedQueens::All).then_some(among.name()))?;
            }
            Event::Refuse(square) => {
                object.serialize_entry("test", &pair(square))?;
                object.serialize_entry("safe", &false)?;
            }
            Event::Place(square) => {
                object.serialize_entry("place", &pair(square))?;
                if let Some(stages) = &mut self.stages {
                    stages.place(square);
                    write_matrices(&mut object, stages, square)?;
                }
            }
            Event::Remove(square) => {
                object.serialize_entry("remove", &pair(square))?;
                if let Some(stages) = &mut self.stages {
                    stages.remove(square);
                    write_matrices(&mut object, stages, square)?;
                }
            }
            Event::Prune(square) => object.serialize_entry("prune", &pair(square))?,
            Event::Restore(square) => object.serialize_entry("restore", &pair(square))?,
            Event::Move { from, to } => object.serialize_entry("move", &[from, to].map(pair))?,
            Event::Swap { from: [one, other], to: [to, other_to] } => {
                object
                    .serialize_entry("move", &[[one, to], [other, other_to]].map(|pairs| pairs.map(pair)))?;
            }
            Event::Board => {
                let queens = mem::take(&mut self.setting_up);
                match in_lines(&queens, self.size, self.order) {
                    Some(lines) => object.serialize_entry("board", &lines)?,
                    None => object.serialize_entry("board", &queens.iter().map(pair).collect::<Vec<_>>())?,
                }
            }
            Event::Solution => object.serialize_entry("solution", &true)?,
            Event::Backtrack { from } => object.serialize_entry("backtrack", &named(from, self.order))?,
            Event::DeadEnd { line } => object.serialize_entry("dead_end", &named(line, self.order))?,
            Event::End => object.serialize_entry("end", &true)?,
            Event::SetUp(_) | Event::Note | Event::Pause => {}
        }
        // A line says something.
        let is_mute = pause.is_none() && line.is_none() && score.is_none();
        let caption = caption.as_deref().or((*event == Event::Note).then_some(""));
        let pause = pause.or((*event == Event::Pause && is_mute).then_some(Duration::ZERO));
        write(&mut object, "caption", caption)?;
        write(&mut object, "pause", pause.map(|pause| humantime::format_duration(pause).to_string()))?;
        write(&mut object, "line", line.map(|line| line + 1))?;
        write(&mut object, "lane", *lane)?;
        write(&mut object, "score", *score)?;
        object.end()?;
        self.end_line()
    }

    /// Flushes the writer.
    ///
    /// # Errors
    /// If the writer fails.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn end_line(&mut self) -> io::Result<()> {
        self.line.push(b'\n');
        let written = self.out.write_all(&self.line);
        self.line.clear();
        written
    }
}

/// Writes a key and its value, if there is one.
fn write<M: SerializeMap>(object: &mut M, key: &str, value: Option<impl Serialize>) -> Result<(), M::Error> {
    value.map_or(Ok(()), |value| object.serialize_entry(key, &value))
}

/// The matrices after a step in the line of a square: that of now, and the stage of the line.
fn write_matrices<M: SerializeMap>(object: &mut M, stages: &Stages, square: Square) -> Result<(), M::Error> {
    let rows = |matrix: &Matrix| {
        let row = |row: &[Stage]| row.iter().map(|entry| entry.digit()).collect();
        matrix.rows().map(row).collect::<Vec<Vec<u8>>>()
    };
    object.serialize_entry("now", &rows(&stages.now))?;
    write(object, "stage", stages.kept[stages.line(square)].as_ref().map(rows))
}

const fn pair(square: Square) -> [u8; 2] {
    [square.row, square.column]
}

/// The number of a line in the order of the log, or an object that also says what it is.
fn named(line: Line, order: Order) -> Value {
    if order.line(line.number()) == line { json!(line.number()) } else { json!(line) }
}

/// The position of the queen on each line; `None` if queens share a line.
fn in_lines(queens: &SquareSet, size: BoardSize, order: Order) -> Option<Vec<Option<u8>>> {
    let mut lines = vec![None; size.into()];
    let is_alone = |queen| {
        let (line, position) = order.place_of(queen);
        lines[usize::from(line)].replace(position + 1).is_none()
    };
    queens.iter().all(is_alone).then_some(lines)
}
