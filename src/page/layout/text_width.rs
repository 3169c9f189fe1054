//! The width of a text whose em is not yet known.

use crate::font::{Font, Weight};
use crate::words::Grouped;

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

    /// Of a number that is written with commas, or another one with as many digits.
    pub fn of_number(font: &Font, number: u64) -> Self {
        let digits = Grouped(number).to_string().replace(|letter: char| letter.is_ascii_digit(), "0");
        Self::of(font, Weight::Bold, &digits)
    }

    /// The widest of some texts.
    pub fn widest<T: AsRef<str>>(font: &Font, weight: Weight, texts: impl Iterator<Item = T>) -> Self {
        let mut advance = font.weight(weight).advances();
        let mut width = |text: &str| {
            let ems = text.chars().filter_map(&mut advance).sum();
            Self { ems, characters: text.chars().count() }
        };
        texts.map(|text| width(text.as_ref())).fold(Self::default(), Self::max)
    }

    /// As wide as both.
    pub fn max(self, other: Self) -> Self {
        Self { ems: self.ems.max(other.ems), characters: self.characters.max(other.characters) }
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
