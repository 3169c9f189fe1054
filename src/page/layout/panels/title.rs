//! The title, at the top of the page.

use crate::page::layout::text_place::TextPlace;
use crate::page::units::cap;

use super::sheet::Sheet;

const EM: f32 = 4.4;
/// With the space below it.
const HEIGHT: f32 = 8.4;

/// The title, if there is one, and where things begin below it.
#[derive(Debug, Clone, Copy)]
pub(super) struct TitleRow {
    pub(super) title: Option<TextPlace>,
    pub(super) foot: u32,
}

/// The title within a margin; `None` if it is too wide.
pub(super) fn row(sheet: &Sheet<'_>, margin: u32) -> Option<TitleRow> {
    if sheet.needs.style.panels.title.is_empty() {
        return Some(TitleRow { title: None, foot: margin });
    }
    let room = sheet.within(margin)?;
    let em = sheet.fitted(EM, |em| sheet.needs.widths.title.pixels(em) <= room.width)?;
    let baseline = margin + cap(sheet.u.em(EM));
    let title = TextPlace { x: room.x, baseline, width: room.width, em };
    Some(TitleRow { title: Some(title), foot: margin + sheet.px(HEIGHT) })
}
