//! Glyphs and text drawn from fonts.

mod file;
mod glyphs;
mod name;
mod script;
#[cfg(feature = "shaping")]
mod shaping;
mod subset;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use image::{GrayImage, Luma};

use crate::variants::enum_with_all;
use glyphs::{Face, ShapedText};
use script::is_complex;

pub use file::FontError;
pub(crate) use glyphs::GlyphId;
pub(crate) use name::FaceName;
pub(crate) use script::{is_invisible, needs_shaping};
pub(crate) use subset::{Subset, UNITS as SUBSET_UNITS};

static CHESS: LazyLock<Face> = LazyLock::new(|| built_in(include_bytes!("../../fonts/queenreel.ttf")));

fn built_in(bytes: &[u8]) -> Face {
    Face::from_bytes(bytes.to_vec()).expect("the built-in fonts are well-formed")
}

/// Returns the coverage (0 to 255) of a chess symbol `height` pixels high, cropped to its outline.
pub(crate) fn symbol(character: char, height: f32) -> GrayImage {
    CHESS.mask(&CHESS.symbol_run(character, height))
}

/// Returns the outline of a chess symbol, relative to its box, and the size of the box.
pub(crate) fn symbol_outline(character: char, height: f32) -> (Outline, (u32, u32)) {
    let GlyphRun { glyphs, em, baseline, size, .. } = CHESS.symbol_run(character, height);
    let Glyph { id, x, .. } = glyphs[0].clone();
    (CHESS.outline(id, 1.0).scaled(em).moved(x, baseline), size)
}

/// A font for text; [`Font::default`] is Noto Sans.
///
/// Drawing takes bounded time and memory for any font file: a glyph that would exceed the limits counts as
/// [missing](Font::lacking).
///
/// ```
/// use queenreel::internals::font::Font;
///
/// let font = Font::default();
/// assert!(font.width("Queens") > font.width("Queen"));
/// assert_eq!(font.lacking("8 ♛"), Some('♛'));
/// ```
#[derive(Clone)]
pub struct Font(Arc<Face>);

enum_with_all! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Weight {
        Regular,
        Bold,
    }
}

/// Ascent of letters without accents, in ems.
const ASCENT: f32 = 0.77;
/// Descent of letters, in ems.
const DESCENT: f32 = 0.24;

