//! Subsets of fonts for web pages, which find glyphs by their characters.

use super::subset::{Table, UNITS, file, words};
use super::{Font, Weight};

impl Font {
    /// A TrueType file with these characters, which are in the order of their numbers.
    pub(crate) fn web_font(&self, weight: Weight, characters: &[char]) -> Vec<u8> {
        let (tables, [_, bottom, _, top]) = self.subset_tables(characters);
        let first: [Table; 2] = [(*b"OS/2", os2(weight, (top, bottom))), (*b"cmap", cmap(characters))];
        let last: [Table; 2] = [(*b"name", NO_NAMES.to_vec()), (*b"post", post())];
        file(&first.into_iter().chain(tables).chain(last).collect::<Vec<Table>>())
    }
}

/// Format, number of names, and where they begin.
const NO_NAMES: [u8; 6] = [0, 0, 0, 0, 0, 6];

/// Glyph 0 stands for characters that are missing, and the next ones are the characters.
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
    // Version, number of tables, the table, where it begins, its format.
    let start = [0, 1].into_iter().chain(WINDOWS_AND_UNICODE).chain([0, 12, 12, 0]);
    words(start).into_iter().chain(long).collect()
}

/// Version 0, with what browsers read.
fn os2(weight: Weight, (top, bottom): (i16, i16)) -> Vec<u8> {
    const MEDIUM_WIDTH: u16 = 5;
    const REGULAR: u16 = 1 << 6;
    let (boldness, style) = match weight {
        Weight::Regular => (400, REGULAR),
        Weight::Bold => (700, 1 << 5),
    };
    let start = [0, UNITS / 2, boldness, MEDIUM_WIDTH, 0];
    // Raised and lowered letters, lines through letters, classes, ranges, the vendor.
    let empty = [0; 8 + 3 + 5 + 8 + 2];
    let (top, bottom) = (top.cast_unsigned(), bottom.unsigned_abs());
    let lines = [style, 0, u16::MAX, top, bottom.wrapping_neg(), 0, top, bottom];
    words(start.into_iter().chain(empty).chain(lines))
}

/// Version 3: glyphs have no names.
fn post() -> Vec<u8> {
    words([3, 0].into_iter().chain([0; 14]))
}
