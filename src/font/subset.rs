//! Subsets of fonts, embedded in documents and web pages.

use std::collections::BTreeSet;

use super::{Font, GlyphId, Outline, Segment, Weight, whole};

/// Some glyphs of a font, as a TrueType file without hints. Lengths are in thousandths of an em.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subset {
    /// The file. Glyph 0 is empty; the requested glyphs follow in order.
    pub file: Vec<u8>,
    /// Bounding box of all glyphs: left, bottom, right and top, up from the baseline.
    pub ink: [i16; 4],
}

/// Units per em of subsets, as in PDF. Glyphs extend at most 16 ems in any direction, so that points and the
/// distances between them fit in 16 bits.
pub const UNITS: u16 = 1000;

/// Tag and bytes.
type Table = ([u8; 4], Vec<u8>);

#[derive(Default)]
struct Glyph {
    curves: Vec<Vec<(i16, i16, bool)>>,
    ink: [i16; 4],
}

impl Font {
    /// Returns the advance of a glyph, in thousandths of an em.
    pub(crate) fn thousandths(&self, glyph: GlyphId) -> u16 {
        whole(self.0.advance_of(glyph, UNITS.into())) as u16
    }

    pub(crate) fn subset(&self, ids: &[GlyphId]) -> Subset {
        let (tables, ink) = self.subset_tables(ids);
        Subset { file: file(&tables), ink }
    }

    fn subset_tables(&self, ids: &[GlyphId]) -> (Vec<Table>, [i16; 4]) {
        let outlines = ids.iter().map(|id| Glyph::of(&self.0.outline(*id, UNITS.into())));
        let glyphs: Vec<Glyph> = [Glyph::default()].into_iter().chain(outlines).collect();
        let widths = [UNITS].into_iter().chain(ids.iter().map(|id| self.thousandths(*id)));
        let around = |[left, bottom, right, top]: [i16; 4], ink: [i16; 4]| {
            [left.min(ink[0]), bottom.min(ink[1]), right.max(ink[2]), top.max(ink[3])]
        };
        let inks = glyphs.iter().filter(|glyph| !glyph.curves.is_empty()).map(|glyph| glyph.ink);
        let ink = inks.reduce(around).unwrap_or_default();
        let (mut glyf, mut loca) = (Vec::new(), vec![0; 4]);
        for glyph in &glyphs {
            glyph.write(&mut glyf);
            glyf.resize(glyf.len().next_multiple_of(4), 0);
            loca.extend((glyf.len() as u32).to_be_bytes());
        }
        let count = glyphs.len() as u16;
        let widest = widths.clone().max().unwrap_or(UNITS);
        let left = glyphs.iter().map(|glyph| glyph.ink[0]);
        let hmtx = widths.zip(left).flat_map(|(width, left)| [width, left.cast_unsigned()]);
        let tables = vec![
            (*b"glyf", glyf),
            (*b"head", head(ink)),
            (*b"hhea", hhea(ink, widest, count)),
            (*b"hmtx", words(hmtx)),
            (*b"loca", loca),
            (*b"maxp", maxp(&glyphs)),
        ];
        (tables, ink)
    }

    /// Returns a TrueType file with the given characters that the font can draw.
    pub(crate) fn web_font(&self, weight: Weight, characters: &BTreeSet<char>) -> Vec<u8> {
        let drawn = characters.iter().filter_map(|character| Some((*character, self.0.id(*character)?)));
        let (characters, ids): (Vec<char>, Vec<GlyphId>) = drawn.unzip();
        let (tables, [_, bottom, _, top]) = self.subset_tables(&ids);
        let first: [Table; 2] = [(*b"OS/2", os2(weight, (top, bottom))), (*b"cmap", cmap(&characters))];
        let last: [Table; 2] = [(*b"name", NO_NAMES.to_vec()), (*b"post", post())];
        file(&first.into_iter().chain(tables).chain(last).collect::<Vec<Table>>())
    }
}

impl Glyph {
    /// Converts an outline, whose y axis points down, to a glyph.
    fn of(outline: &Outline) -> Self {
        let at = |(x, y): (f32, f32), is_on: bool| (x.round() as i16, (-y).round() as i16, is_on);
        let mut curves: Vec<Vec<(i16, i16, bool)>> = Vec::new();
        for segment in &outline.0 {
            if let Segment::Move(start) = *segment {
                curves.push(vec![at(start, true)]);
                continue;
            }
            let Some(curve) = curves.last_mut() else { continue };
            match *segment {
                Segment::Quad(control, end) => curve.extend([at(control, false), at(end, true)]),
                // TrueType has no cubic curves.
                Segment::Line(end) | Segment::Cubic(.., end) => curve.push(at(end, true)),
                // A last point equal to the first is implied.
                Segment::Close if curve.len() > 1 && curve.first() == curve.last() => drop(curve.pop()),
                Segment::Move(_) | Segment::Close => {}
            }
        }
        curves.retain(|curve| curve.len() > 2);
        let points = || curves.iter().flatten();
        let (x, y) = (|| points().map(|(x, _, _)| *x), || points().map(|(_, y, _)| *y));
        let ink = [x().min(), y().min(), x().max(), y().max()].map(Option::unwrap_or_default);
        Self { curves, ink }
    }

