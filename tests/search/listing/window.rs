//! Source files of any length next to the board: a window that follows the current line.

use queenreel::film::View;
use queenreel::internals::font::{Font, Weight};
use queenreel::internals::limits::MAX_SOURCE_BYTES;
use queenreel::internals::page::shape::Text;
use queenreel::internals::page::{Page, PageStyle, PanelContent};
use queenreel::record::{BoardState, FilmFrame, Frame};
use queenreel::search::{Algorithm, Listing, SourceError};

use crate::common::known::size;
use crate::common::pages::Subject;
use crate::common::shown::{ShownCode, code_lines};

const LINES: usize = 200;

/// A program with indented, empty and very long lines.
fn source() -> String {
    let line = |number: usize| match number % 10 {
        0 => String::new(),
        3 => format!("        call_{number}(row, column)"),
        7 => format!("\tresult_{number} = {}", "a_very_long_name + ".repeat(12)),
        _ => format!("step_{number}()"),
    };
    (1..=LINES).map(|number| line(number) + "\n").collect()
}

fn page(subject: &Subject, view: View, listing: &Listing, (width, height): (u32, u32)) -> Page {
    let style = subject.style(view, "");
    let panels = PanelContent { code: Some(listing.clone()), ..style.panels };
    let page = Some(format!("{width}x{height}").parse().unwrap());
    let style = PageStyle { panels, page, coordinates: true, ..style };
    Page::of_board(size(subject.n), &style).unwrap_or_else(|error| panic!("{width}x{height}: {error}"))
}

/// Shows a frame in which this line runs.
fn light(page: &mut Page, n: u64, line: Option<usize>) {
    let frame = Frame { listing_line: line, ..Frame::still(BoardState::empty(size(n))) };
    page.show(&FilmFrame::of_search(&frame, false));
}

/// The numbers of the lines that are shown, and those that are lit.
fn shown(page: &Page) -> (Vec<usize>, Vec<usize>) {
    let number = |line: &ShownCode<'_>| line.number.unwrap().content.parse::<usize>().unwrap();
    let lines = code_lines(page);
    for line in &lines {
        assert_eq!(line.bar.is_some(), line.is_lit, "lit lines have a bar, and no others");
    }
    (lines.iter().map(number).collect(), lines.iter().filter(|line| line.is_lit).map(number).collect())
}

/// The code that is shown, line by line.
fn code(page: &Page) -> Vec<String> {
    code_lines(page).iter().map(ShownCode::text).collect()
}

/// Pages with this shorter side: wide, square and upright.
fn pages(short: u32) -> [(u32, u32); 3] {
    let long = (short * 16).div_ceil(9);
    [(long, short), (short, short), (short, long)]
}

