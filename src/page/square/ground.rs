//! What of a square stays as it is.

use crate::board::{BoardSize, Square, SquareNames};
use crate::page::figure::Edges;

/// The constant properties of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ground {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Side of the smallest square of its board in pixels: figures have one size all over the board.
    pub side: u32,
    /// Whether it is a dark square.
    pub dark: bool,
    /// The coordinates on it.
    pub labels: Labels,
    /// The edges at which it has lines to other squares.
    pub lines: Edges,
    /// The edges of the board that it lies on, where they are drawn.
    pub border: Edges,
}

/// Coordinates: a row's number on the leftmost squares, a column's letter or number on the lowest.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Labels {
    pub(super) row: Option<u8>,
    pub(super) column: Option<(SquareNames, u8)>,
}

impl Labels {
    /// The coordinates on a square of this board.
    pub fn of(square: Square, size: BoardSize, names: SquareNames) -> Self {
        Self {
            row: (square.column == 1).then(|| names.row(square.row, size)),
            column: (square.row == size.get()).then_some((names, square.column)),
        }
    }
}
