//! Reading a log, event by event.

use std::io::BufRead;

use crate::board::{BoardSize, Square};
use crate::search::{Event, EventError, Position};

use super::line_reader::Lines;
use super::parse::{Board, Line, parse};
use super::{Entry, Fault, Header, LogError};

/// Reads and checks a log line by line, in bounded memory. Ends after the first error.
///
/// ```
/// use queenreel::log::{LogError, LogReader};
/// use queenreel::search::Event;
///
/// let log = "{\"queens\":4}\n{\"place\":[2,1],\"caption\":\"Try row 2\"}\n{\"place\":[2,1]}\n";
/// let mut reader = LogReader::begin(log.as_bytes())?;
/// assert_eq!(reader.size().get(), 4);
/// let entry = reader.next().transpose()?.expect("the log has an event");
/// assert_eq!((entry.event, entry.caption.as_deref()), (Event::place((2, 1).into()), Some("Try row 2")));
/// assert!(matches!(reader.next(), Some(Err(LogError::Line { line: 3, .. }))));
/// # Ok::<(), LogError>(())
/// ```
#[derive(Debug)]
pub struct LogReader<R> {
    lines: Lines<R>,
    header: Option<Header>,
    /// The first line after the header, until it is returned.
    first: Option<Line>,
    /// The remaining events of the line that was read last, in reverse: a whole board has many.
    waiting: Vec<Entry>,
    /// The largest row or column so far.
    largest: BoardSize,
    position: Position,
    ended: bool,
}

impl<R: BufRead> LogReader<R> {
    /// Reads up to the first event.
    ///
    /// # Errors
    /// [`LogError`] if there is none, or a line before it is invalid.
    pub fn begin(input: R) -> Result<Self, LogError> {
        let mut lines = Lines::new(input);
        let mut header: Option<Header> = None;
        let first = loop {
            match next(&mut lines)? {
                None => return Err(lines.error(Fault::Empty)),
                Some(Line::Header(_)) if header.is_some() => return Err(lines.error(Fault::LateHeader)),
                Some(Line::Header(read)) => header = Some(read),
                Some(first) => break first,
            }
        };
        let size = header.as_ref().map(|header| header.queens);
        Ok(Self {
            lines,
            header,
            first: Some(first),
            waiting: Vec::new(),
            largest: BoardSize::MIN,
            position: Position::new(size),
            ended: false,
        })
    }

    /// The header, if there is one.
    pub const fn header(&self) -> Option<&Header> {
        self.header.as_ref()
    }

    /// From now on, checks that everything is on a board of this size, which a log without a
    /// header does not contain (see [`Outline`](super::Outline)).
    pub fn on_board(self, size: BoardSize) -> Self {
        Self { position: self.position.on_board(size), ..self }
    }

    /// The number of the line that was read last, counted from 1.
    pub const fn line(&self) -> u64 {
        self.lines.number()
    }

    /// The size of the board: from the header, or else the largest row or column so far.
    pub const fn size(&self) -> BoardSize {
        match self.position.size() {
            Some(size) => size,
            None => self.largest,
        }
    }

    fn read(&mut self) -> Result<Option<Entry>, LogError> {
        while self.waiting.is_empty() {
            let line = match self.first.take() {
                Some(first) => first,
                None => match next(&mut self.lines)? {
                    Some(line) => line,
                    None => return Ok(None),
                },
            };
            self.queue(line)?;
        }
        let Some(entry) = self.waiting.pop() else { return Ok(None) };
        self.position.push(entry.event).map_err(|error| self.lines.error(error))?;
        self.largest = self.largest.max(largest(entry.event));
        Ok(Some(entry))
    }

    fn queue(&mut self, line: Line) -> Result<(), LogError> {
        let (board, caption) = match line {
            Line::Header(_) => return Err(self.lines.error(Fault::LateHeader)),
            Line::Entry(entry) => {
                self.waiting.push(entry);
                return Ok(());
            }
            Line::Board(board, caption) => (board, caption),
        };
        let mut queens = match board {
            Board::Queens(queens) => queens,
            Board::Rows(placement) => {
                let given = placement.size();
                if let Some(size) = self.position.size().filter(|size| *size != given) {
                    return Err(self.lines.error(EventError::OtherSize { given, size }));
                }
                self.largest = self.largest.max(given);
                placement.queens().into_iter().collect()
            }
        };
        queens.sort_unstable();
        self.waiting.push(Entry { event: Event::Board, caption });
        self.waiting.extend(queens.into_iter().rev().map(|queen| Event::SetUp(queen).into()));
        Ok(())
    }
}

/// The largest row or column that an event names.
fn largest(event: Event) -> BoardSize {
    let of = |square: Square| square.row.max(square.column);
    let line = match event {
        Event::Test { square, attacker } => of(square).max(attacker.map_or(1, of)),
        Event::Place(square) | Event::SetUp(square) | Event::Remove(square) => of(square),
        Event::Move { from, to } => of(from).max(of(to)),
        Event::Backtrack { from: line } | Event::DeadEnd { column: line } => line,
        Event::Board | Event::Solution | Event::End => 1,
    };
    BoardSize::new(line.into()).expect("the parser limits rows and columns")
}

fn next(lines: &mut Lines<impl BufRead>) -> Result<Option<Line>, LogError> {
    match lines.next()?.map(parse) {
        None => Ok(None),
        Some(Ok(line)) => Ok(Some(line)),
        Some(Err(fault)) => Err(lines.error(fault)),
    }
}

impl<R: BufRead> Iterator for LogReader<R> {
    type Item = Result<Entry, LogError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let read = self.read().transpose();
        self.ended = !matches!(read, Some(Ok(_)));
        read
    }
}
