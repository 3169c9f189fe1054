//! Embedded subsets of fonts: composite fonts (Type 0) with TrueType glyphs.

use std::collections::HashMap;
use std::io::{self, Write};

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Finish, Name, Rect, Ref, Str};

use crate::font::{Font, GlyphId, SUBSET_UNITS, Subset, Weight};

use super::Objects;

/// The fonts of a document: one for each weight, or one for all weights if they are equal.
#[derive(Debug)]
pub struct Fonts(Vec<Typeface>);

/// A font and the glyphs that the document uses.
#[derive(Debug)]
pub struct Typeface {
    font: Font,
    weight: Weight,
    id: Ref,
    /// CID of each used glyph, and the width of the glyph in thousandths of an em.
    known: HashMap<GlyphId, (u16, u16)>,
    /// Glyphs by CID, from 1 on, each with its text.
    glyphs: Vec<(GlyphId, String)>,
}

const IDENTITY: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

impl Fonts {
    pub fn new<W: Write>(font: &Font, objects: &mut Objects<W>) -> Self {
        let face = |weight| Typeface {
            font: font.weight(weight).clone(),
            weight,
            id: objects.reserve(),
            known: HashMap::new(),
            glyphs: Vec::new(),
        };
        let is_same = font.weight(Weight::Bold) == font.weight(Weight::Regular);
        Self(Weight::ALL.into_iter().take(if is_same { 1 } else { 2 }).map(face).collect())
    }

    pub fn face(&mut self, weight: Weight) -> &mut Typeface {
        let last = self.0.len() - 1;
        &mut self.0[last.min(weight as usize)]
    }

    /// Writes all fonts that are used; returns their resource names and objects.
    pub fn finish<W: Write>(self, objects: &mut Objects<W>) -> io::Result<Vec<(Name<'static>, Ref)>> {
        let used = self.0.into_iter().filter(|face| !face.glyphs.is_empty());
        used.map(|face| face.write(objects)).collect()
    }
}

impl Typeface {
    pub const fn name(&self) -> Name<'static> {
        match self.weight {
            Weight::Regular => Name(b"F"),
            Weight::Bold => Name(b"B"),
        }
    }

    /// Returns the CID and the width of a glyph, which shows `text`.
    pub fn cid(&mut self, glyph: GlyphId, text: &str) -> (u16, u16) {
        let Self { font, known, glyphs, .. } = self;
        *known.entry(glyph).or_insert_with(|| {
            glyphs.push((glyph, text.to_owned()));
            // The CID fits 16 bits: glyph 0 is never used, and a font has at most 65,535 other glyphs.
            (glyphs.len() as u16, font.thousandths(glyph))
        })
    }

    fn write<W: Write>(self, objects: &mut Objects<W>) -> io::Result<(Name<'static>, Ref)> {
        let name = self.name();
        let Self { font, weight, id, glyphs, .. } = self;
        let ids: Vec<GlyphId> = glyphs.iter().map(|(glyph, _)| *glyph).collect();
        let family = if font == *Font::default().weight(weight) { "NotoSans" } else { "Text" };
        // A subset has a tag of six letters before its name.
        let base = match weight {
            Weight::Regular => format!("AAAAAA+{family}-Regular"),
            Weight::Bold => format!("AAAAAB+{family}-Bold"),
        };
        let base = Name(base.as_bytes());
        let [cid_font_id, descriptor, file, unicode] = [(); 4].map(|()| objects.reserve());
        objects.object(id, |chunk| {
            let mut font = chunk.type0_font(id);
            font.base_font(base).encoding_predefined(Name(b"Identity-H"));
            font.descendant_font(cid_font_id).to_unicode(unicode);
        })?;
        objects.object(cid_font_id, |chunk| {
            let mut cid_font = chunk.cid_font(cid_font_id);
            cid_font.subtype(CidFontType::Type2).base_font(base).system_info(IDENTITY);
            cid_font.font_descriptor(descriptor).default_width(SUBSET_UNITS.into());
            let widths = ids.iter().map(|glyph| font.thousandths(*glyph).into());
            cid_font.widths().consecutive(1, widths).finish();
            cid_font.cid_to_gid_map_predefined(Name(b"Identity"));
        })?;
        let Subset { file: bytes, ink: [left, bottom, right, top] } = font.subset(&ids);
        objects.object(descriptor, |chunk| {
            let mut descriptor = chunk.font_descriptor(descriptor);
            let ink = [left, bottom, right, top].map(f32::from);
            descriptor.name(base).flags(FontFlags::SYMBOLIC).bbox(Rect::new(ink[0], ink[1], ink[2], ink[3]));
            descriptor.italic_angle(0.0).ascent(top.into()).descent(bottom.into()).cap_height(top.into());
            // The width of stems is required, but no program needs it, since the font is embedded.
            descriptor.stem_v(80.0).font_file2(file);
        })?;
        objects.stream(file, &bytes, |stream| {
            stream.pair(Name(b"Length1"), bytes.len() as i32);
        })?;
        let mut map = UnicodeCmap::<u16>::new(Name(b"Unicode"), IDENTITY);
        for (cid, (_, text)) in (1..).zip(&glyphs).filter(|(_, (_, text))| !text.is_empty()) {
            map.pair_with_multiple(cid, text.chars());
        }
        objects.stream(unicode, &map.finish(), |_| ())?;
        Ok((name, id))
    }
}
