//! For pages that are nearly square: the caption above, code and counters to the right of the board,
//! the tree below.

use super::blocks::Block;
use super::headed_board::{self, HeadStyle};
use super::sheet::{GUTTER, MARGIN, Sheet};
use super::{PanelLayout, lower_room, side_column};

pub(super) fn layout(sheet: &Sheet<'_>, board: u32) -> Option<PanelLayout> {
    let (margin, gutter) = (sheet.px(MARGIN), sheet.gutter(GUTTER));
    let (beside, below): (Vec<Block>, Vec<Block>) =
        sheet.needs.blocks.iter().partition(|block| !block.is_diagram());
    let mut page = headed_board::page(sheet, HeadStyle::SQUARE, margin + gutter, board)?;
    if !beside.is_empty() || !sheet.needs.style.panels.counters.is_empty() {
        page = side_column::add(sheet, page, &beside)?;
    }
    let foot = page.board.bottom() + gutter;
    if below.is_empty() {
        let spare = sheet.height.checked_sub(margin)?.checked_sub(foot)?;
        return Some(page.moved_below_title(sheet.middle_of(spare, board)));
    }
    lower_room::add(sheet, page, foot, &below)
}
