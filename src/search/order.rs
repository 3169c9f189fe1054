//! Lines and positions of a search, as squares of the board.

use crate::board::{Line, Square};
use crate::variants::named_enum;

named_enum! {
    /// Whether the search goes column by column or row by row.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Order {
        /// Column by column from the left, the rows of each tested from the top
        #[default]
        Columns = "columns",
        /// Row by row from the top, the columns of each tested from the left
        Rows = "rows",
    }
}

impl Order {
    /// Returns the line with this number in the search, counted from 1.
    pub const fn line(self, number: u8) -> Line {
        match self {
            Self::Columns => Line::Column(number),
            Self::Rows => Line::Row(number),
        }
    }

    /// Returns the line in which the search places the queen of a square.
    pub const fn line_of(self, square: Square) -> Line {
        match self {
            Self::Columns => Line::Column(square.column),
            Self::Rows => Line::Row(square.row),
        }
    }

    /// Returns what a line is called.
    pub(crate) const fn line_word(self) -> &'static str {
        match self {
            Self::Columns => "column",
            Self::Rows => "row",
        }
    }

    /// Returns the line of a square and the position on this line, both counted from 0.
    pub(crate) const fn place_of(self, square: Square) -> (u8, u8) {
        match self {
            Self::Columns => (square.column - 1, square.row - 1),
            Self::Rows => (square.row - 1, square.column - 1),
        }
    }

    /// Returns the square at a position of a line, both counted from 0.
    pub(crate) const fn square(self, line: u8, position: u8) -> Square {
        match self {
            Self::Columns => Square::new(position + 1, line + 1),
            Self::Rows => Square::new(line + 1, position + 1),
        }
    }
}
