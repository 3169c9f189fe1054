//! The searches that store the free squares of each line as bits.

use crate::board::{Problem, Square};

use super::open_lines::{Attackers, LINES, OpenLines};
use crate::search::{Event, Order};

/// The variant of a search with bit masks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Tests all squares of a line when the search enters it. The placements are the same as in plain
    /// backtracking; the tests come in another order.
    Tests,
    /// Marks attacked squares instead of testing them, beginning with closed squares and with squares that given
    /// queens attack.
    Marks,
    /// Forward checking: backtracks as soon as a later line has no free square. Squares that given queens
    /// attack are ruled out first.
    LookAhead,
    /// Jeff Somers' search of half of the tree, since each solution has a mirror image in the other half. After a
    /// solution, sets up its image as a whole board, and then the board of the search again. If the number of
    /// lines is odd, the middle square of the first line is combined with half of the second line. With given
    /// queens or closed squares the halves differ, and both are searched as by [`Method::Marks`].
    HalfTree,
}

/// Depth-first search over lines (columns or rows) that tries the free squares of each line in turn.
pub struct FreeSquares {
    size: u8,
    lines: OpenLines,
    order: Order,
    method: Method,
    /// The index of the current line among the open lines. Lines and positions count from 0.
    number: u8,
    line: u8,
    /// For each line up to the current one, the positions that earlier queens attack.
    attacked: [Attacked; LINES],
    /// For each line up to the current one, the free positions not tried yet, as bits.
    untried: [u64; LINES],
    /// For each line with a queen, the position of the queen.
    placed: [u8; LINES],
    /// Which queens attack a square; maintained for [`Method::Tests`] only.
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

enum Step {
    /// Tests these positions of the line: at least one.
    Test(u64),
    Try,
    Complete,
    /// Sets up the mirror image, from this line on.
    Mirror(u8),
    MirrorComplete,
    /// Restores the solution, from this line on.
    Restore(u8),
    /// Rules out these positions of the open line of this number, which given queens attack, then positions of
    /// later lines.
    PruneStart(u8, u64),
    /// Rules out these positions of the open line of this number, which the newest queen attacks, then
    /// positions of later lines.
    Prune(u8, u64),
    /// Restores the positions that `Prune` has ruled out.
    Unprune(u8, u64),
    /// This later line has no free square.
    DeadEnd(u8),
    Remove,
    End,
    Over,
}

impl Attacked {
    const fn with(self, queen: u64) -> Self {
        Self { straight: self.straight | queen, falling: self.falling | queen, rising: self.rising | queen }
    }

    const fn shifted(self, lines: u8) -> Self {
        Self { straight: self.straight, falling: self.falling << lines, rising: self.rising >> lines }
    }

    const fn later(self, lines: u8) -> u64 {
        self.straight | self.falling << lines | self.rising >> lines
    }
}

impl FreeSquares {
    pub fn new(problem: &Problem, order: Order, method: Method) -> Self {
        let lines = OpenLines::new(problem, order);
        let method = if problem.is_plain() || method != Method::HalfTree { method } else { Method::Marks };
        let mut search = Self {
            size: problem.size().get(),
            order,
            method,
            number: 0,
            line: 0,
            attacked: [Attacked::default(); LINES],
            untried: [0; LINES],
            placed: [0; LINES],
            attackers: lines.attackers(),
            step: Step::Over,
            lines,
        };
        for (line, position) in search.lines.start_queens() {
            search.placed[usize::from(line)] = position;
        }
        if search.lines.count() == 0 {
            search.step = Step::Complete;
        } else if search.method == Method::LookAhead {
            search.step = Step::PruneStart(0, search.attacked_by_start(0));
        } else {
            search.enter(0, Attacked::default());
        }
        search
    }

    const fn enter(&mut self, number: u8, attacked: Attacked) {
        let line = self.lines.line(number);
        let half_line = (1 << (self.size / 2)) - 1;
        let middle = ((self.size % 2) as u64) << (self.size / 2);
        let searched = match (self.method, line) {
            (Method::HalfTree, 0) => half_line | middle,
            (Method::HalfTree, 1) if 1 << self.placed[0] == middle => half_line,
            (Method::HalfTree | Method::Tests | Method::Marks | Method::LookAhead, _) => u64::MAX,
        };
        (self.number, self.line) = (number, line);
        self.attacked[line as usize] = attacked;
        self.untried[line as usize] = searched & self.lines.free(line) & !attacked.later(0);
        let open = self.lines.open(line);
        self.step = match self.method {
            Method::Tests if open > 0 => Step::Test(open),
            Method::Tests | Method::Marks | Method::LookAhead | Method::HalfTree => Step::Try,
        };
    }

    const fn is_last(&self) -> bool {
        self.number + 1 == self.lines.count()
    }