impl Font {
    /// Reads a TrueType file (`.ttf`), or the first font of a collection (`.ttc`).
    ///
    /// # Errors
    /// When the file is no usable font, or too large.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, FontError> {
        Ok(Self(Arc::new(Face::from_bytes(bytes)?)))
    }

    /// Returns the font in this weight; a font from a file has only one weight.
    pub fn weight(&self, weight: Weight) -> &Self {
        self.0.bold.as_ref().filter(|_| weight == Weight::Bold).unwrap_or(self)
    }

    pub(crate) fn name(&self) -> &FaceName {
        &self.0.file.name
    }

    /// Returns ascent and descent of a line of text with accents, in whole pixels.
    pub fn reach(&self, em: f32) -> (u32, u32) {
        let (top, bottom) = rows(self.0.reach, self.0.drawn_em(em));
        (top.unsigned_abs(), bottom.unsigned_abs())
    }

    /// Returns ascent and descent of the ink of a text, in ems.
    pub(crate) fn ink_reach(&self, text: &str) -> (f32, f32) {
        self.0.reach_of(text, (0.0, 0.0))
    }

    /// Returns the em that is used to draw letters of this em; very large letters are drawn smaller.
    pub(crate) fn drawn(&self, em: f32) -> f32 {
        self.0.drawn_em(em)
    }

    /// Returns the distance from the origin of a text to its ink, in whole pixels.
    pub(crate) fn bearing(&self, text: &str, em: f32) -> u32 {
        let em = self.0.drawn_em(em);
        self.0.ink(&self.0.line(text, em, |advance| advance).glyphs, em).left.max(0).unsigned_abs()
    }

    /// Returns the first character for which the font has no glyph that can be drawn.
    pub fn lacking(&self, text: &str) -> Option<char> {
        self.lacking_in([text])
    }

    pub(crate) fn lacking_in<T: AsRef<str>>(&self, texts: impl IntoIterator<Item = T>) -> Option<char> {
        let mut measure = self.measure();
        texts.into_iter().find_map(|text| measure(text.as_ref()).err())
    }

    /// Returns the width of a line of text in ems.
    pub fn width(&self, text: &str) -> f32 {
        self.0.line(text, 1.0, |advance| advance).width
    }

    /// Returns a function that measures texts: the width in ems, or the first missing character. The function
    /// caches advances of ASCII characters, for many texts.
    pub(crate) fn measure(&self) -> impl FnMut(&str) -> Result<f32, char> {
        let mut known = [None; 128];
        move |text| {
            if !text.is_ascii() {
                let line = self.0.line(text, 1.0, |advance| advance);
                return line.lacking.map_or(Ok(line.width), Err);
            }
            let advances = text.bytes().map(|byte| {
                let advance =
                    known[usize::from(byte)].get_or_insert_with(|| self.0.advance(byte.into(), 1.0));
                advance.ok_or(char::from(byte))
            });
            advances.sum()
        }
    }

    /// Returns the width of a line of text in whole pixels. A letter that needs no shaping always has the same
    /// advance.
    pub fn pixels(&self, text: &str, em: f32) -> u32 {
        self.line_run(text, em).size.0
    }

    /// Returns the outline of a glyph with an em of 1, from its origin on the baseline; empty for a space.
    pub(crate) fn outline(&self, glyph: GlyphId) -> Outline {
        self.0.outline(glyph, 1.0)
    }

    /// Lays out a line of text. The advance of each letter, or of each word in a script that needs shaping, is
    /// rounded to whole pixels.
    pub(crate) fn line_run(&self, text: &str, em: f32) -> GlyphRun {
        let em = self.0.drawn_em(em);
        let ShapedText { glyphs, width, .. } = self.0.line(text, em, |advance| whole(advance) as f32);
        let (top, bottom) = rows(self.0.reach, em);
        let size = (width as u32, (bottom - top) as u32);
        GlyphRun { glyphs, em, baseline: -top as f32, size, is_shaped: is_complex(text) }
    }

    /// Lays out a text with the advances of the font, in a box as wide as the ink, and as high as letters with
    /// descenders, or higher for accents.
    pub(crate) fn text_run(&self, text: &str, em: f32) -> GlyphRun {
        let em = self.0.drawn_em(em);
        self.0.run(text, em, |_| rows(self.0.reach_of(text, (ASCENT, DESCENT)), em))
    }

    /// As `text_run`, but in a box as high as the ink.
    pub(crate) fn ink_run(&self, text: &str, em: f32) -> GlyphRun {
        self.0.run(text, self.0.drawn_em(em), |ink| (ink.top, ink.bottom))
    }

    pub(crate) fn letter_run(&self, character: char, width: f32, height: f32) -> GlyphRun {
        let (font, text) = (self.weight(Weight::Bold), character.to_string());
        let unit = 100.0;
        let (across, down) = font.ink_run(&text, unit).size;
        let scale = (width / across.max(1) as f32).min(height / down.max(1) as f32);
        font.ink_run(&text, unit * scale)
    }

    pub(crate) fn mask(&self, run: &GlyphRun) -> GrayImage {
        self.0.mask(run)
    }

    pub(crate) fn letters(&self, em: f32) -> Letters {
        Letters { font: self.clone(), em: self.0.drawn_em(em), known: HashMap::new() }
    }
}

/// Letters of one size, each rasterised once.
///
/// Advances are rounded to whole pixels: spacing is even at small sizes, digits do not move when others change,
/// and a letter has the same pixels everywhere.
pub(crate) struct Letters {
    font: Font,
    em: f32,
    known: HashMap<char, Option<Letter>>,
}

struct Letter {
    ink: GrayImage,
    /// Pixels from the origin to the ink.
    left: i32,
    advance: i32,
}

impl Letters {
    /// Returns the coverage (0 to 255) of a line of text. The mask is as wide as all advances, so overhanging ink
    /// is clipped, and has the same height for any text, including accents.
    pub fn line(&mut self, text: &str) -> GrayImage {
        if is_complex(text) {
            return self.font.mask(&self.font.line_run(text, self.em));
        }
        let (top, bottom) = rows(self.font.0.reach, self.em);
        let mut line = GrayImage::new(self.width(text), (bottom - top) as u32);
        let mut pen = 0;
        for character in text.chars() {
            let Some(letter) = self.letter(character) else { continue };
            for (x, y, coverage) in letter.ink.enumerate_pixels() {
                let x = pen + letter.left + x as i32;
                if let Some(Luma([pixel])) = line.get_pixel_mut_checked(x as u32, y) {
                    *pixel = pixel.saturating_add(coverage.0[0]);
                }
            }
            pen += letter.advance;
        }
        line
    }

