//! Lines that cross boards out.

use crate::page::element::Element;
use crate::page::figure::stroke;
use crate::picture::{Rect, Rgb};

use super::layer::Slot;

/// Two lines across a rectangle, from corner to corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StrikeSlot {
    /// The rectangle.
    pub area: Rect,
    /// Width of the lines in pixels.
    pub line: f32,
    /// Their colour.
    pub ink: Rgb,
}

impl Slot for StrikeSlot {
    type State = ();
}

impl StrikeSlot {
    /// What it looks like over what is there.
    pub fn elements<'a>(&self) -> [Element<'a>; 1] {
        let Self { area, line, ink } = *self;
        let (left, top) = (area.x as f32, area.y as f32);
        let (right, bottom) = (left + area.width as f32, top + area.height as f32);
        let lines = [((left, top), (right, bottom)), ((left, bottom), (right, top))];
        let strokes = lines.into_iter().map(|(from, to)| stroke(from, to, line)).collect();
        [Element::Polygons(strokes, ink)]
    }
}
