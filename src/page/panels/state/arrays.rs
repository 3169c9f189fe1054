//! The availability arrays of N. Wirth's program, and its answer so far.

use std::ops::Range;

use crate::board::Square;
use crate::page::cell::{CellLook, CellState};
use crate::page::inks::State;
use crate::page::panels::led_to;
use crate::record::{Frame, Moment};
use crate::search::Order;

use super::blocks::{Draft, PanelArea, Show, Shown, TitledRow};

/// Minimum gap between two arrays, in units.
const GAP: f32 = 1.6;

/// Index of the array with the position of the queen on each line. A test reads the arrays before it in order:
/// positions on lines, rising diagonals, falling diagonals.
const ANSWER: usize = 3;

const fn titles(order: Order) -> [&'static str; ANSWER + 1] {
    let (across, answer) = match order {
        Order::Rows => ("column[col]", "positionInRow[row]"),
        Order::Columns => ("row[row]", "positionInColumn[col]"),
    };
    [across, "leftDiagonal[row+col]", "rightDiagonal[row-col]", answer]
}

/// Returns the indices of the cells of each array on a board with N rows.
const fn ranges(n: i32) -> [Range<i32>; ANSWER + 1] {
    [0..n, 0..2 * n - 1, 1 - n..n, 0..n]
}

fn indices(square: Square, order: Order) -> [i32; ANSWER + 1] {
    let (row, column) = (i32::from(square.row) - 1, i32::from(square.column) - 1);
    let (line, position) = order.place_of(square);
    [position.into(), row + column, row - column, line.into()]
}

/// Returns the square whose cells a step reads or changes, and in how many arrays: a test stops at the first array
/// that says 'taken'.
pub fn looked_up(frame: &Frame, order: Order) -> Option<(Square, usize)> {
    if let Moment::Place(square) | Moment::Remove(square) = frame.moment {
        return Some((square, ANSWER));
    }
    let Moment::Test { square, .. } = frame.moment else { return None };
    let index = indices(square, order);
    let is_taken = |queen: Square, array: usize| indices(queen, order)[array] == index[array];
    let is_free = |array: &usize| !frame.board.queens.iter().any(|queen| is_taken(queen, *array));
    Some((square, ANSWER.min(1 + (0..ANSWER).take_while(is_free).count())))
}

fn state(array: usize, index: i32, order: Order, frame: &Frame) -> CellState {
    let is_here = |square: Square| indices(square, order)[array] == index;
    let queen = frame.board.queens.iter().find(|queen| is_here(*queen));
    let touched = touched(frame).filter(|(square, _)| is_here(*square));
    if array == ANSWER {
        let Some(queen) = queen else { return CellState::new(CellLook::Plain, "") };
        let lit = touched.filter(|(square, _)| *square == queen);
        let look = lit.map_or(CellLook::Taken, |(_, state)| CellLook::Lit(state));
        return CellState::new(look, indices(queen, order)[0].to_string());
    }
    let (digit, found, look) = match queen {
        None => ("1", State::Safe, CellLook::Free),
        Some(_) => ("0", State::Conflict, CellLook::Taken),
    };
    let tested = if let Moment::Test { .. } = frame.moment { looked_up(frame, order) } else { None };
    let tested = tested.filter(|(square, arrays)| array < *arrays && is_here(*square)).map(|_| found);
    let lit = tested.or(touched.map(|(_, state)| state));
    CellState::new(lit.map_or(look, CellLook::Lit), digit)
}

pub fn texts(order: Order) -> Vec<&'static str> {
    titles(order).into_iter().chain(["-0123456789"]).collect()
}

/// Lays out four stacked arrays; returns `None` if they are illegible.
pub fn within<'a>(room: &PanelArea<'a>) -> Option<impl FnOnce(&mut Draft<'_>) -> Show + use<'a>> {
    let (n, order) = (room.n() as i32, room.style.panels.order);
    let rows: Vec<TitledRow> = titles(order).into_iter().zip(ranges(n)).collect();
    let arrays = rows.len() as u32;
    let rest = room.title_height() + room.label_height();
    let gaps = (arrays - 1) * room.units.px(GAP);
    let (cell, em) = room.titled(&rows, room.area.height.checked_sub(arrays * rest + gaps)?)?;
    let pitch = ((room.area.height - rest - cell) / (arrays - 1)).min(2 * (rest + cell));
    Some(move |draft: &mut Draft<'_>| -> Show {
        draft.titled_rows(&rows, cell, em, pitch);
        Box::new(move |frame| {
            let arrays = ranges(n).into_iter().enumerate();
            let cells =
                arrays.flat_map(|(array, range)| range.map(move |index| state(array, index, order, frame)));
            Some(Shown { cells: cells.collect(), ..Shown::default() })
        })
    })
}

fn touched(frame: &Frame) -> Option<(Square, State)> {
    let (Moment::Place(square)
    | Moment::Move { to: square, .. }
    | Moment::Remove(square)
    | Moment::Solution { last: Some(square), .. }) = frame.moment
    else {
        return None;
    };
    Some((square, led_to(frame.moment)))
}
