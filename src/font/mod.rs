//! Outlines from fonts. The one file that touches `rusttype`, which is no longer developed
//! (RUSTSEC-2021-0140).

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, LazyLock};

use image::{GrayImage, Luma};
use rusttype::{IntoGlyphId, OutlineBuilder, PositionedGlyph, Scale, ScaledGlyph, point};

mod file;
#[cfg(test)]
mod tests;

use file::{FontFile, LARGEST_FONT};

pub use file::FontError;

const SYMBOLS: &[u8] = include_bytes!("../../fonts/NotoSansSymbols2-Regular.ttf");
const TEXT: &[u8] = include_bytes!("../../fonts/NotoSans-Regular.ttf");

/// The coverage (0 to 255) of a chess symbol whose outline is `height` pixels high, cropped to it.
pub fn symbol(character: char, height: f32) -> GrayImage {
    let font = rusttype::Font::try_from_bytes(SYMBOLS).expect("the built-in fonts are well-formed");
    let glyph = |scale| font.glyph(character).scaled(Scale::uniform(scale));
    let unit = 1000.0;
    let unit_height = glyph(unit).exact_bounding_box().map_or(unit, |outline| outline.height());
    let scaled = glyph(unit * height / unit_height);
    // The outline's corner goes to a pixel's corner: the crispest place, and the same everywhere.
    let corner = scaled.exact_bounding_box().map_or(point(0.0, 0.0), |outline| outline.min);
    let glyphs = [scaled.positioned(point(-corner.x, -corner.y))];
    let bottom = glyphs[0].pixel_bounding_box().map_or(0, |ink| ink.max.y);
    coverage(&glyphs, columns(&glyphs), (0, bottom))
}

/// The font that text is written in; [`Font::default`] is Noto Sans.
///
/// However broken the file that it comes from, it is drawn in bounded time and space: what cannot
/// be is treated as if the font [lacked](Font::lacking) it.
#[derive(Clone)]
pub struct Font(Arc<Face>);

struct Face {
    file: FontFile,
    outlines: rusttype::Font<'static>,
    /// `rusttype` scales fonts by the height of their lines; this many times their em.
    line: f32,
    /// How far letters with their accents reach above and below the line they stand on, in ems.
    reach: (f32, f32),
}

/// How far letters reach above and below the line that they stand on, in ems.
const ASCENT: f32 = 0.77;
const DESCENT: f32 = 0.24;

/// Letters that reach as far as Latin ones do.
const FAR_REACHING: &str = "ÀÁÂÃÄÅÇÈÉÊËÑÖÜŠŽbdfhklßgjpqyç()[]{}|,;/@$§";

/// No Latin letter reaches further, in ems.
const FURTHEST: f32 = 1.5;

/// The most that a character may measure in any direction, in ems.
const WIDEST: f32 = 16.0;

/// And in a font's units: `rusttype` turns boxes of outlines upside down, in 16 bits.
const FURTHEST_UNIT: f32 = 32_000.0;

impl Font {
    /// More bytes than these no font has.
    pub const MOST_BYTES: usize = LARGEST_FONT;

    /// A font from a TrueType file (`.ttf`), or the first of a collection (`.ttc`).
    ///
    /// # Errors
    /// [`FontError`] when it is something else, or damaged.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, FontError> {
        let file = FontFile::open(bytes)?;
        let outlines =
            rusttype::Font::try_from_vec(file.bytes().to_vec()).ok_or(FontError::Damaged("head"))?;
        let lines = outlines.v_metrics_unscaled();
        let line = (lines.ascent - lines.descent) / f32::from(outlines.units_per_em());
        if line <= 0.0 {
            return Err(FontError::Damaged("hhea"));
        }
        let mut font = Face { file, outlines, line, reach: (ASCENT, DESCENT) };
        font.reach = font.ink(FAR_REACHING, font.reach);
        Ok(Self(Arc::new(font)))
    }

    /// The first character that the font has no glyph for, or none that can be drawn.
    pub fn lacking(&self, text: &str) -> Option<char> {
        text.chars().find(|character| self.0.glyph(*character, 1.0).is_none())
    }

    /// The width of a line of text in ems.
    pub fn width(&self, text: &str) -> f32 {
        text.chars().filter_map(|character| self.0.glyph(character, 1.0)).map(|glyph| advance(&glyph)).sum()
    }

    /// The room, in ems, that [`Letters`] of any whole size have in: they take whole pixels, which
    /// makes lines a little wider at some sizes.
    pub(crate) fn room(&self, text: &str) -> f32 {
        const SIZES: std::ops::RangeInclusive<u8> = 11..=64;
        let glyphs = text.chars().filter_map(|character| self.0.glyph(character, 1.0));
        let advances: Vec<f32> = glyphs.map(|glyph| advance(&glyph)).collect();
        let at = |em: f32| advances.iter().map(|advance| (advance * em).round()).sum::<f32>() / em;
        SIZES.map(|em| at(em.into())).fold(0.0, f32::max)
    }

    /// The coverage (0 to 255) of a line of text with an em of so many pixels: as wide as its ink,
    /// and as high as Latin letters and their descenders reach, whichever are in it; higher where
    /// it has accents on top.
    pub(crate) fn text(&self, text: &str, em: f32) -> GrayImage {
        let em = self.0.drawn_em(em);
        let glyphs = self.0.layout(text, em);
        coverage(&glyphs, columns(&glyphs), rows(self.0.ink(text, (ASCENT, DESCENT)), em))
    }

    /// Its letters with an em of so many pixels.
    pub(crate) fn letters(&self, em: f32) -> Letters {
        Letters { font: self.clone(), em: self.0.drawn_em(em), known: HashMap::new() }
    }
}

