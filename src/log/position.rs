//! The queens on the board of a log, and what can happen to them.

use crate::board::{BoardSize, MAX_SIZE, Square, SquareSet};
use crate::record::EventError;
use crate::search::Event;

use super::Fault;

const LINES: usize = MAX_SIZE as usize;

/// Follows the events of a log whose board may not be known yet.
#[derive(Debug, Clone)]
pub(super) struct Position {
    queens: SquareSet,
    /// The queens of a whole board that has not been set up yet.
    setting_up: SquareSet,
    count: usize,
    /// How many pairs of queens share a row, a column or a diagonal.
    pairs: usize,
    lines: Lines,
    /// Whether a solution may be told of: a queen has come or moved since the last one.
    solvable: bool,
    /// Whether the search is over.
    ended: bool,
}

/// How many queens each row, column and diagonal has.
#[derive(Debug, Clone)]
struct Lines {
    in_row: [u8; LINES],
    in_column: [u8; LINES],
    on_diagonal: [u8; 2 * LINES],
    on_antidiagonal: [u8; 2 * LINES],
}

impl Lines {
    const EMPTY: Self = Self {
        in_row: [0; LINES],
        in_column: [0; LINES],
        on_diagonal: [0; 2 * LINES],
        on_antidiagonal: [0; 2 * LINES],
    };

    fn through(&mut self, square: Square) -> [&mut u8; 4] {
        let (row, column) = (usize::from(square.row) - 1, usize::from(square.column) - 1);
        [
            &mut self.in_row[row],
            &mut self.in_column[column],
            &mut self.on_diagonal[row + column],
            &mut self.on_antidiagonal[row + LINES - column],
        ]
    }
}

impl Position {
    pub fn empty() -> Self {
        Self {
            queens: SquareSet::empty(BoardSize::MAX),
            setting_up: SquareSet::empty(BoardSize::MAX),
            count: 0,
            pairs: 0,
            lines: Lines::EMPTY,
            solvable: false,
            ended: false,
        }
    }

    /// Whether the queens are a solution that has not been told of.
    pub fn is_unsaid_solution(&self, size: BoardSize) -> bool {
        self.solvable && self.pairs == 0 && self.count == usize::from(size.get())
    }

    /// Whether the event can happen, on a board of this size, if that is known.
    pub fn check(&self, event: Event, size: Option<BoardSize>) -> Result<(), Fault> {
        if self.ended {
            return Err(Fault::AfterEnd);
        }
        match event {
            Event::Test { square, attacker } => {
                on_board(square, size)?;
                match attacker {
                    Some(attacker) if !self.queens.contains(attacker) || !attacker.attacks(square) => {
                        Err(EventError::NoAttack { square, attacker }.into())
                    }
                    _ => Ok(()),
                }
            }
            Event::Place(square) => on_board(square, size).and_then(|()| free(&self.queens, square)),
            Event::SetUp(square) => on_board(square, size).and_then(|()| free(&self.setting_up, square)),
            Event::Remove(square) => on_board(square, size).and_then(|()| taken(&self.queens, square)),
            Event::Move { from, to } => {
                on_board(from, size).and_then(|()| on_board(to, size))?;
                taken(&self.queens, from).and_then(|()| free(&self.queens, to))
            }
            Event::Backtrack { from: given } | Event::DeadEnd { column: given } => match size {
                Some(size) if given > size.get() => Err(Fault::NoSuchColumn { given, size }),
                _ => Ok(()),
            },
            Event::Solution => self.solved(size),
            Event::Board | Event::End => Ok(()),
        }
    }

    /// Lets an event happen that has been checked.
    pub fn apply(&mut self, event: Event) {
        match event {
            Event::Place(square) => self.put(square),
            Event::Remove(square) => self.take(square),
            Event::Move { from, to } => {
                self.take(from);
                self.put(to);
            }
            Event::SetUp(square) => drop(self.setting_up.insert(square)),
            Event::Board => self.set_up(),
            Event::Test { .. } | Event::Solution | Event::Backtrack { .. } | Event::DeadEnd { .. } => {}
            Event::End => self.ended = true,
        }
        match event {
            Event::Place(_) | Event::Move { .. } | Event::Board => self.solvable = true,
            Event::Remove(_) | Event::Solution => self.solvable = false,
            Event::Test { .. }
            | Event::SetUp(_)
            | Event::Backtrack { .. }
            | Event::DeadEnd { .. }
            | Event::End => {}
        }
    }

    fn solved(&self, size: Option<BoardSize>) -> Result<(), Fault> {
        if !self.solvable {
            return Err(EventError::SolutionWithoutPlacement.into());
        }
        if self.pairs > 0 {
            let attacked = self.queens.in_conflict();
            let pair = attacked.iter().find_map(|one| {
                attacked.iter().find(|other| one.attacks(**other)).map(|other| (*one, *other))
            });
            if let Some((one, other)) = pair {
                return Err(Fault::Conflict(one, other));
            }
        }
        match size {
            Some(size) if self.count != usize::from(size.get()) => {
                Err(Fault::WrongNumber { queens: self.count, size })
            }
            _ => Ok(()),
        }
    }

    fn set_up(&mut self) {
        self.queens.clear();
        (self.count, self.pairs, self.lines) = (0, 0, Lines::EMPTY);
        let mut queens = SquareSet::empty(BoardSize::MAX);
        std::mem::swap(&mut queens, &mut self.setting_up);
        for square in queens.iter() {
            self.put(square);
        }
    }

    fn put(&mut self, square: Square) {
        self.queens.insert(square);
        self.count += 1;
        for queens in self.lines.through(square) {
            self.pairs += usize::from(*queens);
            *queens += 1;
        }
    }

    fn take(&mut self, square: Square) {
        self.queens.remove(square);
        self.count -= 1;
        for queens in self.lines.through(square) {
            *queens -= 1;
            self.pairs -= usize::from(*queens);
        }
    }
}

fn on_board(square: Square, size: Option<BoardSize>) -> Result<(), Fault> {
    match size.unwrap_or(BoardSize::MAX) {
        size if size.contains(square) => Ok(()),
        size => Err(EventError::OffBoard { square, size }.into()),
    }
}

fn free(queens: &SquareSet, square: Square) -> Result<(), Fault> {
    if queens.contains(square) { Err(EventError::Occupied(square).into()) } else { Ok(()) }
}

fn taken(queens: &SquareSet, square: Square) -> Result<(), Fault> {
    if queens.contains(square) { Ok(()) } else { Err(EventError::Vacant(square).into()) }
}
