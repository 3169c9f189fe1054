//! Colours of a page and text styles.

use crate::font::Weight;
use crate::picture::Rgb;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pen {
    pub ink: Rgb,
    /// The background.
    pub paper: Rgb,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Colours {
    One(Rgb),
    Blends(Pen),
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextStyle {
    pub em: f32,
    pub weight: Weight,
    pub pen: Pen,
}
