//! The head of a page: a title, and a sentence below it.

use std::iter::successors;

use crate::font::Weight;
use crate::page::layout::paragraph::broken;
use crate::page::layout::text_place::TextPlace;
use crate::page::units::{Line, cap};

use super::{MARGIN, Needs, SheetPage};

/// The ems of text in units.
const TITLE: f32 = 4.4;
const SUMMARY: f32 = 2.1;

/// Distances in units.
const TO_SUMMARY: f32 = 2.0;
const TO_BOARDS: f32 = 3.6;

/// Between lines of the summary, in ems.
const PITCH: f32 = 1.35;

#[derive(Debug, Clone)]
pub struct Head {
    pub title: Option<TextPlace>,
    /// The lines of the summary.
    pub summary: Vec<(TextPlace, String)>,
    /// The top of the boards.
    pub bottom: u32,
}

impl SheetPage<'_> {
    /// The head; `None` if it is too wide.
    pub(super) fn head(&self) -> Option<Head> {
        let Needs { font, title, summary, .. } = *self.needs;
        let (x, width) = (self.px(MARGIN), self.width.checked_sub(2 * self.px(MARGIN))?);
        let mut y = self.px(MARGIN);
        let mut title_place = None;
        if !title.is_empty() {
            let fits = |em: &f32| Line { font, em: *em, weight: Weight::Bold }.width(title) <= width;
            let ems = successors(Some(self.em(TITLE)), |em| Some(0.95 * em));
            let em = { ems }.take_while(|em| *em >= self.em(SUMMARY)).find(fits)?;
            y += cap(em);
            title_place = Some(TextPlace { x, baseline: y, width, em });
            y += self.px(TO_SUMMARY);
        }
        let em = self.em(SUMMARY);
        let mut lines = Vec::new();
        let broken = broken(&[(Weight::Regular, summary)], font, em, width)?;
        for (dx, _, text) in broken.into_iter().flatten() {
            y += if lines.is_empty() { cap(em) } else { (PITCH * em).round() as u32 };
            lines.push((TextPlace { x: x + dx, baseline: y, width: width - dx, em }, text));
        }
        let has_text = title_place.is_some() || !lines.is_empty();
        let bottom = y + if has_text { self.px(TO_BOARDS) } else { 0 };
        Some(Head { title: title_place, summary: lines, bottom })
    }
}
