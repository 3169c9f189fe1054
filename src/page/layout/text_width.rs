//! The width of a text whose em is not yet known.

use crate::font::{Font, Weight};

/// Widths in ems, and numbers of characters: an advance is rounded to whole pixels.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TextWidth {
    pub ems: f32,
    pub(super) characters: usize,
}

impl TextWidth {
    pub fn of(font: &Font, weight: Weight, text: &str) -> Self {
        Self { ems: font.weight(weight).width(text), characters: text.chars().count() }
    }

    pub fn widest(one: Self, other: Self) -> Self {
        Self { ems: one.ems.max(other.ems), characters: one.characters.max(other.characters) }
    }

    /// At most so many pixels.
    pub fn pixels(self, em: f32) -> u32 {
        self.exact_pixels(em).ceil() as u32
    }

    /// At most so many pixels, not rounded.
    pub fn exact_pixels(self, em: f32) -> f32 {
        self.ems * em + 0.5 * self.characters as f32
    }
}
