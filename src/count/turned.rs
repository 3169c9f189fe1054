//! Counts solutions that a rotation of the board leaves unchanged.
//!
//! The queens of such a solution form orbits: the two or four squares that the turn maps to one another. An orbit
//! is placed at once, so the search is only half or a quarter as deep as that for all solutions. The weights in
//! `ring` are no substitute: a ring may be symmetric when the squares inside it are not.

use std::sync::atomic::{AtomicBool, Ordering};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    Half,
    Quarter,
}

/// Counts the solutions that `turn` leaves unchanged; `None` if cancelled.
pub fn unchanged(n: u32, turn: Turn, stop: &AtomicBool) -> Option<u64> {
    let mut taken = Taken::default();
    if n % 2 == 1 {
        // A turn that leaves the solution unchanged keeps the queen of the middle row on the middle square.
        taken = taken.with(n, n / 2, n / 2);
    }
    Search { n, turn, stop }.complete(taken)
}

/// Rows, columns and diagonals with a queen. Diagonals are numbered from the lower left corner, antidiagonals from
/// the upper left corner.
#[derive(Clone, Copy, Default)]
struct Taken {
    rows: u64,
    columns: u64,
    diagonals: u64,
    antidiagonals: u64,
}

impl Taken {
    fn with(self, n: u32, row: u32, column: u32) -> Self {
        Self {
            rows: self.rows | 1 << row,
            columns: self.columns | 1 << column,
            diagonals: self.diagonals | 1 << (n - 1 - row + column),
            antidiagonals: self.antidiagonals | 1 << (row + column),
        }
    }
}

struct Search<'a> {
    n: u32,
    turn: Turn,
    stop: &'a AtomicBool,
}

impl Search<'_> {
    /// Counts the solutions with these queens: tries each square of the first row without a queen, with its orbit.
    fn complete(&self, taken: Taken) -> Option<u64> {
        let n = self.n;
        let row = taken.rows.trailing_ones();
        if row == n {
            return Some(1);
        }
        if row < 3 && self.stop.load(Ordering::Relaxed) {
            return None;
        }
        // Queens of one orbit would attack each other on the long diagonals, and on the middle row and column,
        // which already have a queen.
        let long = 1 << row | 1 << (n - 1 - row);
        let diagonals = taken.diagonals >> (n - 1 - row);
        let antidiagonals = taken.antidiagonals >> row;
        let board = (1 << n) - 1;
        let mut free = board & !(taken.columns | diagonals | antidiagonals | long);
        let mut solutions = 0;
        while free != 0 {
            let column = free.trailing_zeros();
            free &= free - 1;
            let (opposite_row, opposite_column) = (n - 1 - row, n - 1 - column);
            let mut next = taken.with(n, row, column).with(n, opposite_row, opposite_column);
            if self.turn == Turn::Quarter {
                next = next.with(n, column, opposite_row).with(n, opposite_column, row);
            }
            solutions += self.complete(next)?;
        }
        Some(solutions)
    }
}
