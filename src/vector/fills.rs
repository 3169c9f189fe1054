//! Rectangles that follow each other, by their colours.

use crate::picture::{Rect, Rgb};

/// Rectangles that follow each other, those of one colour together where the order does not matter.
#[derive(Debug, Default)]
pub struct Fills(Vec<(Rgb, Vec<Rect>)>);

impl Fills {
    /// Adds a rectangle that is drawn over those before.
    pub fn add(&mut self, area: Rect, colour: Rgb) {
        if area.pixels() == 0 {
            return;
        }
        for (known, areas) in self.0.iter_mut().rev() {
            if *known == colour {
                areas.push(area);
                return;
            }
            if areas.iter().any(|other| other.overlaps(area)) {
                break;
            }
        }
        self.0.push((colour, vec![area]));
    }

    /// Takes the rectangles out, colour by colour.
    pub fn drain(&mut self) -> impl Iterator<Item = (Rgb, Vec<Rect>)> {
        self.0.drain(..)
    }
}
