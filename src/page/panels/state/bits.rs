//! The bit masks of the search with bits: of the present column, and of the next with the bit taken.

use crate::font::Weight;
use crate::page::Page;
use crate::page::cell::{CellLook, CellState};
use crate::page::figure::LEAST_EM;
use crate::page::inks::State;
use crate::page::layout::text_place::TextPlace;
use crate::page::panel::{Panel, PanelState};
use crate::page::slot::Layers;
use crate::page::units::cap;
use crate::record::{Frame, Memory, Moment};
use crate::variants::enum_with_all;

use super::blocks::{Cells, Room, cell_em};

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

    /// The digits of a row; `None` if it has none now.
    fn row(self, row: Row, n: u32) -> Option<u64> {
        let whole = u64::MAX >> (64 - n);
        let taken = self.bit.filter(|(_, is_taken)| *is_taken).map(|(q, _)| q);
        Some(match row {
            Row::Straight => self.straight,
            Row::Falling => self.falling,
            Row::Rising => self.rising,
            Row::Free => self.free,
            Row::Taken => self.bit?.0,
            Row::NextStraight => self.straight | taken?,
            Row::NextFalling => ((self.falling | taken?) << 1) & whole,
            Row::NextRising => (self.rising | taken?) >> 1,
        })
    }

    /// The bit of a row that comes from the queen of this step.
    fn new_bit(self, row: Row) -> u64 {
        let q = self.bit.map_or(0, |(q, _)| q);
        match row {
            Row::Straight | Row::Falling | Row::Rising => 0,
            Row::Free | Row::Taken | Row::NextStraight => q,
            Row::NextFalling => q << 1,
            Row::NextRising => q >> 1,
        }
    }
}

/// Texts with all characters that the panel may show.
pub fn texts() -> Vec<&'static str> {
    Row::ALL.map(Row::name).into_iter().chain(["01"]).collect()
}

/// Shows the masks.
#[derive(Debug)]
pub struct BitsPanel {
    n: u32,
    rows: [Cells; Row::ALL.len()],
}

impl BitsPanel {
    /// Rows of digits below each other, if they are legible.
    pub fn within(room: &Room<'_>) -> Option<impl FnOnce(&mut Page) -> Self> {
        let em = room.units.em(TEXT);
        let names = Row::ALL.map(|row| room.width(row.name(), em, Weight::Regular));
        let name = names.into_iter().max()? + room.units.px(NAME_GAP);
        let width = room.area.width.checked_sub(name)?;
        let gap = room.units.px(GAP);
        let rows = Row::ALL.len() as u32;
        let height = room.area.height.checked_sub(gap)?;
        let cell = room.cell(room.n(), width, rows, height)?;
        let pitch = (height / rows).min(cell * 3 / 2);
        let em = em.min(pitch as f32 / LINE).max(LEAST_EM);
        (pitch as f32 >= LINE * em).then_some(move |page: &mut Page| {
            let left = room.area.right() - room.n() * cell;
            let mut index = 0;
            let rows = Row::ALL.map(|row| {
                let top = room.area.y + index * pitch + if row.is_next() { gap } else { 0 };
                index += 1;
                let baseline = top + u32::midpoint(cell, cap(em));
                let width = room.width(row.name(), em, Weight::Regular);
                page.add_text(TextPlace { x: room.area.x, baseline, width, em }, Weight::Regular, row.name());
                Cells::new(page, super::blocks::row(left, top, cell, room.n()), cell_em(cell))
            });
            Self { n: room.n(), rows }
        })
    }

    fn state(&self, row: Row, bit: u32, masks: Masks, frame: &Frame) -> CellState {
        let Some(digits) = masks.row(row, self.n) else { return CellState::default() };
        let is_set = digits >> bit & 1 == 1;
        let is_new = masks.new_bit(row) >> bit & 1 == 1;
        let of_step = match frame.moment {
            Moment::Solution { .. } => State::Solution,
            _ if masks.bit.is_some_and(|(_, is_taken)| is_taken) => State::Placed,
            _ => State::Removed,
        };
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
    }
}

impl Panel for BitsPanel {
    fn show(&mut self, state: &PanelState<'_>, layers: &mut Layers) {
        let Some(memory) = &state.frame.memory else { return };
        let masks = Masks::of(memory, self.n);
        for (row, cells) in Row::ALL.into_iter().zip(self.rows) {
            // The lowest bit is at the right, as numbers are written.
            let bits = (0..self.n).rev();
            cells.show(layers, bits.map(|bit| self.state(row, bit, masks, state.frame)));
        }
    }
}
