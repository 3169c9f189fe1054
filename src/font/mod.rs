//! Glyphs and text drawn from fonts. The only module that uses `rusttype`, which is no longer
//! maintained (RUSTSEC-2021-0140).

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use rusttype::{IntoGlyphId, OutlineBuilder, PositionedGlyph, Scale, ScaledGlyph, point};

mod file;
mod outline;
mod subset;
#[cfg(test)]
mod tests;
mod web_font;

use file::{FontFile, MAX_BYTES};

use crate::picture::Coverage;
use crate::variants::enum_with_all;

pub use file::FontError;
pub(crate) use outline::symbol_outline;
pub use outline::{GlyphRun, Outline, Segment};
pub(crate) use subset::{Subset, UNITS as SUBSET_UNITS};

const SYMBOLS: &[u8] = include_bytes!("../../fonts/NotoSansSymbols2-Regular.ttf");
const TEXT: &[u8] = include_bytes!("../../fonts/NotoSans-Regular.ttf");
const BOLD_TEXT: &[u8] = include_bytes!("../../fonts/NotoSans-Bold.ttf");

/// The coverage (0 to 255) of a chess symbol that is `height` pixels high, cropped to its outline.
pub(crate) fn symbol(character: char, height: f32) -> Coverage {
    let glyphs = [symbol_glyph(character, height)];
    let bottom = glyphs[0].pixel_bounding_box().map_or(0, |ink| ink.max.y);
    coverage(&glyphs, columns(&glyphs), (0, bottom))
}

/// A chess symbol that is `height` pixels high, with the upper left corner of its ink at the origin:
/// aligned with the pixel grid, for crisp edges.
fn symbol_glyph(character: char, height: f32) -> PositionedGlyph<'static> {
    let font = rusttype::Font::try_from_bytes(SYMBOLS).expect("the built-in fonts are well-formed");
    let glyph = |scale| font.glyph(character).scaled(Scale::uniform(scale));
    let unit = 1000.0;
    let unit_height = glyph(unit).exact_bounding_box().map_or(unit, |outline| outline.height());
    let scaled = glyph(unit * height / unit_height);
    let corner = scaled.exact_bounding_box().map_or(point(0.0, 0.0), |outline| outline.min);
    scaled.positioned(point(-corner.x, -corner.y))
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

struct Face {
    /// The same font in bold, if there is one.
    bold: Option<Font>,
    file: FontFile,
    outlines: rusttype::Font<'static>,
    /// The height of lines in ems, by which `rusttype` scales fonts.
    line: f32,
    /// The ascent and descent of letters with accents, in ems.
    reach: (f32, f32),
    /// Which characters can be drawn, of those that were asked for: to find out takes long.
    drawable: Mutex<HashMap<char, bool>>,
}

/// The ascent and descent of letters without accents, in ems.
const ASCENT: f32 = 0.77;
const DESCENT: f32 = 0.24;

/// Characters with the highest ascents and the lowest descents.
const EXTREME_CHARACTERS: &str = "ÀÁÂÃÄÅÇÈÉÊËÑÖÜŠŽbdfhklßgjpqyç()[]{}|,;/@$§";

/// The maximum ascent and descent in ems; Latin letters have less.
const MAX_REACH: f32 = 1.5;

/// The maximum extent of a glyph in any direction, in ems.
const MAX_EXTENT: f32 = 16.0;

