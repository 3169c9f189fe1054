//! The place of a line of text.

use crate::font::{Font, Weight};
use crate::page::units::Line;
use crate::picture::Rect;

/// The left end of a baseline, the room from there, and the em.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TextPlace {
    pub x: u32,
    pub baseline: u32,
    pub width: u32,
    pub em: f32,
}

impl TextPlace {
    /// The rectangle of text here.
    pub fn area(self, font: &Font, weight: Weight) -> Rect {
        Line { font, em: self.em, weight }.area(self.x, self.baseline, self.width)
    }
}
