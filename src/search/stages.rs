//! The matrices of the iterative solver with stages (EE2013, queenpuzzle).

use crate::board::{BoardSize, Problem, Square, SquareSet};

use super::Order;

/// An entry of a matrix: what the solver knows of a square.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Entry {
    /// 0: free.
    #[default]
    Free,
    /// 1: attacked by a queen, a queen's own, or closed from the start.
    Closed,
    /// 2: tried.
    Tried,
}

impl Entry {
    /// Its digit in the matrix.
    pub const fn digit(self) -> u8 {
        self as u8
    }
}

/// A matrix with an entry for each square.
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

    /// The entry of a square.
    ///
    /// # Panics
    /// When the square is not on the board.
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

    /// The rows from the top, each from the left.
    pub fn rows(&self) -> impl Iterator<Item = &[Entry]> {
        self.entries.chunks(self.size.get().into())
    }
}

/// The matrices of the solver after a step: `now`, and for each column (or row, in the order of rows)
/// the one kept before its queen was placed.
///
/// A queen closes her whole row and column in `now`, and the squares of her diagonals in the columns
/// to come. A step back restores the stage of its column, in which the tried square has a 2. A stage
/// is kept until the next queen of its column, so those behind the present column are out of date.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stages {
    order: Order,
    /// The matrix in which the solver looks for a free square.
    pub now: Matrix,
    /// The one before the last placement or removal.
    pub before: Matrix,
    /// The kept stages, from the first column (or row) on; `None` before its first queen.
    pub kept: Vec<Option<Matrix>>,
}

impl Stages {
    /// Before the first step: what a start leaves to no other queen is closed.
    pub fn new(problem: impl Into<Problem>, order: Order) -> Self {
        let problem: Problem = problem.into();
        let size = problem.size();
        let mut now = Matrix::new(size);
        for square in size.squares().filter(|square| !problem.is_free(*square)) {
            now.set(square, Entry::Closed);
        }
        Self { order, before: now.clone(), now, kept: vec![None; size.get().into()] }
    }

    /// The matrix for queens on a board alone, without a search: each closes squares, and nothing was
    /// tried, kept or changed just now.
    pub fn of_position(size: BoardSize, order: Order, queens: &SquareSet) -> Self {
        let mut stages = Self::new(size, order);
        for queen in queens {
            stages.close(queen);
        }
        stages.before.clone_from(&stages.now);
        stages
    }

    /// The column or row of a square, from 0.
    pub const fn line(&self, square: Square) -> usize {
        self.order.place_of(square).0 as usize
    }

    /// After a queen is placed.
    ///
    /// # Panics
    /// When the square is not on the board.
    pub fn place(&mut self, queen: Square) {
        self.before.clone_from(&self.now);
        let line = self.line(queen);
        let stage = self.kept[line].insert(self.now.clone());
        stage.set(queen, Entry::Tried);
        self.close(queen);
    }

    /// Closes the squares that a queen leaves to no other.
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

    /// After a queen is removed: the stage of her column is restored.
    ///
    /// # Panics
    /// When the square is not on the board.
    pub fn remove(&mut self, queen: Square) {
        self.before.clone_from(&self.now);
        if let Some(stage) = &self.kept[self.line(queen)] {
            self.now.clone_from(stage);
        }
    }

    /// Becomes the same as `other`.
    pub(crate) fn copy_from(&mut self, other: &Self) {
        self.order = other.order;
        self.now.clone_from(&other.now);
        self.before.clone_from(&other.before);
        self.kept.clone_from(&other.kept);
    }
}