/// The same in font units: `rusttype` negates the bounds of outlines, in 16 bits.
const MAX_EXTENT_UNITS: f32 = 32_000.0;

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
        self.0.ink(text, (0.0, 0.0))
    }

    /// The em with which letters of this em are drawn.
    pub(crate) fn drawn(&self, em: f32) -> f32 {
        self.0.drawn_em(em)
    }

    /// How far the ink of a text begins to the right of its origin, in whole pixels.
    pub(crate) fn bearing(&self, text: &str, em: f32) -> u32 {
        columns(&self.0.layout(text, self.0.drawn_em(em))).0.max(0).unsigned_abs()
    }

    /// The first character for which the font has no glyph that can be drawn.
    pub fn lacking(&self, text: &str) -> Option<char> {
        text.chars().find(|character| self.0.glyph(*character, 1.0).is_none())
    }

    /// The width of a line of text in ems.
    pub fn width(&self, text: &str) -> f32 {
        self.0.glyphs(text, 1.0).map(|glyph| advance(&glyph)).sum()
    }

    /// The width of a line of text in whole pixels, as it is written with this em: every letter is as
    /// wide as in all other texts.
    pub fn pixels(&self, text: &str, em: f32) -> u32 {
        let em = self.0.drawn_em(em);
        self.0.glyphs(text, em).map(|glyph| advance(&glyph).round().max(0.0) as u32).sum()
    }

    /// The coverage (0 to 255) of a line of text with an em of this many pixels. It is as wide as the
    /// ink, and has the height of letters with descenders, or more for accents.
    pub(crate) fn text(&self, text: &str, em: f32) -> Coverage {
        let em = self.0.drawn_em(em);
        let glyphs = self.0.layout(text, em);
        coverage(&glyphs, columns(&glyphs), rows(self.0.ink(text, (ASCENT, DESCENT)), em))
    }

    /// The coverage (0 to 255) of a line of text, cropped to its ink.
    pub(crate) fn ink(&self, text: &str, em: f32) -> Coverage {
        let glyphs = self.0.layout(text, self.0.drawn_em(em));
        let boxes = || glyphs.iter().filter_map(PositionedGlyph::pixel_bounding_box);
        let top = boxes().map(|ink| ink.min.y).min().unwrap_or(0);
        let bottom = boxes().map(|ink| ink.max.y).max().unwrap_or(0);
        coverage(&glyphs, columns(&glyphs), (top, bottom))
    }

    /// The coverage of a character, as large as fits into a width and a height, cropped to its outline.
    pub(crate) fn letter(&self, character: char, width: f32, height: f32) -> Coverage {
        let text = character.to_string();
        let unit = 100.0;
        let ink = self.weight(Weight::Bold).ink(&text, unit);
        let (across, down) = (ink.width().max(1) as f32, ink.height().max(1) as f32);
        self.weight(Weight::Bold).ink(&text, unit * (width / across).min(height / down))
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
pub struct Letters {
    font: Font,
    em: f32,
    known: HashMap<char, Option<Letter>>,
}

#[derive(Debug)]
struct Letter {
    ink: Coverage,
    /// Pixels from the origin to the ink.
    left: i32,
    /// Pixels from the origin to that of the next letter.
    advance: i32,
}

impl Letters {
    /// The coverage (0 to 255) of a line of text. It is as wide as the advances of the letters, which
    /// cut off protruding ink, and has the same height for any text, including accents.
    pub fn line(&mut self, text: &str) -> Coverage {
        let (top, bottom) = rows(self.font.0.reach, self.em);
        let mut line = Coverage::new(self.width(text), (bottom - top) as u32);
        let mut pen = 0;
        for character in text.chars() {
            let Some(letter) = self.letter(character) else { continue };
            for (x, y, coverage) in letter.ink.pixels() {
                let x = pen + letter.left + x as i32;
                if let Some(pixel) = line.get_mut(x as u32, y) {
                    *pixel = pixel.saturating_add(coverage);
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
        let Self { font, em, known } = self;
        let draw = || {
            let glyph = font.0.glyph(character, *em)?;
            let advance = advance(&glyph).round().max(0.0) as i32;
            let glyphs = [glyph.positioned(point(0.0, 0.0))];
            let (left, right) = columns(&glyphs);
            let ink = coverage(&glyphs, (left, right), rows(font.0.reach, *em));
            Some(Letter { ink, left, advance })
        };
        known.entry(character).or_insert_with(draw).as_ref()
    }
}

impl Face {
    fn from_bytes(bytes: Vec<u8>) -> Result<Self, FontError> {
        let file = FontFile::open(bytes)?;
        let outlines =
            rusttype::Font::try_from_vec(file.bytes().to_vec()).ok_or(FontError::Damaged("head"))?;
        let lines = outlines.v_metrics_unscaled();
        let line = (lines.ascent - lines.descent) / f32::from(outlines.units_per_em());
        if line <= 0.0 {
            return Err(FontError::Damaged("hhea"));
        }
        let mut font =
            Self { bold: None, file, outlines, line, reach: (ASCENT, DESCENT), drawable: Mutex::default() };
        font.reach = font.ink(EXTREME_CHARACTERS, font.reach);
        Ok(font)
    }

    /// The glyphs of a text, one after the other.
    fn layout(&self, text: &str, em: f32) -> Vec<PositionedGlyph<'static>> {
        let mut pen = 0.0;
        let place = |glyph: ScaledGlyph<'static>| {
            let x = pen;
            pen += advance(&glyph);
            glyph.positioned(point(x, 0.0))
        };
        self.glyphs(text, em).map(place).collect()
    }

    /// The ascent and descent of a text in ems, at least `least`.
    fn ink(&self, text: &str, least: (f32, f32)) -> (f32, f32) {
        let inks = self.glyphs(text, 1.0).filter_map(|glyph| glyph.exact_bounding_box());
        inks.fold(least, |(up, down), ink| {
            (up.max(-ink.min.y).min(MAX_REACH), down.max(ink.max.y).min(MAX_REACH))
        })
    }

    /// The glyphs of those characters that can be drawn.
    fn glyphs(&self, text: &str, em: f32) -> impl Iterator<Item = ScaledGlyph<'static>> {
        text.chars().filter_map(move |character| self.glyph(character, em))
    }

    /// The glyph of a character, if it can be drawn within the limits.
    fn glyph(&self, character: char, em: f32) -> Option<ScaledGlyph<'static>> {
        let id = character.into_glyph_id(&self.outlines);
        let scaled = |em| self.outlines.glyph(id).scaled(Scale::uniform(em * self.line));
        let is_drawable = || {
            if id.0 == 0 || !self.file.can_draw(id.0) {
                return false;
            }
            self.is_within_limits(character, &scaled(f32::from(self.outlines.units_per_em())))
        };
        let mut known = self.drawable.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(character).or_insert_with(is_drawable).then(|| scaled(em))
    }

    /// Whether a glyph with an em of as many pixels as font units can be drawn.
    fn is_within_limits(&self, character: char, glyph: &ScaledGlyph<'_>) -> bool {
        let unit = f32::from(self.outlines.units_per_em());
        let max_extent = (MAX_EXTENT * unit).min(MAX_EXTENT_UNITS);
        let mut reach = Reach(0.0);
        let has_ink = glyph.build_outline(&mut reach);
        (has_ink || !character.is_alphanumeric())
            && reach.0 <= max_extent
            && advance(glyph) <= MAX_EXTENT * unit
    }

    /// The em to draw with: a font unit is at most a pixel, as bounds of outlines are rounded to font
    /// units.
    fn drawn_em(&self, em: f32) -> f32 {
        em.min(f32::from(self.outlines.units_per_em()))
    }
}

