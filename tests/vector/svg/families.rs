//! `--svg-text --font`: family and face of the given font.

use std::fs;

use roxmltree::Document;

use crate::common::sandbox::{Sandbox, repository_file};
use crate::common::table::words;

/// A record of a `name` table: platform, encoding, language, name number, and its bytes.
type Record = (u16, u16, u16, u16, Vec<u8>);

fn windows(number: u16, text: &str) -> Record {
    (3, 1, 0x409, number, utf_16(text))
}

fn macintosh(number: u16, bytes: &[u8]) -> Record {
    (1, 0, 0, number, bytes.to_vec())
}

fn utf_16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_be_bytes).collect()
}

fn name_table(records: &[Record]) -> Vec<u8> {
    let (mut head, mut texts) = (Vec::new(), Vec::new());
    head.extend([0, records.len() as u16, 6 + 12 * records.len() as u16]);
    for (platform, encoding, language, number, bytes) in records {
        head.extend([*platform, *encoding, *language, *number, bytes.len() as u16, texts.len() as u16]);
        texts.extend(bytes);
    }
    [head.into_iter().flat_map(u16::to_be_bytes).collect(), texts].concat()
}

/// Noto Sans with one table replaced.
fn font(tag: &str, table: &[u8]) -> Vec<u8> {
    let mut font = fs::read(repository_file("fonts/NotoSans-Regular.ttf")).unwrap();
    let record = font.windows(4).position(|part| part == tag.as_bytes()).unwrap();
    let place = [font.len() as u32, table.len() as u32].map(u32::to_be_bytes).concat();
    font[record + 8..record + 16].copy_from_slice(&place);
    font.extend(table);
    font
}

/// An OS/2 table with this weight, width and flags.
fn os2(weight: u16, width: u16, selection: u16) -> Vec<u8> {
    let mut table = vec![0; 96];
    for (offset, value) in [(4, weight), (6, width), (62, selection)] {
        table[offset..offset + 2].copy_from_slice(&value.to_be_bytes());
    }
    font("OS/2", &table)
}

/// The font attributes of all texts of an SVG with this font.
fn texts(sandbox: &Sandbox, command: &str, names: [&str; 4]) -> Vec<[Option<String>; 4]> {
    let output = "--svg-text --font font.ttf -o file.svg --force --quiet";
    sandbox.succeed(&words(&format!("{command} {output}")));
    let svg = String::from_utf8(sandbox.read("file.svg")).unwrap();
    let document = Document::parse(&svg).unwrap();
    let texts = document.descendants().filter(|one| one.has_tag_name("text"));
    texts.map(|text| names.map(|name| text.attribute(name).map(str::to_owned))).collect()
}

/// The families in an attribute, parsed by the rules of CSS.
fn families(attribute: &str) -> Vec<String> {
    let (mut families, mut letters) = (vec![String::new()], attribute.chars());
    let mut is_quoted = false;
    while let Some(letter) = letters.next() {
        match letter {
            '\'' => is_quoted = !is_quoted,
            '\\' => families.last_mut().unwrap().push(letters.next().unwrap()),
            ',' if !is_quoted => families.push(String::new()),
            letter => {
                assert!(is_quoted || letter.is_ascii_lowercase() || letter == '-', "{attribute}");
                families.last_mut().unwrap().push(letter);
            }
        }
    }
    assert!(!is_quoted, "{attribute}");
    families
}

#[test]
fn every_text_names_the_family_of_the_font() {
    let sandbox = Sandbox::new();
    sandbox.write("font.ttf", font("name", &name_table(&[windows(1, "Alpha Beta")])));
    for command in [
        "search 4 --view article",
        "search 4 --view lecture",
        "search 4 --view article --select 2",
        "race 4 eager marking",
        "gallery 4 --title Both --labels number",
        "sheet 4",
        "board 2413 --coordinates",
    ] {
        let texts = texts(&sandbox, command, ["font-family"; 4]);
        assert!(!texts.is_empty(), "{command}");
        for [family, ..] in texts {
            assert_eq!(families(&family.unwrap()), ["Alpha Beta", "sans-serif"], "{command}");
        }
    }
}

