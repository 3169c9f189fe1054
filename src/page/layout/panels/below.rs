//! For high pages: everything below the board but the caption.

use super::PanelLayout;
use super::blocks::Blocks;
use super::caption::CaptionSizes;
use super::code::CodeStyle;
use super::counters::{self, CounterSizes};
use super::headed_board::{self, HeadStyle};
use super::sheet::{GUTTER, MARGIN, Sheet};

const BELOW_BOARD: f32 = 1.6;
const ABOVE_COUNTERS: f32 = 1.2;
const BELOW_COUNTERS: f32 = 3.2;
const BELOW_RULE: f32 = 2.4;

const HEAD: HeadStyle =
    HeadStyle { top: 6.0, caption: CaptionSizes { chip: 10.4, fact: 5.4, reason: 3.2 }, caption_row: 14.0 };
const COUNTER: CounterSizes = CounterSizes { number: 4.4, label: 2.5 };
const CODE: CodeStyle = CodeStyle { em: 2.75, pitch: 5.2, has_numbers: false };

pub(super) fn layout(sheet: &Sheet<'_>, board: u32) -> Option<PanelLayout> {
    let (margin, gutter) = (sheet.px(MARGIN), sheet.gutter(GUTTER));
    let blocks = &sheet.needs.blocks;
    let span = sheet.within(margin)?;
    // Narrower than the page where there is much below it.
    let spare = span.width.checked_sub(board + gutter)?;
    let mut page = headed_board::page(sheet, HEAD, margin + gutter + spare / 2, board)?;
    let end = sheet.height.checked_sub(margin)?;
    let mut foot = page.board.bottom() + gutter;
    let mut y = foot + sheet.px(BELOW_BOARD);
    if !sheet.needs.style.panels.counters.is_empty() {
        let rows = counters::below(sheet, COUNTER, span, y + sheet.px(ABOVE_COUNTERS))?;
        (page.counters, foot) = (rows.counters, rows.foot);
        let rule = foot + sheet.px(BELOW_COUNTERS);
        page.rules.extend((!blocks.is_empty()).then(|| sheet.rule(span, rule)));
        y = rule + sheet.px(BELOW_RULE);
    }
    if blocks.is_empty() {
        return Some(page.moved_below_title(sheet.middle_of(end.checked_sub(foot)?, board)));
    }
    Some(page.with_blocks(Blocks::in_row(sheet, blocks, CODE, span.between(y, end)?)?))
}
