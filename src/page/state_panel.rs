//! The panels that show what an algorithm remembers besides the board.

use crate::search::Algorithm;
use crate::variants::named_enum;

named_enum! {
    /// A panel that shows what an algorithm remembers besides the board.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum StatePanel {
        /// Which rows, columns and diagonals are available
        Arrays = "arrays",
        /// Attacked and free squares as binary digits
        Bits = "bits",
        /// The matrix of free, closed and tried squares
        Matrix = "matrix",
        /// The matrices that are kept to go back
        Stages = "stages",
        /// How many queens are on each diagonal
        Diagonals = "diagonals",
        /// The calls that are open
        Stack = "stack",
        /// The flow chart, with the step that runs
        Flow = "flow",
    }
}

impl StatePanel {
    /// Whether an algorithm remembers it.
    pub const fn is_of(self, algorithm: Algorithm) -> bool {
        match self {
            Self::Arrays => {
                matches!(algorithm, Algorithm::Backtracking | Algorithm::Eager | Algorithm::Marking)
            }
            Self::Bits => matches!(algorithm, Algorithm::Bitfield),
            Self::Matrix | Self::Stages | Self::Flow => algorithm.has_stages(),
            Self::Diagonals => matches!(algorithm, Algorithm::Permutations),
            Self::Stack => algorithm.has_order(),
        }
    }

    /// Whether it is right for searches that begin with queens on the board, or with closed squares.
    pub const fn knows_start(self) -> bool {
        match self {
            Self::Arrays | Self::Matrix | Self::Stages | Self::Diagonals => true,
            // Their columns follow each other without a gap, and all squares are free at first.
            Self::Bits | Self::Stack | Self::Flow => false,
        }
    }

    /// Whether it shows something of a position alone, without a search.
    pub const fn is_of_position(self) -> bool {
        match self {
            Self::Arrays | Self::Matrix | Self::Diagonals => true,
            Self::Bits | Self::Stages | Self::Stack | Self::Flow => false,
        }
    }

    /// Whether it shows names of squares.
    pub(super) const fn names_squares(self) -> bool {
        match self {
            Self::Stages | Self::Stack => true,
            Self::Arrays | Self::Bits | Self::Matrix | Self::Diagonals | Self::Flow => false,
        }
    }

    /// The panels of an algorithm.
    pub fn of(algorithm: Algorithm) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(move |panel| panel.is_of(algorithm))
    }

    /// Whether it shows the matrices of the solver with stages.
    pub const fn has_stages(self) -> bool {
        match self {
            Self::Matrix | Self::Stages => true,
            Self::Arrays | Self::Bits | Self::Diagonals | Self::Stack | Self::Flow => false,
        }
    }
}
