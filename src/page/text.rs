//! Lines of text, whose words may change.

use crate::picture::{Rect, Rgb};

use super::pen::{Align, Pen, TextStyle};
use super::scene::{Drawing, Id, Scene};
use super::shape::{Shape, Text};
use super::units::{ASCENDER, COMMA};

/// The place of a line of text, and how it is written.
#[derive(Debug, Clone)]
pub struct TextLine {
    /// Its rectangle, as high as its letters may reach.
    pub area: Rect,
    /// The baseline, in pixels from the upper edge.
    pub baseline: u32,
    /// How it is written.
    pub style: TextStyle,
    /// Its alignment.
    pub align: Align,
}

/// A line of text on a page.
#[derive(Debug, Clone)]
pub struct TextItem {
    pub(super) id: Id,
    /// Its place.
    pub line: TextLine,
}

impl TextLine {
    /// A line close below something: it has no accents.
    #[must_use]
    pub fn without_accents(mut self) -> Self {
        let above = self.baseline.saturating_sub((ASCENDER * self.style.em).ceil() as u32);
        self.area = Rect { y: self.area.y + above, height: self.area.height - above, ..self.area };
        self.baseline -= above;
        self
    }

    /// A number close above something: only its commas reach below the baseline.
    #[must_use]
    pub fn of_digits(mut self) -> Self {
        let below = (COMMA * self.style.em).ceil() as u32;
        self.area.height = self.area.height.min(self.baseline + below);
        self
    }

    /// Some words of it from a distance to its left edge, in a style.
    pub fn words(&self, left: u32, style: TextStyle, text: impl Into<String>) -> Shape {
        let width = self.area.width.saturating_sub(left);
        Shape::Text(Text {
            left,
            width,
            align: self.align,
            baseline: self.baseline,
            style,
            text: text.into(),
        })
    }

    /// The paper below it.
    pub const fn paper(&self) -> Shape {
        Shape::Fill(Rect { x: 0, y: 0, ..self.area }, self.style.pen.paper)
    }
}

impl TextItem {
    /// Writes words in the colour of the line.
    pub fn write(&self, scene: &mut Scene, text: &str) {
        self.write_in(scene, text, None);
    }

    /// Writes words, in the colour of the line or another.
    pub fn write_in(&self, scene: &mut Scene, text: &str, ink: Option<Rgb>) {
        scene.set(self.id, &(text, ink), || {
            let style = self.line.style;
            let pen = Pen { ink: ink.unwrap_or(style.pen.ink), ..style.pen };
            Drawing::panel([self.line.paper(), self.line.words(0, TextStyle { pen, ..style }, text)])
        });
    }
}
