//! The rules by which a solver calls squares safe.

use crate::board::Square;
use crate::variants::enum_with_all;

enum_with_all! {
    /// The rules that a solver follows.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub enum Rules {
        /// A square is safe if no queen attacks it.
        #[default]
        Chess,
        /// The solver has reasons of its own to call a square safe or not.
        Own,
    }
}

impl Rules {
    /// Its name in the header of a log.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chess => "chess",
            Self::Own => "own",
        }
    }
}

enum_with_all! {
    /// The queens that a search looks at when it tests a square.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
    pub enum TestedQueens {
        /// All.
        #[default]
        All,
        /// Those in rows above it.
        Above,
        /// Those in columns on its left.
        OnTheLeft,
        /// Those in other columns: the queen of this column may move.
        InOtherColumns,
        /// Those in other rows: the queen of this row may move.
        InOtherRows,
    }
}

impl TestedQueens {
    /// Its name in a log.
    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Above => "above",
            Self::OnTheLeft => "left",
            Self::InOtherColumns => "other columns",
            Self::InOtherRows => "other rows",
        }
    }

    /// Whether a queen is looked at when this square is tested.
    pub const fn include(self, queen: Square, square: Square) -> bool {
        match self {
            Self::All => true,
            Self::Above => queen.row < square.row,
            Self::OnTheLeft => queen.column < square.column,
            Self::InOtherColumns => queen.column != square.column,
            Self::InOtherRows => queen.row != square.row,
        }
    }
}
