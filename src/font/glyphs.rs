//! The glyphs of a font file: positions, outlines and pixels. The only file that uses `rusttype`, which is no
//! longer maintained (RUSTSEC-2021-0140).

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use image::GrayImage;
pub use rusttype::GlyphId;
use rusttype::{IntoGlyphId, OutlineBuilder, Scale, ScaledGlyph, point};

use super::file::FontFile;
use super::script::{is_complex, is_invisible, needs_shaping};
#[cfg(feature = "shaping")]
use super::shaping::{self, Shaper};
use super::{ASCENT, DESCENT, Font, FontError, Glyph, GlyphRun, Outline, Segment};

/// Characters with the highest ascents and the lowest descents.
const EXTREME_CHARACTERS: &str = "ÀÁÂÃÄÅÇÈÉÊËÑÖÜŠŽbdfhklßgjpqyç()[]{}|,;/@$§";

/// The maximum ascent and descent in ems; Latin letters have less.
const MAX_REACH: f32 = 1.5;

/// The maximum extent of a glyph in any direction, in ems.
const MAX_EXTENT: f32 = 16.0;

/// The maximum extent of an outline in font units: `rusttype` negates the bounds of outlines, in 16 bits.
const MAX_EXTENT_UNITS: f32 = 32_000.0;

pub struct Face {
    pub bold: Option<Font>,
    pub file: FontFile,
    outlines: rusttype::Font<'static>,
    #[cfg(feature = "shaping")]
    shaper: Shaper,
    /// Line height in ems, by which `rusttype` scales fonts.
    line: f32,
    /// Ascent and descent of letters with accents, in ems.
    pub reach: (f32, f32),
    /// Whether each glyph has ink, cached, since this is slow to find out; `None` for glyphs beyond the limits.
    known: Mutex<HashMap<GlyphId, Option<bool>>>,
}

#[derive(Debug, Default)]
pub struct ShapedText {
    pub glyphs: Vec<Glyph>,
    pub width: f32,
    pub lacking: Option<char>,
}

/// Bounding box of ink relative to the origin of a text, in pixels.
#[derive(Debug, Clone, Copy, Default)]
pub struct InkBox {
    pub left: i32,
    pub right: i32,
    pub top: i32,
    pub bottom: i32,
}

impl Face {
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, FontError> {
        let file = FontFile::open(bytes)?;
        let outlines = rusttype::Font::try_from_vec(file.bytes.to_vec()).ok_or(FontError::Damaged("head"))?;
        let lines = outlines.v_metrics_unscaled();
        let line = (lines.ascent - lines.descent) / f32::from(outlines.units_per_em());
        if line <= 0.0 {
            return Err(FontError::Damaged("hhea"));
        }
        let mut face = Self {
            bold: None,
            file,
            outlines,
            #[cfg(feature = "shaping")]
            shaper: Shaper::default(),
            line,
            reach: (ASCENT, DESCENT),
            known: Mutex::default(),
        };
        face.reach = face.reach_of(EXTREME_CHARACTERS, face.reach);
        Ok(face)
    }

    /// Returns ascent and descent of a text in ems, at least `least`.
    pub fn reach_of(&self, text: &str, least: (f32, f32)) -> (f32, f32) {
        let line = self.line(text, 1.0, |advance| advance);
        line.glyphs.iter().fold(least, |(up, down), glyph| {
            let Some(ink) = self.scaled(glyph.id, 1.0).exact_bounding_box() else { return (up, down) };
            let (top, bottom) = (ink.min.y + glyph.y, ink.max.y + glyph.y);
            (up.max(-top).min(MAX_REACH), down.max(bottom).min(MAX_REACH))
        })
    }

    /// Returns the advance of a character; `None` if it cannot be drawn.
    pub fn advance(&self, character: char, em: f32) -> Option<f32> {
        Some(self.advance_of(self.id(character)?, em))
    }

    pub fn advance_of(&self, glyph: GlyphId, em: f32) -> f32 {
        advance(&self.scaled(glyph, em))
    }

