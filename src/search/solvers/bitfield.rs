//! The search of half of the tree with bit masks.

use crate::board::{BoardSize, Square};

use super::attackers::LINES;
use crate::search::{Event, Order};

/// Jeff Somers' search: the free squares of a line are the bits that three masks leave clear. Only
/// half of the first line is searched, since each solution has a mirror image in the other half.
///
/// A solution is followed by its image, as a whole board, and that by the board of the search. If
/// the number of lines is odd, a queen in the middle of the first is combined with half of the
/// second.
#[derive(Debug)]
pub struct Bitfield {
    size: u8,
    order: Order,
    line: u8,
    attacked: [Attacked; LINES],
    /// For every line up to the current one, the free positions that have not been tried.
    untried: [u64; LINES],
    placed: [u8; LINES],
    step: Step,
}

/// The positions of a line that earlier queens attack, as bits.
#[derive(Debug, Clone, Copy, Default)]
struct Attacked {
    straight: u64,
    falling: u64,
    rising: u64,
}

#[derive(Debug)]
enum Step {
    Try,
    Complete,
    /// Sets up the mirror image, from this line on.
    Mirror(u8),
    MirrorComplete,
    /// Restores the solution, from this line on.
    Restore(u8),
    Remove,
    Over,
}

impl Attacked {
    /// The attacked positions of the next line, with a queen at this bit of the current one.
    const fn next(self, queen: u64) -> Self {
        Self {
            straight: self.straight | queen,
            falling: (self.falling | queen) << 1,
            rising: (self.rising | queen) >> 1,
        }
    }

    const fn any(self) -> u64 {
        self.straight | self.falling | self.rising
    }
}

impl Bitfield {
    pub fn new(size: BoardSize, order: Order) -> Self {
        let size = size.get();
        let mut search = Self {
            size,
            order,
            line: 0,
            attacked: [Attacked::default(); LINES],
            untried: [0; LINES],
            placed: [0; LINES],
            step: Step::Try,
        };
        search.untried[0] = search.half() | search.middle();
        search
    }

    /// The positions before the middle of a line.
    const fn half(&self) -> u64 {
        (1 << (self.size / 2)) - 1
    }

    const fn middle(&self) -> u64 {
        ((self.size % 2) as u64) << (self.size / 2)
    }

    fn try_next(&mut self) -> Event {
        let line = usize::from(self.line);
        let untried = self.untried[line];
        if untried == 0 {
            return self.exhausted();
        }
        let queen = untried & untried.wrapping_neg();
        self.untried[line] = untried & !queen;
        self.placed[line] = queen.trailing_zeros() as u8;
        let square = self.placed_on(self.line);
        if self.line + 1 == self.size {
            self.step = Step::Complete;
        } else {
            let attacked = self.attacked[line].next(queen);
            let board = u64::MAX >> (64 - self.size);
            let searched = if line == 0 && queen == self.middle() { self.half() } else { board };
            self.line += 1;
            self.attacked[line + 1] = attacked;
            self.untried[line + 1] = searched & !attacked.any();
        }
        Event::Place(square)
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

    const fn placed_on(&self, line: u8) -> Square {
        self.order.square(line, self.placed[line as usize])
    }
}

impl Iterator for Bitfield {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        let (event, then) = match self.step {
            Step::Try => return Some(self.try_next()),
            // A single queen is its own image.
            Step::Complete if self.size == 1 => (Event::Solution, Step::Remove),
            Step::Complete => (Event::Solution, Step::Mirror(0)),
            Step::Mirror(line) if line == self.size => (Event::Board, Step::MirrorComplete),
            Step::Mirror(line) => {
                let mirrored = self.size - 1 - self.placed[usize::from(line)];
                (Event::SetUp(self.order.square(line, mirrored)), Step::Mirror(line + 1))
            }
            Step::MirrorComplete => (Event::Solution, Step::Restore(0)),
            Step::Restore(line) if line == self.size => (Event::Board, Step::Remove),
            Step::Restore(line) => (Event::SetUp(self.placed_on(line)), Step::Restore(line + 1)),
            Step::Remove => (Event::Remove(self.placed_on(self.line)), Step::Try),
            Step::Over => return None,
        };
        self.step = then;
        Some(event)
    }
}
