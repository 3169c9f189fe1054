//! Glyphs and text drawn from fonts.

mod file;
mod glyphs;
mod subset;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, LazyLock};

use image::{GrayImage, Luma};

use crate::variants::enum_with_all;

use file::MAX_BYTES;
use glyphs::Face;

pub use file::FontError;
pub(crate) use subset::{Subset, UNITS as SUBSET_UNITS};

const QUEENS: &[u8] = include_bytes!("../../fonts/queenreel.ttf");
const TEXT: &[u8] = include_bytes!("../../fonts/NotoSans-Regular.ttf");
const BOLD_TEXT: &[u8] = include_bytes!("../../fonts/NotoSans-Bold.ttf");

static CHESS: LazyLock<Face> = LazyLock::new(|| built_in(QUEENS));

fn built_in(bytes: &[u8]) -> Face {
    Face::from_bytes(bytes.to_vec()).expect("the built-in fonts are well-formed")
}

/// The coverage (0 to 255) of a chess symbol that is `height` pixels high, cropped to its outline.
pub(crate) fn symbol(character: char, height: f32) -> GrayImage {
    CHESS.mask(&CHESS.symbol_run(character, height))
}

/// The outline of the same symbol, from the upper left corner of the box that it is drawn in; and width and
/// height of this box.
pub(crate) fn symbol_outline(character: char, height: f32) -> (Outline, (u32, u32)) {
    let GlyphRun { glyphs, em, baseline, size } = CHESS.symbol_run(character, height);
    let outline = CHESS.outline(character).unwrap_or_default();
    (outline.scaled(em).moved(glyphs[0].1, baseline), size)
}

/// A font for text; [`Font::default`] is Noto Sans.
///
/// Text is drawn in bounded time and memory for any file: a glyph that would exceed the limits
/// counts as [lacking](Font::lacking).
///
/// ```
/// use queenreel::font::Font;
///
/// let font = Font::default();
/// assert!(font.width("Queens") > font.width("Queen"));
/// assert_eq!(font.lacking("8 ♛"), Some('♛'));
/// ```
#[derive(Clone)]
pub struct Font(Arc<Face>);

enum_with_all! {
    /// How heavy letters are.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Weight {
        /// For sentences, code and labels.
        Regular,
        /// For what is read first: facts, numbers and names.
        Bold,
    }
}

/// The ascent and descent of letters without accents, in ems.
const ASCENT: f32 = 0.77;
const DESCENT: f32 = 0.24;

impl Font {
    /// The largest font file in bytes.
    pub const MAX_BYTES: usize = MAX_BYTES;

    /// A font from a TrueType file (`.ttf`), or the first one of a collection (`.ttc`).
    ///
    /// # Errors
    /// When the file has another format, or is damaged.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, FontError> {
        Ok(Self(Arc::new(Face::from_bytes(bytes)?)))
    }

    /// The font in this weight. A font from a file has one only.
    pub fn weight(&self, weight: Weight) -> &Self {
        match weight {
            Weight::Regular => self,
            Weight::Bold => self.0.bold.as_ref().unwrap_or(self),
        }
    }

    /// How far lines of text reach above and below their baseline, in whole pixels, accents included.
    pub fn reach(&self, em: f32) -> (u32, u32) {
        let (top, bottom) = rows(self.0.reach, self.0.drawn_em(em));
        (top.unsigned_abs(), bottom.unsigned_abs())
    }

    /// How far the ink of a text reaches above and below its baseline, in ems.
    pub(crate) fn ink_reach(&self, text: &str) -> (f32, f32) {
        self.0.reach_of(text, (0.0, 0.0))
    }

    /// The em with which letters of this em are drawn.
    pub(crate) fn drawn(&self, em: f32) -> f32 {
        self.0.drawn_em(em)
    }

    /// How far the ink of a text begins to the right of its origin, in whole pixels.
    pub(crate) fn bearing(&self, text: &str, em: f32) -> u32 {
        self.0.ink(text, self.0.drawn_em(em)).left.max(0).unsigned_abs()
    }

    /// The first character for which the font has no glyph that can be drawn.
    pub fn lacking(&self, text: &str) -> Option<char> {
        self.lacking_in([text])
    }

    /// The first character of many texts that it lacks.
    pub(crate) fn lacking_in<T: AsRef<str>>(&self, texts: impl IntoIterator<Item = T>) -> Option<char> {
        let mut advance = self.advances();
        texts
            .into_iter()
            .find_map(|text| text.as_ref().chars().find(|character| advance(*character).is_none()))
    }

    /// The width of a line of text in ems.
    pub fn width(&self, text: &str) -> f32 {
        text.chars().filter_map(|character| self.0.advance(character, 1.0)).sum()
    }

    /// The advances of characters in ems, for many texts: those of common characters are looked up once.
    pub(crate) fn advances(&self) -> impl FnMut(char) -> Option<f32> {
        let mut known = [None; 128];
        move |character| {
            let look_up = || self.0.advance(character, 1.0);
            known.get_mut(character as usize).map_or_else(look_up, |known| *known.get_or_insert_with(look_up))
        }
    }

    /// The width of a line of text in whole pixels, as it is written with this em: every letter is as
    /// wide as in all other texts.
    pub fn pixels(&self, text: &str, em: f32) -> u32 {
        self.line_run(text, em).size.0
    }

    /// The outline of a character with an em of 1, from its origin on the baseline; `None` if the font
    /// has none, and empty for a space.
    pub(crate) fn outline(&self, character: char) -> Option<Outline> {
        self.0.outline(character)
    }

    /// A line of text in which every letter is as many whole pixels wide as in all other lines.
    pub(crate) fn line_run(&self, text: &str, em: f32) -> GlyphRun {
        let em = self.0.drawn_em(em);
        let mut width = 0;
        let places = text.chars().filter_map(|character| {
            let place = (character, width as f32);
            width += whole(self.0.advance(character, em)?);
            Some(place)
        });
        let glyphs = places.collect();
        let (top, bottom) = rows(self.0.reach, em);
        GlyphRun { glyphs, em, baseline: -top as f32, size: (width, (bottom - top) as u32) }
    }

    /// A text with the advances of the font, in a box that is as wide as its ink, and has the height of letters
    /// with descenders, or more for accents.
    pub(crate) fn text_run(&self, text: &str, em: f32) -> GlyphRun {
        let em = self.0.drawn_em(em);
        self.0.run(text, em, |_| rows(self.0.reach_of(text, (ASCENT, DESCENT)), em))
    }

    /// The same in a box that is as high as its ink.
    pub(crate) fn ink_run(&self, text: &str, em: f32) -> GlyphRun {
        self.0.run(text, self.0.drawn_em(em), |ink| (ink.top, ink.bottom))
    }

    /// A bold character, as large as fits into a width and a height.
    pub(crate) fn letter_run(&self, character: char, width: f32, height: f32) -> GlyphRun {
        let (font, text) = (self.weight(Weight::Bold), character.to_string());
        let unit = 100.0;
        let (across, down) = font.ink_run(&text, unit).size;
        let scale = (width / across.max(1) as f32).min(height / down.max(1) as f32);
        font.ink_run(&text, unit * scale)
    }

    /// The coverage (0 to 255) of the box of a text.
    pub(crate) fn mask(&self, run: &GlyphRun) -> GrayImage {
        self.0.mask(run)
    }

    /// Letters with an em of this many pixels.
    pub(crate) fn letters(&self, em: f32) -> Letters {
        Letters { font: self.clone(), em: self.0.drawn_em(em), known: HashMap::new() }
    }
}

