//! The highlighted line is the one that has just run.

use queenreel::internals::page::inks::State;
use queenreel::internals::page::{PageStyle, Theme};
use queenreel::internals::picture::Rect;
use queenreel::record::{Detail, Frame};
use queenreel::search::Order;

use super::style::{empty, style};
use crate::common::known::size;
use crate::common::painting::BoardPainter;
use crate::common::pixels::{Pixels, holds};
use crate::common::sample::sampled;
use crate::common::search_oracle::{Kind, SearchSpec, Truth, truths};

const LINES: usize = 10;

/// The state in whose colours the line of a step is highlighted.
fn state(truth: &Truth) -> State {
    match truth.kind {
        Kind::Start | Kind::Place => State::Placed,
        Kind::Test if truth.caption.contains("is refused") => State::Conflict,
        Kind::Test => State::Safe,
        Kind::Solution => State::Solution,
        Kind::Remove => State::Removed,
        Kind::DeadEnd => State::Conflict,
    }
}

/// The area of the highlighted line and its state, found by their colours.
fn lit(picture: &Pixels, theme: &Theme, board: Rect) -> Option<(Rect, State)> {
    let inks = theme.inks();
    let colours = State::ALL.map(|state| inks.lit(state));
    // In a single pass, since pages are large.
    let mut seen = None;
    let band = picture.bounds(|x, y, colour| {
        let state = colours.iter().position(|lit| *lit == colour).filter(|_| !holds(board, x, y));
        if let Some(state) = state {
            assert_eq!(*seen.get_or_insert(state), state, "one line is highlighted, in one colour");
        }
        state.is_some()
    })?;
    let state = State::ALL[seen?];
    // The line begins with the bar, which has the same height.
    let (bar_colour, rows) = (inks.bar(state), band.y..band.bottom());
    let before = band.x.saturating_sub(20)..band.x;
    let is_bar = |x, y, colour| before.contains(&x) && rows.contains(&y) && colour == bar_colour;
    let bar = picture.bounds(is_bar)?;
    assert_eq!((bar.y, bar.height), (band.y, band.height), "the bar is as high as the band");
    assert_eq!(bar.right(), band.x, "the bar begins it");
    Some((bar.with(band), state))
}

#[test]
fn only_the_line_of_the_step_is_highlighted_in_the_colour_of_its_outcome() {
    let cases = [
        (Order::Columns, Detail::Tests, "16:9"),
        (Order::Rows, Detail::Tests, "1:1"),
        (Order::Columns, Detail::Steps, "540x1080"),
    ];
    for (order, detail, page) in sampled(3, cases) {
        let spec = SearchSpec { order, detail, ..SearchSpec::whole(4) };
        for (names, theme) in [("code", "classic"), ("title caption counters code tree", "dark")] {
            let style = PageStyle { theme: Theme::named(theme).unwrap(), ..style(spec, names, page) };
            let dark = Pixels::painted(&empty(spec), &style);
            let board = BoardPainter::new(size(4), &style).unwrap().board(size(4));
            assert_eq!(lit(&dark, &style.theme, board), None);
            // From the top: one line below the other, all of the same width.
            let band = |line| {
                let frame = Frame { listing_line: Some(line), ..empty(spec) };
                lit(&Pixels::painted(&frame, &style), &style.theme, board).unwrap().0
            };
            let bands: Vec<Rect> = (0..LINES).map(band).collect();
            for pair in bands.windows(2) {
                assert_eq!((pair[0].bottom(), pair[0].x), (pair[1].y, pair[1].x));
                assert!(pair[0].width == pair[1].width && pair[0].height.abs_diff(pair[1].height) <= 1);
            }
            let mut painter = BoardPainter::new(size(4), &style).unwrap();
            for (frame, truth) in spec.frames().iter().zip(truths(spec)) {
                let seen = Pixels::of(&painter.paint(frame));
                let lit = lit(&seen, &style.theme, board);
                let expected = (bands[truth.kind.line()], state(&truth));
                assert_eq!(lit, Some(expected), "{order:?}, {names}: {}", truth.caption);
            }
        }
    }
}

#[test]
fn highlighted_lines_describe_their_steps() {
    let narrator = SearchSpec::whole(4).narrator();
    let lines: Vec<&str> = narrator.listing.as_ref().unwrap().lines().map(str::trim).collect();
    assert_eq!(lines.len(), LINES);
    for (kind, says) in [
        (Kind::Start, "search(column):"),
        (Kind::Test, "if no queen attacks the square:"),
        (Kind::Place, "put a queen there"),
        (Kind::Solution, "a solution!"),
        (Kind::Remove, "take the queen away"),
    ] {
        assert_eq!(lines[kind.line()], says);
    }
}