    fn points(&self) -> usize {
        self.curves.iter().map(Vec::len).sum()
    }

    fn write(&self, glyf: &mut Vec<u8>) {
        const ON_CURVE: u8 = 1;
        /// The difference of coordinates is an unsigned byte, and its sign is in the flags.
        const SHORT: [u8; 2] = [2, 4];
        const SAME_OR_POSITIVE: [u8; 2] = [16, 32];
        if self.curves.is_empty() {
            return;
        }
        let head = [self.curves.len() as u16].into_iter().chain(self.ink.map(i16::cast_unsigned));
        let mut end = 0;
        let ends = self.curves.iter().map(|curve| {
            end += curve.len() as u16;
            end - 1
        });
        // No instructions.
        glyf.extend(words(head.chain(ends).chain([0])));
        let (mut flags, mut steps) = (Vec::new(), [Vec::new(), Vec::new()]);
        let mut before = [0, 0];
        for &(x, y, is_on) in self.curves.iter().flatten() {
            let mut flag = if is_on { ON_CURVE } else { 0 };
            for (axis, to) in [x, y].into_iter().enumerate() {
                let step: i16 = to - before[axis];
                match u8::try_from(step.unsigned_abs()) {
                    Ok(0) => flag |= SAME_OR_POSITIVE[axis],
                    Ok(size) => {
                        flag |= SHORT[axis] | if step > 0 { SAME_OR_POSITIVE[axis] } else { 0 };
                        steps[axis].push(size);
                    }
                    Err(_) => steps[axis].extend(step.to_be_bytes()),
                }
                before[axis] = to;
            }
            flags.push(flag);
        }
        glyf.extend(flags);
        glyf.extend(steps.concat());
    }
}

fn words(words: impl IntoIterator<Item = u16>) -> Vec<u8> {
    words.into_iter().flat_map(u16::to_be_bytes).collect()
}

fn head(ink: [i16; 4]) -> Vec<u8> {
    const MAGIC: [u16; 2] = [0x5f0f, 0x3cf5];
    /// Baseline and left bearing are at 0.
    const FLAGS: u16 = 3;
    let version_and_revision = [1, 0, 1, 0];
    let checksum = [0, 0];
    let times = [0; 8];
    let style_and_smallest_size = [0, 8];
    // Left to right; 4-byte offsets.
    let formats = [2, 1, 0];
    let start =
        version_and_revision.into_iter().chain(checksum).chain(MAGIC).chain([FLAGS, UNITS]).chain(times);
    words(start.chain(ink.map(i16::cast_unsigned)).chain(style_and_smallest_size).chain(formats))
}

fn hhea([left, bottom, right, top]: [i16; 4], widest: u16, glyphs: u16) -> Vec<u8> {
    let lines = [top.cast_unsigned(), bottom.cast_unsigned(), 0];
    let bearings = [widest, left.cast_unsigned(), 0, right.cast_unsigned()];
    let upright_caret = [1, 0, 0];
    words([1, 0].into_iter().chain(lines).chain(bearings).chain(upright_caret).chain([0; 5]).chain([glyphs]))
}

fn maxp(glyphs: &[Glyph]) -> Vec<u8> {
    let points = glyphs.iter().map(Glyph::points).max().unwrap_or(0) as u16;
    let curves = glyphs.iter().map(|glyph| glyph.curves.len()).max().unwrap_or(0) as u16;
    words([1, 0, glyphs.len() as u16, points, curves, 0, 0, 2].into_iter().chain([0; 8]))
}

fn file(tables: &[Table]) -> Vec<u8> {
    const CHECKSUM_OF_FILE: u32 = 0xb1b0_afba;
    let count = tables.len() as u16;
    let power = count.ilog2();
    let search = 16 << power;
    let mut file = words([1, 0, count, search, power as u16, 16 * count - search]);
    let mut at = file.len() + 16 * tables.len();
    let mut adjusted = None;
    for (tag, table) in tables {
        if tag == b"head" {
            adjusted = Some(at + 8);
        }
        file.extend(tag);
        file.extend([checksum(table), at as u32, table.len() as u32].into_iter().flat_map(u32::to_be_bytes));
        at += table.len().next_multiple_of(4);
    }
    for (_, table) in tables {
        file.extend(table);
        file.resize(file.len().next_multiple_of(4), 0);
    }
    if let Some(at) = adjusted {
        let rest = CHECKSUM_OF_FILE.wrapping_sub(checksum(&file));
        file[at..at + 4].copy_from_slice(&rest.to_be_bytes());
    }
    file
}

