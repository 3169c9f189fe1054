//! The family and the face in the metadata of a font file.

use super::file::u16_at;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaceName {
    pub family: Option<String>,
    /// From 1 to 1000; regular fonts have 400.
    pub weight: u16,
    /// The width in CSS terms; `None` if it is normal or unknown.
    pub width: Option<&'static str>,
    pub is_italic: bool,
}

/// Longer family names are ignored, since an SVG repeats the name in every text element.
const LONGEST: usize = 100;

/// The characters of Mac Roman that are not ASCII.
const MAC_ROMAN: &str = "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{a0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{f8ff}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ";

/// CSS names of the widths in OS/2, which are numbered from 1.
const WIDTHS: &str = "ultra-condensed extra-condensed condensed semi-condensed normal semi-expanded expanded \
                      extra-expanded ultra-expanded";

impl FaceName {
    /// Reads the face from the tables `name` and `OS/2`, which may be missing or damaged.
    pub fn of(name: &[u8], os2: &[u8]) -> Self {
        const ITALIC: u16 = 0x1;
        const OBLIQUE: u16 = 0x200;
        let [weight, width, selection] = [4, 6, 62].map(|offset| u16_at(os2, offset).unwrap_or_default());
        let width = usize::from(width).checked_sub(1).and_then(|index| WIDTHS.split(' ').nth(index));
        Self {
            family: family(name),
            weight: if (1..=1000).contains(&weight) { weight } else { 400 },
            width: width.filter(|width| *width != "normal"),
            is_italic: selection & (ITALIC | OBLIQUE) != 0,
        }
    }
}

/// Returns the family in a table `name`, preferably in English.
fn family(table: &[u8]) -> Option<String> {
    /// Name identifiers of the typographic family, and of the family (at most four faces) for older programs.
    const NAMES: [u16; 2] = [16, 1];
    const WINDOWS: u16 = 3;
    const UNICODE: u16 = 0;
    const MACINTOSH: u16 = 1;
    const ENGLISH: u16 = 0x409;
    let texts = table.get(usize::from(u16_at(table, 4)?)..)?;
    let mut found = Vec::new();
    for record in table.get(6..)?.chunks_exact(12).take(usize::from(u16_at(table, 2)?)) {
        let field = |index: usize| u16_at(record, 2 * index).unwrap_or_default();
        let [start, length] = [field(5), field(4)].map(usize::from);
        let text = texts.get(start..start + length);
        let Some((text, number)) = text.zip(NAMES.iter().position(|name| *name == field(3))) else {
            continue;
        };
        let (choice, text) = match (field(0), field(1), field(2)) {
            (WINDOWS, 0 | 1 | 10, language) => (u8::from(language != ENGLISH), utf_16(text)),
            (UNICODE, ..) => (2, utf_16(text)),
            (MACINTOSH, 0, language) => (3 + u8::from(language != 0), Some(mac_roman(text))),
            _ => continue,
        };
        let text = text.map(|text| text.replace(char::is_control, "").trim().to_owned());
        let text = text.filter(|text| (1..=LONGEST).contains(&text.chars().count()));
        found.extend(text.map(|text| ((number, choice), text)));
    }
    found.into_iter().min_by_key(|(rank, _)| *rank).map(|(_, text)| text)
}

fn utf_16(bytes: &[u8]) -> Option<String> {
    let (units, _) = bytes.as_chunks();
    char::decode_utf16(units.iter().map(|unit| u16::from_be_bytes(*unit))).collect::<Result<_, _>>().ok()
}

fn mac_roman(bytes: &[u8]) -> String {
    let character = |byte: &u8| match byte.checked_sub(128) {
        Some(index) => MAC_ROMAN.chars().nth(index.into()).unwrap_or_default(),
        None => char::from(*byte),
    };
    bytes.iter().map(character).collect()
}
