//! Tests with valid and damaged fonts.

use crate::limits::MAX_FONT_BYTES;
use image::GrayImage;

use super::{Font, FontError, Segment, symbol_outline};

const TEXT: &[u8] = include_bytes!("../../fonts/NotoSans-Regular.ttf");
const QUEENS: &[u8] = include_bytes!("../../fonts/queenreel.ttf");

const SAMPLE: &str = "Queens 0123456789 äöü (×8) ♛ q\u{302}\u{323}\u{fe0f}";

fn written(font: &Font, text: &str, em: f32) -> GrayImage {
    font.mask(&font.text_run(text, em))
}

fn write(bytes: Vec<u8>) -> Result<Font, FontError> {
    let font = Font::from_bytes(bytes)?;
    for em in [11.0, 28.0] {
        let pixels = |mask: GrayImage| u64::from(mask.width()) * u64::from(mask.height());
        let most = (40.0 * em * 16.0) as u64 * (3.0 * em) as u64;
        let line = font.letters(em).line(SAMPLE);
        assert_eq!(line.width(), font.letters(em).width(SAMPLE));
        assert!(pixels(line) <= most && pixels(written(&font, SAMPLE, em)) <= most);
        assert!((0.0..=40.0 * 16.0).contains(&font.width(SAMPLE)));
    }
    Ok(font)
}

struct RandomNumbers(u64);

impl RandomNumbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % limit as u64) as usize
    }
}

fn tables(font: &[u8]) -> Vec<(usize, usize)> {
    let number = |at: usize| u32::from_be_bytes(font[at..at + 4].try_into().unwrap()) as usize;
    let records = (0..usize::from(font[5])).map(|record| 12 + 16 * record);
    records.map(|record| (number(record + 8), number(record + 12))).collect()
}

/// A font with some bytes changed: in its directory, at the start of tables, in glyphs of common letters, or
/// anywhere.
fn damaged(font: &[u8], tables: &[(usize, usize)], seed: u64) -> Vec<u8> {
    let mut random = RandomNumbers(seed);
    let mut bytes = font.to_vec();
    for _ in 0..=random.below(12) {
        let (start, length) = tables[random.below(tables.len())];
        let at = match random.below(6) {
            0 => random.below(12 + 16 * tables.len()),
            1 | 2 => start + random.below(length.min(64)),
            3 | 4 => start + random.below(length.min(16_384)),
            _ => start + random.below(length),
        };
        let extremes = [0, 1, 0x7f, 0x80, 0xff];
        bytes[at] = match random.below(3) {
            0 => extremes[random.below(extremes.len())],
            1 => bytes[at] ^ (1 << random.below(8)),
            _ => random.below(256) as u8,
        };
    }
    bytes
}

/// `QUEENREEL_DAMAGED_FONTS=1000000` tests a million.
#[test]
fn damaged_fonts_are_refused_or_drawn_in_bounds() {
    let asked = std::env::var("QUEENREEL_DAMAGED_FONTS").ok().and_then(|rounds| rounds.parse().ok());
    for font in [TEXT, QUEENS] {
        let tables = tables(font);
        let drawn = (0..asked.unwrap_or(1500)).filter(|seed| write(damaged(font, &tables, *seed)).is_ok());
        assert!(drawn.count() > 100);
    }
}

#[test]
fn fonts_cut_short_are_refused() {
    for font in [TEXT, QUEENS] {
        for part in 0..200 {
            let refused = write(font[..font.len() * part / 200].to_vec()).is_err();
            assert!(refused || part > 150, "{part}/200");
        }
    }
}

#[test]
fn other_formats_are_named_in_the_error() {
    let refused = |bytes: &[u8]| Font::from_bytes(bytes.to_vec()).unwrap_err();
    for bytes in
        [&b""[..], b"\0\x01\0", b"\0\x01\0\0", b"a text file\n", b"ttcf\0\x01\0\0\0\0\0\x01\xff\xff\xff\xff"]
    {
        assert_eq!(refused(bytes), FontError::NotAFont);
    }
    assert_eq!(refused(b"wOF2 and so on"), FontError::Web);
    assert_eq!(refused(b"OTTO and so on"), FontError::PostScript);
    assert_eq!(Font::from_bytes(vec![0; MAX_FONT_BYTES + 1]), Err(FontError::TooLarge));
}

