//! For a column of text: caption and counters below the board.

use crate::page::units::Units;

use super::caption::{self, CaptionRow, CaptionSizes};
use super::counters::{self, CounterRows, CounterSizes};
use super::needs::Needs;
use super::sheet::{GUTTER, LABEL, Sheet, Span};
use super::{CaptionLayout, CounterLayout, PanelLayout, title};

pub(super) const MARGIN: f32 = 3.0;
/// The width of a page made for a board.
const WIDTH: f32 = 108.0;
const BELOW_BOARD: f32 = 2.4;
const BETWEEN: f32 = 2.0;
const ROW_GAP: f32 = 2.4;

/// The widths of counters beside a caption that are tried.
const COUNTERS_WIDTHS: [f32; 4] = [50.0, 54.0, 58.0, 62.0];

const CAPTION: CaptionSizes = CaptionSizes { chip: 6.0, fact: 3.2, reason: 2.3 };
const COUNTER: CounterSizes = CounterSizes { number: 3.2, label: LABEL };

/// The units and the width of a page that is made for a board of this width.
pub(super) fn made_for(needs: &Needs<'_>, board: u32) -> (Units, u32) {
    let gutter = if needs.style.coordinates { GUTTER } else { 0.0 };
    let u = Units(board as f32 / (WIDTH - 2.0 * MARGIN - gutter));
    (u, board + 2 * u.px(MARGIN) + u.px(gutter))
}

/// In the middle of a page, from its top to its foot.
pub(super) fn in_page(sheet: &Sheet<'_>, board: u32) -> Option<PanelLayout> {
    let found = layout(sheet, board)?;
    let spare = sheet.height.checked_sub(found.height)?;
    Some(PanelLayout { height: sheet.height, ..found.moved(0, sheet.middle_of(spare, board)) })
}

/// On a page that is as high as it must be.
pub(super) fn layout(sheet: &Sheet<'_>, board: u32) -> Option<PanelLayout> {
    let (margin, gutter) = (sheet.px(MARGIN), sheet.gutter(GUTTER));
    let head = title::row(sheet, margin)?;
    let spare = sheet.within(margin)?.width.checked_sub(board + gutter)?;
    let page = PanelLayout::of_board(sheet, (margin + gutter + spare / 2, head.foot), board);
    let span = Span { x: page.board.x, width: page.board.width };
    let y = page.board.bottom() + gutter + sheet.px(BELOW_BOARD);
    let Texts { caption, counters, foot } = texts(sheet, span, y)?;
    Some(PanelLayout { title: head.title, caption, counters, height: foot + margin, ..page })
}

/// Caption and counters, and their lower edge.
#[derive(Debug)]
struct Texts {
    caption: Option<CaptionLayout>,
    counters: Vec<CounterLayout>,
    foot: u32,
}

/// Beside each other, or where that is too narrow below each other.
fn texts(sheet: &Sheet<'_>, span: Span, y: u32) -> Option<Texts> {
    let content = &sheet.needs.style.panels;
    let has_counters = !content.counters.is_empty();
    if content.caption.is_some() && has_counters {
        let beside = |units: &f32| beside_each_other(sheet, span, y, sheet.px(*units));
        if let Some(found) = COUNTERS_WIDTHS.iter().find_map(beside) {
            return Some(found);
        }
    }
    let gap = if has_counters { sheet.px(ROW_GAP) } else { 0 };
    let CaptionRow { caption, foot } = caption::row(sheet, CAPTION, span, y, sheet.px(CAPTION.chip) + gap)?;
    if !has_counters {
        return Some(Texts { caption, counters: Vec::new(), foot });
    }
    let CounterRows { counters, foot } = counters::below(sheet, COUNTER, span, foot)?;
    Some(Texts { caption, counters, foot })
}

/// Counters in a part of the width, to the right of the caption, on its foot.
fn beside_each_other(sheet: &Sheet<'_>, span: Span, y: u32, counters: u32) -> Option<Texts> {
    let apart = span.width.checked_sub(counters)?;
    let left = Span { width: apart.checked_sub(sheet.px(BETWEEN))?, ..span };
    let right = Span { x: span.x + apart, width: counters };
    let CaptionRow { caption, foot } = caption::row(sheet, CAPTION, left, y, sheet.px(CAPTION.chip))?;
    let columns = sheet.needs.style.panels.counters.len();
    let CounterRows { counters, foot } = counters::in_columns(sheet, COUNTER, right, foot, columns)?;
    Some(Texts { caption, counters, foot })
}
