//! The counters, in rows of equally wide columns.

use crate::page::layout::text_place::TextPlace;
use crate::page::layout::text_width::TextWidth;
use crate::page::units::cap;

pub use crate::page::panels::counters::CounterLayout;

use super::sheet::{LABEL, Sheet, Span};

/// Between a number and its name, and between columns.
const GAP: f32 = 1.0;
const ROW_GAP: f32 = 2.4;

/// Sizes of a counter in units: its number, and its name.
#[derive(Debug, Clone, Copy)]
pub(super) struct CounterSizes {
    pub(super) number: f32,
    pub(super) label: f32,
}

impl CounterSizes {
    /// On pages that are not high.
    pub(super) const COMMON: Self = Self { number: 3.6, label: LABEL };

    /// Height of a number with its name.
    fn height(self, sheet: &Sheet<'_>) -> u32 {
        cap(sheet.u.em(self.number)) + sheet.px(GAP) + cap(sheet.u.em(self.label))
    }
}

/// All counters, at least one, and their lower edge.
#[derive(Debug)]
pub(super) struct CounterRows {
    pub(super) counters: Vec<CounterLayout>,
    pub(super) foot: u32,
}

impl CounterRows {
    /// The upper edge.
    pub(super) fn top(&self) -> u32 {
        let tops = self
            .counters
            .iter()
            .map(|counter| counter.number.baseline.saturating_sub(cap(counter.number.em)));
        tops.min().unwrap_or_default()
    }
}

/// In one row, or where that is too narrow in two, with their upper edge on `y`.
pub(super) fn below(sheet: &Sheet<'_>, sizes: CounterSizes, span: Span, y: u32) -> Option<CounterRows> {
    let height = sizes.height(sheet);
    in_few_rows(sheet, |rows, columns| {
        let foot = y + rows * height + (rows - 1) * sheet.px(ROW_GAP);
        in_columns(sheet, sizes, span, foot, columns)
    })
}

/// In one row, or where that is too narrow in two, with their lower edge on `foot`.
pub(super) fn above(sheet: &Sheet<'_>, sizes: CounterSizes, span: Span, foot: u32) -> Option<CounterRows> {
    in_few_rows(sheet, |_, columns| in_columns(sheet, sizes, span, foot, columns))
}

fn in_few_rows(sheet: &Sheet<'_>, place: impl Fn(u32, usize) -> Option<CounterRows>) -> Option<CounterRows> {
    let all = sheet.needs.style.panels.counters.len();
    (1..=2).find_map(|rows| place(rows, all.div_ceil(rows as usize)))
}

/// With this number in a row, the names of the last row on `foot`.
pub(super) fn in_columns(
    sheet: &Sheet<'_>,
    sizes: CounterSizes,
    span: Span,
    foot: u32,
    columns: usize,
) -> Option<CounterRows> {
    let Span { x, width } = span;
    let widths = &sheet.needs.widths.counters;
    let label_em = sheet.u.em(sizes.label);
    let rows = widths.chunks(columns);
    let gap = sheet.px(GAP);
    let at = |em: f32| {
        let counter_width =
            |(name, number): &(TextWidth, TextWidth)| name.pixels(label_em).max(number.pixels(em));
        let last = rows.clone().filter(|row| row.len() == columns).filter_map(|row| row.last());
        let last = last.map(counter_width).max().unwrap_or_default();
        let pitch = if columns > 1 { width.checked_sub(last)? / (columns as u32 - 1) } else { width };
        let before = rows.clone().flat_map(|row| row.iter().take(columns - 1));
        let fits = before.map(counter_width).all(|counter| counter + gap <= pitch) && last <= width;
        fits.then_some((pitch, last))
    };
    let em = sheet.fitted(sizes.number, |em| at(em).is_some())?;
    let (_, last) = at(em)?;
    // The name of the last one ends on the edge, to the pixel.
    let names = sheet.needs.style.panels.counters.chunks(columns).filter(|row| row.len() == columns);
    let name = names
        .filter_map(|row| row.last())
        .map(|name| sheet.needs.style.font.pixels(name.name(), label_em))
        .max();
    let widest = rows.clone().filter(|row| row.len() == columns).filter_map(|row| row.last());
    let widest = widest.map(|(_, number)| number.pixels(em)).max();
    let last = name.max(widest).unwrap_or(last);
    let pitch = if columns > 1 { (width - last) as f32 / (columns as f32 - 1.0) } else { width as f32 };
    let row_pitch = sizes.height(sheet) + sheet.px(ROW_GAP);
    let count = rows.len() as u32;
    let place = |(row, cells): (u32, &[(TextWidth, TextWidth)])| {
        let label = foot.saturating_sub((count - 1 - row) * row_pitch);
        let above = label.saturating_sub(cap(label_em) + sheet.px(GAP));
        (0..cells.len() as u32)
            .map(|column| {
                let at = |column: u32| x + (column as f32 * pitch).round() as u32;
                let (x, pitch) = (at(column), at(column + 1) - at(column));
                let width = if column as usize + 1 == columns { last } else { pitch - gap.min(pitch) };
                CounterLayout {
                    number: TextPlace { x, baseline: above, width, em },
                    label: TextPlace { x, baseline: label, width, em: label_em },
                }
            })
            .collect::<Vec<_>>()
    };
    Some(CounterRows { counters: (0..).zip(rows).flat_map(place).collect(), foot })
}
