//! Captions fit on one line of their pages.

use queenreel::board::SquareNames;
use queenreel::internals::font::Font;
use queenreel::internals::page::scene::Id;
use queenreel::internals::page::{CaptionSpace, Page, PageStyle, PanelContent};
use queenreel::record::{Caption, CaptionText, FilmFrame, Narrator};
use queenreel::search::{Algorithm, Order};

use super::super::style::{panels, style};
use crate::common::known::size;
use crate::common::search_oracle::SearchSpec;
use crate::common::shown::{ShownText, texts};

#[test]
fn sentences_of_every_caption_fit_on_one_line_of_a_lecture() {
    // On slides, and on the square and upright pages of short videos; in the article from 480 pixels on.
    let font = Font::default();
    for n in [1, 2, 8, 12] {
        for names in [SquareNames::Chess, SquareNames::Numbers] {
            let narrator =
                Narrator::new(size(n), Some(Algorithm::Backtracking), Order::Columns, Some(14_200));
            let caption = CaptionSpace::of(&narrator, names, CaptionText::default());
            let captions: Vec<Caption> = narrator.wide_captions().collect();
            for page in ["1920x1080", "1280x720", "1080x1080", "1080x1920", "720x720"] {
                let panels = PanelContent { caption: Some(caption.clone()), ..lecture(n) };
                let style =
                    PageStyle { page: page.parse().ok(), panels, coordinates: true, ..PageStyle::default() };
                let page = Page::of_board(size(n), &style).unwrap();
                let lines = caption_lines(&page);
                for caption in &captions {
                    let words = caption.text(size(n), names);
                    for (phrase, line) in [(words.fact, lines[0]), (words.reason, lines[1])] {
                        assert!(fits(&font, line, &phrase.short), "{n}, {page:?}: {} is cut", phrase.short);
                    }
                }
            }
        }
    }
}

/// The panels of a lecture except its caption.
fn lecture(n: u64) -> PanelContent {
    let n = n.min(8);
    PanelContent {
        caption: None,
        ..panels(SearchSpec { solutions: 1, ..SearchSpec::whole(n) }, "counters code tree")
    }
}

/// The lines of a page's caption: fact and reason. They come first; apart from the numbers of counters, no other
/// lines are empty before the first frame.
fn caption_lines(page: &Page) -> Vec<ShownText<'_>> {
    texts(page).into_iter().filter(|line| line.text.content.is_empty()).take(2).collect()
}

/// Whether a text fits in a line.
fn fits(font: &Font, line: ShownText<'_>, text: &str) -> bool {
    let style = line.text.style;
    assert_eq!((line.text.left, line.text.width), (0, line.area.width), "the text has all of its line");
    font.weight(style.weight).pixels(text, style.em) <= line.area.width
}

#[test]
fn captions_are_shown_in_the_longest_form_that_fits() {
    let font = Font::default();
    for page in ["1920x1080", "1080x1080", "1080x1920", "600x640"] {
        let spec = SearchSpec::whole(5);
        let style = style(spec, "caption counters", page);
        let mut page = Page::of_board(size(5), &style).unwrap();
        let lines: Vec<Id> = caption_lines(&page).into_iter().map(|line| line.id).collect();
        for frame in spec.frames() {
            page.show(&FilmFrame::of_search(&frame, false));
            let CaptionText { fact, reason } = frame.caption.text(size(5), SquareNames::Chess);
            for (index, phrase) in [fact, reason].into_iter().enumerate() {
                let line = texts(&page).into_iter().find(|line| line.id == lines[index]).unwrap();
                let shown = &line.text.content;
                let fits = |text: &str| fits(&font, line, text);
                let expected = if fits(&phrase.long) { &phrase.long } else { &phrase.short };
                assert!(fits(shown) && shown == expected, "{page:?}: {shown}, not {expected}");
            }
        }
    }
}
