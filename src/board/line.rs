//! Rows and columns.

use std::fmt;

use serde::Serialize;

use super::{BoardSize, Square};

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
    /// Its number, counted from 1.
    pub const fn number(self) -> u8 {
        match self {
            Self::Row(number) | Self::Column(number) => number,
        }
    }

    /// Whether a square is on it.
    pub const fn contains(self, square: Square) -> bool {
        match self {
            Self::Row(row) => square.row == row,
            Self::Column(column) => square.column == column,
        }
    }

    /// Its squares, from the left or from the top.
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
