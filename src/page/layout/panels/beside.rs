//! For wide pages: everything to the right of the board, from its top to its foot.

use super::blocks::Blocks;
use super::caption::{self, CaptionSizes};
use super::code::CodeStyle;
use super::counters::{self, CounterSizes};
use super::sheet::Sheet;
use super::{PanelLayout, title};

const MARGIN: f32 = 6.0;
const GUTTER: f32 = 3.0;
const BELOW_CAPTION: f32 = 3.0;
const ABOVE_COUNTERS: f32 = 2.4;
const BELOW_DIAGRAM: f32 = 0.6;

const CODE: CodeStyle = CodeStyle { em: 2.8, pitch: 3.9, has_numbers: true };

pub(super) fn layout(sheet: &Sheet<'_>, board: u32) -> Option<PanelLayout> {
    let (margin, gutter) = (sheet.px(MARGIN), sheet.gutter(GUTTER));
    let blocks = &sheet.needs.blocks;
    let head = title::row(sheet, margin)?;
    let spare = sheet.height.checked_sub(head.foot + board + gutter + margin)?;
    let top = sheet.needs.style.medium.upper_edge(board / sheet.needs.squares(), head.foot, spare);
    let mut page = PanelLayout::of_board(sheet, (margin + gutter, top), board);
    let span = sheet.right_of(page.board.right() + margin, margin)?;
    let row = sheet.px(CaptionSizes::COMMON.chip) + sheet.px(BELOW_CAPTION);
    let caption = caption::row(sheet, CaptionSizes::COMMON, span, top, row)?;
    (page.title, page.caption) = (head.title, caption.caption);
    let mut end = page.board.bottom();
    let mut rule = None;
    if !sheet.needs.style.panels.counters.is_empty() {
        let rows = counters::above(sheet, CounterSizes::COMMON, span, end)?;
        end = rows.top().checked_sub(sheet.px(ABOVE_COUNTERS))?;
        page.counters = rows.counters;
        rule = (!blocks.is_empty()).then(|| sheet.rule(span, end));
    }
    let below = if blocks.last().is_some_and(|last| last.is_diagram()) { sheet.px(BELOW_DIAGRAM) } else { 0 };
    let area = span.between(caption.foot, end.checked_sub(below)?)?;
    let mut page = page.with_blocks(Blocks::stacked(sheet, blocks, CODE, area)?);
    page.rules.extend(rule);
    Some(page)
}