#[test]
fn the_family_is_read_as_other_programs_read_it() {
    let long = "n".repeat(0x7ff0);
    let broken = (3, 1, 0x409, 16, vec![0xd8, 0x00, 0x00, 0x41]);
    let beyond = [&name_table(&[windows(1, "Beyond")])[..14], &[0xff; 4]].concat();
    let quotes = r#"It's "one" \ <b>&amp;]]>"#;
    let cases: [(Vec<u8>, &str); 20] = [
        (name_table(&[windows(1, "Old Name"), windows(16, "New Name")]), "New Name"),
        (name_table(&[windows(16, "New Name"), windows(1, "Old Name")]), "New Name"),
        (name_table(&[windows(2, "Bold"), windows(4, "Full Name"), windows(1, "Alpha")]), "Alpha"),
        (name_table(&[macintosh(1, b"Mac Only")]), "Mac Only"),
        (name_table(&[macintosh(1, b"Caf\x8e \xa5")]), "Café •"),
        (name_table(&[macintosh(16, b"Family of Mac"), windows(1, "Alpha")]), "Family of Mac"),
        (name_table(&[macintosh(1, b"Mac"), windows(1, "Windows")]), "Windows"),
        (name_table(&[(0, 3, 0, 1, utf_16("Unicode"))]), "Unicode"),
        (name_table(&[(3, 0, 0x409, 1, utf_16("Symbols"))]), "Symbols"),
        (name_table(&[(3, 10, 0x409, 1, utf_16("Emoji 😀 源ノ角"))]), "Emoji 😀 源ノ角"),
        (name_table(&[(3, 1, 0x407, 1, utf_16("Deutsch")), windows(1, "English")]), "English"),
        (name_table(&[(3, 1, 0x411, 1, utf_16("日本語"))]), "日本語"),
        (name_table(&[windows(1, quotes)]), quotes),
        (name_table(&[windows(1, "\u{1}A\0\n\tB\u{85}\u{7f} ")]), "AB"),
        (name_table(&[windows(1, &long)]), "Noto Sans"),
        (name_table(&[windows(1, " \u{3} ")]), "Noto Sans"),
        (name_table(&[broken, windows(1, "Whole")]), "Whole"),
        (beyond, "Noto Sans"),
        (vec![0, 0, 0xff], "Noto Sans"),
        (Vec::new(), "Noto Sans"),
    ];
    let sandbox = Sandbox::new();
    for (table, expected) in cases {
        sandbox.write("font.ttf", font("name", &table));
        for [family, ..] in texts(&sandbox, "board 2413 --coordinates", ["font-family"; 4]) {
            let family = family.unwrap();
            assert_eq!(families(&family), [expected, "sans-serif"], "{family}");
        }
    }
}

#[test]
fn texts_have_the_weight_and_the_width_of_the_font() {
    const ITALIC: u16 = 1;
    const OBLIQUE: u16 = 0x200;
    let sandbox = Sandbox::new();
    let noto = |name: &str| fs::read(repository_file("fonts").join(name)).unwrap();
    for (font, light, heavy, width, style) in [
        (noto("NotoSans-Regular.ttf"), None, "700", None, None),
        (noto("NotoSans-Bold.ttf"), Some("700"), "700", None, None),
        (os2(300, 5, 0), Some("300"), "700", None, None),
        (os2(900, 5, ITALIC), Some("900"), "900", None, Some("italic")),
        (os2(400, 3, OBLIQUE), None, "700", Some("condensed"), Some("italic")),
        (os2(400, 9, 0), None, "700", Some("ultra-expanded"), None),
        // Invalid values.
        (os2(0, 0, 0), None, "700", None, None),
        (os2(5000, 10, 0), None, "700", None, None),
        (self::font("OS/2", b"short"), None, "700", None, None),
    ] {
        sandbox.write("font.ttf", font);
        let names = ["font-family", "font-weight", "font-stretch", "font-style"];
        let texts = texts(&sandbox, "search 4 --view article --select 2", names);
        let face = |weight: Option<&str>| {
            [Some("'Noto Sans',sans-serif"), weight, width, style].map(|one| one.map(str::to_owned))
        };
        let (light, heavy) = (face(light), face(Some(heavy)));
        assert!(texts.contains(&light) && texts.contains(&heavy), "{texts:?}");
        assert!(texts.iter().all(|text| *text == light || *text == heavy), "{texts:?}");
    }
}
