//! The chess board: its size, its squares, placements of queens, and who attacks whom.

mod placement;
mod square_set;
mod symmetry;

use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use serde::Serialize;

pub use placement::{Placement, PlacementError};
pub use square_set::SquareSet;

/// The largest board, so that a row of squares fits into the bits of a `u64`.
pub const MAX_SIZE: u8 = 64;

/// The number of rows (and of columns) of a board: 1 to [`MAX_SIZE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSize(NonZeroU8);

impl BoardSize {
    /// The smallest board.
    pub const MIN: Self = Self(NonZeroU8::MIN);

    /// The largest board.
    pub const MAX: Self = Self(NonZeroU8::new(MAX_SIZE).expect("there are boards"));

    /// A board of `size` rows and `size` columns.
    ///
    /// # Errors
    /// [`SizeError`] unless `size` is from 1 to [`MAX_SIZE`].
    pub fn new(size: u64) -> Result<Self, SizeError> {
        u8::try_from(size)
            .ok()
            .filter(|size| *size <= MAX_SIZE)
            .and_then(NonZeroU8::new)
            .map(Self)
            .ok_or(SizeError)
    }

    /// Rows of the board, which are as many as its columns.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    /// Whether the square lies on a board of this size.
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        1 <= square.row && square.row <= self.get() && 1 <= square.column && square.column <= self.get()
    }

    /// Every square, row by row from the top, each row from the left.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (1..=self.get()).flat_map(move |row| (1..=self.get()).map(move |column| Square { row, column }))
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for BoardSize {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Self, SizeError> {
        text.parse().map_err(|_| SizeError).and_then(Self::new)
    }
}

/// A board size that is not a whole number from 1 to [`MAX_SIZE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the size of the board is a whole number from 1 to {MAX_SIZE}")]
pub struct SizeError;

/// A square: rows and columns count from 1, row 1 at the top, column 1 at the left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Square {
    /// Row, counted from 1 at the top.
    pub row: u8,
    /// Column, counted from 1 at the left.
    pub column: u8,
}

impl Square {
    /// The square where `row` (from the top) meets `column` (from the left).
    #[must_use]
    pub const fn new(row: u8, column: u8) -> Self {
        Self { row, column }
    }

    /// Whether a queen here attacks one there: same row, column or diagonal, not the same square.
    #[must_use]
    pub fn attacks(self, other: Self) -> bool {
        let rows = self.row.abs_diff(other.row);
        let columns = self.column.abs_diff(other.column);
        (rows, columns) != (0, 0) && (rows == 0 || columns == 0 || rows == columns)
    }

    /// The name that chess players give it: `a8` is the top left square of an 8×8 board.
    #[must_use]
    pub fn name(self, size: BoardSize) -> String {
        format!("{}{}", column_letters(self.column), rank(self.row, size))
    }
}

/// The letter of a column: `a` to `z`, then `aa`, `ab` and so on.
#[must_use]
pub fn column_letters(column: u8) -> String {
    let letter = |index: u8| char::from(b'a' + index % 26);
    let index = column.saturating_sub(1);
    match index / 26 {
        0 => letter(index).to_string(),
        more => [letter(more - 1), letter(index)].iter().collect(),
    }
}

/// The chess player's number of a row: 1 at the bottom.
#[must_use]
pub const fn rank(row: u8, size: BoardSize) -> u8 {
    (size.get() + 1).saturating_sub(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(n: u64) -> BoardSize {
        BoardSize::new(n).unwrap()
    }

    #[test]
    fn a8_is_the_top_left_square_of_an_8x8_board() {
        assert_eq!(Square::new(1, 1).name(size(8)), "a8");
        assert_eq!(Square::new(8, 8).name(size(8)), "h1");
        assert_eq!(Square::new(64, 27).name(size(64)), "aa1");
        assert_eq!(Square::new(1, 64).name(size(64)), "bl64");
    }

    #[test]
    fn board_sizes_end_at_64() {
        for wrong in ["0", "65", "256", "-1", "8.0", "eight", "", "99999999999999999999999"] {
            assert_eq!(wrong.parse::<BoardSize>(), Err(SizeError), "{wrong}");
        }
        assert_eq!("64".parse(), Ok(size(64)));
    }

    #[test]
    fn queens_attack_along_rows_columns_and_diagonals() {
        let queen = Square::new(4, 4);
        let attacked = size(8).squares().filter(|square| queen.attacks(*square)).count();
        assert_eq!(attacked, 27, "a queen on d5 sees 27 squares of an empty board");
        assert!(!queen.attacks(queen));
        assert!(!queen.attacks(Square::new(6, 5)), "a knight's move away is safe");
    }
}
