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
use crate::page::layout::panels::Needs;
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

/// The space below a panel, in units.
const BELOW: f32 = 1.4;

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

impl<'a> Room<'a> {
    /// An area of a page with these needs.
    pub fn of(&Needs { size, style, .. }: &Needs<'a>, units: Units, area: Rect) -> Self {
        // What is below begins with a rule.
        let area = Rect { height: area.height.saturating_sub(units.px(BELOW)), ..area };
        Self { area, units, size, style }
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

/// What makes a panel on its page.
type Maker<'a> = Box<dyn FnOnce(&mut Page) -> Box<dyn Panel> + 'a>;

/// A panel of state for a page, if it is legible in its room.
pub fn within<'a>(panel: StatePanel, room: &'a Room<'_>) -> Option<Maker<'a>> {
    match panel {
        StatePanel::Arrays => boxed(ArraysPanel::within(room)),
        StatePanel::Bits => boxed(BitsPanel::within(room)),
        StatePanel::Matrix => boxed(MatrixPanel::within(room)),
        StatePanel::Stages => boxed(StagesPanel::within(room)),
        StatePanel::Diagonals => boxed(DiagonalsPanel::within(room)),
        StatePanel::Stack => boxed(StackPanel::within(room)),
        StatePanel::Flow => boxed(FlowPanel::within(room)),
    }
}

fn boxed<'a, P: Panel + 'static>(new: Option<impl FnOnce(&mut Page) -> P + 'a>) -> Option<Maker<'a>> {
    new.map(|new| -> Maker<'a> { Box::new(|page| Box::new(new(page))) })
}
