//! Captions fit on one line of their pages.

use queenreel::board::SquareNames;
use queenreel::font::Font;
use queenreel::page::slot::TextSlot;
use queenreel::page::{CaptionRoom, Page, PageStyle, PanelContent};
use queenreel::record::{Caption, Narrator, Shot, Words};
use queenreel::search::{Algorithm, Order};

use super::super::style::{panels, style};
use crate::common::known::size;
use crate::common::search_oracle::SearchSpec;

#[test]
fn sentences_of_every_caption_fit_on_one_line_of_a_lecture() {
    // On slides, and on the square and high pages of short videos; in the article from 480 pixels on.
    let font = Font::default();
    for n in [1, 2, 8, 12] {
        for names in [SquareNames::Chess, SquareNames::Numbers] {
            let narrator =
                Narrator::new(size(n), Some(Algorithm::Backtracking), Order::Columns, Some(14_200));
            let caption = CaptionRoom::of(&narrator, names, Words::default());
            let captions: Vec<Caption> = narrator.wide_captions().collect();
            for page in ["1920x1080", "1280x720", "1080x1080", "1080x1920", "720x720"] {
                let panels = PanelContent { caption: Some(caption.clone()), ..lecture(n) };
                let style =
                    PageStyle { page: page.parse().ok(), panels, coordinates: true, ..PageStyle::default() };
                let page = Page::of_board(size(n), &style).unwrap();
                let lines = caption_slots(&page);
                for caption in &captions {
                    let words = caption.words(size(n), names);
                    for (phrase, slot) in [(words.fact, lines[0]), (words.reason, lines[1])] {
                        let text = &slot.style;
                        let width = font.weight(text.weight).pixels(&phrase.short, text.em);
                        assert!(width <= slot.area.width, "{n}, {page:?}: {} is cut", phrase.short);
                    }
                }
            }
        }
    }
}

/// The panels of a lecture but its caption.
fn lecture(n: u64) -> PanelContent {
    let n = n.min(8);
    PanelContent {
        caption: None,
        ..panels(SearchSpec { solutions: 1, ..SearchSpec::whole(n) }, "counters code tree")
    }
}

/// The slots of a page's caption: fact and reason. They are the only ones without a text before the
/// first frame beside the numbers of counters, and come first.
fn caption_slots(page: &Page) -> Vec<&TextSlot> {
    page.layers.texts.iter().filter(|(_, text)| text.text.is_empty()).map(|(slot, _)| slot).take(2).collect()
}

#[test]
fn captions_are_shown_in_the_longest_form_that_fits() {
    let font = Font::default();
    for page in ["1920x1080", "1080x1080", "1080x1920", "600x640"] {
        let spec = SearchSpec::whole(5);
        let style = style(spec, "caption counters", page);
        let mut page = Page::of_board(size(5), &style).unwrap();
        let slots: Vec<TextSlot> = caption_slots(&page).into_iter().cloned().collect();
        let first = page.layers.texts.iter().position(|(_, text)| text.text.is_empty()).unwrap();
        for frame in spec.frames() {
            page.show(&Shot::of_search(&frame, false));
            let Words { fact, reason } = frame.caption.words(size(5), SquareNames::Chess);
            for (index, phrase) in [fact, reason].into_iter().enumerate() {
                let (slot, shown) = (&slots[index], &page.layers.texts.get(first + index).1.text);
                let fits = |text: &str| {
                    font.weight(slot.style.weight).pixels(text, slot.style.em) <= slot.area.width
                };
                let expected = if fits(&phrase.long) { &phrase.long } else { &phrase.short };
                assert!(fits(shown) && shown == expected, "{page:?}: {shown}, not {expected}");
            }
        }
    }
}