/// Letters of one size, each drawn once.
///
/// Letters take whole pixels. So spaces between them are even where pixels are few, figures of one
/// width stand still when others change, and a letter has the same pixels wherever it stands.
#[derive(Debug)]
pub struct Letters {
    font: Font,
    em: f32,
    known: HashMap<char, Option<Letter>>,
}

#[derive(Debug)]
struct Letter {
    ink: GrayImage,
    /// Columns of pixels from where the letter begins to its ink.
    left: i32,
    /// Pixels from where it begins to where the next one does.
    advance: i32,
}

impl Letters {
    /// The coverage (0 to 255) of a line of text: as wide as what its letters take, with ink that
    /// protrudes cut off, and as high for any text, accents and all.
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

    /// The width of such a line in pixels.
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
    /// The glyphs of a text, one after the other.
    fn layout(&self, text: &str, em: f32) -> Vec<PositionedGlyph<'static>> {
        let mut pen = 0.0;
        let place = |glyph: ScaledGlyph<'static>| {
            let x = pen;
            pen += advance(&glyph);
            glyph.positioned(point(x, 0.0))
        };
        text.chars().filter_map(|character| self.glyph(character, em)).map(place).collect()
    }

    /// How far a text reaches above and below the line it stands on, at least so far, in ems.
    fn ink(&self, text: &str, least: (f32, f32)) -> (f32, f32) {
        let glyphs = text.chars().filter_map(|character| self.glyph(character, 1.0));
        let inks = glyphs.filter_map(|glyph| glyph.exact_bounding_box());
        inks.fold(least, |(up, down), ink| {
            (up.max(-ink.min.y).min(FURTHEST), down.max(ink.max.y).min(FURTHEST))
        })
    }

    /// The glyph of a character, if it is sound.
    fn glyph(&self, character: char, em: f32) -> Option<ScaledGlyph<'static>> {
        let id = character.into_glyph_id(&self.outlines);
        if id.0 == 0 || !self.file.can_draw(id.0) {
            return None;
        }
        let scaled = |em| self.outlines.glyph(id).scaled(Scale::uniform(em * self.line));
        let unit = f32::from(self.outlines.units_per_em());
        let furthest = (WIDEST * unit).min(FURTHEST_UNIT);
        let glyph = scaled(unit);
        let mut reach = Reach(0.0);
        let has_ink = glyph.build_outline(&mut reach);
        let sound = (has_ink || !character.is_alphanumeric())
            && reach.0 <= furthest
            && advance(&glyph) <= WIDEST * unit;
        sound.then(|| scaled(em))
    }

    /// The em that letters are drawn with: a unit of the font is a pixel at the most, as the
    /// bounds of outlines are only known in whole units.
    fn drawn_em(&self, em: f32) -> f32 {
        em.min(f32::from(self.outlines.units_per_em()))
    }
}

impl Default for Font {
    /// Noto Sans.
    fn default() -> Self {
        static BUILT_IN: LazyLock<Font> =
            LazyLock::new(|| Font::from_bytes(TEXT.to_vec()).expect("the built-in fonts are well-formed"));
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

/// From the top of a line down to its bottom, in pixels from where letters stand.
fn rows((up, down): (f32, f32), em: f32) -> (i32, i32) {
    (-(up * em).ceil() as i32, (down * em).ceil() as i32)
}

/// How far an outline reaches from where its letter stands, to any side.
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

/// The columns of pixels that glyphs have ink in.
fn columns(glyphs: &[PositionedGlyph<'_>]) -> (i32, i32) {
    let boxes = || glyphs.iter().filter_map(PositionedGlyph::pixel_bounding_box);
    let left = boxes().map(|ink| ink.min.x).min().unwrap_or(0);
    let right = boxes().map(|ink| ink.max.x).max().unwrap_or(0);
    (left, right)
}

/// The glyphs' ink from `left` to `right` and from `top` down to `bottom`, in pixels from where
/// the text begins and stands.
fn coverage(
    glyphs: &[PositionedGlyph<'_>],
    (left, right): (i32, i32),
    (top, bottom): (i32, i32),
) -> GrayImage {
    let mut image = GrayImage::new((right - left).max(0) as u32, (bottom - top).max(0) as u32);
    for glyph in glyphs {
        let Some(ink) = glyph.pixel_bounding_box() else { continue };
        let (x0, y0) = (ink.min.x - left, ink.min.y - top);
        glyph.draw(|x, y, covered| {
            let (x, y) = (x0 + x as i32, y0 + y as i32);
            if let Some(Luma([pixel])) = image.get_pixel_mut_checked(x as u32, y as u32) {
                *pixel = pixel.saturating_add((covered.clamp(0.0, 1.0) * 255.0).round() as u8);
            }
        });
    }
    image
}
