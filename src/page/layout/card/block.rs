//! What is written beside a board.

use super::flow::{Flow, Role};
use super::scale::Scale;

/// A piece of text, from top to bottom.
#[derive(Debug, Clone, Copy)]
pub enum Item<'a> {
    Paragraph(Role, &'a str),
    /// A paragraph with a medal on its left.
    Medal(Role, &'a str),
    /// Empty space, in units.
    Gap(f32),
    /// Numbers with their names.
    Numbers([Role; 2], &'a [(String, &'static str)]),
}

/// The text beside a board, or below it.
#[derive(Debug, Clone, Default)]
pub struct Block<'a> {
    /// At the upper edge of a board beside it; in the middle if there is nothing at the lower edge.
    pub head: Vec<Item<'a>>,
    /// At the lower edge.
    pub foot: Vec<Item<'a>>,
}

/// How numbers are arranged.
#[derive(Debug, Clone, Copy)]
pub enum Numbers {
    /// Below each other.
    Rows,
    /// Beside each other.
    Columns,
}

/// Items in a room of this width; `None` if they are too wide.
pub fn flow<'a>(items: &[Item<'_>], scale: Scale<'a>, room: u32, numbers: Numbers) -> Option<Flow<'a>> {
    let mut flow = Flow::new(scale, room);
    for item in items {
        match (*item, numbers) {
            (Item::Paragraph(role, text), Numbers::Rows | Numbers::Columns) => flow.paragraph(role, text)?,
            (Item::Medal(role, text), Numbers::Rows | Numbers::Columns) => flow.with_medal(role, text)?,
            (Item::Gap(units), Numbers::Rows | Numbers::Columns) => flow.gap(units),
            (Item::Numbers(roles, of), Numbers::Rows) => flow.rows(roles, of)?,
            (Item::Numbers(roles, of), Numbers::Columns) => flow.columns(roles, of)?,
        }
    }
    Some(flow)
}
