//! The place of a line of text.

use crate::font::{Font, Weight};
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
    /// On the lower edge of an area.
    pub const fn at(area: Rect, em: f32) -> Self {
        Self { x: area.x, baseline: area.bottom(), width: area.width, em }
    }

    /// The rectangle of text here.
    pub fn area(self, font: &Font, weight: Weight) -> Rect {
        let (up, down) = font.weight(weight).reach(self.em);
        Rect { x: self.x, y: self.baseline.saturating_sub(up), width: self.width, height: up + down }
    }
}
