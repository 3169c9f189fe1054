//! The top line: the title, and the clock on the same baseline.

use crate::font::Weight;
use crate::page::layout::text_place::TextPlace;
use crate::page::units::{Line, cap};

use super::ClockLayout;
use super::needs::Widths;
use super::sheet::Sheet;

/// The em of the title and of the number of the clock: the largest of all.
pub(super) const LARGEST: f32 = 4.4;
const LEAST_TITLE: f32 = 2.6;
const CLOCK_WORD: f32 = 2.6;
const CLOCK_GAP: f32 = 1.4;
const BESIDE_TITLE: f32 = 3.0;

/// The title, if there is one, and the clock.
#[derive(Debug, Clone, Copy)]
pub(super) struct TopLine {
    pub(super) title: Option<TextPlace>,
    pub(super) clock: ClockLayout,
}

/// The baseline, which is also the lower edge.
pub(super) fn baseline(sheet: &Sheet<'_>) -> u32 {
    sheet.margin() + cap(sheet.em(LARGEST))
}

impl TopLine {
    /// `None` if there is not enough room.
    pub(super) fn of(sheet: &Sheet<'_>) -> Option<Self> {
        let Widths { title, ticks, tick, .. } = &sheet.needs.widths;
        let margin = sheet.margin();
        let (word_em, number_em) = (sheet.em(CLOCK_WORD), sheet.em(LARGEST));
        let baseline = baseline(sheet);
        let gap = sheet.px(CLOCK_GAP);
        let width = tick.pixels(word_em) + gap + ticks.pixels(number_em);
        let rest = sheet.full().checked_sub(width)?;
        let line = Line { font: sheet.needs.font(), em: number_em, weight: Weight::Bold };
        let area = line.area(margin + rest, baseline, width);
        let clock = ClockLayout { area, baseline, word_em, number_em, gap };
        if sheet.needs.style.boards.panels.title.is_empty() {
            return Some(Self { title: None, clock });
        }
        let room = rest.checked_sub(sheet.px(BESIDE_TITLE))?;
        let em = sheet.fitted(LARGEST, LEAST_TITLE, *title, room)?;
        Some(Self { title: Some(TextPlace { x: margin, baseline, width: room, em }), clock })
    }
}
