//! Glyphs of a font file: where they are, their outlines and their pixels. The only file that uses `rusttype`, which
//! is no longer maintained (RUSTSEC-2021-0140).

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use image::GrayImage;
use rusttype::{IntoGlyphId, OutlineBuilder, Scale, ScaledGlyph, point};

use super::file::FontFile;
use super::{ASCENT, DESCENT, Font, FontError, GlyphRun, Outline, Segment};

/// Characters with the highest ascents and the lowest descents.
const EXTREME_CHARACTERS: &str = "ÀÁÂÃÄÅÇÈÉÊËÑÖÜŠŽbdfhklßgjpqyç()[]{}|,;/@$§";

/// The maximum ascent and descent in ems; Latin letters have less.
const MAX_REACH: f32 = 1.5;

/// The maximum extent of a glyph in any direction, in ems.
const MAX_EXTENT: f32 = 16.0;

/// The same in font units: `rusttype` negates the bounds of outlines, in 16 bits.
const MAX_EXTENT_UNITS: f32 = 32_000.0;

/// The glyphs of a font file.
pub struct Face {
    /// The same font in bold, if there is one.
    pub bold: Option<Font>,
    pub file: FontFile,
    outlines: rusttype::Font<'static>,
    /// The height of lines in ems, by which `rusttype` scales fonts.
    line: f32,
    /// The ascent and descent of letters with accents, in ems.
    pub reach: (f32, f32),
    /// Which characters can be drawn, of those that were asked for: to find out takes long.
    drawable: Mutex<HashMap<char, bool>>,
}

/// How far ink is from the origin of a text in pixels: up to the left, right, upper and lower edge.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ink {
    pub left: i32,
    pub right: i32,
    pub top: i32,
    pub bottom: i32,
}

impl Face {
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, FontError> {
        let file = FontFile::open(bytes)?;
        let outlines =
            rusttype::Font::try_from_vec(file.bytes().to_vec()).ok_or(FontError::Damaged("head"))?;
        let lines = outlines.v_metrics_unscaled();
        let line = (lines.ascent - lines.descent) / f32::from(outlines.units_per_em());
        if line <= 0.0 {
            return Err(FontError::Damaged("hhea"));
        }
        let drawable = Mutex::default();
        let mut face = Self { bold: None, file, outlines, line, reach: (ASCENT, DESCENT), drawable };
        face.reach = face.reach_of(EXTREME_CHARACTERS, face.reach);
        Ok(face)
    }

    /// The ascent and descent of a text in ems, at least `least`.
    pub fn reach_of(&self, text: &str, least: (f32, f32)) -> (f32, f32) {
        let inks = text.chars().filter_map(|character| self.glyph(character, 1.0)?.exact_bounding_box());
        inks.fold(least, |(up, down), ink| {
            (up.max(-ink.min.y).min(MAX_REACH), down.max(ink.max.y).min(MAX_REACH))
        })
    }

    /// How far the origin of the next letter is from that of a character; `None` if it cannot be drawn.
    pub fn advance(&self, character: char, em: f32) -> Option<f32> {
        Some(advance(&self.glyph(character, em)?))
    }

    /// The outline of a character with an em of 1, from its origin on the baseline; `None` if the font
    /// has none, and empty for a space.
    pub fn outline(&self, character: char) -> Option<Outline> {
        let mut outline = Outline::default();
        self.glyph(character, 1.0)?.build_outline(&mut outline);
        Some(outline)
    }

    /// A text with the advances of the font, in a box that is as wide as its ink; `rows` says where the box
    /// begins and ends.
    pub fn run(&self, text: &str, em: f32, rows: impl FnOnce(Ink) -> (i32, i32)) -> GlyphRun {
        let ink = self.ink(text, em);
        let (top, bottom) = rows(ink);
        let glyphs = self.layout(text, em).map(|(character, x)| (character, x - ink.left as f32)).collect();
        let size = [ink.right - ink.left, bottom - top].map(|length| length.max(0).unsigned_abs());
        GlyphRun { glyphs, em, baseline: -top as f32, size: size.into() }
    }

