//! How many safe squares the columns or rows of a board have left.

use crate::board::{Line, Square};
use crate::search::Order;

use super::{Attack, BoardState};

/// What a column or row has room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gauge {
    /// It has a queen.
    Queen,
    /// It has no queen, and this many of its open squares are attacked by no queen.
    Safe {
        /// Number of safe squares.
        safe: u8,
        /// Number of squares that are not closed.
        open: u8,
    },
}

/// A line without a queen, all of whose squares are attacked, although the search has not reached it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LostLine {
    /// The column or row.
    pub line: Line,
    /// An attack on each square of the line that is not closed.
    pub attacks: Vec<Attack>,
}

impl Gauge {
    /// Returns the gauges of all columns, or of all rows, in the order of the search.
    pub fn of(board: &BoardState, order: Order) -> Vec<Self> {
        lines(board, order).map(|line| Self::of_line(board, line)).collect()
    }

    fn of_line(board: &BoardState, line: Line) -> Self {
        if line.squares(board.size).any(|square| board.queens.contains(square)) {
            return Self::Queen;
        }
        let is_safe = |square: &Square| board.queens.attackers(*square) == 0;
        let open = || line.squares(board.size).filter(|square| !board.blocked.contains(*square));
        Self::Safe { safe: open().filter(is_safe).count() as u8, open: open().count() as u8 }
    }
}

impl Gauge {
    /// Whether queens attack all open squares, of which there are some.
    const fn is_lost(self) -> bool {
        matches!(self, Self::Safe { safe: 0, open: 1.. })
    }
}

impl LostLine {
    /// Returns the first lost line behind the first line without a queen, which the search reaches next.
    pub fn of(board: &BoardState, order: Order) -> Option<Self> {
        let mut vacant = lines(board, order)
            .map(|line| (line, Gauge::of_line(board, line)))
            .filter(|(_, gauge)| *gauge != Gauge::Queen);
        vacant.next();
        let (line, _) = vacant.find(|(_, gauge)| gauge.is_lost())?;
        Some(Self { line, attacks: attacks_on(board, line) })
    }

    /// Returns the first line without a queen and without a safe square, even if the search reaches it next.
    pub fn any(board: &BoardState, order: Order) -> Option<Self> {
        let line = lines(board, order).find(|line| Gauge::of_line(board, *line).is_lost())?;
        Some(Self { line, attacks: attacks_on(board, line) })
    }
}

fn lines(board: &BoardState, order: Order) -> impl Iterator<Item = Line> {
    (1..=board.size.get()).map(move |number| order.line(number))
}

/// Returns an attack on each attacked square of a line, by the first queen from the left that attacks it.
pub(super) fn attacks_on(board: &BoardState, line: Line) -> Vec<Attack> {
    let queens = board.queens.by_column();
    let open = line.squares(board.size).filter(|square| !board.blocked.contains(*square));
    open.filter_map(|square| queens.iter().find_map(|queen| Attack::new(*queen, square))).collect()
}
