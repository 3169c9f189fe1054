//! The diagonals of a board, and the number of queens on each.

use crate::board::{BoardSize, Square, SquareSet};
use crate::variants::enum_with_all;

enum_with_all! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Direction {
        /// From the upper left to the lower right.
        Diagonal,
        /// From the upper right to the lower left.
        Antidiagonal,
    }
}

/// A diagonal with more than one square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Diagonal {
    pub direction: Direction,
    /// Column - row of a `Diagonal`, or row + column - N - 1 of an `Antidiagonal`.
    pub offset: i32,
}

impl Diagonal {
    /// Returns the diagonals of a direction with more than one square, by ascending offset.
    pub fn of(direction: Direction, size: BoardSize) -> impl Iterator<Item = Self> {
        let n = i32::from(size.get());
        (2 - n..=n - 2).map(move |offset| Self { direction, offset })
    }

    /// Returns the first diagonal with the most queens, and their number; `None` on a board of one square.
    pub fn fullest(queens: &SquareSet, size: BoardSize) -> Option<(Self, usize)> {
        let all = Direction::ALL.into_iter().flat_map(|direction| Self::of(direction, size));
        let counted = all.map(|diagonal| (diagonal, diagonal.count(queens, size)));
        counted.reduce(|most, next| if next.1 > most.1 { next } else { most })
    }

    pub fn count(self, queens: &SquareSet, size: BoardSize) -> usize {
        queens.iter().filter(|queen| self.contains(*queen, size)).count()
    }

    fn contains(self, square: Square, size: BoardSize) -> bool {
        let (row, column) = (i32::from(square.row), i32::from(square.column));
        self.offset
            == match self.direction {
                Direction::Diagonal => column - row,
                Direction::Antidiagonal => row + column - i32::from(size.get()) - 1,
            }
    }

    pub fn ends(self, size: BoardSize) -> [Square; 2] {
        let mut squares: Vec<Square> = size.squares().filter(|square| self.contains(*square, size)).collect();
        squares.sort_unstable_by_key(|square| square.column);
        [squares[0], squares[squares.len() - 1]]
    }
}
