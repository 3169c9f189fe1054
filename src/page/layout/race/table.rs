//! The counters in a table, whose columns are to the right of the charts or above them.

use crate::page::layout::text_place::TextPlace;
use crate::page::slot::Align;

use super::arrangement::Arrangement;
use super::sheet::{LABEL, Sheet};
use super::{CounterPlaces, TextCell};

/// The em of numbers.
pub(super) const NUMBER: f32 = 3.0;

const COLUMN: f32 = 14.0;
const COLUMN_GAP: f32 = 1.6;
const BEFORE_COLUMNS: f32 = 1.0;

/// The room that columns need; there are none in arrangements without a table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Columns {
    count: u32,
    least_pitch: u32,
    good_pitch: u32,
    before: u32,
    gap: u32,
}

/// Columns up to the right margin.
#[derive(Debug, Clone, Copy)]
pub(super) struct Table {
    columns: Columns,
    /// From the left edge of a column to that of the next.
    pitch: u32,
}

impl Columns {
    pub(super) fn of(sheet: &Sheet<'_>, arrangement: Arrangement) -> Self {
        let widths = &sheet.needs.widths;
        let (count, widest) = match arrangement {
            Arrangement::Table(_) => {
                (widths.counters.len() as u32, widths.counter(sheet.em(NUMBER), sheet.em(LABEL)))
            }
            Arrangement::Duel | Arrangement::Stacked => (0, 0),
        };
        let gap = sheet.px(COLUMN_GAP);
        let least_pitch = widest + gap;
        let before = if count > 0 { sheet.px(BEFORE_COLUMNS) } else { 0 };
        Self { count, least_pitch, good_pitch: sheet.px(COLUMN).max(least_pitch), before, gap }
    }

    /// With the space before them.
    pub(super) const fn least_width(self) -> u32 {
        self.before + self.count * self.least_pitch
    }

    /// As wide as they fit in a room, but at least as wide as necessary.
    pub(super) fn within(self, room: u32) -> Table {
        let pitch = room.saturating_sub(self.before).checked_div(self.count).unwrap_or_default();
        Table { columns: self, pitch: self.good_pitch.min(pitch.max(self.least_pitch)) }
    }
}

impl Table {
    /// With the space before it.
    pub(super) const fn width(self) -> u32 {
        self.columns.before + self.columns.count * self.pitch
    }

    /// The names on one baseline, and the numbers of each lane on another.
    pub(super) fn counters(
        self,
        sheet: &Sheet<'_>,
        names: u32,
        numbers: impl Iterator<Item = u32>,
    ) -> CounterPlaces {
        let Columns { count, gap, .. } = self.columns;
        let row = |baseline: u32, em: f32| {
            let cell = move |index: u32| {
                let x = sheet.right() - (count - index) * self.pitch + gap;
                let place = TextPlace { x, baseline, width: self.pitch - gap, em };
                TextCell { place, align: Align::Right }
            };
            (0..count).map(cell)
        };
        CounterPlaces {
            names: row(names, sheet.em(LABEL)).enumerate().collect(),
            numbers: numbers.map(|baseline| row(baseline, sheet.em(NUMBER)).collect()).collect(),
            rules: Vec::new(),
        }
    }
}