    /// The characters of a text that can be drawn, one after the other, with their distances from its origin.
    fn layout(&self, text: &str, em: f32) -> impl Iterator<Item = (char, f32)> {
        let mut pen = 0.0;
        text.chars().filter_map(move |character| {
            let x = pen;
            pen += self.advance(character, em)?;
            Some((character, x))
        })
    }

    /// The pixels of a text with its origin at the corner of a pixel.
    pub fn ink(&self, text: &str, em: f32) -> Ink {
        let inks = self.layout(text, em).filter_map(|(character, x)| self.ink_at(character, em, (x, 0.0)));
        inks.reduce(Ink::with).unwrap_or_default()
    }

    /// A character that is `height` pixels high, in a box from its upper edge on, so that it ends sharply.
    pub fn symbol_run(&self, character: char, height: f32) -> GlyphRun {
        let ink = |em| self.glyph(character, em)?.exact_bounding_box();
        let unit = 1000.0;
        let em = unit * height / ink(unit).map_or(unit, |ink| ink.height());
        let (x, baseline) = ink(em).map_or((0.0, 0.0), |ink| (-ink.min.x, -ink.min.y));
        let Ink { left, right, bottom, .. } = self.ink_at(character, em, (x, baseline)).unwrap_or_default();
        let size = ((right - left).unsigned_abs(), bottom.max(0).unsigned_abs());
        GlyphRun { glyphs: vec![(character, x - left as f32)], em, baseline, size }
    }

    /// The coverage (0 to 255) of the box of a text.
    pub fn mask(&self, run: &GlyphRun) -> GrayImage {
        let mut mask = GrayImage::new(run.size.0, run.size.1);
        for (character, x) in &run.glyphs {
            let Some(glyph) = self.glyph(*character, run.em) else { continue };
            let glyph = glyph.positioned(point(*x, run.baseline));
            let Some(ink) = glyph.pixel_bounding_box() else { continue };
            glyph.draw(|x, y, covered| {
                let (x, y) = (ink.min.x + x as i32, ink.min.y + y as i32);
                if let Some(pixel) = mask.get_pixel_mut_checked(x as u32, y as u32) {
                    pixel.0[0] = pixel.0[0].saturating_add((covered.clamp(0.0, 1.0) * 255.0).round() as u8);
                }
            });
        }
        mask
    }

    /// The pixels of a character with its origin at a place.
    fn ink_at(&self, character: char, em: f32, (x, y): (f32, f32)) -> Option<Ink> {
        let ink = self.glyph(character, em)?.positioned(point(x, y)).pixel_bounding_box()?;
        Some(Ink { left: ink.min.x, right: ink.max.x, top: ink.min.y, bottom: ink.max.y })
    }

    /// The glyph of a character, if it can be drawn within the limits.
    pub(super) fn glyph(&self, character: char, em: f32) -> Option<ScaledGlyph<'static>> {
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
        let mut outline = Outline::default();
        let has_ink = glyph.build_outline(&mut outline);
        let mut points = outline.0.into_iter().flat_map(Segment::points);
        (has_ink || !character.is_alphanumeric())
            && points.all(|(x, y)| x.abs() <= max_extent && y.abs() <= max_extent)
            && advance(glyph) <= MAX_EXTENT * unit
    }

    /// The em to draw with: a font unit is at most a pixel, as bounds of outlines are rounded to font
    /// units.
    pub fn drawn_em(&self, em: f32) -> f32 {
        em.min(f32::from(self.outlines.units_per_em()))
    }
}

impl Ink {
    /// The box around both.
    fn with(self, other: Self) -> Self {
        Self {
            left: self.left.min(other.left),
            right: self.right.max(other.right),
            top: self.top.min(other.top),
            bottom: self.bottom.max(other.bottom),
        }
    }
}

fn advance(glyph: &ScaledGlyph<'_>) -> f32 {
    glyph.h_metrics().advance_width
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.push(Segment::Move((x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.push(Segment::Line((x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.push(Segment::Quad((x1, y1), (x, y)));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.push(Segment::Cubic((x1, y1), (x2, y2), (x, y)));
    }

    fn close(&mut self) {
        self.0.push(Segment::Close);
    }
}
