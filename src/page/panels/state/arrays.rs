//! The availability arrays of N. Wirth's program, and its answer so far.

use std::ops::Range;

use crate::board::Square;
use crate::page::cell::{CellLook, CellState};
use crate::page::inks::State;
use crate::record::{Frame, Moment};
use crate::search::Order;
use crate::variants::enum_with_all;

use super::blocks::{Draft, Room, Show, Shown};

/// The least space between two arrays, in units.
const GAP: f32 = 1.6;

enum_with_all! {
    /// An array, in the order in which a test looks into them; the answer is last.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Array {
        /// Whether a position of the lines is available: a column, in the order of rows.
        Across,
        /// Whether a rising diagonal is.
        Left,
        /// Whether a falling diagonal is.
        Right,
        /// The position of the queen of each line.
        Answer,
    }
}

impl Array {
    const fn title(self, order: Order) -> &'static str {
        match (self, order) {
            (Self::Across, Order::Rows) => "column[col]",
            (Self::Across, Order::Columns) => "row[row]",
            (Self::Left, _) => "leftDiagonal[row+col]",
            (Self::Right, _) => "rightDiagonal[row-col]",
            (Self::Answer, Order::Rows) => "positionInRow[row]",
            (Self::Answer, Order::Columns) => "positionInColumn[col]",
        }
    }

    /// The indices of its cells on a board with N rows.
    const fn range(self, n: i32) -> Range<i32> {
        match self {
            Self::Across | Self::Answer => 0..n,
            Self::Left => 0..2 * n - 1,
            Self::Right => 1 - n..n,
        }
    }

    /// The index of the cell of a square, which counts rows and columns from 1.
    fn index(self, square: Square, order: Order) -> i32 {
        let (row, column) = (i32::from(square.row) - 1, i32::from(square.column) - 1);
        match (self, order) {
            (Self::Across, Order::Rows) | (Self::Answer, Order::Columns) => column,
            (Self::Across, Order::Columns) | (Self::Answer, Order::Rows) => row,
            (Self::Left, _) => row + column,
            (Self::Right, _) => row - column,
        }
    }

    /// The value of a cell with its look.
    fn state(self, index: i32, order: Order, frame: &Frame) -> CellState {
        let queens = || frame.scene.queens.iter();
        let is_here = |square: &Square| self.index(*square, order) == index;
        if self == Self::Answer {
            let Some(queen) = queens().find(is_here) else { return CellState::new(CellLook::Plain, "") };
            let look = match touched(frame) {
                Some((square, state)) if square == queen => CellLook::Lit(state),
                Some(_) | None => CellLook::Taken,
            };
            return CellState::new(look, Self::Across.index(queen, order).to_string());
        }
        let is_available = !queens().any(|queen| is_here(&queen));
        let digit = if is_available { "1" } else { "0" };
        let look = match frame.moment {
            Moment::Test { square, .. } if is_here(&square) && self.is_looked_up(square, order, frame) => {
                CellLook::Lit(if is_available { State::Safe } else { State::Conflict })
            }
            _ => match touched(frame) {
                Some((square, state)) if is_here(&square) => CellLook::Lit(state),
                Some(_) | None if is_available => CellLook::Free,
                Some(_) | None => CellLook::Taken,
            },
        };
        CellState::new(look, digit)
    }

    /// Whether a test of a square looks into it: a test stops at the first cell that is taken.
    fn is_looked_up(self, square: Square, order: Order, frame: &Frame) -> bool {
        let is_taken = |array: Self| {
            let index = array.index(square, order);
            frame.scene.queens.iter().any(|queen| array.index(queen, order) == index)
        };
        !Self::ALL.into_iter().take_while(|earlier| *earlier != self).any(is_taken)
    }
}

/// Texts with all characters that the panel may show.
pub fn texts(order: Order) -> Vec<&'static str> {
    Array::ALL.map(|array| array.title(order)).into_iter().chain(["-0123456789"]).collect()
}

/// Four arrays below each other, if they are legible.
pub fn within<'a>(room: &Room<'a>) -> Option<impl FnOnce(&mut Draft<'_>) -> Show + use<'a>> {
    let (n, order) = (room.n() as i32, room.style.panels.order);
    let rows = Array::ALL.map(|array| (array.title(order), array.range(n)));
    let arrays = rows.len() as u32;
    let rest = room.title_height() + room.label_height();
    let gaps = (arrays - 1) * room.units.px(GAP);
    let (cell, em) = room.titled(&rows, room.area.height.checked_sub(arrays * rest + gaps)?)?;
    let pitch = ((room.area.height - rest - cell) / (arrays - 1)).min(2 * (rest + cell));
    Some(move |draft: &mut Draft<'_>| -> Show {
        draft.titled_rows(&rows, (cell, em), pitch);
        Box::new(move |frame| {
            let cells = |array: Array| array.range(n).map(move |index| array.state(index, order, frame));
            Some(Shown { cells: Array::ALL.into_iter().flat_map(cells).collect(), ..Shown::default() })
        })
    })
}

/// The square whose queen the step has placed or removed.
fn touched(frame: &Frame) -> Option<(Square, State)> {
    match frame.moment {
        Moment::Place(square) | Moment::Move { to: square, .. } => Some((square, State::Placed)),
        Moment::Solution { last, .. } => last.map(|square| (square, State::Solution)),
        Moment::Remove(square) => Some((square, State::Removed)),
        Moment::Start
        | Moment::Test { .. }
        | Moment::Refuse(_)
        | Moment::DeadEnd { .. }
        | Moment::Board
        | Moment::BoardAgain
        | Moment::Swap { .. }
        | Moment::Note => None,
    }
}
