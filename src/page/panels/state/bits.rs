//! The bit masks of the search with bits: of the current column, and, after a bit is taken, of the next column.

use crate::font::Weight;
use crate::page::cell::{CellLook, CellState};
use crate::page::figure::LEAST_EM;
use crate::page::inks::State;
use crate::page::layout::{TextPlace, cap};
use crate::page::shape::Align;
use crate::record::{Memory, Moment};

use super::blocks::{self, Draft, PanelArea, Show, Shown, cell_em};

/// Lengths in units.
const TEXT: f32 = 2.6;
const NAME_GAP: f32 = 2.0;
const GAP: f32 = 3.0;

/// Minimum pitch of lines of text, in ems.
const LINE: f32 = 1.45;

/// The rows of digits, from the top.
const NAMES: [&str; 8] = [
    "straight",
    "falling",
    "rising",
    "free",
    "q: the bit taken",
    "straight | q",
    "(falling | q) << 1",
    "(rising | q) >> 1",
];

/// Index of the row of free positions.
const FREE: usize = 3;
const TAKEN: usize = 4;
/// Index of the first row for the next column.
const NEXT: usize = 5;

/// Returns for each row its digits, and the bit of the queen that this step places or removes; also returns
/// whether the queen was placed. The rows belong to the column in which the search has just placed or removed a
/// queen, or which it has just begun.
fn rows(memory: &Memory, n: u32) -> ([Option<[u64; 2]>; NAMES.len()], bool) {
    let bit = |square| 1_u64 << memory.order.place_of(square).1;
    let queens = &memory.trail.queens[..];
    let (before, given_back, taken) = match (memory.trail.removed, queens.split_last()) {
        (Some(removed), _) => (queens, Some(bit(removed)), None),
        (None, Some((newest, before))) => (before, None, Some(bit(*newest))),
        (None, None) => (queens, None, None),
    };
    let (mut straight, mut falling, mut rising) = (0_u64, 0_u64, 0_u64);
    for q in before.iter().copied().map(bit) {
        (straight, falling, rising) = (straight | q, (falling | q) << 1, (rising | q) >> 1);
    }
    let whole = u64::MAX >> (64 - n);
    let tried = given_back.map(|q| q | (q - 1)).or(taken.map(|q| q - 1)).unwrap_or_default();
    let free = whole & !(straight | falling | rising | tried);
    let q = given_back.or(taken);
    let rows = [
        Some([straight, 0]),
        Some([falling & whole, 0]),
        Some([rising, 0]),
        Some([free, q.unwrap_or_default()]),
        q.map(|q| [q, q]),
        taken.map(|q| [straight | q, q]),
        taken.map(|q| [((falling | q) << 1) & whole, q << 1]),
        taken.map(|q| [(rising | q) >> 1, q >> 1]),
    ];
    (rows, taken.is_some())
}

/// Returns the cells of all rows. The lowest bit is at the right.
fn cells(memory: &Memory, n: u32, moment: Moment) -> impl Iterator<Item = CellState> {
    let (rows, is_taken) = rows(memory, n);
    let of_step = if let Moment::Solution { .. } = moment {
        State::Solution
    } else if is_taken {
        State::Placed
    } else {
        State::Removed
    };
    rows.into_iter().enumerate().flat_map(move |(row, digits)| {
        (0..n).rev().map(move |bit| {
            let Some(digits) = digits else { return CellState::default() };
            let [is_set, is_new] = digits.map(|digits| digits >> bit & 1 == 1);
            let look = match (row, is_set) {
                (FREE, true) if !is_new => CellLook::Lit(State::Safe),
                (FREE | TAKEN, false) => CellLook::Plain,
                (_, true) if is_new => CellLook::Lit(of_step),
                (_, true) => CellLook::Taken,
                (_, false) => CellLook::Free,
            };
            CellState::new(look, if is_set { "1" } else { "0" })
        })
    })
}

pub fn texts() -> Vec<&'static str> {
    NAMES.into_iter().chain(["01"]).collect()
}

/// Lays out stacked rows of digits; returns `None` if they are illegible.
pub fn within<'a>(room: &PanelArea<'a>) -> Option<impl FnOnce(&mut Draft<'_>) -> Show + use<'a>> {
    let em = room.units.em(TEXT);
    let names = NAMES.map(|name| room.width(name, em, Weight::Regular));
    let name = names.into_iter().max()? + room.units.px(NAME_GAP);
    let width = room.area.width.checked_sub(name)?;
    let (n, rows, gap) = (room.n(), NAMES.len() as u32, room.units.px(GAP));
    let height = room.area.height.checked_sub(gap)?;
    let cell = room.cell(n, width, rows, height)?;
    let pitch = (height / rows).min(cell * 3 / 2);
    let em = em.min(pitch as f32 / LINE).max(LEAST_EM);
    (pitch as f32 >= LINE * em).then_some(move |draft: &mut Draft<'_>| -> Show {
        let room = draft.room;
        let left = room.area.right() - n * cell;
        for (index, name) in NAMES.into_iter().enumerate() {
            let top = room.area.y + index as u32 * pitch + if index < NEXT { 0 } else { gap };
            let baseline = top + u32::midpoint(cell, cap(em));
            let width = room.width(name, em, Weight::Regular);
            let place = TextPlace { x: room.area.x, baseline, width, em };
            draft.page.add_text(place, Weight::Regular, name);
            draft.cells(blocks::row(left, top, cell, n), cell_em(cell), Align::Middle);
        }
        Box::new(move |frame| {
            let cells = cells(frame.memory.as_ref()?, n, frame.moment).collect();
            Some(Shown { cells, ..Shown::default() })
        })
    })
}
