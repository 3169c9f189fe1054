//! The room below a board on pages that are nearly square, from margin to margin.

use super::PanelLayout;
use super::blocks::{Block, Blocks};
use super::code::CodeStyle;
use super::sheet::{MARGIN, Sheet};

const ABOVE_RULE: f32 = 2.1;
const BELOW_RULE: f32 = 1.6;

/// Adds blocks in that room to a page, under a rule; `foot` is the lower edge of the board and its
/// coordinates; `None` where there is not enough room.
pub(super) fn add(
    sheet: &Sheet<'_>,
    mut page: PanelLayout,
    foot: u32,
    blocks: &[Block],
) -> Option<PanelLayout> {
    let margin = sheet.px(MARGIN);
    let span = sheet.within(margin)?;
    let rule = foot + sheet.px(ABOVE_RULE);
    let area = span.between(rule + sheet.px(BELOW_RULE), sheet.height.checked_sub(margin)?)?;
    page.rules.push(sheet.rule(span, rule));
    Some(page.with_blocks(Blocks::in_row(sheet, blocks, CodeStyle::SMALL, area)?))
}
