//! The scale that explains the colours of a heat map.

use crate::font::Weight;
use crate::page::figure::LEAST_EM;
use crate::page::layout::montage::{HeatScale, TextInk, TextRun};
use crate::page::units::cap;

use super::Sheet;

/// What the colours count.
pub(super) const WORDS: &str = "queens that attack a square";

const NUMBERS: [&str; 5] = ["0", "1", "2", "3", "4+"];

/// The numbers on the cells.
pub(super) fn numbers(sheet: Sheet<'_>, HeatScale { x, y, cell }: HeatScale) -> Vec<TextRun> {
    let em = (0.55 * cell as f32).max(LEAST_EM);
    let run = |(index, text): (u8, &str)| {
        let free = cell.saturating_sub(sheet.line(em, Weight::Regular).width(text));
        TextRun {
            x: x + u32::from(index) * cell + free / 2,
            baseline: y + u32::midpoint(cell, cap(em)),
            text: text.to_owned(),
            em,
            weight: Weight::Regular,
            ink: TextInk::OnHeat(index),
        }
    };
    (0..).zip(NUMBERS).map(run).collect()
}
