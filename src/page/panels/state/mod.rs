//! Panels of state: the data of an algorithm in addition to the board.

mod arrays;
mod bits;
mod blocks;
mod diagonals;
mod flow;
mod stack;
mod stages;

use crate::page::{Page, StatePanel};
use crate::search::Order;

pub use arrays::looked_up;
pub use blocks::PanelArea;

use blocks::{Draft, Show};

/// Returns texts with all characters that a panel may show, except the names of squares.
pub fn texts(panel: StatePanel, order: Order) -> Vec<&'static str> {
    match panel {
        StatePanel::Arrays => arrays::texts(order),
        StatePanel::Bits => bits::texts(),
        StatePanel::Matrix => stages::matrix_texts(),
        StatePanel::Stages => stages::texts(),
        StatePanel::Diagonals => diagonals::texts(),
        StatePanel::Stack => stack::texts(),
        StatePanel::Flow => flow::texts(),
    }
}

type Adding<'a> = Box<dyn FnOnce(&mut Page) + 'a>;

/// Lays out a panel of state; returns `None` if it would be illegible.
pub fn within<'a>(panel: StatePanel, room: &'a PanelArea<'a>) -> Option<Adding<'a>> {
    match panel {
        StatePanel::Arrays => adding(room, arrays::within(room)),
        StatePanel::Bits => adding(room, bits::within(room)),
        StatePanel::Matrix => adding(room, stages::matrix_within(room)),
        StatePanel::Stages => adding(room, stages::within(room)),
        StatePanel::Diagonals => adding(room, diagonals::within(room)),
        StatePanel::Stack => adding(room, stack::within(room)),
        StatePanel::Flow => adding(room, flow::within(room)),
    }
}

fn adding<'a>(
    room: &'a PanelArea<'a>,
    new: Option<impl FnOnce(&mut Draft<'_>) -> Show + 'a>,
) -> Option<Adding<'a>> {
    new.map(|new| -> Adding<'a> { Box::new(|page| Draft::add_panel(page, room, new)) })
}