impl Default for Font {
    /// Noto Sans.
    fn default() -> Self {
        static BUILT_IN: LazyLock<Font> = LazyLock::new(|| {
            let built_in =
                |bytes: &[u8]| Face::from_bytes(bytes.to_vec()).expect("the built-in fonts are well-formed");
            let bold = Some(Font(Arc::new(built_in(BOLD_TEXT))));
            Font(Arc::new(Face { bold, ..built_in(TEXT) }))
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

/// The maximum distance of an outline from the origin, in any direction.
struct Reach(f32);

impl OutlineBuilder for Reach {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0 = self.0.max(x.abs()).max(y.abs());
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.move_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.move_to(x1, y1);
        self.move_to(x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.move_to(x1, y1);
        self.quad_to(x2, y2, x, y);
    }

    fn close(&mut self) {}
}

fn advance(glyph: &ScaledGlyph<'_>) -> f32 {
    glyph.h_metrics().advance_width
}

/// The left and right edge of the ink of glyphs, in pixels.
fn columns(glyphs: &[PositionedGlyph<'_>]) -> (i32, i32) {
    let boxes = || glyphs.iter().filter_map(PositionedGlyph::pixel_bounding_box);
    let left = boxes().map(|ink| ink.min.x).min().unwrap_or(0);
    let right = boxes().map(|ink| ink.max.x).max().unwrap_or(0);
    (left, right)
}

/// The coverage of glyphs from `left` to `right` and from `top` to `bottom`, in pixels from the origin
/// of the text on its baseline.
fn coverage(
    glyphs: &[PositionedGlyph<'_>],
    (left, right): (i32, i32),
    (top, bottom): (i32, i32),
) -> Coverage {
    let mut image = Coverage::new((right - left).max(0) as u32, (bottom - top).max(0) as u32);
    for glyph in glyphs {
        let Some(ink) = glyph.pixel_bounding_box() else { continue };
        let (x0, y0) = (ink.min.x - left, ink.min.y - top);
        glyph.draw(|x, y, covered| {
            let (x, y) = (x0 + x as i32, y0 + y as i32);
            if let Some(pixel) = image.get_mut(x as u32, y as u32) {
                *pixel = pixel.saturating_add((covered.clamp(0.0, 1.0) * 255.0).round() as u8);
            }
        });
    }
    image
}
