//! Captions: what happened in a frame, as a value that is put into words for display.

use std::sync::Arc;

use crate::board::{BoardSize, Square, rank};
use crate::search::Order;

use super::Grouped;

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
    /// A column (or row) has no squares left to try.
    Exhausted {
        /// The column (or row), counted from 1.
        line: u8,
        /// Whether a queen was placed in it since the search entered it.
        tried: bool,
    },
    /// A later column (or row) has no free square left.
    DeadEnd {
        /// The column (or row), counted from 1.
        line: u8,
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
    /// A custom caption.
    Custom(Arc<str>),
}

/// How captions name rows, columns and squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wording {
    /// The board.
    pub size: BoardSize,
    /// Whether the search goes by columns or by rows.
    pub order: Order,
}

impl Caption {
    /// The caption in words, on one line.
    pub fn text(&self, wording: Wording) -> String {
        let Wording { size, order } = wording;
        let name = |square: &Square| size.name(*square).unwrap_or_else(|| square.to_string());
        // Rows are named by rank, as in the names of squares.
        let line = |line: u8| match order {
            Order::Columns => ("in", format!("column {line}")),
            Order::Rows => ("on", format!("rank {}", rank(line, size))),
        };
        match self {
            Self::Start { queens } if queens.get() == 1 => "Find a safe place for 1 queen".to_owned(),
            Self::Start { queens } => format!("Find safe places for {queens} queens"),
            Self::Attacked { square, queen } => format!("{} is attacked from {}", name(square), name(queen)),
            Self::Safe(square) => format!("{} is safe", name(square)),
            Self::SafeFromAbove(square) => format!("No queen above attacks {}", name(square)),
            Self::SafeFromLeft(square) => format!("No queen on the left attacks {}", name(square)),
            Self::Placed(square) => format!("Place a queen on {}", name(square)),
            Self::Removed(square) => format!("Take the queen off {} and search on", name(square)),
            Self::Moved { from, to } => format!("Move the queen from {} to {}", name(from), name(to)),
            Self::Exhausted { line: number, tried } => {
                let none = if *tried { "No other safe square" } else { "No safe square" };
                let (on, this) = line(*number);
                match number {
                    1 => format!("{none} {on} {this}"),
                    _ => format!("{none} {on} {this}: back to {}", line(number - 1).1),
                }
            }
            Self::DeadEnd { line: number } => {
                let (on, this) = line(*number);
                format!("No square is left {on} {this}: turn back")
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
            Self::MirrorImageRemoved => "Take the mirror image away and search on".to_owned(),
            Self::Ended { solutions: 0 } => "The search is over: no solution".to_owned(),
            Self::Ended { solutions: 1 } => "The search is over: 1 solution".to_owned(),
            Self::Ended { solutions } => format!("The search is over: {} solutions", Grouped(*solutions)),
            Self::Custom(words) => words.as_ref().to_owned(),
        }
    }
}
