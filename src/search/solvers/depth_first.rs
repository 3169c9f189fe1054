//! The searches that place queens one by one on tested squares, and backtrack by removing the newest queen.

use crate::board::{Problem, Square};
use crate::search::{Event, Order};

use super::open_lines::{Attackers, LINES, OpenLines};

/// Depth-first search over lines (columns or rows) that tests each square of a line in turn.
///
/// Places a queen on the first safe square of a line, and goes to the next line. After a solution, removes the
/// newest queen and continues, to the end of the tree. Skips closed squares, and lines that have a given queen.
///
/// ```
/// use queenreel::board::BoardSize;
/// use queenreel::search::{Backtracking, Event, Order};
///
/// let mut events = Backtracking::new(BoardSize::new(4)?, Order::Columns);
/// assert_eq!(events.next(), Some(Event::test((1, 1).into(), None)));
/// assert_eq!(events.next(), Some(Event::place((1, 1).into())));
/// assert_eq!(events.last(), Some(Event::End));
/// # Ok::<(), queenreel::board::SizeError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Backtracking {
    lines: OpenLines,
    order: Order,
    /// The index of the current line among the open lines. Lines and positions count from 0.
    number: u8,
    /// For each open line up to the current one, the untested positions, as bits.
    untested: [u64; LINES],
    /// For each line, the position of its given queen, or the position tested last.
    tested: [u8; LINES],
    attackers: Attackers,
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
    /// Starts a search.
    pub fn new(problem: impl Into<Problem>, order: Order) -> Self {
        let lines = OpenLines::new(&problem.into(), order);
        let mut search = Self {
            order,
            number: 0,
            untested: [0; LINES],
            tested: [0; LINES],
            attackers: lines.attackers(),
            step: Step::Test,
            lines,
        };
        for (line, position) in search.lines.start_queens() {
            search.tested[usize::from(line)] = position;
        }
        search.enter(0);
        search
    }

    const fn enter(&mut self, number: u8) {
        if number == self.lines.count() {
            self.step = Step::Complete;
        } else {
            let line = self.lines.line(number);
            self.number = number;
            self.untested[line as usize] = self.lines.open(line);
            self.step = Step::Test;
        }
    }

    fn tested(&self, line: u8) -> Square {
        self.order.square(line, self.tested[usize::from(line)])
    }

    fn test(&mut self) -> Event {
        let line = self.lines.line(self.number);
        let untested = &mut self.untested[usize::from(line)];
        if *untested == 0 {
            return self.exhausted();
        }
        let position = untested.trailing_zeros() as u8;
        *untested &= *untested - 1;
        self.tested[usize::from(line)] = position;
        let attacker = self.attackers.of(line, position);
        if attacker.is_none() {
            self.step = Step::Place;
        }
        Event::test(self.order.square(line, position), attacker.map(|line| self.tested(line)))
    }

    const fn exhausted(&mut self) -> Event {
        if self.number == 0 {
            self.step = Step::Over;
            return Event::End;
        }
        let from = self.order.line(self.lines.line(self.number) + 1);
        self.number -= 1;
        self.step = Step::Remove;
        Event::Backtrack { from }
    }

    fn place(&mut self) -> Event {
        let line = self.lines.line(self.number);
        self.attackers.add(line, self.tested[usize::from(line)]);
        self.enter(self.number + 1);
        Event::Place(self.tested(line))
    }

    fn remove(&mut self) -> Event {
        if self.lines.count() == 0 {
            // All queens are given.
            self.step = Step::Over;
            return Event::End;
        }
        let line = self.lines.line(self.number);
        self.attackers.remove(line, self.tested[usize::from(line)]);
        self.step = Step::Test;
        Event::Remove(self.tested(line))
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

/// Depth-first search over squares: places each queen on a safe square after the square of the previous queen, in
/// reading order, so that each set of squares occurs once.
///
/// There are no lines, and so no backtracks: when no square is left, the search removes the newest queen and
/// continues after the square of this queen. It skips closed squares and squares of given queens.
pub struct AnySquares {
    /// The squares in reading order, without closed squares and squares of given queens.
    squares: Vec<Square>,
    start: Vec<Square>,
    /// Indices of the squares of the placed queens.
    placed: Vec<usize>,
    /// The number of queens to place.
    queens: usize,
    /// Index of the next square.
    next: usize,
    step: Step,
}

impl AnySquares {
    pub fn new(problem: &Problem) -> Self {
        let is_open =
            |square: &Square| !problem.start().contains(*square) && !problem.blocked().contains(*square);
        let queens = problem.queens_to_place();
        Self {
            squares: problem.size().squares().filter(is_open).collect(),
            start: problem.start().iter().collect(),
            placed: Vec::new(),
            queens,
            next: 0,
            step: if queens == 0 { Step::Complete } else { Step::Test },
        }
    }

    fn test(&mut self) -> Event {
        let Some(square) = self.squares.get(self.next).copied() else { return self.remove() };
        let placed = self.placed.iter().map(|number| &self.squares[*number]);
        // No other queen is between an attacker and the square: that queen and the attacker would attack each
        // other.
        let attacker = self.start.iter().chain(placed).copied().find(|queen| queen.attacks(square));
        if attacker.is_none() {
            self.step = Step::Place;
        } else {
            self.next += 1;
        }
        Event::test(square, attacker)
    }

    fn place(&mut self) -> Event {
        let square = self.squares[self.next];
        self.placed.push(self.next);
        self.next += 1;
        self.step = if self.placed.len() == self.queens { Step::Complete } else { Step::Test };
        Event::Place(square)
    }

    fn remove(&mut self) -> Event {
        let Some(last) = self.placed.pop() else {
            self.step = Step::Over;
            return Event::End;
        };
        self.next = last + 1;
        self.step = Step::Test;
        Event::Remove(self.squares[last])
    }
}

impl Iterator for AnySquares {
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
