//! Parses any bytes as a font: text in it has a bounded size, and is drawn as pixels and as outlines.
//!
//! `cargo +nightly fuzz run font` from the root of the repository. It finds little unless `fuzz/corpus/font/` has
//! a font of few letters, as `pyftsubset fonts/NotoSans-Regular.ttf --text='Qé8½'` makes it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use queenreel::board::Placement;
use queenreel::encode::{Compression, VectorText, write_png};
use queenreel::internals::draw::Painter;
use queenreel::internals::font::Font;
use queenreel::internals::page::{Page, PageError, PageStyle, PanelContent, Piece};
use queenreel::internals::vector::{PdfPage, PdfWriter, VectorOptions, write_svg};
use queenreel::record::BoardState;

/// Letters with and without accents, a mark that is placed, what coordinates need, and text from right to left.
const LETTERS: &str = "Queénsq\u{302} 0123456789½abcdÅABC♛\u{202e}Qu\u{202c}";

/// The largest extent of a glyph, in ems.
const MOST_EMS: f32 = 16.0;

fuzz_target!(|bytes: &[u8]| {
    let Ok(font) = Font::from_bytes(bytes.to_vec()) else { return };
    let title: String =
        LETTERS.chars().filter(|letter| font.lacking(&letter.to_string()).is_none()).collect();
    let letters = title.chars().count() as f32;
    let ems = font.width(&title);
    assert!((0.0..=letters * MOST_EMS).contains(&ems), "{ems} ems");
    for em in [0.5, 11.0, 40.0] {
        assert!(font.pixels(&title, em) as f32 <= letters * (MOST_EMS * em + 1.0));
        let (up, down) = font.reach(em);
        assert!(up.max(down) as f32 <= 2.0 * em + 1.0);
    }

    let placement: Placement = "2413".parse().expect("it is a solution");
    let size = placement.size();
    let style = PageStyle {
        width: Some(64),
        coordinates: font.lacking("abcd0123456789").is_none(),
        piece: title.chars().find(|letter| *letter != ' ').map(Piece::Character),
        panels: PanelContent { title: title.clone(), ..PanelContent::default() },
        font: font.clone(),
        ..PageStyle::default()
    };
    let mut page = match Page::of_board(size, &style) {
        Ok(page) => page,
        Err(PageError::NoGlyph(letter)) => panic!("'{letter}' is there"),
        // Letters may be too wide.
        Err(_) => return,
    };
    page.show_board(&BoardState::position(size, placement.queens()));
    write_png(Vec::new(), &Painter::new(&page).paint(&page), Compression::default())
        .expect("memory accepts everything");
    for text in [VectorText::Outlines, VectorText::Text] {
        let options = VectorOptions { text, title: title.clone(), ..VectorOptions::default() };
        write_svg(&mut Vec::new(), &page, &options).expect("memory accepts everything");
    }
    let about = PdfPage::new((page.width, page.height), None, 1, title.clone());
    let mut pdf = PdfWriter::new(Vec::new(), &page.font, &title).expect("memory accepts everything");
    pdf.page(&about, &page).expect("memory accepts everything");
    pdf.finish().expect("memory accepts everything");
});
