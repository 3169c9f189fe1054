//! What one picture shows, in chess terms.

use crate::board::{BoardSize, Square, SquareSet};

/// A board with its queens, and what is to be pointed out on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// Size of the board.
    pub size: BoardSize,
    /// The squares that hold a queen.
    pub queens: SquareSet,
    /// The squares that are pointed out; no square stands here twice.
    pub marks: Vec<(Square, Mark)>,
}

/// Why a square is pointed out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mark {
    /// Its queen was placed just now.
    Placed,
    /// Its queen was taken away just now.
    Removed,
    /// Its queen is part of a solution.
    Solution,
    /// Its queen is attacked by another.
    Conflict,
}

impl Scene {
    /// The empty board.
    #[must_use]
    pub fn empty(size: BoardSize) -> Self {
        Self { size, queens: SquareSet::empty(size), marks: Vec::new() }
    }

    /// Queens on a board, each attacked one marked; where none is and every column has one, all
    /// are marked as a solution.
    #[must_use]
    pub fn position(size: BoardSize, queens: SquareSet) -> Self {
        let attacked = queens.in_conflict();
        let solved = attacked.is_empty() && queens.iter().count() == usize::from(size.get());
        let marks = if solved {
            queens.iter().map(|square| (square, Mark::Solution)).collect()
        } else {
            attacked.into_iter().map(|square| (square, Mark::Conflict)).collect()
        };
        Self { size, queens, marks }
    }

    /// How a square is pointed out, if it is.
    #[must_use]
    pub fn mark_at(&self, square: Square) -> Option<Mark> {
        self.marks.iter().find(|(marked, _)| *marked == square).map(|(_, mark)| *mark)
    }
}
