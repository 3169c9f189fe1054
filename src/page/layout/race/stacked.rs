//! The counters of each lane to the right of its board, on its foot.

use crate::font::Weight;
use crate::page::layout::text_place::TextPlace;
use crate::page::slot::Align;
use crate::page::units::cap;
use crate::picture::Rect;

use super::boards::GAP;
use super::sheet::{LABEL, Sheet};
use super::{CounterPlaces, TextCell};

const NUMBER: f32 = 3.6;
const COLUMN_GAP: f32 = 1.6;

/// The sizes of counters, each with its number above its name.
#[derive(Debug, Clone, Copy)]
struct List {
    count: u32,
    label_em: f32,
    number_em: f32,
    /// Width of a counter with the space to its right.
    column: u32,
    /// Height of a counter.
    item: u32,
    /// From the baseline of a number to that of its name.
    pitch: u32,
}

impl List {
    fn of(sheet: &Sheet<'_>) -> Self {
        let (label_em, number_em) = (sheet.em(LABEL), sheet.em(NUMBER));
        let widths = &sheet.needs.widths;
        let (_, down) = sheet.needs.font().weight(Weight::Bold).reach(number_em);
        let (up, _) = sheet.needs.font().weight(Weight::Regular).reach(label_em);
        let pitch = down + up;
        Self {
            count: widths.counters.len() as u32,
            label_em,
            number_em,
            column: widths.counter(number_em, label_em) + sheet.px(COLUMN_GAP),
            item: cap(number_em) + pitch + (1.2 * label_em).ceil() as u32,
            pitch,
        }
    }
}

/// The widest board beside which there is room for the counters, if it may have this height.
pub(super) fn widest_board(sheet: &Sheet<'_>, high: u32) -> Option<u32> {
    let List { count, column, item, .. } = List::of(sheet);
    let full = sheet.full();
    let board = |columns: u32| {
        let board = full.checked_sub(sheet.px(GAP) + columns * column)?.min(high);
        (count.div_ceil(columns) * item <= board).then_some(board)
    };
    (1..=count.max(1)).find_map(board)
}

/// `None` if there is not enough room.
pub(super) fn counters(sheet: &Sheet<'_>, boards: &[Rect]) -> Option<CounterPlaces> {
    let list = List::of(sheet);
    let mut places = CounterPlaces::default();
    for board in boards {
        let (names, numbers) = list.beside(*board, sheet)?;
        places.names.extend((0..).zip(names));
        places.numbers.push(numbers);
    }
    Some(places)
}

impl List {
    /// The names and the numbers beside a board.
    fn beside(self, board: Rect, sheet: &Sheet<'_>) -> Option<(Vec<TextCell>, Vec<TextCell>)> {
        let Self { count, label_em, number_em, column: width, item, pitch } = self;
        let x = board.right() + sheet.px(GAP);
        let room = sheet.right().checked_sub(x)?;
        let columns =
            (1..=count).find(|columns| count.div_ceil(*columns) * item <= board.height).unwrap_or(1);
        let lines = count.div_ceil(columns);
        let across = (room / columns).min(2 * width);
        (across + sheet.px(COLUMN_GAP) >= width).then_some(())?;
        let down = (item * 3 / 2).min(board.height.checked_div(lines).unwrap_or_default());
        let cell = |index: u32, up: u32, em: f32| {
            let (line, column) = (index % lines, index / lines);
            let foot = board.bottom() - (lines - 1 - line) * down;
            let baseline = foot - (0.05 * label_em).ceil() as u32 - up;
            TextCell { place: TextPlace { x: x + column * across, baseline, width, em }, align: Align::Left }
        };
        let names = (0..count).map(|index| cell(index, 0, label_em)).collect();
        let numbers = (0..count).map(|index| cell(index, pitch, number_em)).collect();
        Some((names, numbers))
    }
}
