//! The open calls of a recursive search, one per line.

use crate::board::{BoardSize, Square, SquareNames};
use crate::font::Weight;
use crate::page::cell::{CellLook, CellState};
use crate::page::panels::led_to;
use crate::page::shape::Align;
use crate::picture::Rect;
use crate::record::{DeadEndReason, Frame, Moment, StepBack};
use crate::search::Order;

use super::blocks::{Draft, PanelArea, Show, Shown};

/// Lengths in units.
const PITCH: f32 = 4.4;

/// Minimum line height, in ems.
const LEAST_PITCH: f32 = 1.3;

/// The columns of a call: its name, the square of its queen, and the number of lines left.
const COLUMNS: usize = 3;

/// The columns as ranges of tenths of the width.
const SHARES: [(u32, u32); COLUMNS] = [(0, 5), (5, 8), (8, 10)];
const TENTHS: u32 = 10;

const TITLE: &str = "open calls";

/// The text below the call of the last line.
const ALL_PLACED: &str = "all queens are placed";

/// The two kinds of backtracking.
const MOVES_ON: &str = "This call goes on with its other squares";
const CALL_ENDS: &str = "This call ends: back to the one before";

pub fn texts() -> Vec<&'static str> {
    vec![TITLE, MOVES_ON, CALL_ENDS, ALL_PLACED, "search(column a)", "search(rank 0123456789)", "row", "left"]
}

/// Lays out a line of text for each possible call, and one below; returns `None` if they are illegible.
pub fn within<'a>(room: &PanelArea<'a>) -> Option<impl FnOnce(&mut Draft<'_>) -> Show + use<'a>> {
    let (size, order, names) = (room.size, room.style.panels.order, room.style.names);
    let calls = room.n() + 1;
    let Rect { x, y, width, height } = room.area;
    let pitch = (height.checked_sub(2 * room.title_height())? / calls).min(room.units.px(PITCH));
    let em = room.title_em();
    let words = [MOVES_ON, CALL_ENDS].map(|words| room.width(words, em, Weight::Regular));
    let widest = ["search(column m)", "row 64", "64 left"].map(|text| room.width(text, em, Weight::Bold));
    let has_room =
        |(text, (start, end)): (u32, (u32, u32))| text + (0.8 * em) as u32 <= width * (end - start) / TENTHS;
    let is_wide =
        words.into_iter().all(|words| words <= width) && widest.into_iter().zip(SHARES).all(has_room);
    (pitch as f32 >= LEAST_PITCH * em && is_wide).then_some(move |draft: &mut Draft<'_>| -> Show {
        draft.title(y, TITLE);
        let top = y + draft.room.title_height();
        let areas = (0..calls).flat_map(|call| {
            SHARES.map(|(start, end)| {
                let [left, right] = [start, end].map(|share| width * share / TENTHS);
                Rect { x: x + left, y: top + call * pitch, width: right - left, height: pitch }
            })
        });
        draft.cells(areas, em, Align::Start);
        draft.words(top + calls * pitch + pitch / 4);
        Box::new(move |frame| shown(frame, size, order, names))
    })
}

/// Returns the texts of a call, counted from 0. The call after the last line finds a solution.
fn texts_of(
    call: u8,
    queen: Option<Square>,
    size: BoardSize,
    order: Order,
    names: SquareNames,
) -> [String; COLUMNS] {
    if call == size.get() {
        return [ALL_PLACED.to_owned(), String::new(), String::new()];
    }
    let line = names.line(order.line(call + 1), size);
    let at = queen.map_or_else(String::new, |queen| match (names, order) {
        (SquareNames::Chess, _) => names.square(queen, size),
        (SquareNames::Numbers, Order::Columns) => format!("row {}", queen.row),
        (SquareNames::Numbers, Order::Rows) => format!("column {}", queen.column),
    });
    [format!("search({line})"), at, format!("{} left", size.get() - call)]
}

fn shown(frame: &Frame, size: BoardSize, order: Order, names: SquareNames) -> Option<Shown> {
    let queens = &frame.memory.as_ref()?.trail.queens;
    // In a frame that shows a new queen, the call of this queen has not yet made the next call.
    let is_newest_on_top = matches!(
        frame.moment,
        Moment::Place(_) | Moment::Solution { .. } | Moment::DeadEnd { is_ahead: true, .. }
    );
    let newest = queens.len().saturating_sub(usize::from(is_newest_on_top));
    // Before and after the search, no call is open.
    let is_over = frame.ended && queens.is_empty();
    let has_begun = !is_over && !matches!(frame.moment, Moment::Start);
    let cells = (0..=size.get()).flat_map(|call| {
        let index = usize::from(call);
        let is_open = has_begun && index <= newest && call < size.get();
        texts_of(call, queens.get(index).copied(), size, order, names).map(|text| {
            if !is_open {
                CellState::default()
            } else if index == newest {
                CellState::new(CellLook::Lit(led_to(frame.moment)), text)
            } else {
                CellState::new(CellLook::Blank, text)
            }
        })
    });
    let is_dead = matches!(frame.moment, Moment::DeadEnd { reason, is_ahead: false, .. } if reason != DeadEndReason::Other);
    let words = match frame.step_back(order) {
        Some(StepBack::Continues) => MOVES_ON,
        Some(StepBack::GoesBack) => CALL_ENDS,
        None if is_dead => CALL_ENDS,
        None => "",
    };
    Some(Shown { cells: cells.collect(), words: vec![words.to_owned()], lit: None })
}
