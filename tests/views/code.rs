//! The highlighted line is the one that has just run.

use queenreel::page::Theme;
use queenreel::picture::Rect;
use queenreel::record::{Detail, Frame};
use queenreel::search::Order;

use super::oracle::{Kind, SearchSpec, truths};
use super::style::{empty, style};
use crate::common::known::size;
use crate::common::painting::BoardPainter;
use crate::common::pixels::{Pixels, holds};

/// The lines of the algorithm, counted from 0, in the order in which they are printed.
const fn line(kind: Kind) -> usize {
    match kind {
        Kind::Start => 0,
        Kind::Test => 2,
        Kind::Place => 3,
        Kind::Solution => 5,
        Kind::Remove => 8,
        Kind::DeadEnd => 9,
    }
}

const LINES: usize = 10;

/// The area of the highlighted line, found by its colours.
fn lit(picture: &Pixels, theme: &Theme, board: Rect) -> Option<Rect> {
    let light = theme.page.covered(theme.placed, 0.4);
    let band = picture.bounds(|x, y, colour| colour == light && !holds(board, x, y))?;
    let bar = picture.bounds(|x, y, colour| colour == theme.placed && !holds(board, x, y))?;
    assert_eq!((bar.y, bar.height), (band.y, band.height), "the bar is as high as the band");
    assert_eq!(bar.right(), band.x, "the bar begins it");
    Some(bar.with(band))
}

#[test]
fn only_the_line_of_the_step_is_highlighted() {
    for (order, detail, page) in [
        (Order::Columns, Detail::Tests, "16:9"),
        (Order::Rows, Detail::Tests, "1:1"),
        (Order::Columns, Detail::Steps, "500x1000"),
    ] {
        let spec = SearchSpec { order, detail, ..SearchSpec::whole(4) };
        for names in ["code", "title caption counters code tree"] {
            let style = style(spec, names, page);
            let dark = Pixels::painted(&empty(spec), &style);
            let board = dark.board(&style.theme);
            assert_eq!(lit(&dark, &style.theme, board), None);
            // From the top: a line below the other, all of one width.
            let bands: Vec<Rect> = (0..LINES)
                .map(|line| {
                    let frame = Frame { listing_line: Some(line), ..empty(spec) };
                    lit(&Pixels::painted(&frame, &style), &style.theme, board).unwrap()
                })
                .collect();
            for pair in bands.windows(2) {
                assert_eq!((pair[0].bottom(), pair[0].x), (pair[1].y, pair[1].x));
                assert!(pair[0].width == pair[1].width && pair[0].height.abs_diff(pair[1].height) <= 1);
            }
            let mut painter = BoardPainter::new(size(4), &style).unwrap();
            for (frame, truth) in spec.frames().iter().zip(truths(spec)) {
                let seen = Pixels::of(&painter.paint(frame));
                let band = lit(&seen, &style.theme, board);
                assert_eq!(band, Some(bands[line(truth.kind)]), "{order:?}, {names}: {}", truth.caption);
            }
        }
    }
}

#[test]
fn highlighted_lines_describe_their_steps() {
    let words = [
        (Kind::Start, "search(column):"),
        (Kind::Test, "if no queen attacks the square:"),
        (Kind::Place, "put a queen there"),
        (Kind::Solution, "a solution!"),
        (Kind::Remove, "take the queen away"),
    ];
    let narrator = SearchSpec::whole(4).narrator();
    let lines: Vec<&str> = narrator.listing().unwrap().lines().map(str::trim).collect();
    assert_eq!(lines.len(), LINES);
    for (kind, says) in words {
        assert_eq!(lines[line(kind)], says);
    }
}
