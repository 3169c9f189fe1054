//! The units of a page, and the sizes of text on it.

use crate::font::{Font, Weight};

use super::figure::LEAST_EM;

/// The widest board and the longest side of a page, in pixels.
pub const MAX_SIDE: u32 = 8192;

/// Height of capitals and digits against the em of Noto Sans.
pub const CAP: f32 = 0.714;

/// How far letters without accents reach above the baseline, and commas below it.
pub const ASCENDER: f32 = 0.78;
pub const COMMA: f32 = 0.15;

/// Height of letters without ascenders, such as x.
pub const X_HEIGHT: f32 = 0.536;

/// Height of the sharpest lines: a pixel, or more on large pages.
const HAIRLINE: f32 = 0.15;

/// The unit of a page: 1/108 of its shorter side, so 10 pixels at 1080.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Units(pub f32);

impl Units {
    /// Of a page of this size.
    pub fn of(width: u32, height: u32) -> Self {
        Self(width.min(height) as f32 / 108.0)
    }

    /// A length in whole pixels.
    pub fn px(self, units: f32) -> u32 {
        (units * self.0).round() as u32
    }

    /// The em of text in pixels, never too small to be read.
    pub fn em(self, units: f32) -> f32 {
        (units * self.0).max(LEAST_EM)
    }

    /// The width of a hairline.
    pub fn hairline(self) -> u32 {
        self.px(HAIRLINE).max(1)
    }
}

/// Height of capitals and digits at this em, in whole pixels.
pub fn cap(em: f32) -> u32 {
    (CAP * em).round() as u32
}

/// A line of text: its font, its em and its weight.
#[derive(Debug, Clone, Copy)]
pub struct Line<'a> {
    pub font: &'a Font,
    pub em: f32,
    pub weight: Weight,
}

impl Line<'_> {
    /// The width of a text in whole pixels, as it will be written.
    pub fn width(self, text: &str) -> u32 {
        self.font.weight(self.weight).pixels(text, self.em)
    }

    /// How far it reaches above its baseline and below it, in whole pixels.
    pub fn reach(self) -> (u32, u32) {
        self.font.weight(self.weight).reach(self.em)
    }
}