    fn test(&mut self, positions: u64) -> Event {
        let position = positions.trailing_zeros() as u8;
        let square = self.order.square(self.line, position);
        let attacker = self.attackers.of(self.line, position).map(|line| self.queen(line));
        let rest = positions & (positions - 1);
        self.step = if rest > 0 { Step::Test(rest) } else { Step::Try };
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
        if self.is_last() {
            self.step = Step::Complete;
        } else if self.method == Method::LookAhead {
            self.step = Step::Prune(self.number + 1, self.newly_attacked(self.number + 1));
        } else {
            self.enter_next();
        }
        Event::Place(self.queen(line))
    }

    const fn enter_next(&mut self) {
        let lines = self.lines.line(self.number + 1) - self.line;
        self.enter(self.number + 1, self.attacked_after().shifted(lines));
    }

    /// Returns the attacked positions as seen from the current line, including the attacks of the queen on it.
    const fn attacked_after(&self) -> Attacked {
        let line = self.line as usize;
        self.attacked[line].with(1 << self.placed[line])
    }

    /// Returns the positions of a later open line that the queen on the current line is the first to attack.
    const fn newly_attacked(&self, number: u8) -> u64 {
        let later = self.lines.line(number);
        let lines = later - self.line;
        let before = self.attacked[self.line as usize].later(lines);
        self.attacked_after().later(lines) & !before & self.lines.free(later)
    }

    /// Returns the open positions of an open line that given queens attack.
    const fn attacked_by_start(&self, number: u8) -> u64 {
        let line = self.lines.line(number);
        self.lines.open(line) & !self.lines.free(line)
    }

    /// Returns the next square, with its line and the positions left on this line: first of `positions` of line
    /// `first`, then of later lines.
    fn next_of(&self, first: u8, positions: u64, of_line: fn(&Self, u8) -> u64) -> Option<(Square, u8, u64)> {
        let lines = (first..self.lines.count()).map(|number| match number {
            number if number == first => (number, positions),
            number => (number, of_line(self, number)),
        });
        let (number, positions) = lines.into_iter().find(|(_, positions)| *positions > 0)?;
        let square = self.order.square(self.lines.line(number), positions.trailing_zeros() as u8);
        Some((square, number, positions & (positions - 1)))
    }

    /// Enters the next line, unless a later line has no free square.
    fn look_ahead(&mut self) {
        let attacked = self.attacked_after();
        let is_dead = |line: &u8| self.lines.free(*line) & !attacked.later(*line - self.line) == 0;
        match self.lines.from(self.number + 1).find(is_dead) {
            Some(line) => self.step = Step::DeadEnd(line),
            None => self.enter_next(),
        }
    }

    /// Enters the first line, unless given queens and closed squares leave no free square in some line.
    fn look_at_start(&mut self) {
        if self.lines.from(0).any(|line| self.lines.free(line) == 0) {
            self.step = Step::End;
        } else {
            self.enter(0, Attacked::default());
        }
    }

    const fn exhausted(&mut self) -> Event {
        if self.number == 0 {
            self.step = Step::Over;
            return Event::End;
        }
        let from = self.order.line(self.line + 1);
        self.number -= 1;
        self.line = self.lines.line(self.number);
        self.step = Step::Remove;
        Event::Backtrack { from }
    }

    fn remove(&mut self) -> Event {
        if self.lines.count() == 0 {
            // All queens are given.
            self.step = Step::Over;
            return Event::End;
        }
        if self.method == Method::Tests {
            self.attackers.remove(self.line, self.placed[usize::from(self.line)]);
        }
        self.step = match self.method {
            Method::LookAhead if !self.is_last() => {
                Step::Unprune(self.number + 1, self.newly_attacked(self.number + 1))
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
            Step::PruneStart(number, positions) => {
                let next = self.next_of(number, positions, Self::attacked_by_start);
                let Some((square, number, rest)) = next else {
                    self.look_at_start();
                    return self.next();
                };
                (Event::Prune(square), Step::PruneStart(number, rest))
            }
            Step::Prune(number, positions) => {
                let Some((square, number, rest)) = self.next_of(number, positions, Self::newly_attacked)
                else {
                    self.look_ahead();
                    return self.next();
                };
                (Event::Prune(square), Step::Prune(number, rest))
            }
            Step::Unprune(number, positions) => {
                let Some((square, number, rest)) = self.next_of(number, positions, Self::newly_attacked)
                else {
                    return Some(self.try_next());
                };
                (Event::Restore(square), Step::Unprune(number, rest))
            }
            Step::Test(positions) => return Some(self.test(positions)),
            Step::Try => return Some(self.try_next()),
            Step::Remove => return Some(self.remove()),
            Step::End => (Event::End, Step::Over),
            // The only board of a single queen is its own image.
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
