//! The letters that a document has used, and the fonts that are embedded for them.

use std::collections::HashMap;
use std::io::{self, Write};

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Finish, Name, Rect, Ref, Str};

use crate::font::{Font, SUBSET_UNITS, Subset, Weight};

use super::Objects;

/// The fonts of a document: one for each weight that the font has, of which only the characters in use are embedded.
#[derive(Debug)]
pub struct Fonts(Vec<Typeface>);

/// A font, and its characters in use.
#[derive(Debug)]
pub struct Typeface {
    font: Font,
    weight: Weight,
    /// Its number among the objects.
    id: Ref,
    /// The number of each character, and its width in thousandths of an em.
    letters: HashMap<char, (u16, u16)>,
    /// The characters by their numbers, from 1 on.
    characters: Vec<char>,
}

const IDENTITY: SystemInfo<'static> =
    SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

impl Fonts {
    pub fn new<W: Write>(font: &Font, objects: &mut Objects<W>) -> Self {
        let face = |weight| Typeface {
            font: font.weight(weight).clone(),
            weight,
            id: objects.reserve(),
            letters: HashMap::new(),
            characters: Vec::new(),
        };
        let is_same = font.weight(Weight::Bold) == font.weight(Weight::Regular);
        Self(Weight::ALL.into_iter().take(if is_same { 1 } else { 2 }).map(face).collect())
    }

    pub fn face(&mut self, weight: Weight) -> &mut Typeface {
        let last = self.0.len() - 1;
        &mut self.0[last.min(weight as usize)]
    }

    /// Writes all fonts; returns their names in content, and their numbers.
    pub fn finish<W: Write>(self, objects: &mut Objects<W>) -> io::Result<Vec<(Name<'static>, Ref)>> {
        let used = self.0.into_iter().filter(|face| !face.characters.is_empty());
        used.map(|face| face.write(objects)).collect()
    }
}

impl Typeface {
    /// The name in content.
    pub const fn name(&self) -> Name<'static> {
        match self.weight {
            Weight::Regular => Name(b"F"),
            Weight::Bold => Name(b"B"),
        }
    }

    /// The number of a character, and its width in thousandths of an em.
    pub fn letter(&mut self, character: char) -> (u16, u16) {
        let Self { font, letters, characters, .. } = self;
        *letters.entry(character).or_insert_with(|| {
            // No document has so many different characters that they do not fit.
            let Ok(number) = u16::try_from(characters.len() + 1) else { return (0, 0) };
            characters.push(character);
            (number, font.thousandths(character))
        })
    }

    fn write<W: Write>(self, objects: &mut Objects<W>) -> io::Result<(Name<'static>, Ref)> {
        let name = self.name();
        let Self { font, weight, id, characters, .. } = self;
        let family = if font == *Font::default().weight(weight) { "NotoSans" } else { "Text" };
        // A subset has a tag of six letters before its name.
        let base = match weight {
            Weight::Regular => format!("AAAAAA+{family}-Regular"),
            Weight::Bold => format!("AAAAAB+{family}-Bold"),
        };
        let base = Name(base.as_bytes());
        let [cid, descriptor, file, unicode] = [(); 4].map(|()| objects.reserve());
        objects.object(id, |chunk| {
            let mut font = chunk.type0_font(id);
            font.base_font(base).encoding_predefined(Name(b"Identity-H"));
            font.descendant_font(cid).to_unicode(unicode);
        })?;
        objects.object(cid, |chunk| {
            let mut cid_font = chunk.cid_font(cid);
            cid_font.subtype(CidFontType::Type2).base_font(base).system_info(IDENTITY);
            cid_font.font_descriptor(descriptor).default_width(SUBSET_UNITS.into());
            let widths = characters.iter().map(|character| font.thousandths(*character).into());
            cid_font.widths().consecutive(1, widths).finish();
            cid_font.cid_to_gid_map_predefined(Name(b"Identity"));
        })?;
        let Subset { file: bytes, ink: [left, bottom, right, top] } = font.subset(&characters);
        objects.object(descriptor, |chunk| {
            let mut descriptor = chunk.font_descriptor(descriptor);
            let ink = [left, bottom, right, top].map(f32::from);
            descriptor.name(base).flags(FontFlags::SYMBOLIC).bbox(Rect::new(ink[0], ink[1], ink[2], ink[3]));
            descriptor.italic_angle(0.0).ascent(top.into()).descent(bottom.into()).cap_height(top.into());
            // No program needs the width of stems where the font is embedded.
            descriptor.stem_v(80.0).font_file2(file);
        })?;
        objects.stream(file, &bytes, |stream| {
            stream.pair(Name(b"Length1"), bytes.len() as i32);
        })?;
        let mut map = UnicodeCmap::<u16>::new(Name(b"Unicode"), IDENTITY);
        for (number, character) in (1..).zip(&characters) {
            map.pair(number, *character);
        }
        objects.stream(unicode, &map.finish(), |_| ())?;
        Ok((name, id))
    }
}
