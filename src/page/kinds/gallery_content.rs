//! The content of a gallery page: boards, labels and text.

use std::iter;

use crate::font::{Font, Weight};
use crate::record::BoardState;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GalleryContent {
    /// Boards in a row; `None` for as many as suit the page.
    pub columns: Option<u32>,
    /// Side of a square in pixels, unless the page has a given size; `None` for 28 pixels, or for fewer that keep
    /// the picture within 8,192 pixels a side.
    pub square: Option<u32>,
    /// The labels under the boards; none, or one for each.
    pub labels: Vec<BoardLabel>,
    /// The text around the boards. Without a page, only a title of [any text](GalleryTitle::Text) is drawn.
    pub text: GalleryText,
}

#[derive(Debug, Clone)]
pub struct LabelledBoard<'a> {
    pub board: BoardState,
    pub label: Option<&'a BoardLabel>,
    /// The title of the board in an SVG; empty for none.
    pub title: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BoardLabel {
    pub number: String,
    /// Whether the solution is fundamental; its number is bold.
    pub is_fundamental: bool,
    /// The number of images of the solution; omitted where space is short, and on a page without a given size.
    pub images: Option<String>,
    /// The placement of the solution; omitted where space is short, and on a page without a given size.
    pub placement: Option<String>,
}

impl BoardLabel {
    pub(crate) const fn weight(&self) -> Weight {
        if self.is_fundamental { Weight::Bold } else { Weight::Regular }
    }

    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        let others = [&self.images, &self.placement].into_iter().flatten();
        iter::once(&self.number).chain(others).map(String::as_str)
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GalleryText {
    pub title: Option<GalleryTitle>,
    pub note: Option<GalleryNote>,
    /// How the page was made; omitted where space is short.
    pub origin: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GalleryTitle {
    /// A large number that begins a sentence; omitted where space is short.
    Count {
        number: String,
        sentence: String,
    },
    Text(String),
}

/// A note at the foot; omitted where space is short.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GalleryNote {
    /// The words with which the note begins.
    pub head: String,
    /// Whether the head is a complete statement that can have its own line.
    pub is_headline: bool,
    /// One or more sentences; where space is short, only the first is written.
    pub text: String,
}

impl GalleryText {
    pub(crate) fn lacking(&self, font: &Font) -> Option<char> {
        let title = self.title.iter().flat_map(|title| match title {
            GalleryTitle::Count { number, sentence } => vec![number, sentence],
            GalleryTitle::Text(text) => vec![text],
        });
        let note = self.note.iter().flat_map(|note| [&note.head, &note.text]);
        title.chain(note).chain(&self.origin).find_map(|text| font.lacking(text))
    }
}
