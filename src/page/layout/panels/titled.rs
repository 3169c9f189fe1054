//! The board alone, below its title.

use super::sheet::{GUTTER, MARGIN, Sheet};
use super::{PanelLayout, column, title};

/// In the middle of a page.
pub(super) fn in_page(sheet: &Sheet<'_>, board: u32) -> Option<PanelLayout> {
    let (margin, gutter) = (sheet.px(MARGIN), sheet.gutter(GUTTER));
    let head = title::row(sheet, margin)?;
    let across = sheet.width.checked_sub(board + gutter + 2 * margin)?;
    let down = sheet.height.checked_sub(head.foot + board + gutter + margin)?;
    let corner = (margin + gutter + across / 2, head.foot + down / 2);
    Some(PanelLayout { title: head.title, ..PanelLayout::of_board(sheet, corner, board) })
}

/// On a page made for the board.
pub(super) fn in_column(sheet: &Sheet<'_>, board: u32) -> Option<PanelLayout> {
    let (margin, gutter) = (sheet.px(column::MARGIN), sheet.gutter(GUTTER));
    let head = title::row(sheet, margin)?;
    let height = head.foot + board + gutter + margin;
    let corner = (margin + gutter, head.foot);
    Some(PanelLayout { height, title: head.title, ..PanelLayout::of_board(sheet, corner, board) })
}
