//! What is to the right of a board on pages that are nearly square, from its top to its foot: blocks,
//! and counters below them.

use super::PanelLayout;
use super::blocks::{Block, Blocks};
use super::code::CodeStyle;
use super::counters::{self, CounterSizes};
use super::sheet::{MARGIN, Sheet};

const BESIDE_BOARD: f32 = 3.0;
const ABOVE_COUNTERS: f32 = 2.0;

/// Adds the column to a page; `None` where there is not enough room.
pub(super) fn add(sheet: &Sheet<'_>, mut page: PanelLayout, blocks: &[Block]) -> Option<PanelLayout> {
    let board = page.board;
    let span = sheet.right_of(board.right() + sheet.px(BESIDE_BOARD), sheet.px(MARGIN))?;
    let mut end = board.bottom();
    let count = sheet.needs.style.panels.counters.len();
    if count > 0 {
        let columns = count.div_ceil(2).max(2);
        let rows = counters::in_columns(sheet, CounterSizes::COMMON, span, end, columns)?;
        end = rows.top().checked_sub(sheet.px(ABOVE_COUNTERS))?;
        page.counters = rows.counters;
    }
    if blocks.is_empty() {
        return Some(page);
    }
    let area = span.between(board.y, end)?;
    Some(page.with_blocks(Blocks::stacked(sheet, blocks, CodeStyle::SMALL, area)?))
}