#[test]
fn the_line_that_runs_is_in_a_window_that_is_mostly_still() {
    let subject = Subject::new(5, Algorithm::Backtracking, 1, 60);
    let listing = Listing::of_source(source().as_bytes()).unwrap();
    let font = Font::default();
    for short in [480, 720, 1080, 2160] {
        for (canvas, view) in
            pages(short).into_iter().flat_map(|page| [(page, View::Plain), (page, View::Article)])
        {
            let mut page = page(&subject, view, &listing, canvas);
            light(&mut page, 5, None);
            let (first, lit) = shown(&page);
            assert!(lit.is_empty());
            assert_eq!(first, (1..=first.len()).collect::<Vec<_>>(), "{canvas:?}: at the top");
            assert!(first.len() >= 9, "{canvas:?}, {view:?}: {} lines", first.len());
            let (mut before, mut moves) = (first, 0);
            for line in 0..LINES {
                light(&mut page, 5, Some(line));
                let (numbers, lit) = shown(&page);
                assert_eq!(lit, [line + 1], "{canvas:?}");
                assert!(numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{numbers:?}");
                let place = numbers.iter().position(|number| *number == line + 1).unwrap();
                let is_near_end = |distance: usize, end: bool| distance >= 1 || end;
                assert!(is_near_end(place, numbers[0] == 1), "{canvas:?}: a line above {line}");
                let below = numbers.len() - 1 - place;
                assert!(
                    is_near_end(below, numbers.last() == Some(&LINES)),
                    "{canvas:?}: a line below {line}"
                );
                moves += usize::from(numbers != before);
                before = numbers;
            }
            assert!(
                moves <= 1 + 2 * LINES / before.len() + LINES / before.len(),
                "{canvas:?}: {moves} moves"
            );
            light(&mut page, 5, None);
            assert_eq!(shown(&page), (before.clone(), vec![]), "it stays where it was");
            for line in code_lines(&page) {
                let ems = line.runs.iter().chain(&line.number).map(|text| text.style.em);
                assert!(ems.clone().all(|em| em >= 11.0), "{canvas:?}: {:?}", ems.collect::<Vec<_>>());
                let width = |text: &Text| font.weight(text.style.weight).pixels(&text.content, text.style.em);
                let width: u32 = line.runs.iter().map(|run| width(run)).sum();
                let left = line.left().unwrap_or_default();
                assert!(left + width <= line.area.width, "{canvas:?}: {:?}", line.text());
                assert!(line.runs.iter().all(|run| run.style.weight == Weight::Regular));
            }
        }
    }
}

#[test]
fn long_lines_are_cut_with_a_sign() {
    let subject = Subject::new(5, Algorithm::Backtracking, 1, 60);
    let listing = Listing::of_source(source().as_bytes()).unwrap();
    let mut page = page(&subject, View::Plain, &listing, (1280, 720));
    light(&mut page, 5, None);
    let texts = code(&page);
    assert_eq!(texts[0], "step_1()");
    assert_eq!(texts[2], "call_3(row, column)");
    assert!(texts[6].starts_with("result_7 = a_very_long_name + a_"), "{}", texts[6]);
    assert!(texts[6].ends_with('…') && texts[6].len() < 80, "{}", texts[6]);
    assert_eq!(texts[9], "");
    // Eight spaces are two levels, a tab is one.
    let lines = code_lines(&page);
    let left = |line: usize| lines[line].left().unwrap();
    let (level, two) = (left(6) - left(0), left(2) - left(0));
    assert!(level > 0 && two.abs_diff(2 * level) <= 1, "{level}, {two}");
}

#[test]
fn characters_that_the_font_lacks_have_a_sign() {
    let subject = Subject::new(5, Algorithm::Backtracking, 1, 60);
    let listing = Listing::of_source("if ok:  # 皇后\n    place()\u{c}\n".as_bytes()).unwrap();
    let mut page = page(&subject, View::Plain, &listing, (1280, 720));
    light(&mut page, 5, Some(0));
    let texts = code(&page);
    assert_eq!(texts, ["if ok:  # \u{fffd}\u{fffd}", "place()"]);
    let runs: Vec<usize> = code_lines(&page).iter().map(|line| line.runs.len()).collect();
    assert_eq!(runs, [1, 1], "no keyword is bold");
}

#[test]
fn source_text_is_read_with_its_lines_and_columns() {
    let lines = |source: &str| {
        let listing = Listing::of_source(source.as_bytes()).unwrap();
        listing.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(lines("a\tb\n\tc  \r\n  \td\t\r\n\nabcd\te"), ["a   b", "    c", "    d", "", "abcd    e"]);
    assert_eq!(lines("\u{feff}first\n"), ["first"]);
    let error = |source: &[u8]| Listing::of_source(source).unwrap_err();
    for empty in ["", "\n", " \n\t\r\n", "\u{feff}"] {
        assert_eq!(error(empty.as_bytes()), SourceError::Empty, "{empty:?}");
    }
    assert_eq!(error(b"one\ntwo \xff\n"), SourceError::NotUtf8 { line: 2, byte: 5 });
    assert_eq!(error(b"\xe4"), SourceError::NotUtf8 { line: 1, byte: 1 });
    assert_eq!(error("a\nbcä".as_bytes().split_last().unwrap().1), SourceError::NotUtf8 { line: 2, byte: 3 });
    assert_eq!(error(&vec![b'a'; MAX_SOURCE_BYTES + 1]), SourceError::TooLarge);
    assert!(Listing::of_source(&vec![b'a'; MAX_SOURCE_BYTES]).is_ok());
    assert_eq!(error("a\n".repeat(100_001).as_bytes()), SourceError::TooLarge);
    assert_eq!(lines(&"a\n".repeat(100_000)).len(), 100_000);
}

#[test]
fn long_code_in_the_header_of_a_log_has_a_window_too() {
    let subject = Subject::new(5, Algorithm::Backtracking, 1, 60);
    let listing = Listing::new((1..=100).map(|number| (None, format!("for each step {number}"))));
    let mut page = page(&subject, View::Lecture, &listing, (854, 480));
    light(&mut page, 5, None);
    let first = code(&page);
    assert!((9..100).contains(&first.len()) && first[0] == "for each step 1", "{first:?}");
    light(&mut page, 5, Some(99));
    assert_eq!(code(&page).last().map(String::as_str), Some("for each step 100"));
}