#[test]
fn fonts_are_compared_by_content() {
    let own = Font::from_bytes(TEXT.to_vec()).unwrap();
    assert_eq!(own, Font::default());
    assert_eq!(own, own.clone());
    assert_ne!(Font::from_bytes(QUEENS.to_vec()).unwrap(), own);
}

#[test]
fn the_first_font_of_a_collection_is_used() {
    let mut collection = b"ttcf\0\x01\0\0\0\0\0\x01\0\0\0\x10".to_vec();
    let head = collection.len() as u32;
    collection.extend_from_slice(TEXT);
    for record in 0..usize::from(TEXT[5]) {
        let at = head as usize + 12 + 16 * record + 8;
        let offset = u32::from_be_bytes(collection[at..at + 4].try_into().unwrap()) + head;
        collection[at..at + 4].copy_from_slice(&offset.to_be_bytes());
    }
    let font = Font::from_bytes(collection).unwrap();
    assert_eq!(font.letters(20.0).line(SAMPLE), Font::default().letters(20.0).line(SAMPLE));
}

#[test]
fn equal_prefixes_have_equal_pixels() {
    let font = Font::default();
    let [short, long] = ["1,234 tests", "1,234 tests, 5"].map(|text| font.letters(14.0).line(text));
    let same = |(x, y, pixel): (u32, u32, &image::Luma<u8>)| long.get_pixel(x, y) == pixel;
    assert!(short.enumerate_pixels().all(same));
    for figures in ["111", "234", "987"] {
        assert_eq!(font.letters(14.0).width(figures), font.letters(14.0).width("000"));
    }
}

/// A font of these glyphs for consecutive characters, from A or another `first` on; each glyph is one em of 1000
/// units wide.
struct TestFont {
    glyphs: Vec<Vec<u8>>,
    first: char,
    em: u16,
    advance: u16,
    line: (i16, i16),
    /// Ascender and descender of a table OS/2: the typographic values, then those for Windows.
    os2: Option<[i16; 4]>,
    mapped: u32,
}

impl TestFont {
    fn of(glyphs: Vec<Vec<u8>>) -> Self {
        // The first glyph is for missing characters.
        let glyphs: Vec<_> = std::iter::once(Vec::new()).chain(glyphs).collect();
        let mapped = glyphs.len() as u32 - 1;
        Self { mapped, glyphs, first: 'A', em: 1000, advance: 1000, line: (800, -200), os2: None }
    }

    fn bytes(&self) -> Vec<u8> {
        let words = |words: &[u16]| words.iter().flat_map(|word| word.to_be_bytes()).collect::<Vec<u8>>();
        let mut head = vec![0; 54];
        head[18..20].copy_from_slice(&self.em.to_be_bytes());
        head[51] = 1;
        let mut hhea = vec![0; 36];
        hhea[4..8].copy_from_slice(&words(&[self.line.0 as u16, self.line.1 as u16]));
        hhea[35] = 1;
        let count = self.glyphs.len() as u16;
        let lengths = self.glyphs.iter().scan(0, |end, glyph| {
            *end += glyph.len() as u32;
            Some(*end)
        });
        let loca = std::iter::once(0).chain(lengths).flat_map(u32::to_be_bytes).collect();
        let last = u32::from(self.first) + self.mapped - 1;
        let mut cmap = words(&[0, 1, 0, 4, 0, 12, 12, 0, 0, 28, 0, 0, 0, 1]);
        cmap.extend([u32::from(self.first), last, 1].into_iter().flat_map(u32::to_be_bytes));
        let os2 = self.os2.map(|[up, down, windows_up, windows_down]| {
            let mut os2 = vec![0; 78];
            os2[68..72].copy_from_slice(&words(&[up as u16, down as u16]));
            os2[74..78].copy_from_slice(&words(&[windows_up as u16, windows_down as u16]));
            (b"OS/2", os2)
        });
        let tables: [(&[u8; 4], Vec<u8>); 7] = [
            (b"cmap", cmap),
            (b"glyf", self.glyphs.concat()),
            (b"head", head),
            (b"hhea", hhea),
            (
                b"hmtx",
                words(&[self.advance, 0]).into_iter().chain(vec![0; 2 * usize::from(count - 1)]).collect(),
            ),
            (b"loca", loca),
            (b"maxp", words(&[1, 0, count])),
        ];
        let tables: Vec<(&[u8; 4], Vec<u8>)> = os2.into_iter().chain(tables).collect();
        let mut font = words(&[1, 0, tables.len() as u16, 0, 0, 0]);
        let mut offset = 12 + 16 * tables.len() as u32;
        for (tag, table) in &tables {
            font.extend_from_slice(*tag);
            font.extend([0, offset, table.len() as u32].into_iter().flat_map(u32::to_be_bytes));
            offset += table.len() as u32;
        }
        font.extend(tables.into_iter().flat_map(|(_, table)| table));
        font
    }

