//! Which arrangement a page has, and how large its board and its text are.

use crate::page::layout::board::least_board;
use crate::page::units::Units;

use super::code::CodePart;
use super::needs::Needs;
use super::sheet::{LEAST_SHARES, Sheet};
use super::{PanelLayout, around, around_with_code_below, below, beside, column, titled};

/// Pages this wide against their height have everything beside the board.
const WIDE: f32 = 1.6;
/// Narrower pages have everything below the board.
const HIGH: f32 = 0.8;

/// A layout with a board of a given width; `None` where there is not enough room.
type Arrange = fn(&Sheet<'_>, u32) -> Option<PanelLayout>;

impl Needs<'_> {
    /// Everything on a page of this size; `None` where there is not enough room.
    pub fn on_page(&self, width: u32, height: u32) -> Option<PanelLayout> {
        let parts = CodePart::tried(self).iter().copied();
        let mut tried = parts.flat_map(|code| LEAST_SHARES.map(|least_share| (code, least_share)));
        tried.find_map(|(code, least_share)| {
            let sheet = Sheet { needs: self, least_share, code, u: Units::of(width, height), width, height };
            arrangements(&sheet).iter().find_map(|arrange| largest(&sheet, *arrange))
        })
    }

    /// A board of this width with its caption and counters below, on a page made for them.
    pub fn in_column(&self, board: u32) -> Option<PanelLayout> {
        let (u, width) = column::made_for(self, board);
        LEAST_SHARES.into_iter().find_map(|least_share| {
            let sheet = Sheet { needs: self, least_share, code: CodePart::Whole, u, width, height: u32::MAX };
            let layout = if self.style.panels.has_only_title() {
                titled::in_column(&sheet, board)
            } else {
                column::layout(&sheet, board)
            };
            layout.filter(|layout| layout.has_room_for_coordinates(self))
        })
    }
}

/// The arrangements that are tried on a page, the best first.
fn arrangements(sheet: &Sheet<'_>) -> &'static [Arrange] {
    let shape = sheet.width as f32 / sheet.height as f32;
    if sheet.needs.style.panels.has_only_title() {
        &[titled::in_page]
    } else if shape >= WIDE {
        &[beside::layout]
    } else if shape < HIGH {
        &[below::layout]
    } else if !sheet.needs.has_blocks() {
        &[column::in_page]
    } else if sheet.code == CodePart::Window {
        // Lines of source are long, and a window needs only some height.
        &[around_with_code_below::layout, around::layout]
    } else if sheet.has_smallest_text() {
        &[around::layout, around_with_code_below::layout]
    } else {
        // Code beside the board may become smaller than other text.
        &[around::layout]
    }
}

/// The layout with the largest board of whole squares that works.
fn largest(sheet: &Sheet<'_>, arrange: Arrange) -> Option<PanelLayout> {
    let Needs { size, style, .. } = *sheet.needs;
    let (squares, least) = (sheet.needs.squares(), least_board(size, style, false));
    let arrange = |board| arrange(sheet, board).filter(|layout| layout.has_room_for_coordinates(sheet.needs));
    if let Some(fixed) = style.width {
        return arrange(fixed);
    }
    let most = sheet.width.min(sheet.height) / squares;
    (1..=most)
        .rev()
        .filter(|side| side % style.medium.unit(*side) == 0)
        .map(|side| side * squares)
        .take_while(|board| *board >= least)
        .find_map(arrange)
}