    pub fn width(&mut self, text: &str) -> u32 {
        if is_complex(text) {
            return self.font.pixels(text, self.em);
        }
        text.chars().map(|character| self.letter(character).map_or(0, |letter| letter.advance)).sum::<i32>()
            as u32
    }

    fn letter(&mut self, character: char) -> Option<&Letter> {
        let Self { font: Font(face), em, known } = self;
        let draw = || {
            let run = face.run(&character.to_string(), *em, |_| rows(face.reach, *em));
            let Glyph { id, x, .. } = run.glyphs.first()?.clone();
            let advance = whole(face.advance_of(id, *em)) as i32;
            Some(Letter { ink: face.mask(&run), left: -x as i32, advance })
        };
        known.entry(character).or_insert_with(draw).as_ref()
    }
}

impl Default for Font {
    fn default() -> Self {
        static BUILT_IN: LazyLock<Font> = LazyLock::new(|| {
            let mut face = built_in(include_bytes!("../../fonts/NotoSans-Regular.ttf"));
            face.bold = Some(Font(Arc::new(built_in(include_bytes!("../../fonts/NotoSans-Bold.ttf")))));
            Font(Arc::new(face))
        });
        BUILT_IN.clone()
    }
}

impl PartialEq for Font {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.file.bytes == other.0.file.bytes
    }
}

impl Eq for Font {}

impl fmt::Debug for Font {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Font({} bytes)", self.0.file.bytes.len())
    }
}

/// Returns top and bottom of a line of text in pixels from its baseline.
fn rows((up, down): (f32, f32), em: f32) -> (i32, i32) {
    (-(up * em).ceil() as i32, (down * em).ceil() as i32)
}

fn whole(advance: f32) -> u32 {
    advance.round().max(0.0) as u32
}

/// Closed curves, or none for an empty outline; coordinates are to the right and down from an origin.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Outline(pub Vec<Segment>);

/// Coordinates right and down from an origin.
type Point = (f32, f32);

/// A piece of an outline; all but `Move` begin where the previous piece ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Segment {
    Move(Point),
    Line(Point),
    Quad(Point, Point),
    Cubic(Point, Point, Point),
    Close,
}

/// A glyph in a line of text; lengths are in pixels.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Glyph {
    pub id: GlyphId,
    /// The bytes of the text that this glyph shows; empty if another glyph already has them.
    pub text: Range<usize>,
    pub is_space: bool,
    /// Distance of the origin of the glyph from the left end of the line of text.
    pub x: f32,
    /// Distance of the origin of the glyph below the baseline.
    pub y: f32,
}

/// A line of text as glyphs, and its box in whole pixels.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct GlyphRun {
    /// The glyphs from left to right, relative to the left edge of the box.
    pub glyphs: Vec<Glyph>,
    /// Em in pixels.
    pub em: f32,
    /// Distance from the upper edge of the box to the baseline in pixels.
    pub baseline: f32,
    pub size: (u32, u32),
    /// Whether the text has characters that need shaping.
    pub is_shaped: bool,
}

impl Outline {
    pub fn moved(self, right: f32, down: f32) -> Self {
        self.mapped(|(x, y)| (x + right, y + down))
    }

    pub fn scaled(self, by: f32) -> Self {
        self.mapped(|(x, y)| (x * by, y * by))
    }

    fn mapped(self, at: impl Fn(Point) -> Point) -> Self {
        let segment = |segment| match segment {
            Segment::Move(to) => Segment::Move(at(to)),
            Segment::Line(to) => Segment::Line(at(to)),
            Segment::Quad(control, end) => Segment::Quad(at(control), at(end)),
            Segment::Cubic(first, second, end) => Segment::Cubic(at(first), at(second), at(end)),
            Segment::Close => Segment::Close,
        };
        Self(self.0.into_iter().map(segment).collect())
    }
}

impl Segment {
    pub fn points(self) -> Vec<Point> {
        match self {
            Self::Move(to) | Self::Line(to) => vec![to],
            Self::Quad(control, end) => vec![control, end],
            Self::Cubic(first, second, end) => vec![first, second, end],
            Self::Close => Vec::new(),
        }
    }
}