    fn font(&self) -> Font {
        Font::from_bytes(self.bytes()).unwrap()
    }
}

fn block(side: i16) -> Vec<u8> {
    let mut glyph: Vec<u8> = [1, 0, 0, side, side, 3, 0].into_iter().flat_map(i16::to_be_bytes).collect();
    // Four points on the outline, with 16-bit coordinates.
    glyph.extend([1; 4]);
    glyph.extend([0, side, 0, side.wrapping_neg(), 0, 0, side, 0].into_iter().flat_map(i16::to_be_bytes));
    glyph
}

fn of_parts(parts: &[u16], scale: f32) -> Vec<u8> {
    let mut glyph: Vec<u8> = [-1, 0, 0, 0, 0].into_iter().flat_map(i16::to_be_bytes).collect();
    for (index, part) in parts.iter().enumerate() {
        let more = if index + 1 < parts.len() { 0x20 } else { 0 };
        let scale = (scale * 16_384.0) as i16 as u16;
        glyph.extend([0x0b | more, *part, 0, 0, scale].into_iter().flat_map(u16::to_be_bytes));
    }
    glyph
}

#[test]
fn a_generated_font_is_drawn_exactly() {
    let font = TestFont::of(vec![block(500), of_parts(&[1], 0.5)]).font();
    assert_eq!(font.lacking("ABC"), Some('C'));
    let ink = |text| font.letters(40.0).line(text).pixels().filter(|pixel| pixel.0[0] == 255).count();
    assert_eq!((ink("A"), ink("B"), ink("AB")), (400, 100, 500));
    assert_eq!((font.width("AB"), font.letters(40.0).width("AB")), (2.0, 80));
}

#[test]
fn no_letter_is_cut_off_at_the_top() {
    let tall = TestFont::of(vec![block(1100); 200]).font();
    let ink = |mask: GrayImage| mask.pixels().filter(|pixel| pixel.0[0] == 255).count();
    assert_eq!(ink(written(&tall, "A", 100.0)), 110 * 110);
    assert_eq!(ink(tall.letters(100.0).line("A")), 100 * 110, "as wide as its advance");
    let font = Font::default();
    let height = |text| written(&font, text, 40.0).height();
    assert_eq!(height("Queens (×8)"), 31 + 10);
    assert!(height("ÄÖ") > height("AO"));
    assert_eq!(font.letters(40.0).line("AO").height(), font.letters(40.0).line("ÅÖ").height());
    assert!(font.letters(40.0).line("AO").height() >= height("ÅÖ"));
}

#[test]
fn glyphs_beyond_the_cost_limit_are_lacking() {
    let chain = |parts: u16, length: u16| {
        (2..=length).map(|next| of_parts(&vec![next; usize::from(parts)], 1.0)).chain([block(500)]).collect()
    };
    let lacking = |glyphs| TestFont::of(glyphs).font().lacking("A");
    assert_eq!(lacking(chain(1, 30)), None);
    assert_eq!(lacking(chain(8, 30)), Some('A'), "8 to the power of 30 boxes");
    assert_eq!(lacking(chain(1, 40)), Some('A'), "too deep");
    assert_eq!(lacking(vec![of_parts(&[1], 1.0)]), Some('A'), "its own component");
    assert_eq!(
        lacking(vec![of_parts(&[2, 2], 1.0), of_parts(&[1, 1], 1.0)]),
        Some('A'),
        "components of each other"
    );
}

#[test]
fn glyphs_that_would_cover_a_page_are_lacking() {
    let lacking =
        |em, advance, side| TestFont { em, advance, ..TestFont::of(vec![block(side)]) }.font().lacking("A");
    assert_eq!(lacking(1000, 16_000, 16_000), None);
    assert_eq!(lacking(1000, 16_001, 100), Some('A'));
    assert_eq!(lacking(1000, 100, 16_001), Some('A'));
    assert_eq!(lacking(16, 16, 32_767), Some('A'));
    assert_eq!(lacking(16_384, 16_384, i16::MIN), Some('A'), "its negative overflows");
}

