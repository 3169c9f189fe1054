//! The layout of cards before and after a film.

mod block;
mod end;
mod flow;
mod scale;
mod sheet;
mod title;

use crate::board::BoardSize;
use crate::font::Weight;
use crate::page::slot::Align;
use crate::picture::Rect;

use super::text_place::TextPlace;

pub use end::end_card;
pub use title::title_card;

/// What is on a card, and where.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CardLayout {
    pub texts: Vec<CardText>,
    /// What each result has besides text; a title card has one board.
    pub results: Vec<ResultPlace>,
}

impl CardLayout {
    /// The side of the smallest square, in pixels.
    pub fn square(&self, size: BoardSize) -> u32 {
        let boards = self.results.iter().filter_map(|result| result.board);
        boards.map(|board| board.width / u32::from(size.get())).min().unwrap_or(u32::MAX)
    }
}

/// A line of text, or a piece of one.
#[derive(Debug, Clone, PartialEq)]
pub struct CardText {
    pub place: TextPlace,
    pub weight: Weight,
    pub tone: Tone,
    pub align: Align,
    pub text: String,
}

/// The colour of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// For what is read first.
    Ink,
    /// For all else.
    Muted,
}

/// Where a board and its medal are, if there is room for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResultPlace {
    pub board: Option<Rect>,
    pub medal: Option<Rect>,
}
