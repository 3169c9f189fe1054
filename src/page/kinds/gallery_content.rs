//! What is on the page of a gallery: boards, labels and text.

use std::iter;

use crate::font::{Font, Weight};
use crate::record::Scene;

/// What is on the page of a gallery beside the boards, and how they are arranged.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MontageContent {
    /// Boards in a row; `None` for as many as suit the page.
    pub columns: Option<u32>,
    /// Side of a square in pixels, unless the page has a given size; `None` for one that keeps the
    /// picture within 8,192 pixels a side.
    pub square: Option<u32>,
    /// The labels that will be under the boards; none, or one for each.
    pub labels: Vec<BoardLabel>,
    /// The other text. Without a page, only a title of [any text](MontageTitle::Text) is drawn.
    pub text: MontageText,
}

/// A board of a montage with its label.
#[derive(Debug, Clone)]
pub struct LabelledBoard<'a> {
    /// The board.
    pub scene: Scene,
    /// Its label, one of those that the montage was made for.
    pub label: Option<&'a BoardLabel>,
    /// Its title in an SVG; empty for none.
    pub title: String,
}

/// What is written below a board of a montage.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BoardLabel {
    /// Its number.
    pub number: String,
    /// Whether the solution is a fundamental one, whose numbers are bold.
    pub is_fundamental: bool,
    /// How many images it has; left out where there is no room, and on a page of no given size.
    pub images: Option<String>,
    /// Its placement; left out where there is no room, and on a page of no given size.
    pub placement: Option<String>,
}

impl BoardLabel {
    /// How heavy its number is.
    pub(crate) const fn weight(&self) -> Weight {
        if self.is_fundamental { Weight::Bold } else { Weight::Regular }
    }

    /// Its texts.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &str> {
        let others = [&self.images, &self.placement].into_iter().flatten();
        iter::once(&self.number).chain(others).map(String::as_str)
    }
}

/// The text on a montage page beside the labels.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MontageText {
    /// What the page shows.
    pub title: Option<MontageTitle>,
    /// What is to be known about it.
    pub note: Option<Note>,
    /// How the page was made; left out where there is no room.
    pub origin: Option<String>,
}

/// The title of a montage page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MontageTitle {
    /// A large number, and the sentence that it begins; left out where there is no room.
    Count {
        /// The number.
        number: String,
        /// What there is so often.
        sentence: String,
    },
    /// Any other text.
    Text(String),
}

/// A note on a montage page, at the foot; left out where there is no room.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// What is read first.
    pub head: String,
    /// Whether the head is a fact that can stand on a line by itself.
    pub is_headline: bool,
    /// One sentence or more; where there is little room, only the first is written.
    pub text: String,
}

impl MontageText {
    /// The first character that the font lacks.
    pub(crate) fn lacking(&self, font: &Font) -> Option<char> {
        let title = self.title.iter().flat_map(|title| match title {
            MontageTitle::Count { number, sentence } => vec![number, sentence],
            MontageTitle::Text(text) => vec![text],
        });
        let note = self.note.iter().flat_map(|note| [&note.head, &note.text]);
        title.chain(note).chain(&self.origin).find_map(|text| font.lacking(text))
    }
}
