//! Reading a log, event by event.

use std::io::BufRead;

use crate::board::{BoardSize, Square};
use crate::search::Event;

use super::line_reader::Lines;
use super::parse::{Board, Line, parse};
use super::position::Position;
use super::{Entry, Fault, Header, LogError};

/// Reads and checks a log line by line, in memory that does not grow with it.
///
/// Ends at the first error.
#[derive(Debug)]
pub struct LogReader<R> {
    lines: Lines<R>,
    header: Option<Header>,
    /// The line that told that there is no more header to come.
    first: Option<Line>,
    /// The events of the line that was read last, the next one last: a whole board has many.
    waiting: Vec<Entry>,
    /// The size of the board, once it is known.
    size: Option<BoardSize>,
    /// The largest row or column so far.
    largest: BoardSize,
    position: Position,
    over: bool,
}

impl<R: BufRead> LogReader<R> {
    /// Reads up to the first event.
    ///
    /// # Errors
    /// [`LogError`] when there is none, or something is wrong before it.
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
            size,
            largest: BoardSize::MIN,
            position: Position::empty(),
            over: false,
        })
    }

    /// The header, if there is one.
    #[must_use]
    pub const fn header(&self) -> Option<&Header> {
        self.header.as_ref()
    }

    /// From here on, checks that everything is on a board of this size, which a log without a
    /// header does not tell (see [`Outline`](super::Outline)).
    #[must_use]
    pub const fn on_board(mut self, size: BoardSize) -> Self {
        self.size = Some(size);
        self
    }

    /// The number of the line that was read last, counted from 1.
    #[must_use]
    pub const fn line(&self) -> u64 {
        self.lines.number()
    }

    /// The size of the board: from the header, or else the largest row or column so far.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        match self.size {
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
            self.take_in(line)?;
        }
        let Some(entry) = self.waiting.pop() else { return Ok(None) };
        self.position.check(entry.event, self.size).map_err(|fault| self.lines.error(fault))?;
        self.position.apply(entry.event);
        self.largest = self.largest.max(largest(entry.event));
        Ok(Some(entry))
    }

    fn take_in(&mut self, line: Line) -> Result<(), LogError> {
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
                match self.size {
                    Some(size) if size != given => {
                        return Err(self.lines.error(Fault::OtherSize { given, size }));
                    }
                    _ => self.largest = self.largest.max(given),
                }
                placement.queens().iter().collect()
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
    BoardSize::new(line.into()).expect("no row or column beyond all boards is read")
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
        if self.over {
            return None;
        }
        let read = self.read().transpose();
        self.over = !matches!(read, Some(Ok(_)));
        read
    }
}