    /// Returns the outline of a glyph, from its origin on the baseline; empty for a space.
    pub fn outline(&self, glyph: GlyphId, em: f32) -> Outline {
        let mut outline = Outline::default();
        self.scaled(glyph, em).build_outline(&mut outline);
        outline
    }

    /// Lays out a text with the advances of the font, in a box as wide as its ink; `rows` returns top and bottom
    /// of the box.
    pub fn run(&self, text: &str, em: f32, rows: impl FnOnce(InkBox) -> (i32, i32)) -> GlyphRun {
        let mut glyphs = self.line(text, em, |advance| advance).glyphs;
        let ink = self.ink(&glyphs, em);
        let (top, bottom) = rows(ink);
        for glyph in &mut glyphs {
            glyph.x -= ink.left as f32;
        }
        let size = [ink.right - ink.left, bottom - top].map(|length| length.max(0).unsigned_abs());
        GlyphRun { glyphs, em, baseline: -top as f32, size: size.into(), is_shaped: is_complex(text) }
    }

    /// Lays out a line of text; `step` rounds advances, or the widths of words in scripts that need shaping.
    pub fn line(&self, text: &str, em: f32, step: impl Fn(f32) -> f32) -> ShapedText {
        let mut line = ShapedText::default();
        if cfg!(not(feature = "shaping")) || !is_complex(text) {
            self.add_letters(&mut line, text, em, step);
            return line;
        }
        #[cfg(feature = "shaping")]
        for piece in shaping::pieces(text) {
            let first = line.glyphs.len();
            let part = &text[piece.range.clone()];
            if piece.is_right_to_left || is_complex(part) {
                self.add_shaped(&mut line, part, piece.is_right_to_left, em, &step);
            } else {
                self.add_letters(&mut line, part, em, &step);
            }
            for glyph in &mut line.glyphs[first..] {
                glyph.text.start += piece.range.start;
                glyph.text.end += piece.range.start;
            }
        }
        line
    }

    fn add_letters(&self, line: &mut ShapedText, text: &str, em: f32, step: impl Fn(f32) -> f32) {
        for (at, character) in text.char_indices().filter(|(_, character)| !is_invisible(*character)) {
            let Some(id) = self.id(character) else {
                line.lacking = line.lacking.or(Some(character));
                continue;
            };
            let (text, is_space) = (at..at + character.len_utf8(), character.is_whitespace());
            line.glyphs.push(Glyph { id, text, is_space, x: line.width, y: 0.0 });
            line.width += step(self.advance_of(id, em));
        }
    }

    #[cfg(feature = "shaping")]
    fn add_shaped(
        &self,
        line: &mut ShapedText,
        text: &str,
        is_right_to_left: bool,
        em: f32,
        step: impl Fn(f32) -> f32,
    ) {
        let Some(glyphs) = self.shaper.shape(&self.file.bytes, text, is_right_to_left) else {
            line.lacking = line.lacking.or(text.chars().next());
            return;
        };
        let mut pen = line.width;
        for glyph in glyphs {
            let shown = &text[glyph.text.clone()];
            if glyph.id.0 == 0 || self.has_ink(glyph.id).is_none() {
                let is_lacking = |letter: &char| !is_invisible(*letter) && self.id(*letter).is_none();
                let lacking = text.chars().find(is_lacking).or(shown.chars().next());
                line.lacking = line.lacking.or(lacking);
            } else {
                let is_blank = |character: char| character.is_whitespace() || is_invisible(character);
                let is_space = !shown.is_empty() && shown.chars().all(is_blank);
                let (x, y) = (pen + glyph.offset.0 * em, glyph.offset.1 * em);
                line.glyphs.push(Glyph { id: glyph.id, text: glyph.text, is_space, x, y });
            }
            pen += glyph.advance * em;
        }
        line.width += step((pen - line.width).max(0.0));
    }

