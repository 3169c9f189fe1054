//! For small pages that are nearly square, on which code beside the board would have to be too small
//! to be read: the caption above, tree and counters to the right of the board, the code below.

use super::blocks::Block;
use super::headed_board::{self, HeadStyle};
use super::sheet::{GUTTER, MARGIN, Sheet};
use super::{PanelLayout, lower_room, side_column};

pub(super) fn layout(sheet: &Sheet<'_>, board: u32) -> Option<PanelLayout> {
    let (margin, gutter) = (sheet.px(MARGIN), sheet.gutter(GUTTER));
    let (below, beside): (Vec<Block>, Vec<Block>) =
        sheet.needs.blocks.iter().partition(|block| !block.is_diagram());
    if below.is_empty() {
        return None;
    }
    let page = headed_board::page(sheet, HeadStyle::SQUARE, margin + gutter, board)?;
    let page = side_column::add(sheet, page, &beside)?;
    let foot = page.board.bottom() + gutter;
    lower_room::add(sheet, page, foot, &below)
}
