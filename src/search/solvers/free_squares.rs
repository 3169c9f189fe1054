//! The searches that keep the free squares of each line as bits.

use crate::board::{BoardSize, Square};

use super::attackers::{Attackers, LINES};
use crate::search::{Event, Order};

/// What a search with bit masks does besides placing queens on free squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Tests all squares of a line on entering it: the placements are those of the plain search, the
    /// tests come in another order.
    Tests,
    /// Nothing: it marks attacked squares instead of testing them.
    Marks,
    /// Forward checking: it backtracks as soon as a later line has no free square.
    LookAhead,
    /// Jeff Somers' search of half of the tree, since each solution has a mirror image in the other
    /// half. A solution is followed by its image, as a whole board, and that by the board of the
    /// search. If the number of lines is odd, a queen in the middle of the first is combined with
    /// half of the second.
    HalfTree,
}

/// Depth-first search over lines (columns, or rows) that takes the free squares of each in turn.
#[derive(Debug)]
pub struct FreeSquares {
    size: u8,
    order: Order,
    method: Method,
    /// The current line; lines and positions count from 0.
    line: u8,
    /// For every line up to the current one, the positions that earlier queens attack.
    attacked: [Attacked; LINES],
    /// For every line up to the current one, the free positions that have not been tried, as bits.
    untried: [u64; LINES],
    placed: [u8; LINES],
    /// Which queens attack a square; kept for tests only.
    attackers: Attackers,
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
    /// Tests this position of the line.
    Test(u8),
    Try,
    Complete,
    /// Sets up the mirror image, from this line on.
    Mirror(u8),
    MirrorComplete,
    /// Restores the solution, from this line on.
    Restore(u8),
    /// Rules out these positions of this line, which the newest queen attacks, then those of later
    /// lines.
    Prune(u8, u64),
    /// Makes them possible again.
    Unprune(u8, u64),
    /// This later line has no free square.
    DeadEnd(u8),
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

    /// The attacked positions this number of lines later.
    const fn later(self, lines: u8) -> u64 {
        self.straight | self.falling << lines | self.rising >> lines
    }
}

impl FreeSquares {
    pub fn new(size: BoardSize, order: Order, method: Method) -> Self {
        let mut search = Self {
            size: size.get(),
            order,
            method,
            line: 0,
            attacked: [Attacked::default(); LINES],
            untried: [0; LINES],
            placed: [0; LINES],
            attackers: Attackers::none(),
            step: Step::Over,
        };
        search.enter(0, Attacked::default());
        search
    }

    /// Enters a line with these attacked positions.
    fn enter(&mut self, line: u8, attacked: Attacked) {
        let half_line = (1 << (self.size / 2)) - 1;
        let middle = u64::from(self.size % 2) << (self.size / 2);
        let searched = match (self.method, line) {
            (Method::HalfTree, 0) => half_line | middle,
            (Method::HalfTree, 1) if 1 << self.placed[0] == middle => half_line,
            (Method::HalfTree | Method::Tests | Method::Marks | Method::LookAhead, _) => self.whole_line(),
        };
        self.line = line;
        self.attacked[usize::from(line)] = attacked;
        self.untried[usize::from(line)] = searched & !attacked.later(0);
        self.step = if self.method == Method::Tests { Step::Test(0) } else { Step::Try };
    }

    const fn whole_line(&self) -> u64 {
        u64::MAX >> (64 - self.size)
    }

    fn test(&mut self, position: u8) -> Event {
        let square = self.order.square(self.line, position);
        let attacker = self.attackers.of(self.line, position).map(|line| self.queen(line));
        self.step = if position + 1 < self.size { Step::Test(position + 1) } else { Step::Try };
        Event::test(square, attacker)
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
        if self.method == Method::Tests {
            self.attackers.add(line, position);
        }
        if line + 1 == self.size {
            self.step = Step::Complete;
        } else if self.method == Method::LookAhead {
            self.step = Step::Prune(line + 1, self.newly_attacked(line + 1));
        } else {
            self.enter(line + 1, self.attacked_after());
        }
        Event::Place(self.queen(line))
    }