    /// Returns the box of the ink of glyphs, for an origin at the corner of a pixel.
    pub fn ink(&self, glyphs: &[Glyph], em: f32) -> InkBox {
        let inks = glyphs.iter().filter_map(|glyph| self.ink_at(glyph.id, em, (glyph.x, glyph.y)));
        inks.reduce(InkBox::with).unwrap_or_default()
    }

    /// Lays out a character `height` pixels high. The box begins at the upper edge of the
    /// character, so that this edge is sharp.
    pub fn symbol_run(&self, character: char, height: f32) -> GlyphRun {
        let id = self.id(character).unwrap_or(GlyphId(0));
        let ink = |em| self.scaled(id, em).exact_bounding_box();
        let unit = 1000.0;
        let em = unit * height / ink(unit).map_or(unit, |ink| ink.height());
        let (x, baseline) = ink(em).map_or((0.0, 0.0), |ink| (-ink.min.x, -ink.min.y));
        let InkBox { left, right, bottom, .. } = self.ink_at(id, em, (x, baseline)).unwrap_or_default();
        let size = ((right - left).unsigned_abs(), bottom.max(0).unsigned_abs());
        let text = 0..character.len_utf8();
        let glyphs = vec![Glyph { id, text, is_space: false, x: x - left as f32, y: 0.0 }];
        GlyphRun { glyphs, em, baseline, size, is_shaped: false }
    }

    /// Returns the coverage (0 to 255) of the box of a text.
    pub fn mask(&self, run: &GlyphRun) -> GrayImage {
        let mut mask = GrayImage::new(run.size.0, run.size.1);
        for glyph in &run.glyphs {
            let at = point(glyph.x, run.baseline + glyph.y);
            let glyph = self.scaled(glyph.id, run.em).positioned(at);
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

    fn ink_at(&self, glyph: GlyphId, em: f32, (x, y): (f32, f32)) -> Option<InkBox> {
        let ink = self.scaled(glyph, em).positioned(point(x, y)).pixel_bounding_box()?;
        Some(InkBox { left: ink.min.x, right: ink.max.x, top: ink.min.y, bottom: ink.max.y })
    }

    pub fn id(&self, character: char) -> Option<GlyphId> {
        if cfg!(not(feature = "shaping")) && needs_shaping(character) {
            return None;
        }
        let id = character.into_glyph_id(&self.outlines);
        let has_ink = (id.0 != 0).then(|| self.has_ink(id))??;
        (has_ink || !character.is_alphanumeric()).then_some(id)
    }

    pub(super) fn scaled(&self, glyph: GlyphId, em: f32) -> ScaledGlyph<'static> {
        self.outlines.glyph(glyph).scaled(Scale::uniform(em * self.line))
    }

    /// Whether a glyph has ink; `None` if it cannot be drawn within the limits.
    fn has_ink(&self, glyph: GlyphId) -> Option<bool> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        *known
            .entry(glyph)
            .or_insert_with(|| self.file.can_draw(glyph.0).then(|| self.ink_within_limits(glyph)).flatten())
    }

    fn ink_within_limits(&self, glyph: GlyphId) -> Option<bool> {
        // At this em, a font unit is a pixel.
        let unit = f32::from(self.outlines.units_per_em());
        let max_extent = (MAX_EXTENT * unit).min(MAX_EXTENT_UNITS);
        let mut outline = Outline::default();
        let glyph = self.scaled(glyph, unit);
        let has_ink = glyph.build_outline(&mut outline);
        let mut points = outline.0.into_iter().flat_map(Segment::points);
        let is_within = points.all(|(x, y)| x.abs() <= max_extent && y.abs() <= max_extent)
            && advance(&glyph) <= MAX_EXTENT * unit;
        is_within.then_some(has_ink)
    }

    /// Limits an em so that a font unit is at most a pixel, since `rusttype` rounds bounds of outlines to font
    /// units.
    pub fn drawn_em(&self, em: f32) -> f32 {
        em.min(f32::from(self.outlines.units_per_em()))
    }
}

impl InkBox {
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
