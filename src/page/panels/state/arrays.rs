//! The availability arrays of N. Wirth's program, and its answer so far.

use std::ops::Range;

use crate::board::Square;
use crate::font::Weight;
use crate::page::Page;
use crate::page::cell::{CellLook, CellState};
use crate::page::inks::State;
use crate::page::panel::{Panel, PanelState};
use crate::page::slot::Layers;
use crate::record::{Frame, Moment};
use crate::search::Order;
use crate::variants::enum_with_all;

use super::blocks::{self, Cells, Room};

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
}

/// Texts with all characters that the panel may show.
pub fn texts(order: Order) -> Vec<&'static str> {
    Array::ALL.map(|array| array.title(order)).into_iter().chain(["-0123456789"]).collect()
}

/// Shows the arrays.
#[derive(Debug)]
pub struct ArraysPanel {
    order: Order,
    n: i32,
    arrays: [Cells; Array::ALL.len()],
}

impl ArraysPanel {
    /// Four arrays below each other, if they are legible.
    pub fn within(room: &Room<'_>) -> Option<impl FnOnce(&mut Page) -> Self> {
        let longest = 2 * room.n() - 1;
        let arrays = Array::ALL.len() as u32;
        let rest = room.title_height() + room.label_height();
        let gaps = (arrays - 1) * room.units.px(GAP);
        let height = room.area.height.checked_sub(arrays * rest + gaps)?;
        let cell = room.cell(longest, room.area.width, arrays, height)?;
        let (lowest, highest) = (format!("-{}", room.n() - 1), (2 * room.n() - 2).to_string());
        let label_em = room.label_em_below(cell, [&lowest, &highest])?;
        let order = room.style.panels.order;
        let titles = Array::ALL.map(|array| room.width(array.title(order), room.title_em(), Weight::Bold));
        let is_legible = titles.into_iter().all(|title| title <= room.area.width);
        let block = rest + cell;
        let pitch = ((room.area.height - block) / (arrays - 1)).min(2 * block);
        is_legible.then_some(move |page: &mut Page| {
            let n = room.n() as i32;
            let mut top = room.area.y;
            let arrays = Array::ALL.map(|array| {
                let labels: Vec<String> = array.range(n).map(|index| index.to_string()).collect();
                let cells =
                    blocks::titled_row(page, room, top, cell, label_em, (array.title(order), &labels));
                top += pitch;
                cells
            });
            Self { order, n, arrays }
        })
    }

    /// The value of a cell with its look.
    fn state(&self, array: Array, index: i32, frame: &Frame) -> CellState {
        let queens = || frame.scene.queens.iter();
        let is_here = |square: &Square| array.index(*square, self.order) == index;
        if array == Array::Answer {
            let Some(queen) = queens().find(is_here) else { return CellState::new(CellLook::Plain, "") };
            let look = match touched(frame) {
                Some((square, state)) if square == queen => CellLook::Lit(state),
                Some(_) | None => CellLook::Taken,
            };
            return CellState::new(look, Array::Across.index(queen, self.order).to_string());
        }
        let is_available = !queens().any(|queen| is_here(&queen));
        let digit = if is_available { "1" } else { "0" };
        let look = match frame.moment {
            Moment::Test { square, .. } if is_here(&square) && self.is_looked_up(array, square, frame) => {
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

    /// Whether a test of a square looks into an array: it stops at the first cell that is taken.
    fn is_looked_up(&self, array: Array, square: Square, frame: &Frame) -> bool {
        let is_taken = |array: Array| {
            let index = array.index(square, self.order);
            frame.scene.queens.iter().any(|queen| array.index(queen, self.order) == index)
        };
        !Array::ALL.into_iter().take_while(|earlier| *earlier != array).any(is_taken)
    }
}

impl Panel for ArraysPanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        for (array, cells) in Array::ALL.into_iter().zip(self.arrays) {
            cells.show(layers, array.range(self.n).map(|index| self.state(array, index, state.frame)));
        }
    }
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