    /// The attacked positions of the next line, with the queen on the current one.
    const fn attacked_after(&self) -> Attacked {
        let line = self.line as usize;
        self.attacked[line].next(1 << self.placed[line])
    }

    /// The positions of a later line that the queen on the current one attacks, and no earlier one.
    const fn newly_attacked(&self, later: u8) -> u64 {
        let lines = later - self.line;
        let before = self.attacked[self.line as usize].later(lines);
        self.attacked_after().later(lines - 1) & !before & self.whole_line()
    }

    /// One of these positions of a later line, and those that remain; then those of the next line.
    fn next_attacked(&self, later: u8, positions: u64) -> Option<(Square, u8, u64)> {
        let lines = (later..self.size).map(|line| match line {
            line if line == later => (line, positions),
            line => (line, self.newly_attacked(line)),
        });
        let (line, positions) = lines.into_iter().find(|(_, positions)| *positions > 0)?;
        let square = self.order.square(line, positions.trailing_zeros() as u8);
        Some((square, line, positions & (positions - 1)))
    }

    /// Goes on to the next line, unless a later one has no free square.
    fn look_ahead(&mut self) {
        let (attacked, whole_line) = (self.attacked_after(), self.whole_line());
        let mut later = (self.line + 1..self.size).zip(0..);
        match later.find(|(_, lines)| attacked.later(*lines) & whole_line == whole_line) {
            Some((line, _)) => self.step = Step::DeadEnd(line),
            None => self.enter(self.line + 1, attacked),
        }
    }

    const fn exhausted(&mut self) -> Event {
        if self.line == 0 {
            self.step = Step::Over;
            return Event::End;
        }
        self.line -= 1;
        self.step = Step::Remove;
        Event::Backtrack { from: self.order.line(self.line + 2) }
    }

    fn remove(&mut self) -> Event {
        if self.method == Method::Tests {
            self.attackers.remove(self.line, self.placed[usize::from(self.line)]);
        }
        self.step = match self.method {
            Method::LookAhead if self.line + 1 < self.size => {
                Step::Unprune(self.line + 1, self.newly_attacked(self.line + 1))
            }
            Method::LookAhead | Method::Tests | Method::Marks | Method::HalfTree => Step::Try,
        };
        Event::Remove(self.queen(self.line))
    }

    const fn queen(&self, line: u8) -> Square {
        self.order.square(line, self.placed[line as usize])
    }
}

impl Iterator for FreeSquares {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        let (event, then) = match self.step {
            Step::Prune(line, positions) => {
                let Some((square, line, rest)) = self.next_attacked(line, positions) else {
                    self.look_ahead();
                    return self.next();
                };
                (Event::Prune(square), Step::Prune(line, rest))
            }
            Step::Unprune(line, positions) => {
                let Some((square, line, rest)) = self.next_attacked(line, positions) else {
                    return Some(self.try_next());
                };
                (Event::Restore(square), Step::Unprune(line, rest))
            }
            Step::Test(position) => return Some(self.test(position)),
            Step::Try => return Some(self.try_next()),
            Step::Remove => return Some(self.remove()),
            // A single queen is its own image.
            Step::Complete if self.method == Method::HalfTree && self.size > 1 => {
                (Event::Solution, Step::Mirror(0))
            }
            Step::Complete => (Event::Solution, Step::Remove),
            Step::Mirror(line) if line == self.size => (Event::Board, Step::MirrorComplete),
            Step::Mirror(line) => {
                let mirrored = self.size - 1 - self.placed[usize::from(line)];
                (Event::SetUp(self.order.square(line, mirrored)), Step::Mirror(line + 1))
            }
            Step::MirrorComplete => (Event::Solution, Step::Restore(0)),
            Step::Restore(line) if line == self.size => (Event::Board, Step::Remove),
            Step::Restore(line) => (Event::SetUp(self.queen(line)), Step::Restore(line + 1)),
            Step::DeadEnd(line) => (Event::DeadEnd { line: self.order.line(line + 1) }, Step::Remove),
            Step::Over => return None,
        };
        self.step = then;
        Some(event)
    }
}
