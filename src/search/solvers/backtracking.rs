//! The classic search: line by line, square by square, with a backtrack when a line has run out.

use crate::board::{BoardSize, Square};

use super::attackers::{Attackers, LINES};
use crate::search::{Event, Order};

/// Depth-first search over lines (columns, or rows), each square of a line tested in turn.
///
/// Descends at the first safe square. After a solution it removes the last queen and continues, to
/// the end of the tree.
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
    size: u8,
    order: Order,
    /// The current line; lines and positions count from 0.
    line: u8,
    /// For every line up to the current one, the position that is tested next.
    untested: [u8; LINES],
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
    /// A search before its first event, on an empty board.
    pub const fn new(size: BoardSize, order: Order) -> Self {
        Self {
            size: size.get(),
            order,
            line: 0,
            untested: [0; LINES],
            attackers: Attackers::none(),
            step: Step::Test,
        }
    }

    /// The square of a line that was tested last.
    fn tested(&self, line: u8) -> Square {
        self.order.square(line, self.untested[usize::from(line)] - 1)
    }

    fn test(&mut self) -> Event {
        let position = self.untested[usize::from(self.line)];
        if position == self.size {
            return self.exhausted();
        }
        self.untested[usize::from(self.line)] = position + 1;
        let attacker = self.attackers.of(self.line, position);
        if attacker.is_none() {
            self.step = Step::Place;
        }
        Event::test(self.order.square(self.line, position), attacker.map(|line| self.tested(line)))
    }

    fn exhausted(&mut self) -> Event {
        if self.line == 0 {
            self.step = Step::Over;
            return Event::End;
        }
        self.line -= 1;
        self.step = Step::Remove;
        Event::Backtrack { from: self.order.line(self.line + 2) }
    }

    fn place(&mut self) -> Event {
        let line = self.line;
        let position = self.untested[usize::from(line)] - 1;
        self.attackers.add(line, position);
        if line + 1 == self.size {
            self.step = Step::Complete;
        } else {
            self.line += 1;
            self.untested[usize::from(self.line)] = 0;
            self.step = Step::Test;
        }
        Event::Place(self.order.square(line, position))
    }

    fn remove(&mut self) -> Event {
        let position = self.untested[usize::from(self.line)] - 1;
        self.attackers.remove(self.line, position);
        self.step = Step::Test;
        Event::Remove(self.order.square(self.line, position))
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
