//! Text: lines of text, and lines with several pieces.

use crate::page::element::{Element, Text};
use crate::page::pen::{Align, Colours, Pen, TextStyle};
use crate::picture::{Rect, Rgb};

use super::layer::Slot;

/// What a line of text says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    /// The text.
    pub text: String,
    /// Its colour, if it is not that of its line.
    pub ink: Option<Rgb>,
}

impl From<String> for Words {
    fn from(text: String) -> Self {
        Self { text, ink: None }
    }
}

/// A line of text.
#[derive(Debug, Clone)]
pub struct TextSlot {
    /// Its rectangle, as high as its letters may reach.
    pub area: Rect,
    /// The baseline, in pixels from the upper edge.
    pub baseline: u32,
    /// How it is written.
    pub style: TextStyle,
    /// Its alignment.
    pub align: Align,
}

impl Slot for TextSlot {
    type State = Words;
}

// Slots are taken apart without `..`, so that a new colour does not compile until it is in the palette.
impl TextSlot {
    /// What it looks like with these words.
    pub fn elements<'a>(&self, Words { text, ink }: &'a Words) -> [Element<'a>; 2] {
        let Self { area, baseline, style, align } = *self;
        let Rect { x: left, y, width, .. } = area;
        let pen = Pen { ink: ink.unwrap_or(style.pen.ink), ..style.pen };
        let style = TextStyle { pen, ..style };
        let text = Text { left, width, align, baseline: y + baseline, style, text: text.into() };
        [Element::Fill(area, style.pen.paper), Element::Text(text)]
    }

    pub(super) fn colours(&self) -> [Colours; 1] {
        let Self { area: _, baseline: _, style: TextStyle { em: _, weight: _, pen }, align: _ } = *self;
        [Colours::Blends(pen)]
    }
}

/// A line with several pieces of text, which is its state.
#[derive(Debug, Clone)]
pub struct LineSlot {
    /// Its rectangle.
    pub area: Rect,
    /// The baseline, in pixels from the upper edge.
    pub baseline: u32,
    /// How words are written that stay.
    pub label: TextStyle,
    /// How the text is written that changes.
    pub strong: TextStyle,
}

/// A piece of text of a [`LineSlot`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// Where it begins, in pixels from the left edge.
    pub left: u32,
    /// Whether it is written in the strong style.
    pub strong: bool,
    /// The text.
    pub text: String,
}

impl Slot for LineSlot {
    type State = Vec<Piece>;
}

impl LineSlot {
    /// What it looks like with these pieces of text.
    pub fn elements<'a>(&self, pieces: &'a [Piece]) -> impl Iterator<Item = Element<'a>> {
        let Self { area, baseline, label, strong } = *self;
        let written = pieces.iter().map(move |piece| {
            let Piece { left, strong: is_strong, ref text } = *piece;
            Element::Text(Text {
                left: area.x + left,
                width: area.width.saturating_sub(left),
                align: Align::Left,
                baseline: area.y + baseline,
                style: if is_strong { strong } else { label },
                text: text.into(),
            })
        });
        [Element::Fill(area, label.pen.paper)].into_iter().chain(written)
    }

    pub(super) fn colours(&self) -> [Colours; 2] {
        let Self { area: _, baseline: _, label, strong } = *self;
        [label.pen, strong.pen].map(Colours::Blends)
    }
}