#[test]
fn characters_mapped_to_missing_glyphs_are_lacking() {
    let font = TestFont { mapped: 70_000, ..TestFont::of(vec![block(500)]) }.font();
    assert_eq!(font.lacking("AB"), Some('B'));
    assert_eq!(font.width("AB"), 1.0);
    let empty = TestFont::of(vec![Vec::new()]).font();
    assert_eq!(empty.lacking("A"), Some('A'), "a letter has an outline");
}

#[test]
fn fonts_without_valid_metrics_are_refused() {
    let refused = |test_font: TestFont| Font::from_bytes(test_font.bytes()).unwrap_err();
    let valid = || TestFont::of(vec![block(500)]);
    assert_eq!(refused(TestFont { em: 0, ..valid() }), FontError::Damaged("head"));
    assert_eq!(refused(TestFont { line: (0, 0), ..valid() }), FontError::Damaged("hhea"));
    assert_eq!(refused(TestFont { line: (-800, 200), ..valid() }), FontError::Damaged("hhea"));
}

#[test]
fn fonts_without_heights_of_lines_use_others() {
    // In a box of 0 to 500, with an em of 1000: 20 of 40 pixels.
    let drawn = |line, os2| {
        let font = TestFont { line, os2, ..TestFont::of(vec![block(500)]) };
        let font = Font::from_bytes(font.bytes())?;
        Ok(font.letters(40.0).line("A").pixels().filter(|pixel| pixel.0[0] == 255).count())
    };
    let damaged = Err(FontError::Damaged("hhea"));
    for (line, os2, ink) in [
        ((800, -200), None, Ok(400)),
        ((800, -200), Some([0, 0, 0, 0]), Ok(400)),
        ((0, 0), Some([750, -250, 900, 300]), Ok(400)),
        ((0, 0), Some([0, 0, 900, 300]), Ok(400)),
        ((0, 0), Some([1000, 0, 0, 0]), Ok(400)),
        ((0, 0), Some([-5, 5, 0, 0]), damaged),
        ((0, 0), Some([0, 0, 0, 0]), damaged),
        ((0, 0), None, damaged),
    ] {
        assert_eq!(drawn(line, os2), ink, "{line:?} {os2:?}");
    }
}

#[test]
fn characters_that_are_never_drawn_need_no_glyph() {
    let font = TestFont::of(vec![block(500), block(300)]).font();
    for text in
        ["A\u{fe0f}B", "A\u{fe0e}B", "A\u{200d}B", "\u{200b}AB", "A\u{2060}\u{ad}B", "\u{feff}AB\u{e0100}"]
    {
        assert_eq!(font.lacking(text), None, "{text:?}");
        assert_eq!(font.letters(40.0).line(text), font.letters(40.0).line("AB"), "{text:?}");
        assert_eq!(font.line_run(text, 40.0).size, font.line_run("AB", 40.0).size, "{text:?}");
    }
    assert_eq!(font.line_run("\u{200b}", 40.0).glyphs, []);
    assert_eq!(font.lacking("A\u{20e3}"), Some('\u{20e3}'), "a mark is drawn");
}

/// Start and width of each run of ink columns, in a line of letters of 40 pixels.
#[cfg(feature = "shaping")]
fn blocks(font: &Font, text: &str) -> Vec<(u32, u32)> {
    let line = font.letters(40.0).line(text);
    let inked: Vec<u32> =
        (0..line.width()).filter(|x| (0..line.height()).any(|y| line.get_pixel(*x, y).0[0] > 127)).collect();
    let runs = inked.chunk_by(|one, next| one + 1 == *next);
    runs.map(|run| (run[0], run.len() as u32)).collect()
}

