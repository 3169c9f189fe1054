//! The caption: its sign, and both lines of text to the right of it.

use crate::page::layout::text_place::TextPlace;
use crate::page::units::cap;
use crate::picture::Rect;

pub use crate::page::panels::CaptionLayout;

use super::sheet::{Sheet, Span};

const CHIP_GAP: f32 = 2.0;

/// Sizes of a caption in units: its sign, and both lines.
#[derive(Debug, Clone, Copy)]
pub(super) struct CaptionSizes {
    pub(super) chip: f32,
    pub(super) fact: f32,
    pub(super) reason: f32,
}

impl CaptionSizes {
    /// On pages that are not high.
    pub(super) const COMMON: Self = Self { chip: 8.6, fact: 4.4, reason: 2.8 };
}

/// The caption, if there is one, and where things begin below it.
#[derive(Debug, Clone, Copy)]
pub(super) struct CaptionRow {
    pub(super) caption: Option<CaptionLayout>,
    pub(super) foot: u32,
}

/// The caption with its upper edge on `y`, in a row of this height; `None` if it is too wide.
pub(super) fn row(
    sheet: &Sheet<'_>,
    sizes: CaptionSizes,
    span: Span,
    y: u32,
    height: u32,
) -> Option<CaptionRow> {
    if sheet.needs.style.panels.caption.is_none() {
        return Some(CaptionRow { caption: None, foot: y });
    }
    let caption = place(sheet, sizes, span, y)?;
    Some(CaptionRow { caption: Some(caption), foot: y + height })
}

fn place(sheet: &Sheet<'_>, sizes: CaptionSizes, span: Span, y: u32) -> Option<CaptionLayout> {
    let Span { x, width } = span;
    let chip = sheet.px(sizes.chip);
    let left = if sheet.needs.style.highlight { chip + sheet.px(CHIP_GAP) } else { 0 };
    let room = width.checked_sub(left)?;
    let widths = &sheet.needs.widths;
    // Custom captions may be long.
    let fact = sheet.fitted_to(sizes.fact, 0.0, |em| widths.fact.pixels(em) <= room)?;
    let reason = sheet.fitted_to(sizes.reason, 0.0, |em| widths.reason.pixels(em) <= room)?;
    let place = |baseline, em| TextPlace { x: x + left, baseline, width: room, em };
    Some(CaptionLayout {
        chip: Rect { x, y, width: chip, height: chip },
        fact: place(y + cap(fact), fact),
        reason: place(y + chip - (0.05 * reason).round() as u32, reason),
    })
}
