//! Captions: what happened in a frame, as a value that is put into words for display.

use std::sync::Arc;

use crate::board::{BoardSize, Line, Square, SquareNames};

use super::{DeadEndReason, Grouped};

/// What happened in a frame.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Caption {
    /// The search begins.
    Start {
        /// How many queens there are to place.
        queens: BoardSize,
    },
    /// A square is attacked.
    Attacked {
        /// The square.
        square: Square,
        /// The square of the queen that attacks it.
        queen: Square,
    },
    /// No queen attacks a square.
    Safe(Square),
    /// No queen in a row above attacks a square.
    SafeFromAbove(Square),
    /// No queen in a column on the left attacks a square.
    SafeFromLeft(Square),
    /// No queen in another column attacks a square.
    SafeFromOtherColumns(Square),
    /// No queen in another row attacks a square.
    SafeFromOtherRows(Square),
    /// A square is safe by a rule of the solver's own.
    Accepted(Square),
    /// A queen is placed on a square.
    Placed(Square),
    /// A queen is removed from a square.
    Removed(Square),
    /// A queen moves.
    Moved {
        /// The square that it leaves.
        from: Square,
        /// The square that it moves to.
        to: Square,
    },
    /// Two queens move.
    Swapped {
        /// The squares that they leave.
        from: [Square; 2],
        /// The squares that they move to.
        to: [Square; 2],
    },
    /// A square is refused, for a reason of the solver's own.
    Refused(Square),
    /// A line has no square left.
    DeadEnd {
        /// The column or row.
        line: Line,
        /// Why.
        reason: DeadEndReason,
    },
    /// A whole board is set up.
    Board {
        /// Its number, counted from 1.
        number: u64,
        /// How many of its queens are attacked.
        attacked: usize,
    },
    /// The queens are a solution.
    Solution {
        /// Its number, counted from 1.
        number: u64,
        /// How many there are, if that is known.
        all: Option<u64>,
        /// Whether it is the mirror image of the one before.
        mirrored: bool,
    },
    /// The board of the search replaces the mirror image of its solution.
    MirrorImageRemoved,
    /// The search is over.
    Ended {
        /// How many solutions it has found.
        solutions: u64,
    },
    /// The film ends, but the solver has not said that the search is over.
    Stopped {
        /// How many solutions it has found.
        solutions: u64,
    },
    /// A custom caption.
    Custom(Arc<str>),
}

impl Caption {
    /// The caption in words, on one line.
    pub fn text(&self, size: BoardSize, names: SquareNames) -> String {
        let name = |square: &Square| names.square(*square, size);
        let at_start = |square: &Square| match names {
            SquareNames::Chess => name(square),
            SquareNames::Numbers => format!("Row {}, column {}", square.row, square.column),
        };
        let on = |line: Line| match (names, line) {
            (SquareNames::Chess, Line::Row(_)) => "on",
            (SquareNames::Chess, Line::Column(_)) | (SquareNames::Numbers, _) => "in",
        };
        let at = match names {
            SquareNames::Chess => "on",
            SquareNames::Numbers => "in",
        };
        let found = |solutions: u64| match solutions {
            0 => "no solution".to_owned(),
            1 => "1 solution".to_owned(),
            solutions => format!("{} solutions", Grouped(solutions)),
        };
        match self {
            Self::Start { queens } if queens.get() == 1 => "Find a safe place for 1 queen".to_owned(),
            Self::Start { queens } => format!("Find safe places for {queens} queens"),
            Self::Attacked { square, queen } => {
                format!("{} is attacked from {}", at_start(square), name(queen))
            }
            Self::Safe(square) => format!("{} is safe", at_start(square)),
            Self::SafeFromAbove(square) => format!("No queen above attacks {}", name(square)),
            Self::SafeFromLeft(square) => format!("No queen on the left attacks {}", name(square)),
            Self::SafeFromOtherColumns(square) => {
                format!("No queen in another column attacks {}", name(square))
            }
            Self::SafeFromOtherRows(square) => format!("No queen in another row attacks {}", name(square)),
            Self::Placed(square) => format!("Place a queen {at} {}", name(square)),
            Self::Removed(square) => format!("Take the queen off {}", name(square)),
            Self::Moved { from, to } => format!("Move the queen from {} to {}", name(from), name(to)),
            Self::Swapped { from: [one, other], to: [to, other_to] } => match names {
                SquareNames::Chess => {
                    format!("Swap {} and {} for {} and {}", name(one), name(other), name(to), name(other_to))
                }
                SquareNames::Numbers => {
                    format!("Move two queens to {} and {}", name(to), name(other_to))
                }
            },
            Self::Accepted(square) => format!("{} is accepted", at_start(square)),
            Self::Refused(square) => format!("{} is refused", at_start(square)),
            Self::DeadEnd { line, reason } => {
                let (on, this) = (on(*line), names.line(*line, size));
                match reason {
                    DeadEndReason::NoSafeSquare => format!("No safe square {on} {this}"),
                    DeadEndReason::AllTried => format!("No other safe square {on} {this}"),
                    DeadEndReason::Other => format!("The search gives up {this}"),
                }
            }
            Self::Board { number, attacked: 0 } => format!("Board {}", Grouped(*number)),
            Self::Board { number, attacked } => {
                format!("Board {}: {attacked} queens are attacked", Grouped(*number))
            }
            Self::Solution { number, all, mirrored } => {
                let of_all = all.map(|all| format!(" of {}", Grouped(all))).unwrap_or_default();
                let image = if *mirrored { ": the mirror image" } else { "" };
                format!("Solution {}{of_all}{image}", Grouped(*number))
            }
            Self::MirrorImageRemoved => "Take the mirror image away".to_owned(),
            Self::Ended { solutions } => format!("The search is over: {}", found(*solutions)),
            Self::Stopped { solutions } => format!("The recording ends here: {}", found(*solutions)),
            Self::Custom(words) => words.as_ref().to_owned(),
        }
    }
}
