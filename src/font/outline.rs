//! Glyphs as outlines, in the places where they are rasterised.

use std::slice;

use rusttype::{OutlineBuilder, PositionedGlyph};

use super::{ASCENT, DESCENT, Font, Weight, advance, columns, rows, symbol_glyph};

/// A closed curve or several; places are distances to the right and down from an origin.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outline(pub Vec<Segment>);

/// A piece of an outline. It begins where the one before it ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Segment {
    /// Begins another curve at this point.
    Move(f32, f32),
    /// A straight line to this point.
    Line(f32, f32),
    /// A quadratic Bézier curve: its control point, and its end.
    Quad([f32; 2], [f32; 2]),
    /// A cubic Bézier curve: its control points, and its end.
    Cubic([f32; 2], [f32; 2], [f32; 2]),
    /// A straight line to where the curve began.
    Close,
}

/// A line of text as glyphs, and the box of whole pixels that it is drawn in.
#[derive(Debug, Clone, PartialEq)]
pub struct GlyphRun {
    /// The characters that the font has, with the distance of their origins from the left edge of the
    /// box in pixels.
    pub glyphs: Vec<(char, f32)>,
    /// The em that they are drawn with, in pixels.
    pub em: f32,
    /// From the upper edge of the box to the baseline in pixels.
    pub baseline: f32,
    /// Width and height of the box.
    pub size: (u32, u32),
}

/// A chess symbol that is `height` pixels high, from the upper left corner of the box that it is drawn
/// in; and width and height of this box.
pub(crate) fn symbol_outline(character: char, height: f32) -> (Outline, (u32, u32)) {
    let glyph = symbol_glyph(character, height);
    let mut outline = Outline::default();
    glyph.unpositioned().build_outline(&mut outline);
    // Beyond the outline by the rounding of its corners, like the pixels.
    let (left, right) = columns(slice::from_ref(&glyph));
    let bottom = glyph.pixel_bounding_box().map_or(0, |ink| ink.max.y);
    let corner = glyph.position();
    (outline.moved(corner.x - left as f32, corner.y), ((right - left) as u32, bottom as u32))
}

impl Outline {
    /// The same further to the right and down.
    pub fn moved(self, right: f32, down: f32) -> Self {
        self.mapped(|x, y| (x + right, y + down))
    }

    /// The same with all distances multiplied.
    pub fn scaled(self, by: f32) -> Self {
        self.mapped(|x, y| (x * by, y * by))
    }

    fn mapped(self, place: impl Fn(f32, f32) -> (f32, f32)) -> Self {
        let at = |[x, y]: [f32; 2]| <[f32; 2]>::from(place(x, y));
        let segment = |segment| match segment {
            Segment::Move(x, y) => {
                let (x, y) = place(x, y);
                Segment::Move(x, y)
            }
            Segment::Line(x, y) => {
                let (x, y) = place(x, y);
                Segment::Line(x, y)
            }
            Segment::Quad(control, end) => Segment::Quad(at(control), at(end)),
            Segment::Cubic(first, second, end) => Segment::Cubic(at(first), at(second), at(end)),
            Segment::Close => Segment::Close,
        };
        Self(self.0.into_iter().map(segment).collect())
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.push(Segment::Move(x, y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.push(Segment::Line(x, y));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.push(Segment::Quad([x1, y1], [x, y]));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.push(Segment::Cubic([x1, y1], [x2, y2], [x, y]));
    }

    fn close(&mut self) {
        self.0.push(Segment::Close);
    }
}

impl Font {
    /// The outline of a character with an em of 1, from its origin on the baseline; `None` if the font
    /// has none, and empty for a space.
    pub(crate) fn outline(&self, character: char) -> Option<Outline> {
        let mut outline = Outline::default();
        self.0.glyph(character, 1.0)?.build_outline(&mut outline);
        Some(outline)
    }

    /// A line of text in which every letter is as many whole pixels wide as in all other lines.
    pub(crate) fn line_run(&self, text: &str, em: f32) -> GlyphRun {
        let em = self.0.drawn_em(em);
        let mut width = 0;
        let mut glyphs = Vec::new();
        for character in text.chars() {
            let Some(glyph) = self.0.glyph(character, em) else { continue };
            glyphs.push((character, width as f32));
            width += advance(&glyph).round().max(0.0) as u32;
        }
        let (top, bottom) = rows(self.0.reach, em);
        GlyphRun { glyphs, em, baseline: -top as f32, size: (width, (bottom - top) as u32) }
    }

    /// A text with the advances of the font, in a box that is as wide as its ink.
    pub(crate) fn text_run(&self, text: &str, em: f32) -> GlyphRun {
        let em = self.0.drawn_em(em);
        let (top, bottom) = rows(self.0.ink(text, (ASCENT, DESCENT)), em);
        self.run(text, em, |_| (top, bottom))
    }

    /// The same in a box that is also as high as its ink.
    pub(crate) fn ink_run(&self, text: &str, em: f32) -> GlyphRun {
        self.run(text, self.0.drawn_em(em), |glyphs| {
            let boxes = || glyphs.iter().filter_map(PositionedGlyph::pixel_bounding_box);
            let top = boxes().map(|ink| ink.min.y).min().unwrap_or(0);
            (top, boxes().map(|ink| ink.max.y).max().unwrap_or(0))
        })
    }

    /// Width and height of the ink of a text in whole pixels.
    pub(crate) fn ink_size(&self, text: &str, em: f32) -> (u32, u32) {
        self.ink_run(text, em).size
    }

    /// A bold character, as large as fits into a width and a height.
    pub(crate) fn letter_run(&self, character: char, width: f32, height: f32) -> GlyphRun {
        let (font, text) = (self.weight(Weight::Bold), character.to_string());
        let unit = 100.0;
        let (across, down) = font.ink_size(&text, unit);
        let scale = (width / across.max(1) as f32).min(height / down.max(1) as f32);
        font.ink_run(&text, unit * scale)
    }

    fn run(
        &self,
        text: &str,
        em: f32,
        rows: impl FnOnce(&[PositionedGlyph<'static>]) -> (i32, i32),
    ) -> GlyphRun {
        let glyphs = self.0.layout(text, em);
        let (left, right) = columns(&glyphs);
        let (top, bottom) = rows(&glyphs);
        let characters = text.chars().filter(|character| self.0.glyph(*character, em).is_some());
        let places = glyphs.iter().map(|glyph| glyph.position().x - left as f32);
        GlyphRun {
            glyphs: characters.zip(places).collect(),
            em,
            baseline: -top as f32,
            size: ((right - left).max(0) as u32, (bottom - top).max(0) as u32),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::font::symbol;

    /// Text is drawn in the same boxes as outlines and as pixels.
    #[test]
    fn outlines_have_the_boxes_of_their_masks() {
        let font = Font::default();
        for em in [11.0, 17.3, 40.0] {
            for text in ["8", "h", "16", "Queens, Ågj"] {
                assert_eq!(font.line_run(text, em).size, font.letters(em).line(text).size(), "{text}");
                assert_eq!(font.text_run(text, em).size, font.text(text, em).size(), "{text}");
                assert_eq!(font.ink_run(text, em).size, font.ink(text, em).size(), "{text}");
            }
            assert_eq!(font.letter_run('Q', em, em).size, font.letter('Q', em, em).size());
        }
        // Of many heights that are whole numbers, the ink is a little higher.
        for height in 32..800 {
            let height = height as f32 / 4.0;
            for character in ['♛', '♕'] {
                let pixels = symbol(character, height).size();
                assert_eq!(symbol_outline(character, height).1, pixels, "{character} {height}");
            }
        }
    }
}
