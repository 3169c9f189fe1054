//! Panels of state: what an algorithm remembers besides the board, one panel a file.

mod arrays;
mod bits;
mod blocks;
mod diagonals;
mod flow;
mod matrix;
mod stack;
mod stages;

use crate::page::panel::Panel;
use crate::page::{Page, StatePanel};
use crate::search::Order;

pub use blocks::Room;

use arrays::ArraysPanel;
use bits::BitsPanel;
use diagonals::DiagonalsPanel;
use flow::FlowPanel;
use matrix::MatrixPanel;
use stack::StackPanel;
use stages::StagesPanel;

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

/// What adds a panel to its page.
type Adding<'a> = Box<dyn FnOnce(&mut Page) + 'a>;

/// A panel of state for a page, if it is legible in its room.
pub fn within<'a>(panel: StatePanel, room: &'a Room<'_>) -> Option<Adding<'a>> {
    match panel {
        StatePanel::Arrays => adding(ArraysPanel::within(room)),
        StatePanel::Bits => adding(BitsPanel::within(room)),
        StatePanel::Matrix => adding(MatrixPanel::within(room)),
        StatePanel::Stages => adding(StagesPanel::within(room)),
        StatePanel::Diagonals => adding(DiagonalsPanel::within(room)),
        StatePanel::Stack => adding(StackPanel::within(room)),
        StatePanel::Flow => adding(FlowPanel::within(room)),
    }
}

fn adding<'a, P: Panel + 'static>(new: Option<impl FnOnce(&mut Page) -> P + 'a>) -> Option<Adding<'a>> {
    new.map(|new| -> Adding<'a> { Box::new(|page| page.add(0, new)) })
}
