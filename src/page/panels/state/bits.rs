//! The bit masks of the search with bits: of the present column, and of the next with the bit taken.

use crate::font::Weight;
use crate::page::cell::{CellLook, CellState};
use crate::page::figure::LEAST_EM;
use crate::page::inks::State;
use crate::page::layout::text_place::TextPlace;
use crate::page::pen::Align;
use crate::page::units::cap;
use crate::record::{Frame, Memory, Moment};
use crate::variants::enum_with_all;

use super::blocks::{self, Draft, Room, Show, Shown, cell_em};

/// Lengths in units.
const TEXT: f32 = 2.6;
const NAME_GAP: f32 = 2.0;
const GAP: f32 = 3.0;

/// The least from one line of text to the next, in ems.
const LINE: f32 = 1.45;

enum_with_all! {
    /// A row of digits.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    enum Row {
        Straight,
        Falling,
        Rising,
        Free,
        Taken,
        NextStraight,
        NextFalling,
        NextRising,
    }
}

impl Row {
    const fn name(self) -> &'static str {
        match self {
            Self::Straight => "straight",
            Self::Falling => "falling",
            Self::Rising => "rising",
            Self::Free => "free",
            Self::Taken => "q: the bit taken",
            Self::NextStraight => "straight | q",
            Self::NextFalling => "(falling | q) << 1",
            Self::NextRising => "(rising | q) >> 1",
        }
    }

    /// Whether it belongs to the next column.
    const fn is_next(self) -> bool {
        match self {
            Self::Straight | Self::Falling | Self::Rising | Self::Free | Self::Taken => false,
            Self::NextStraight | Self::NextFalling | Self::NextRising => true,
        }
    }
}

/// The masks of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Masks {
    straight: u64,
    falling: u64,
    rising: u64,
    free: u64,
    /// The bit that was taken, or given back, and whether it was taken.
    bit: Option<(u64, bool)>,
}

impl Masks {
    /// The masks of the column in which the search has just placed or removed a queen, or that it has
    /// just begun to search.
    fn of(memory: &Memory, n: u32) -> Self {
        let position = |square| memory.order.place_of(square).1;
        let trail = &memory.trail;
        let (before, bit) = match (trail.removed, trail.queens.split_last()) {
            (Some(removed), _) => (&trail.queens[..], Some((1 << position(removed), false))),
            (None, Some((newest, before))) => (before, Some((1 << position(*newest), true))),
            (None, None) => (&trail.queens[..], None),
        };
        let (mut straight, mut falling, mut rising) = (0_u64, 0_u64, 0_u64);
        for queen in before {
            let q = 1_u64 << position(*queen);
            (straight, falling, rising) = (straight | q, (falling | q) << 1, (rising | q) >> 1);
        }
        let whole = u64::MAX >> (64 - n);
        let tried = match bit {
            Some((q, false)) => q | (q - 1),
            Some((q, true)) => q - 1,
            None => 0,
        };
        let free = whole & !(straight | falling | rising | tried);
        Self { straight, falling: falling & whole, rising, free, bit }
    }

    /// The digits of a row, and the bit of them that comes from the queen of this step; `None` if it has none
    /// now.
    fn row(self, row: Row, n: u32) -> Option<[u64; 2]> {
        let whole = u64::MAX >> (64 - n);
        let q = self.bit.map_or(0, |(q, _)| q);
        let taken = self.bit.filter(|(_, is_taken)| *is_taken).map(|(q, _)| q);
        Some(match row {
            Row::Straight => [self.straight, 0],
            Row::Falling => [self.falling, 0],
            Row::Rising => [self.rising, 0],
            Row::Free => [self.free, q],
            Row::Taken => [self.bit?.0, q],
            Row::NextStraight => [self.straight | taken?, q],
            Row::NextFalling => [((self.falling | taken?) << 1) & whole, q << 1],
            Row::NextRising => [(self.rising | taken?) >> 1, q >> 1],
        })
    }

    /// The cells of a row. The lowest bit is at the right, as numbers are written.
    fn cells(self, row: Row, n: u32, frame: &Frame) -> impl Iterator<Item = CellState> {
        let digits = self.row(row, n);
        let of_step = match frame.moment {
            Moment::Solution { .. } => State::Solution,
            _ if self.bit.is_some_and(|(_, is_taken)| is_taken) => State::Placed,
            _ => State::Removed,
        };
        (0..n).rev().map(move |bit| {
            let Some(digits) = digits else { return CellState::default() };
            let [is_set, is_new] = digits.map(|digits| digits >> bit & 1 == 1);
            let look = match row {
                Row::Taken if is_set => CellLook::Lit(of_step),
                Row::Free if is_set && is_new => CellLook::Lit(of_step),
                Row::Free if is_set => CellLook::Lit(State::Safe),
                Row::Free | Row::Taken => CellLook::Plain,
                _ if is_set && is_new => CellLook::Lit(of_step),
                _ if is_set => CellLook::Taken,
                _ => CellLook::Free,
            };
            CellState::new(look, if is_set { "1" } else { "0" })
        })
    }
}

/// Texts with all characters that the panel may show.
pub fn texts() -> Vec<&'static str> {
    Row::ALL.map(Row::name).into_iter().chain(["01"]).collect()
}

/// Rows of digits below each other, if they are legible.
pub fn within<'a>(room: &Room<'a>) -> Option<impl FnOnce(&mut Draft<'_>) -> Show + use<'a>> {
    let em = room.units.em(TEXT);
    let names = Row::ALL.map(|row| room.width(row.name(), em, Weight::Regular));
    let name = names.into_iter().max()? + room.units.px(NAME_GAP);
    let width = room.area.width.checked_sub(name)?;
    let (n, rows, gap) = (room.n(), Row::ALL.len() as u32, room.units.px(GAP));
    let height = room.area.height.checked_sub(gap)?;
    let cell = room.cell(n, width, rows, height)?;
    let pitch = (height / rows).min(cell * 3 / 2);
    let em = em.min(pitch as f32 / LINE).max(LEAST_EM);
    (pitch as f32 >= LINE * em).then_some(move |draft: &mut Draft<'_>| -> Show {
        let room = draft.room;
        let left = room.area.right() - n * cell;
        for (index, row) in (0..).zip(Row::ALL) {
            let top = room.area.y + index * pitch + if row.is_next() { gap } else { 0 };
            let baseline = top + u32::midpoint(cell, cap(em));
            let width = room.width(row.name(), em, Weight::Regular);
            let place = TextPlace { x: room.area.x, baseline, width, em };
            draft.page.add_text(place, Weight::Regular, row.name());
            draft.cells(blocks::row(left, top, cell, n), cell_em(cell), Align::Centre);
        }
        Box::new(move |frame| {
            let masks = Masks::of(frame.memory.as_ref()?, n);
            let cells = Row::ALL.into_iter().flat_map(|row| masks.cells(row, n, frame)).collect();
            Some(Shown { cells, ..Shown::default() })
        })
    })
}
