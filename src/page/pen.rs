//! The colours of a page, and how its text is written.

use crate::font::Weight;
use crate::picture::Rgb;

/// An ink on a paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pen {
    /// The colour of full ink.
    pub ink: Rgb,
    /// The colour where there is no ink.
    pub paper: Rgb,
}

/// Colours of a page, in the order of the palette.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Colours {
    One(Rgb),
    /// All blends of an ink with a paper.
    Blends(Pen),
}

/// How a line of text is written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextStyle {
    /// Em in pixels.
    pub em: f32,
    /// How heavy its letters are.
    pub weight: Weight,
    /// Its colours.
    pub pen: Pen,
}
