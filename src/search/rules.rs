//! The rules by which a solver calls squares safe.

use crate::board::Square;
use crate::variants::named_enum;

use super::Order;

named_enum! {
    /// The rules that a solver follows. See [`FilmBuilder::own_rules`](crate::film::FilmBuilder::own_rules).
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub enum Rules {
        /// A square is safe if no queen attacks it.
        #[default]
        Chess = "chess",
        /// The solver has other rules to call a square safe or not.
        Own = "own",
    }
}

named_enum! {
    /// The queens that a search considers when it tests a square.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
    pub enum TestedQueens {
        /// All.
        #[default]
        All = "all",
        /// Queens in rows above the square.
        Above = "above",
        /// Queens in columns on the left.
        OnTheLeft = "left",
        /// Queens in other columns: the queen of this column may move.
        InOtherColumns = "other columns",
        /// Queens in other rows: the queen of this row may move.
        InOtherRows = "other rows",
    }
}

impl TestedQueens {
    pub(crate) const fn in_other_lines(order: Order) -> Self {
        match order {
            Order::Columns => Self::InOtherColumns,
            Order::Rows => Self::InOtherRows,
        }
    }

    /// Whether a queen is considered when this square is tested.
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
