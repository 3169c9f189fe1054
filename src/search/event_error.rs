//! Why an event cannot happen.

use crate::board::{BoardSize, Line, Square};

/// An event that cannot happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EventError {
    /// A square beyond the board.
    #[error("{square} is not on a board of {size} rows and columns")]
    OffBoard {
        /// The square.
        square: Square,
        /// The size of the board.
        size: BoardSize,
    },
    /// A queen placed on an occupied square.
    #[error("there is already a queen in {0}")]
    Occupied(Square),
    /// A queen removed or moved from an empty square.
    #[error("there is no queen in {0}")]
    Vacant(Square),
    /// An attacker that is not on the board or does not attack the square.
    #[error("no queen in {attacker} attacks {square}")]
    NoAttack {
        /// The square under test.
        square: Square,
        /// The square of the attacker.
        attacker: Square,
    },
    /// A solution without a placement, move or board before it, or reported twice.
    #[error("a solution follows the placement, move or board that completes it at once, and only once")]
    SolutionWithoutPlacement,
    /// A solution with queens that attack each other.
    #[error("the queens on the board are no solution: {0} and {1} attack each other")]
    Conflict(Square, Square),
    /// A solution with more or fewer queens than the board has columns.
    #[error("the queens on the board are no solution: there are {queens}, and {size} are needed")]
    WrongNumber {
        /// The number of queens on the board.
        queens: usize,
        /// The number of queens in a solution.
        size: BoardSize,
    },
    /// A whole board of another size.
    #[error("a board of {given} columns cannot replace one of {size}")]
    OtherSize {
        /// The size of the board that was to be set up.
        given: BoardSize,
        /// The size of the board.
        size: BoardSize,
    },
    /// A column or row that the board does not have.
    #[error("there is no {line} on a board of {size} rows and columns")]
    NoSuchLine {
        /// The column or row.
        line: Line,
        /// The size of the board.
        size: BoardSize,
    },
    /// A square that is said to be safe, but a queen attacks it.
    #[error("{square} is not safe: the queen in {attacker} attacks it")]
    NotSafe {
        /// The square under test.
        square: Square,
        /// The square of the queen.
        attacker: Square,
    },
    /// A square that is said to be attacked, but no queen attacks it.
    #[error("no queen attacks {0}")]
    NotAttacked(Square),
    /// A queen placed on or moved to a square that the search has ruled out, or a square ruled out twice.
    #[error("{0} is ruled out already; \"restore\" it first")]
    RuledOut(Square),
    /// A square restored that is not ruled out.
    #[error("{0} is not ruled out; \"prune\" comes first")]
    NotRuledOut(Square),
    /// A queen placed on, moved to or set up on a closed square, or a closed square that is called safe.
    #[error("{0} is closed: no queen may stand there")]
    Closed(Square),
    /// A queen of the start that is removed or moved, or is not on a whole board.
    #[error("the queen in {0} stands from the start: she is never removed or moved, and is on every board")]
    OfStart(Square),
    /// An event after the end of the search.
    #[error("the search ended with an earlier event; nothing may follow")]
    AfterEnd,
}
