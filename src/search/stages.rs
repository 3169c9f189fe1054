//! The matrices of the iterative solver with stages (EE2013, queenpuzzle).

use crate::board::{BoardSize, Problem, Square, SquareSet};

use super::Order;

/// An entry of a matrix: the state of a square for the solver.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Entry {
    #[default]
    Free,
    /// 1: attacked by a queen, under a queen, or closed from the start.
    Closed,
    Tried,
}

impl Entry {
    pub const fn digit(self) -> u8 {
        self as u8
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matrix {
    size: BoardSize,
    entries: Vec<Entry>,
}

impl Matrix {
    fn new(size: BoardSize) -> Self {
        let n = usize::from(size.get());
        Self { size, entries: vec![Entry::Free; n * n] }
    }

    /// Returns the entry of a square; panics if the square is not on the board.
    pub fn at(&self, square: Square) -> Entry {
        self.entries[self.index(square)]
    }

    fn index(&self, square: Square) -> usize {
        usize::from(square.row - 1) * usize::from(self.size.get()) + usize::from(square.column - 1)
    }

    fn set(&mut self, square: Square, entry: Entry) {
        let index = self.index(square);
        self.entries[index] = entry;
    }

    /// Returns the rows from the top, each from the left.
    pub fn rows(&self) -> impl Iterator<Item = &[Entry]> {
        self.entries.chunks(self.size.get().into())
    }
}

/// The matrices of the solver after a step: `now`, and for each column (or row, in the order of rows) the matrix
/// saved before its queen was placed.
///
/// A queen closes her whole row and column in `now`, and the squares of her diagonals in later columns.
/// Backtracking restores the stage of the column of the removed queen; in this stage, the tried square has a 2. A
/// stage is stored until the next queen of its column, so stages after the current column are out of date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stages {
    order: Order,
    /// The matrix in which the solver looks for a free square.
    pub now: Matrix,
    /// The matrix before the last placement or removal.
    pub before: Matrix,
    /// The saved stages, from the first column (or row) on; `None` before the first queen of
    /// the column.
    pub kept: Vec<Option<Matrix>>,
}

impl Stages {
    /// Creates the matrices before the first step. All squares that are not free at the start are closed.
    pub fn new(problem: impl Into<Problem>, order: Order) -> Self {
        let problem: Problem = problem.into();
        let size = problem.size();
        let mut now = Matrix::new(size);
        for square in size.squares().filter(|square| !problem.is_free(*square)) {
            now.set(square, Entry::Closed);
        }
        Self { order, before: now.clone(), now, kept: vec![None; size.get().into()] }
    }

    /// Creates the matrix of a single position, without a search: queens close squares, and nothing was tried,
    /// saved or changed.
    pub fn of_position(size: BoardSize, order: Order, queens: &SquareSet) -> Self {
        let mut stages = Self::new(size, order);
        for queen in queens {
            stages.close(queen);
        }
        stages.before.clone_from(&stages.now);
        stages
    }

    pub const fn line(&self, square: Square) -> usize {
        self.order.place_of(square).0 as usize
    }

    /// Places a queen; panics when the square is not on the board.
    pub fn place(&mut self, queen: Square) {
        self.before.clone_from(&self.now);
        let line = self.line(queen);
        self.kept[line].insert(self.now.clone()).set(queen, Entry::Tried);
        self.close(queen);
    }

    fn close(&mut self, queen: Square) {
        let line = self.line(queen);
        for square in self.now.size.squares() {
            let straight = square.row == queen.row || square.column == queen.column;
            let is_ahead = self.line(square) > line;
            if straight || (is_ahead && queen.attacks(square)) {
                self.now.set(square, Entry::Closed);
            }
        }
    }

    /// Removes a queen and restores the stage of her column; panics when the square is not on the board.
    pub fn remove(&mut self, queen: Square) {
        self.before.clone_from(&self.now);
        if let Some(stage) = &self.kept[self.line(queen)] {
            self.now.clone_from(stage);
        }
    }

    /// Copies `other`, reusing memory.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.order = other.order;
        self.now.clone_from(&other.now);
        self.before.clone_from(&other.before);
        self.kept.clone_from(&other.kept);
    }
}
