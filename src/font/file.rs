//! Validation of a font file before it is passed to the parser.

use crate::limits::MAX_FONT_BYTES;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use super::name::FaceName;

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FontError {
    #[error("this is not a TrueType font")]
    NotAFont,
    #[error("this is a WOFF font, made for web pages; convert it to a TrueType font, .ttf")]
    Web,
    /// Outlines in `PostScript` format.
    #[error("this font has PostScript outlines (.otf); convert it to a TrueType font, .ttf")]
    PostScript,
    #[error("the font file is too large: the maximum is {} MB", MAX_FONT_BYTES >> 20)]
    TooLarge,
    /// The named table is missing, truncated, or contradicts another table.
    #[error("the font is damaged: its table '{0}' is missing or broken")]
    Damaged(&'static str),
}

pub struct FontFile {
    pub name: FaceName,
    /// The file; its directory lists only the tables that parsers need.
    pub bytes: Arc<Vec<u8>>,
    glyphs: u16,
    loca: Range<usize>,
    /// Whether `loca` has 4-byte instead of 2-byte offsets.
    long: bool,
    glyf: Range<usize>,
}

const NEEDED: [&str; 7] = ["head", "hhea", "maxp", "hmtx", "cmap", "loca", "glyf"];

/// Tables that only shaping reads, with the rules for joining and placing glyphs.
const LAYOUT: [&str; 3] = ["GDEF", "GPOS", "GSUB"];

/// Tables that only this crate reads: font names, weight, and line heights for fonts that have none in `hhea`.
const OWN: [&str; 2] = ["name", "OS/2"];

/// The maximum number of subtables of `cmap`.
const MAX_MAPPINGS: u16 = 32;

/// The maximum nesting of compound glyphs, which is also the limit of the parser.
const MAX_DEPTH: u32 = 32;

/// The maximum cost of a glyph, in points and components; real glyphs cost up to a thousand. Without a limit,
/// nested compound glyphs of a short file could take years to draw.
const MAX_COST: u32 = 20_000;

impl FontFile {
    /// Validates a font file, or the first font of a collection.
    pub fn open(mut bytes: Vec<u8>) -> Result<Self, FontError> {
        if bytes.len() > MAX_FONT_BYTES {
            return Err(FontError::TooLarge);
        }
        let is_collection = bytes.starts_with(b"ttcf");
        let first = if is_collection { u32_at(&bytes, 12).ok_or(FontError::NotAFont)? as usize } else { 0 };
        match bytes.get(first..).and_then(|font| font.get(..4)) {
            Some(b"\0\x01\0\0" | b"true") => {}
            Some(b"OTTO") => return Err(FontError::PostScript),
            Some(b"wOFF" | b"wOF2") => return Err(FontError::Web),
            _ => return Err(FontError::NotAFont),
        }
        let tables = usize::from(u16_at(&bytes, first + 4).ok_or(FontError::NotAFont)?);
        let directory = first + 12..first + 12 + 16 * tables;
        if bytes.len() < directory.end {
            return Err(FontError::NotAFont);
        }
        let mut found: HashMap<&str, Range<usize>> = HashMap::new();
        let mut kept = directory.start;
        for record in directory.clone().step_by(16) {
            let is_here = |tag: &&str| tag.as_bytes() == &bytes[record..record + 4];
            let known = NEEDED.into_iter().chain(LAYOUT).chain(OWN).find(is_here);
            let Some(tag) = known.filter(|tag| !found.contains_key(tag)) else { continue };
            let start = u32_at(&bytes, record + 8).unwrap_or(u32::MAX) as usize;
            let length = u32_at(&bytes, record + 12).unwrap_or(u32::MAX) as usize;
            found.insert(tag, start..start.saturating_add(length));
            // All other tables are hidden from the parsers, so that damage in them has no effect.
            if !OWN.contains(&tag) {
                bytes.copy_within(record..record + 16, kept);
                kept += 16;
            }
        }
        let count = (kept - directory.start) / 16;
        bytes[first + 4..first + 6].copy_from_slice(&(count as u16).to_be_bytes());
        let table = |tag| {
            let range = found.get(tag).filter(|range| range.end <= bytes.len());
            range.cloned().ok_or(FontError::Damaged(tag))
        };
        let number = |tag, offset| -> Result<u16, FontError> {
            u16_at(&bytes[table(tag)?], offset).ok_or(FontError::Damaged(tag))
        };
        let glyphs = number("maxp", 4)?;
        // The parser assumes that each glyph has a width.
        let (wide, widths) = (usize::from(number("hhea", 34)?), table("hmtx")?.len());
        if wide == 0 || widths < 4 * wide + 2 * usize::from(glyphs).saturating_sub(wide) {
            return Err(FontError::Damaged("hmtx"));
        }
        let hhea = table("hhea")?.start;
        let has_heights = [4, 6].iter().any(|offset| u16_at(&bytes, hhea + offset) != Some(0));
        let [name, os2] = OWN.map(|tag| table(tag).map_or(&[][..], |range| &bytes[range]));
        let name = FaceName::of(name, os2);
        let other_heights = heights(os2);
        if number("cmap", 2)? > MAX_MAPPINGS {
            return Err(FontError::Damaged("cmap"));
        }
        let (loca, glyf) = (table("loca")?, table("glyf")?);
        let long = number("head", 50)? != 0;
        if loca.len() < (usize::from(glyphs) + 1) * if long { 4 } else { 2 } {
            return Err(FontError::Damaged("loca"));
        }
        if let Some(heights) = other_heights.filter(|_| !has_heights) {
            let words = heights.into_iter().flat_map(i16::to_be_bytes);
            bytes.splice(hhea + 4..hhea + 8, words);
        }
        Ok(Self { name, bytes: Arc::new(bytes), glyphs, loca, long, glyf })
    }

    /// Whether a glyph exists and costs at most [`MAX_COST`].
    pub fn can_draw(&self, glyph: u16) -> bool {
        glyph < self.glyphs && self.spend(glyph, 0, &mut MAX_COST.clone()).is_some()
    }

    /// Subtracts the cost of a glyph from `left`; returns `None` if the cost is higher, or the nesting too deep.
    fn spend(&self, glyph: u16, depth: u32, left: &mut u32) -> Option<()> {
        let Some(glyph) = self.glyph(glyph) else { return Some(()) };
        let Some(contours) = u16_at(glyph, 0) else { return Some(()) };
        if contours == 0 {
            return Some(());
        }
        let Ok(contours) = usize::try_from(contours.cast_signed()) else {
            return self.spend_parts(glyph, depth, left);
        };
        let last_point = u16_at(glyph, 8 + 2 * contours).unwrap_or(0);
        *left = left.checked_sub(u32::from(last_point))?;
        Some(())
    }

    fn spend_parts(&self, glyph: &[u8], depth: u32, left: &mut u32) -> Option<()> {
        const WORDS: u16 = 0x01;
        const XY: u16 = 0x02;
        const SCALE: u16 = 0x08;
        const MORE: u16 = 0x20;
        const TWO_SCALES: u16 = 0x40;
        const MATRIX: u16 = 0x80;
        if depth == MAX_DEPTH {
            return None;
        }
        let mut at = 10;
        while let (Some(flags), Some(part)) = (u16_at(glyph, at), u16_at(glyph, at + 2)) {
            *left = left.checked_sub(1)?;
            self.spend(part, depth + 1, left)?;
            let is = |flag| flags & flag != 0;
            // The sizes are those that the parser assumes, which differ from the specification.
            let size = if is(WORDS) { 4 } else { 2 };
            let offset = if is(XY) { size } else { 0 };
            let scale = [(MATRIX, 8), (TWO_SCALES, 4), (SCALE, 2)].into_iter().find(|(flag, _)| is(*flag));
            at += 4 + offset + scale.map_or(0, |(_, bytes)| bytes);
            if !is(MORE) {
                break;
            }
        }
        Some(())
    }

    fn glyph(&self, glyph: u16) -> Option<&[u8]> {
        let loca = &self.bytes[self.loca.clone()];
        let long = |glyph: usize| Some(u32_at(loca, 4 * glyph)? as usize);
        let short = |glyph: usize| Some(2 * usize::from(u16_at(loca, 2 * glyph)?));
        let offset = |glyph| if self.long { long(glyph) } else { short(glyph) };
        let glyph = usize::from(glyph);
        self.bytes[self.glyf.clone()].get(offset(glyph)?..offset(glyph + 1)?)
    }
}

/// Returns ascender and descender of a table OS/2: the typographic values, or else those for Windows.
fn heights(os2: &[u8]) -> Option<[i16; 2]> {
    let number = |offset| u16_at(os2, offset).map(u16::cast_signed);
    let typographic = || Some([number(68)?, number(70)?]);
    let windows = || Some([number(74)?, number(76)?.saturating_neg()]);
    typographic().filter(|[up, _]| *up > 0).or_else(windows).filter(|[up, _]| *up > 0)
}

pub fn u16_at(bytes: &[u8], offset: usize) -> Option<u16> {
    Some(u16::from_be_bytes(*bytes.get(offset..)?.first_chunk()?))
}

fn u32_at(bytes: &[u8], offset: usize) -> Option<u32> {
    Some(u32::from_be_bytes(*bytes.get(offset..)?.first_chunk()?))
}
