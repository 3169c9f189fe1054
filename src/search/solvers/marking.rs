//! The searches that mark attacked squares instead of testing them.

use crate::board::BoardSize;

use super::attackers::LINES;
use crate::search::{Event, Order};

/// When a search with marks backtracks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LookAhead {
    /// When all squares of the current line are marked.
    None,
    /// As soon as all squares of some later line are marked: forward checking.
    LaterLines,
}

/// For each line, its marked positions as bits: attacked or already tried.
type Marks = [u64; LINES];

/// Depth-first search that marks the squares that a queen attacks when it is placed, and restores
/// the previous marks when it is removed. It takes the next unmarked square: there are no tests.
#[derive(Debug)]
pub struct Marking {
    size: u8,
    order: Order,
    look_ahead: LookAhead,
    line: u8,
    /// For each line up to the current one, the marks before its queen was placed.
    stages: Vec<Marks>,
    placed: [u8; LINES],
    step: Step,
}

#[derive(Debug)]
enum Step {
    Try,
    Complete,
    DeadEnd(u8),
    Remove,
    Over,
}

impl Marking {
    pub fn new(size: BoardSize, order: Order, look_ahead: LookAhead) -> Self {
        // Positions beyond the board are marked from the start.
        let beyond = !(u64::MAX >> (64 - size.get()));
        Self {
            size: size.get(),
            order,
            look_ahead,
            line: 0,
            stages: vec![[beyond; LINES]; usize::from(size.get())],
            placed: [0; LINES],
            step: Step::Try,
        }
    }

    fn try_next(&mut self) -> Event {
        let line = self.line;
        let marked = &mut self.stages[usize::from(line)][usize::from(line)];
        let position = marked.trailing_ones() as u8;
        if position == 64 {
            return self.exhausted();
        }
        *marked |= 1 << position;
        self.placed[usize::from(line)] = position;
        self.step = if line + 1 == self.size {
            Step::Complete
        } else {
            self.begin_stage(position);
            if let Some(later) = self.dead_end() {
                Step::DeadEnd(later)
            } else {
                self.line += 1;
                Step::Try
            }
        };
        Event::Place(self.order.square(line, position))
    }

    /// Computes the marks for the next line, with a queen at this position of the current one.
    fn begin_stage(&mut self, position: u8) {
        let queen = 1_u64 << position;
        let line = usize::from(self.line);
        let mut marks = self.stages[line];
        for (away, marked) in (1..).zip(&mut marks[line + 1..usize::from(self.size)]) {
            *marked |= queen | queen << away | queen >> away;
        }
        self.stages[line + 1] = marks;
    }

    fn dead_end(&self) -> Option<u8> {
        let next = usize::from(self.line) + 1;
        let mut later = next..usize::from(self.size);
        match self.look_ahead {
            LookAhead::None => None,
            LookAhead::LaterLines => later.find(|line| self.stages[next][*line] == u64::MAX),
        }
        .map(|line| line as u8)
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
        self.step = Step::Try;
        Event::Remove(self.order.square(self.line, self.placed[usize::from(self.line)]))
    }
}

impl Iterator for Marking {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        match self.step {
            Step::Try => Some(self.try_next()),
            Step::Complete => {
                self.step = Step::Remove;
                Some(Event::Solution)
            }
            Step::DeadEnd(line) => {
                self.step = Step::Remove;
                Some(Event::DeadEnd { column: line + 1 })
            }
            Step::Remove => Some(self.remove()),
            Step::Over => None,
        }
    }
}