/// Letters are blocks of 20, 16, 12, 8 pixels in cells of 40.
#[test]
#[cfg(feature = "shaping")]
fn text_is_written_in_its_direction() {
    let sizes = [500, 400, 300, 200];
    let glyphs = || sizes.into_iter().map(block).collect();
    // Hebrew, Thaana and N'Ko.
    for first in ['א', 'ހ', 'ߊ'] {
        let letter = |index: u32| char::from_u32(u32::from(first) + index).unwrap();
        let font = TestFont { first, ..TestFont::of(glyphs()) }.font();
        let text = String::from_iter([letter(0), letter(1), letter(2), letter(3)]);
        assert_eq!(blocks(&font, &text), [(0, 8), (40, 12), (80, 16), (120, 20)], "{first:?}");
        assert_eq!(font.line_run(&text, 40.0).size.0, 160);
        assert_eq!(font.lacking(&text), None);
    }
    // Letters of scripts that are written from left to right stay as they are.
    let font = TestFont::of(glyphs()).font();
    assert_eq!(blocks(&font, "ABCD"), [(0, 20), (40, 16), (80, 12), (120, 8)]);
    assert_eq!(blocks(&font, "\u{202e}ABCD\u{202c}"), [(0, 8), (40, 12), (80, 16), (120, 20)], "overridden");
    assert_eq!(blocks(&font, "A\u{2067}BC\u{2069}D"), [(0, 20), (40, 16), (80, 12), (120, 8)], "isolated");
}

#[test]
fn a_mark_without_a_glyph_is_lacking() {
    let font = Font::default();
    let unless_shaped = |mark| if cfg!(feature = "shaping") { None } else { Some(mark) };
    assert_eq!(font.lacking("e\u{301}"), unless_shaped('\u{301}'));
    assert_eq!(font.lacking("q\u{302}ueens"), unless_shaped('\u{302}'));
    assert_eq!(font.lacking("שלום"), Some('ש'));
    assert_eq!(font.lacking("Damen \u{5b0}"), Some('\u{5b0}'));
}

#[test]
#[cfg(feature = "shaping")]
fn a_mark_stands_on_its_letter() {
    let font = Font::default();
    for (letter, mark) in [('q', '\u{302}'), ('x', '\u{30a}'), ('A', '\u{308}'), ('q', '\u{323}')] {
        let marked = String::from_iter([letter, mark]);
        let run = font.text_run(&marked, 400.0);
        let alone = font.text_run(&letter.to_string(), 400.0);
        assert_eq!(run.glyphs.len(), if letter == 'A' { 1 } else { 2 }, "{marked}");
        assert!(run.size.0.abs_diff(alone.size.0) < 20, "{marked}: {:?} {:?}", run.size, alone.size);
        let mask = font.mask(&run);
        let ink = mask.pixels().filter(|pixel| pixel.0[0] > 0).count();
        assert!(ink > font.mask(&alone).pixels().filter(|pixel| pixel.0[0] > 0).count(), "{marked}");
    }
}

#[test]
fn rounding_to_coarse_units_never_draws_outside_the_image() {
    for scale in [0.49, -0.49, 1.9, -1.9] {
        let font =
            TestFont { em: 16, advance: 16, ..TestFont::of(vec![block(13), of_parts(&[1], scale)]) }.font();
        for em in [9.0, 500.0] {
            assert!(font.letters(em).line("ABBA").width() > 0 && written(&font, "BAAB", em).width() > 0);
        }
    }
}

/// Heights of symbols are whole, and the ink of many of them is slightly higher.
#[test]
fn outlines_of_symbols_are_in_their_boxes() {
    for height in 32..800 {
        let height = height as f32 / 4.0;
        for character in ['♛', '♕'] {
            let (outline, (width, rows)) = symbol_outline(character, height);
            let points = outline.0.into_iter().filter_map(|segment| match segment {
                Segment::Move((x, y))
                | Segment::Line((x, y))
                | Segment::Quad(_, (x, y))
                | Segment::Cubic(.., (x, y)) => Some((x, y)),
                Segment::Close => None,
            });
            let points: Vec<(f32, f32)> = points.collect();
            let end = |along: fn(&(f32, f32)) -> f32| points.iter().map(along).fold(0.0, f32::max);
            let start = |along: fn(&(f32, f32)) -> f32| points.iter().map(along).fold(f32::MAX, f32::min);
            for (start, end, length) in
                [(start(|at| at.0), end(|at| at.0), width), (start(|at| at.1), end(|at| at.1), rows)]
            {
                assert!((-0.01..1.0).contains(&start), "{character} {height}: {start}");
                assert!(
                    (-0.01..=1.01).contains(&(length as f32 - end)),
                    "{character} {height}: {end} of {length}"
                );
            }
        }
    }
}

#[test]
fn lines_as_runs_and_as_pixels_have_the_same_box() {
    let font = Font::default();
    for em in [11.0, 17.3, 40.0] {
        for text in ["8", "h", "16", "Queens, Ågj"] {
            assert_eq!(font.line_run(text, em).size, font.letters(em).line(text).dimensions(), "{text}");
        }
    }
}
