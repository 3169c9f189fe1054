//! The rules by which a solver calls squares safe.

use crate::board::Square;
use crate::variants::named_enum;

use super::Order;

named_enum! {
    /// The rules that a solver follows.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub enum Rules {
        /// A square is safe if no queen attacks it.
        #[default]
        Chess = "chess",
        /// The solver has reasons of its own to call a square safe or not.
        Own = "own",
    }
}

named_enum! {
    /// The queens that a search looks at when it tests a square.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
    pub enum TestedQueens {
        /// All.
        #[default]
        All = "all",
        /// Those in rows above it.
        Above = "above",
        /// Those in columns on its left.
        OnTheLeft = "left",
        /// Those in other columns: the queen of this column may move.
        InOtherColumns = "other columns",
        /// Those in other rows: the queen of this row may move.
        InOtherRows = "other rows",
    }
}

impl TestedQueens {
    /// Those in other lines than the square, in a search that goes through lines in this order.
    pub(crate) const fn in_other_lines(order: Order) -> Self {
        match order {
            Order::Columns => Self::InOtherColumns,
            Order::Rows => Self::InOtherRows,
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
