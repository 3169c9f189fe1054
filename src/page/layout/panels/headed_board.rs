//! The board with its title and its caption above it.

use super::caption::{self, CaptionSizes};
use super::sheet::{MARGIN, Sheet};
use super::{PanelLayout, title};

/// Lengths in units.
#[derive(Debug, Clone, Copy)]
pub(super) struct HeadStyle {
    /// Above a caption without a title.
    pub(super) top: f32,
    pub(super) caption: CaptionSizes,
    /// The height of the caption with the space below it.
    pub(super) caption_row: f32,
}

impl HeadStyle {
    /// On pages that are nearly square.
    pub(super) const SQUARE: Self = Self { top: MARGIN, caption: CaptionSizes::COMMON, caption_row: 11.6 };
}

/// A page with a board from `x` on; `None` where there is not enough room for text.
pub(super) fn page(sheet: &Sheet<'_>, style: HeadStyle, x: u32, board: u32) -> Option<PanelLayout> {
    let margin = sheet.px(MARGIN);
    let title = title::row(sheet, margin)?;
    let top = title.foot - margin + sheet.px(style.top);
    let caption =
        caption::row(sheet, style.caption, sheet.within(margin)?, top, sheet.px(style.caption_row))?;
    let page = PanelLayout::of_board(sheet, (x, caption.foot), board);
    Some(PanelLayout { title: title.title, caption: caption.caption, ..page })
}
