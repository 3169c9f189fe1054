//! Panels of state: what an algorithm remembers besides the board, one panel a file.

mod arrays;
mod bits;
mod blocks;
mod diagonals;
mod flow;
mod matrix;
mod stack;
mod stages;

use crate::board::BoardSize;
use crate::page::panels::Panel;
use crate::page::units::Units;
use crate::page::{BoardStyle, Page, StatePanel};
use crate::picture::Rect;
use crate::search::Order;

use arrays::ArraysPanel;
use bits::BitsPanel;
use diagonals::DiagonalsPanel;
use flow::FlowPanel;
use matrix::MatrixPanel;
use stack::StackPanel;
use stages::StagesPanel;

/// What a panel of state has to be drawn in, and for.
#[derive(Debug, Clone, Copy)]
pub struct Room<'a> {
    /// Its rectangle on the page.
    pub area: Rect,
    /// The units of the page.
    pub units: Units,
    /// The board.
    pub size: BoardSize,
    /// How it is drawn, and what search is shown beside it.
    pub style: &'a BoardStyle,
}

impl Room<'_> {
    /// Whether a panel is legible in it.
    pub fn fits(&self, panel: StatePanel) -> bool {
        match panel {
            StatePanel::Arrays => arrays::layout(self).is_some(),
            StatePanel::Bits => bits::layout(self).is_some(),
            StatePanel::Matrix => matrix::layout(self).is_some(),
            StatePanel::Stages => stages::layout(self).is_some(),
            StatePanel::Diagonals => diagonals::layout(self).is_some(),
            StatePanel::Stack => stack::layout(self).is_some(),
            StatePanel::Flow => flow::layout(self).is_some(),
        }
    }
}

/// Texts with all characters that a panel may show, besides the names of squares.
pub fn texts(panel: StatePanel, order: Order) -> Vec<&'static str> {
    match panel {
        StatePanel::Arrays => arrays::texts(order),
        StatePanel::Bits => bits::texts(),
        StatePanel::Matrix => matrix::texts(),
        StatePanel::Stages => stages::texts(),
        StatePanel::Diagonals => diagonals::texts(),
        StatePanel::Stack => stack::texts(),
        StatePanel::Flow => flow::texts(),
    }
}

/// Adds a panel of state to a page, if it is legible in its room.
pub fn add(page: &mut Page, panel: StatePanel, room: &Room<'_>) {
    match panel {
        StatePanel::Arrays => add_laid_out(page, room, arrays::layout, ArraysPanel::new),
        StatePanel::Bits => add_laid_out(page, room, bits::layout, BitsPanel::new),
        StatePanel::Matrix => add_laid_out(page, room, matrix::layout, MatrixPanel::new),
        StatePanel::Stages => add_laid_out(page, room, stages::layout, StagesPanel::new),
        StatePanel::Diagonals => add_laid_out(page, room, diagonals::layout, DiagonalsPanel::new),
        StatePanel::Stack => add_laid_out(page, room, stack::layout, StackPanel::new),
        StatePanel::Flow => add_laid_out(page, room, flow::layout, FlowPanel::new),
    }
}

fn add_laid_out<L, P: Panel + 'static>(
    page: &mut Page,
    room: &Room<'_>,
    layout: fn(&Room<'_>) -> Option<L>,
    new: fn(&mut Page, &Room<'_>, L) -> P,
) {
    if let Some(layout) = layout(room) {
        page.add(0, |page| new(page, room, layout));
    }
}
