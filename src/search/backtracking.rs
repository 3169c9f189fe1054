//! The classic search: line by line, square by square, back as soon as a line has run out.

use crate::board::{BoardSize, MAX_SIZE, Square};

use super::Event;

/// Whether the search gives each column a queen in turn, or each row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// Column by column from the left, the rows of each tested from the top.
    #[default]
    Columns,
    /// Row by row from the top, the columns of each tested from the left.
    Rows,
}

const LINES: usize = MAX_SIZE as usize;
const DIAGONALS: usize = 2 * LINES;

/// No line has a queen there: larger than every line, so that the smallest of three is an attacker.
const FREE: u8 = u8::MAX;

/// Depth-first search over lines (columns, or rows), each square of a line tested in turn.
///
/// Descends at the first safe square. After a solution it takes the last queen off again and
/// goes on, to the end of the tree.
///
/// Lines and positions on them count from 0 in here.
#[derive(Debug, Clone)]
pub struct Backtracking {
    size: u8,
    order: Order,
    line: u8,
    /// On every line down to the present one, the position that is tested next.
    untested: [u8; LINES],
    /// Which line has a queen at a position, on a diagonal, on an antidiagonal.
    at_position: [u8; LINES],
    on_diagonal: [u8; DIAGONALS],
    on_antidiagonal: [u8; DIAGONALS],
    step: Step,
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Test,
    Place,
    Complete,
    Remove,
    Over,
}

impl Backtracking {
    /// A search that is about to begin, on an empty board.
    #[must_use]
    pub const fn new(size: BoardSize, order: Order) -> Self {
        Self {
            size: size.get(),
            order,
            line: 0,
            untested: [0; LINES],
            at_position: [FREE; LINES],
            on_diagonal: [FREE; DIAGONALS],
            on_antidiagonal: [FREE; DIAGONALS],
            step: Step::Test,
        }
    }

    fn square(&self, line: u8, position: u8) -> Square {
        match self.order {
            Order::Columns => Square::new(position + 1, line + 1),
            Order::Rows => Square::new(line + 1, position + 1),
        }
    }

    /// The earliest line whose queen attacks the position on the present line, or [`FREE`].
    fn attacker(&self, position: u8) -> u8 {
        let (diagonal, antidiagonal) = self.diagonals(position);
        self.at_position[usize::from(position)]
            .min(self.on_diagonal[diagonal])
            .min(self.on_antidiagonal[antidiagonal])
    }

    fn diagonals(&self, position: u8) -> (usize, usize) {
        (usize::from(self.line + position), usize::from(self.line + MAX_SIZE - position))
    }

    /// Writes down that the queen at this position of the present line is there (or, with
    /// [`FREE`], no longer is).
    fn mark(&mut self, position: u8, line: u8) {
        let (diagonal, antidiagonal) = self.diagonals(position);
        self.at_position[usize::from(position)] = line;
        self.on_diagonal[diagonal] = line;
        self.on_antidiagonal[antidiagonal] = line;
    }

    fn test(&mut self) -> Event {
        let position = self.untested[usize::from(self.line)];
        if position == self.size {
            return self.exhausted();
        }
        self.untested[usize::from(self.line)] = position + 1;
        let attacker = match self.attacker(position) {
            FREE => {
                self.step = Step::Place;
                None
            }
            line => Some(self.square(line, self.untested[usize::from(line)] - 1)),
        };
        Event::Test { square: self.square(self.line, position), attacker }
    }

    fn exhausted(&mut self) -> Event {
        if self.line == 0 {
            self.step = Step::Over;
            return Event::End;
        }
        self.line -= 1;
        self.step = Step::Remove;
        Event::Backtrack { from: self.line + 2 }
    }

    fn place(&mut self) -> Event {
        let line = self.line;
        let position = self.untested[usize::from(line)] - 1;
        self.mark(position, line);
        if line + 1 == self.size {
            self.step = Step::Complete;
        } else {
            self.line += 1;
            self.untested[usize::from(self.line)] = 0;
            self.step = Step::Test;
        }
        Event::Place(self.square(line, position))
    }

    fn remove(&mut self) -> Event {
        let position = self.untested[usize::from(self.line)] - 1;
        self.mark(position, FREE);
        self.step = Step::Test;
        Event::Remove(self.square(self.line, position))
    }
}

impl Iterator for Backtracking {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        match self.step {
            Step::Test => Some(self.test()),
            Step::Place => Some(self.place()),
            Step::Complete => {
                self.step = Step::Remove;
                Some(Event::Solution)
            }
            Step::Remove => Some(self.remove()),
            Step::Over => None,
        }
    }
}
