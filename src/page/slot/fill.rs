//! Rectangles of one colour.

use crate::page::element::Element;
use crate::picture::{Rect, Rgb};

use super::layer::Slot;

/// A rectangle of one colour, which is its state.
#[derive(Debug, Clone)]
pub struct FillSlot {
    /// The rectangle.
    pub area: Rect,
}

impl Slot for FillSlot {
    type State = Rgb;
}

impl FillSlot {
    /// What it looks like.
    pub fn elements<'a>(&self, colour: Rgb) -> [Element<'a>; 1] {
        [Element::Fill(self.area, colour)]
    }
}
