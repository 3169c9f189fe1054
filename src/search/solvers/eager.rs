//! The search that tests all squares of a line before it tries the first of them.

use crate::board::BoardSize;

use super::attackers::{Attackers, LINES};
use crate::search::{Event, Order};

/// Depth-first search that tests a whole line on entering it, then tries its safe squares in turn:
/// the placements are those of the plain search, the tests come in another order.
#[derive(Debug)]
pub struct Eager {
    size: u8,
    order: Order,
    line: u8,
    /// The position on the current line that is tested next.
    untested: u8,
    /// For every line up to the current one, the safe positions that have not been tried, as bits.
    untried: [u64; LINES],
    placed: [u8; LINES],
    attackers: Attackers,
    step: Step,
}

#[derive(Debug)]
enum Step {
    Test,
    Try,
    Complete,
    Remove,
    Over,
}

impl Eager {
    pub const fn new(size: BoardSize, order: Order) -> Self {
        Self {
            size: size.get(),
            order,
            line: 0,
            untested: 0,
            untried: [0; LINES],
            placed: [0; LINES],
            attackers: Attackers::none(),
            step: Step::Test,
        }
    }

    fn test(&mut self) -> Event {
        let position = self.untested;
        let attacker = self.attackers.of(self.line, position);
        if attacker.is_none() {
            self.untried[usize::from(self.line)] |= 1 << position;
        }
        self.untested += 1;
        if self.untested == self.size {
            self.step = Step::Try;
        }
        Event::Test {
            square: self.order.square(self.line, position),
            attacker: attacker.map(|line| self.order.square(line, self.placed[usize::from(line)])),
        }
    }

    fn try_next(&mut self) -> Event {
        let line = self.line;
        let untried = &mut self.untried[usize::from(line)];
        if *untried == 0 {
            return self.exhausted();
        }
        let position = untried.trailing_zeros() as u8;
        *untried &= *untried - 1;
        self.placed[usize::from(line)] = position;
        self.attackers.add(line, position);
        if line + 1 == self.size {
            self.step = Step::Complete;
        } else {
            self.line += 1;
            self.untested = 0;
            self.step = Step::Test;
        }
        Event::Place(self.order.square(line, position))
    }

    const fn exhausted(&mut self) -> Event {
        if self.line == 0 {
            self.step = Step::Over;
            return Event::End;
        }
        self.line -= 1;
        self.step = Step::Remove;
        Event::Backtrack { from: self.line + 2 }
    }

    fn remove(&mut self) -> Event {
        let position = self.placed[usize::from(self.line)];
        self.attackers.remove(self.line, position);
        self.step = Step::Try;
        Event::Remove(self.order.square(self.line, position))
    }
}

impl Iterator for Eager {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        match self.step {
            Step::Test => Some(self.test()),
            Step::Try => Some(self.try_next()),
            Step::Complete => {
                self.step = Step::Remove;
                Some(Event::Solution)
            }
            Step::Remove => Some(self.remove()),
            Step::Over => None,
        }
    }
}
