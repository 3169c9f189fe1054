//! The chess board: its size, its squares, placements of queens, and attacks.

mod placement;
mod problem;
mod square_names;
mod square_set;
mod symmetry;

use crate::limits::MAX_BOARD_SIZE;
use std::fmt;
use std::num::NonZeroU8;
use std::str::FromStr;

use serde::Serialize;

pub use placement::Placement;
use placement::PlacementError;
pub use problem::{Problem, ProblemError};
pub use square_names::SquareNames;
pub use square_set::SquareSet;
pub use symmetry::Symmetries;
pub(crate) use symmetry::Symmetry;

/// The default text of a queen in [`SquareSet::to_text`].
pub(crate) const QUEEN: &str = "♛";

/// The default text of an empty square.
pub(crate) const EMPTY: &str = "·";

/// The number of rows (and of columns) of a board: 1 to 64.
///
/// ```
/// use queenreel::board::{BoardSize, SizeError, Square};
///
/// let size = BoardSize::new(8)?;
/// assert_eq!(BoardSize::try_from(8_u32), Ok(size));
/// assert_eq!("65".parse::<BoardSize>(), Err(SizeError));
/// assert!(size.contains(Square::new(8, 1)) && !size.contains(Square::new(9, 1)));
/// assert_eq!(usize::from(size), 8);
/// # Ok::<(), SizeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSize(NonZeroU8);

impl BoardSize {
    /// The smallest board.
    pub const MIN: Self = Self(NonZeroU8::MIN);

    /// The largest board.
    pub const MAX: Self = Self(NonZeroU8::new(MAX_BOARD_SIZE).expect("the largest size is not 0"));

    /// Creates the size of a board with `size` rows and `size` columns.
    ///
    /// # Errors
    /// [`SizeError`] unless `size` is from 1 to 64.
    pub fn new(size: u64) -> Result<Self, SizeError> {
        size.try_into()
    }

    /// Returns the number of rows, which is also the number of columns.
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    /// Whether the square lies on a board of this size.
    pub const fn contains(self, square: Square) -> bool {
        1 <= square.row && square.row <= self.get() && 1 <= square.column && square.column <= self.get()
    }

    /// Returns every square, row by row from the top, each row from the left.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (1..=self.get()).flat_map(move |row| (1..=self.get()).map(move |column| Square { row, column }))
    }
}

macro_rules! convert_integers {
    ($($integer:ty)+) => {$(
        impl TryFrom<$integer> for BoardSize {
            type Error = SizeError;

            fn try_from(size: $integer) -> Result<Self, SizeError> {
                let size = u8::try_from(size).ok().filter(|size| *size <= MAX_BOARD_SIZE);
                size.and_then(NonZeroU8::new).map(Self).ok_or(SizeError)
            }
        }

        impl From<BoardSize> for $integer {
            fn from(size: BoardSize) -> Self {
                size.get().into()
            }
        }
    )+};
}

convert_integers!(u8 u32 u64 usize);

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

/// A board size that is not a whole number from 1 to 64. See [`BoardSize::new`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the size of the board is a whole number from 1 to {MAX_BOARD_SIZE}")]
pub struct SizeError;

/// A square: rows and columns count from 1, row 1 at the top, column 1 at the left.
///
/// ```
/// use queenreel::board::Square;
///
/// let square = Square::new(3, 8);
/// assert_eq!(square, (3, 8).into());
/// assert_eq!(square.to_string(), "row 3, column 8");
/// assert!(square.attacks(Square::new(6, 5)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Square {
    /// Row, counted from 1 at the top.
    pub row: u8,
    /// Column, counted from 1 at the left.
    pub column: u8,
}

impl Square {
    /// Creates the square in this row and column, both counted from 1.
    pub const fn new(row: u8, column: u8) -> Self {
        Self { row, column }
    }

    /// Whether the square is dark on a chess board whose upper left square is light.
    pub const fn is_dark(self) -> bool {
        (self.row + self.column) % 2 == 1
    }

    /// Whether queens on the two squares attack each other: same row, column or diagonal, but not the same square.
    pub fn attacks(self, other: Self) -> bool {
        let rows = self.row.abs_diff(other.row);
        let columns = self.column.abs_diff(other.column);
        (rows, columns) != (0, 0) && (rows == 0 || columns == 0 || rows == columns)
    }

    /// Whether queens on the two other squares attack each other, with this square strictly between them.
    pub fn is_between(self, one: Self, other: Self) -> bool {
        let rows = |a: Self, b: Self| u16::from(a.row.abs_diff(b.row));
        let columns = |a: Self, b: Self| u16::from(a.column.abs_diff(b.column));
        let distance = |a: Self, b: Self| rows(a, b).max(columns(a, b));
        let adds_up = |of: &dyn Fn(Self, Self) -> u16| of(one, self) + of(self, other) == of(one, other);
        one.attacks(other)
            && self != one
            && self != other
            && adds_up(&rows)
            && adds_up(&columns)
            && adds_up(&distance)
    }
}

/// Converts a row and a column.
impl From<(u8, u8)> for Square {
    fn from((row, column): (u8, u8)) -> Self {
        Self { row, column }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row, self.column)
    }
}

/// A row or a column of a board, counted from 1, from the top or from the left.
///
/// ```
/// use queenreel::board::{BoardSize, Line, Square};
///
/// let squares: Vec<Square> = Line::Row(2).squares(BoardSize::new(3)?).collect();
/// assert_eq!(squares, [(2, 1), (2, 2), (2, 3)].map(Square::from));
/// assert_eq!(Line::Column(4).to_string(), "column 4");
/// # Ok::<(), queenreel::board::SizeError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// A row.
    Row(u8),
    /// A column.
    Column(u8),
}

impl Line {
    /// Returns the number of the line, counted from 1.
    pub const fn number(self) -> u8 {
        match self {
            Self::Row(number) | Self::Column(number) => number,
        }
    }

    /// Whether a square is on the line.
    pub const fn contains(self, square: Square) -> bool {
        match self {
            Self::Row(row) => square.row == row,
            Self::Column(column) => square.column == column,
        }
    }

    /// Returns the squares of the line, from the left or from the top.
    pub fn squares(self, size: BoardSize) -> impl Iterator<Item = Square> {
        (1..=size.get()).map(move |position| match self {
            Self::Row(row) => Square::new(row, position),
            Self::Column(column) => Square::new(position, column),
        })
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => write!(f, "row {row}"),
            Self::Column(column) => write!(f, "column {column}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(n: u64) -> BoardSize {
        BoardSize::new(n).unwrap()
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
