//! The writer of presentations, tested separately.

use std::io;

use queenreel::internals::slides::Deck;

use crate::common::closing::Closing;
use crate::common::decks::{COLOURS, Content, bytes, read, slide, write};

#[test]
fn slides_have_their_titles_notes_pictures_and_times() {
    let [orange, green, blue] = COLOURS;
    let slides: [Content<'_>; 3] = [
        ("Start", "Two lines\nof notes", "An orange area", orange, None),
        ("Step 2", "", "A green area", green, Some(1500)),
        ("End", "Last", "A blue area", blue, Some(u64::MAX / 2)),
    ];
    let Some((deck, pngs)) = read(&bytes((160, 90), "Three colours", &slides)) else { return };
    assert_eq!((deck.title.as_str(), deck.size), ("Three colours", [12_192_000, 6_858_000]));
    assert_eq!(deck.layouts, ["Title Only"]);
    assert_eq!(deck.slides.len(), 3);
    for ((read, png), (title, notes, alt, colour, _)) in deck.slides.iter().zip(&pngs).zip(&slides) {
        assert_eq!((&*read.title, &*read.notes, &*read.alt), (*title, *notes, *alt));
        assert_eq!(read.picture, [0, 0, 12_192_000, 6_858_000]);
        assert!(read.click);
        assert!(png.dimensions() == (160, 90) && png.pixels().all(|pixel| pixel.0 == *colour));
    }
    let times: Vec<_> = deck.slides.iter().map(|slide| slide.advance).collect();
    assert_eq!(times, [None, Some(1500), Some(u32::MAX.into())]);
}

#[test]
fn slides_have_the_ratio_of_the_pictures() {
    let sizes = [
        ((320, 240), [9_144_000, 6_858_000]),
        ((90, 160), [6_858_000, 12_192_000]),
        ((100, 100), [12_192_000, 12_192_000]),
        ((300, 10), [27_432_000, 914_400]),
    ];
    for (pixels, size) in sizes {
        let Some((deck, _)) = read(&bytes(pixels, "", &[("", "", "", COLOURS[0], None)])) else { return };
        assert_eq!((deck.size, deck.slides[0].picture), (size, [0, 0, size[0], size[1]]), "{pixels:?}");
    }
}

#[test]
fn a_picture_that_several_slides_show_is_stored_once() {
    let [orange, green, _] = COLOURS;
    let slides = [orange, orange, green, orange].map(|colour| ("Title", "Notes", "Alt", colour, None));
    let Some((deck, pngs)) = read(&bytes((16, 9), "", &slides)) else { return };
    let media: Vec<_> = deck.slides.iter().map(|slide| slide.media.as_str()).collect();
    let [first, second] = ["/ppt/media/image1.png", "/ppt/media/image2.png"];
    assert_eq!(media, [first, first, second, first]);
    assert_eq!(pngs[3].get_pixel(0, 0).0, orange);
    assert_eq!(pngs[2].get_pixel(0, 0).0, green);
}

#[test]
fn any_text_is_kept_and_what_xml_forbids_is_replaced() {
    let long = "dead end ".repeat(1200);
    let texts = [
        ("</p:sp></p:spTree>", "</p:sp></p:spTree>"),
        ("]]> & \" ' < >", "]]> & \" ' < >"),
        ("a\u{0}b\u{7}c\u{1b}[0m\u{fffe}\u{ffff}", "a\u{fffd}b\u{fffd}c\u{fffd}[0m\u{fffd}\u{fffd}"),
        ("👑 ĉ \u{202e}abc", "👑 ĉ \u{202e}abc"),
        (long.as_str(), long.as_str()),
    ];
    let slides = texts.map(|(text, _)| (text, text, text, COLOURS[0], None));
    let Some((deck, _)) = read(&bytes((16, 9), texts[0].0, &slides)) else { return };
    assert_eq!(deck.title, texts[0].1);
    for (slide, (_, text)) in deck.slides.iter().zip(texts) {
        assert_eq!((&*slide.title, &*slide.notes, &*slide.alt), (text, text, text));
    }
}

#[test]
fn a_deck_without_slides_and_a_deck_of_many_are_whole() {
    let Some((deck, _)) = read(&bytes((16, 9), "Empty", &[])) else { return };
    assert!(deck.slides.is_empty());
    let titles: Vec<String> = (1..=1000).map(|number| format!("Slide {number}")).collect();
    let slides: Vec<Content<'_>> =
        titles.iter().map(|title| (title.as_str(), "", "", COLOURS[0], None)).collect();
    let (deck, _) = read(&bytes((16, 9), "Many", &slides)).unwrap();
    assert!(deck.slides.iter().map(|slide| &slide.title).eq(&titles));
}

#[test]
fn a_fault_is_reported_and_nothing_is_written_after_it() {
    let slides = COLOURS.map(|colour| ("Title", "Notes", "Alt", colour, None));
    let whole = bytes((16, 9), "Deck", &slides);
    for room in [0, 1, whole.len() / 2, whole.len() - 1] {
        let mut written = Vec::new();
        let error = write((16, 9), "Deck", &slides, Closing(room, &mut written)).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::BrokenPipe, "{error}");
        assert!(whole.starts_with(&written), "{room}");
    }
}

#[test]
fn a_deck_that_is_given_up_or_too_short_is_not_completed() {
    let directory_end = b"PK\x05\x06";
    let mut out = Vec::new();
    drop(Deck::new(&mut out, slide((16, 9)), "Deck", 1).unwrap());
    assert!(!out.is_empty() && !out.windows(4).any(|bytes| bytes == directory_end));
    let deck = Deck::new(io::sink(), slide((16, 9)), "Deck", 1).unwrap();
    let error = deck.finish().unwrap_err();
    assert!(error.to_string().contains("1 slides has 0"), "{error}");
}