fn checksum(bytes: &[u8]) -> u32 {
    let word = |chunk: &[u8]| {
        let mut word = [0; 4];
        word[..chunk.len()].copy_from_slice(chunk);
        u32::from_be_bytes(word)
    };
    bytes.chunks(4).map(word).fold(0, u32::wrapping_add)
}

/// A table `name` without names: format, number of names, and their offset.
const NO_NAMES: [u8; 6] = [0, 0, 0, 0, 0, 6];

/// Returns a table `cmap`: glyph 0 is for missing characters, glyphs 1, 2, … are for the characters.
fn cmap(characters: &[char]) -> Vec<u8> {
    const WINDOWS_AND_UNICODE: [u16; 2] = [3, 10];
    const HEADER: u32 = 16;
    const GROUP: u32 = 12;
    let count = characters.len() as u32;
    let groups = (1..).zip(characters).flat_map(|(glyph, character)| {
        let character = u32::from(*character);
        [character, character, glyph]
    });
    let long = [HEADER + GROUP * count, 0, count].into_iter().chain(groups).flat_map(u32::to_be_bytes);
    // Version, number of tables; platform and encoding, offset and format of the table.
    let start = [0, 1].into_iter().chain(WINDOWS_AND_UNICODE).chain([0, 12, 12, 0]);
    words(start).into_iter().chain(long).collect()
}

/// Returns a table OS/2 of version 0, with the fields that browsers read.
fn os2(weight: Weight, (top, bottom): (i16, i16)) -> Vec<u8> {
    const MEDIUM_WIDTH: u16 = 5;
    const REGULAR: u16 = 1 << 6;
    let (boldness, style) = if weight == Weight::Bold { (700, 1 << 5) } else { (400, REGULAR) };
    let start = [0, UNITS / 2, boldness, MEDIUM_WIDTH, 0];
    // All zero: subscripts, superscripts, strikeout, classes, ranges, the vendor.
    let empty = [0; 8 + 3 + 5 + 8 + 2];
    let (top, bottom) = (top.cast_unsigned(), bottom.unsigned_abs());
    let lines = [style, 0, u16::MAX, top, bottom.wrapping_neg(), 0, top, bottom];
    words(start.into_iter().chain(empty).chain(lines))
}

/// Returns a table `post` of version 3: glyphs have no names.
fn post() -> Vec<u8> {
    words([3, 0].into_iter().chain([0; 14]))
}

#[cfg(test)]
mod tests {
    use rusttype::Scale;

    use super::*;

    #[test]
    fn a_subset_has_the_outlines_and_widths_of_its_font() {
        let font = Font::default();
        for font in [font.weight(Weight::Regular), font.weight(Weight::Bold)] {
            let characters: Vec<char> = "Qu eens8é×½".chars().collect();
            let ids: Vec<GlyphId> =
                characters.iter().map(|character| font.0.id(*character).unwrap()).collect();
            let Subset { file, ink } = font.subset(&ids);
            let subset = rusttype::Font::try_from_vec(file).unwrap();
            let lines = subset.v_metrics_unscaled();
            let scale = Scale::uniform(lines.ascent - lines.descent);
            for ((index, character), id) in (1..).zip(&characters).zip(ids) {
                let glyph = subset.glyph(GlyphId(index)).scaled(scale);
                let original = font.0.scaled(id, UNITS.into());
                assert!(
                    (glyph.h_metrics().advance_width - original.h_metrics().advance_width).abs() < 0.6,
                    "{character}"
                );
                let (drawn, wanted) = (glyph.exact_bounding_box(), original.exact_bounding_box());
                assert_eq!(drawn.is_some(), wanted.is_some(), "{character}");
                let (Some(drawn), Some(wanted)) = (drawn, wanted) else { continue };
                for (one, other) in [
                    (drawn.min.x, wanted.min.x),
                    (drawn.min.y, wanted.min.y),
                    (drawn.max.x, wanted.max.x),
                    (drawn.max.y, wanted.max.y),
                ] {
                    assert!((one - other).abs() < 1.1, "{character}: {drawn:?} {wanted:?}");
                }
                assert!(drawn.min.x >= f32::from(ink[0]) && -drawn.min.y <= f32::from(ink[3]), "{character}");
                let mut outlines = [Outline::default(), Outline::default()];
                assert!(glyph.build_outline(&mut outlines[0]) && original.build_outline(&mut outlines[1]));
                let curves = outlines.map(|outline| {
                    outline.0.iter().filter(|segment| matches!(segment, Segment::Quad(..))).count()
                });
                assert_eq!(curves[0], curves[1], "{character}");
            }
        }
    }
}