/// Letters of one size, each rasterised once.
///
/// Advances are rounded to whole pixels. So spacing is even at small sizes, digits do not move when
/// others change, and a letter has the same pixels everywhere.
#[derive(Debug)]
pub(crate) struct Letters {
    font: Font,
    em: f32,
    known: HashMap<char, Option<Letter>>,
}

#[derive(Debug)]
struct Letter {
    ink: GrayImage,
    /// Pixels from the origin to the ink.
    left: i32,
    /// Pixels from the origin to that of the next letter.
    advance: i32,
}

impl Letters {
    /// The coverage (0 to 255) of a line of text. It is as wide as the advances of the letters, which
    /// cut off protruding ink, and has the same height for any text, including accents.
    pub fn line(&mut self, text: &str) -> GrayImage {
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

    /// The width of a line of text in pixels.
    pub fn width(&mut self, text: &str) -> u32 {
        text.chars().map(|character| self.letter(character).map_or(0, |letter| letter.advance)).sum::<i32>()
            as u32
    }

    fn letter(&mut self, character: char) -> Option<&Letter> {
        let Self { font: Font(face), em, known } = self;
        let draw = || {
            let advance = whole(face.advance(character, *em)?) as i32;
            let run = face.run(&character.to_string(), *em, |_| rows(face.reach, *em));
            Some(Letter { ink: face.mask(&run), left: -run.glyphs[0].1 as i32, advance })
        };
        known.entry(character).or_insert_with(draw).as_ref()
    }
}

impl Default for Font {
    /// Noto Sans.
    fn default() -> Self {
        static BUILT_IN: LazyLock<Font> = LazyLock::new(|| {
            let mut face = built_in(TEXT);
            face.bold = Some(Font(Arc::new(built_in(BOLD_TEXT))));
            Font(Arc::new(face))
        });
        BUILT_IN.clone()
    }
}

impl PartialEq for Font {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.file.bytes() == other.0.file.bytes()
    }
}

impl Eq for Font {}

impl fmt::Debug for Font {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Font({} bytes)", self.0.file.bytes().len())
    }
}

/// The top and bottom of a line in pixels from its baseline.
fn rows((up, down): (f32, f32), em: f32) -> (i32, i32) {
    (-(up * em).ceil() as i32, (down * em).ceil() as i32)
}

/// An advance in whole pixels.
fn whole(advance: f32) -> u32 {
    advance.round().max(0.0) as u32
}

/// A closed curve or several; places are distances to the right and down from an origin.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Outline(pub Vec<Segment>);

/// A place right of and below an origin.
type Point = (f32, f32);

/// A piece of an outline. It begins where the one before it ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Segment {
    /// Begins another curve at this point.
    Move(Point),
    /// A straight line to this point.
    Line(Point),
    /// A quadratic Bézier curve: its control point, and its end.
    Quad(Point, Point),
    /// A cubic Bézier curve: its control points, and its end.
    Cubic(Point, Point, Point),
    /// A straight line to where the curve began.
    Close,
}

/// A line of text as glyphs, and the box of whole pixels that it is drawn in.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct GlyphRun {
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

impl Outline {
    /// The same further to the right and down.
    pub fn moved(self, right: f32, down: f32) -> Self {
        self.mapped(|x, y| (x + right, y + down))
    }

    /// The same with all distances multiplied.
    pub fn scaled(self, by: f32) -> Self {
        self.mapped(|x, y| (x * by, y * by))
    }

    fn mapped(self, at: impl Fn(f32, f32) -> Point) -> Self {
        let at = |(x, y): Point| at(x, y);
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
    /// Its control points and its end.
    pub fn points(self) -> Vec<Point> {
        match self {
            Self::Move(to) | Self::Line(to) => vec![to],
            Self::Quad(control, end) => vec![control, end],
            Self::Cubic(first, second, end) => vec![first, second, end],
            Self::Close => Vec::new(),
        }
    }
}
