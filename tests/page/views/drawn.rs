//! Pictures show their frames, independent of earlier ones.

use std::collections::{BTreeSet, HashMap};

use queenreel::internals::page::{PageStyle, Theme};
use queenreel::internals::picture::{Rect, Rgb};
use queenreel::record::{Counter, Detail, Frame, Moment};
use queenreel::search::Order;

use super::style::{empty, style};
use crate::common::known::size;
use crate::common::painting::BoardPainter;
use crate::common::pixels::{Pixels, holds};
use crate::common::sample::{all_cases, sampled};
use crate::common::search_oracle::{COUNTERS, SearchSpec};

const EVERYTHING: &str = "title caption counters code tree";

/// Asserts for a whole film that each picture equals that of a new painter, and the previous picture with the
/// reported changes.
fn assert_no_trace(spec: SearchSpec, style: &PageStyle, frames: &[Frame]) {
    let mut painter = BoardPainter::new(size(spec.n), style).unwrap();
    let mut shown: Vec<u8> = Vec::new();
    for (number, frame) in frames.iter().enumerate() {
        let picture = painter.paint(frame);
        let width = picture.canvas.width as usize;
        shown.resize(picture.pixels.len(), u8::MAX);
        for Rect { x, y, width: columns, height } in picture.changes.iter().map(|change| change.area) {
            for row in y..y + height {
                let start = row as usize * width + x as usize;
                let part = start..start + columns as usize;
                shown[part.clone()].copy_from_slice(&picture.pixels[part]);
            }
        }
        assert!(shown == picture.pixels, "{spec:?}, step {}: a change that is not reported", frame.step);
        for (index, change) in picture.changes.iter().enumerate() {
            let apart = picture.changes[index + 1..].iter().all(|other| !other.area.overlaps(change.area));
            assert!(apart && change.area.pixels() > 0, "{spec:?}: {:?}", picture.changes);
        }
        // Each of these needs a new painter.
        let is_compared = all_cases() || number % 7 == 0 || number + 1 == frames.len();
        let seen = Pixels::of(&picture);
        assert!(!is_compared || seen == Pixels::painted(frame, style), "{spec:?}, step {}", frame.step);
    }
}

#[test]
fn pictures_do_not_depend_on_earlier_frames() {
    let by_columns = SearchSpec::whole(4);
    let by_rows = SearchSpec { order: Order::Rows, detail: Detail::Steps, ..by_columns };
    let cases = [
        (by_columns, "16:9"),
        (by_columns, "540x1080"),
        (by_rows, "1:1"),
        (SearchSpec { n: 5, every: 5, ..by_columns }, "1024x768"),
        (SearchSpec { n: 6, every: 17, ..by_columns }, "16:9"),
    ];
    for (spec, page) in sampled(2, cases) {
        let style = PageStyle { attacks: true, ..style(spec, EVERYTHING, page) };
        assert_no_trace(spec, &style, &spec.frames());
    }
}

#[test]
fn frames_may_be_shown_in_any_order() {
    let spec = SearchSpec::whole(4);
    let style = style(spec, EVERYTHING, "800x600");
    let mut frames = spec.frames();
    frames.reverse();
    assert_no_trace(spec, &style, &frames);
    let leaps: Vec<Frame> = (0..40).map(|index| frames[index * 37 % frames.len()].clone()).collect();
    assert_no_trace(spec, &style, &leaps);
}

#[test]
fn equal_captions_have_equal_pixels_and_different_ones_do_not() {
    for (n, page) in sampled(3, [(4, "16:9"), (5, "500x700"), (5, "500x900")]) {
        let spec = SearchSpec::whole(n);
        let style = style(spec, "caption", page);
        let blank = Pixels::painted(&empty(spec), &style);
        let board = BoardPainter::new(size(n), &style).unwrap().board(size(n));
        let mut painter = BoardPainter::new(size(n), &style).unwrap();
        let painted = |frame| (spec.caption(&frame), Pixels::of(&painter.paint(&frame)));
        let pictures: Vec<(String, Pixels)> = spec.frames().into_iter().map(painted).collect();
        let area = Rect::around(pictures.iter().filter_map(|(_, picture)| picture.difference(&blank, board)));
        let area = area.expect("captions are written beside the board");
        assert!(!area.overlaps(board));
        let mut known: HashMap<&str, Vec<Rgb>> = HashMap::new();
        for (caption, picture) in &pictures {
            let seen = picture.part(area);
            assert!(known.entry(caption).or_insert_with(|| seen.clone()) == &seen, "{caption}");
        }
        let looks: BTreeSet<Vec<[u8; 3]>> = known.values().map(|look| bytes(look)).collect();
        assert_eq!(looks.len(), known.len(), "no two captions look alike");
        assert!(known.len() > 30);
    }
}

fn bytes(colours: &[Rgb]) -> Vec<[u8; 3]> {
    colours.iter().map(|colour| colour.0).collect()
}

/// A frame with one counter at a value and all others at 0.
fn counting(spec: SearchSpec, counter: Counter, value: u64) -> Frame {
    let mut frame = empty(spec);
    let tally = &mut frame.tally;
    match counter {
        Counter::Step => frame.step = value,
        Counter::Tests => tally.tests = value,
        Counter::Placements => tally.placements = value,
        Counter::Backtracks => tally.backtracks = value,
        Counter::Solutions => tally.solutions = value,
        Counter::Boards => tally.boards = value,
        Counter::Moves => tally.moves = value,
        Counter::Pruned => tally.pruned = value,
        Counter::Depth => {
            frame.board.size.squares().take(value as usize).for_each(|square| {
                frame.board.queens.insert(square);
            });
        }
    }
    frame
}

/// The bounding box of each counter's last digits, found by counting up.
fn digits(spec: SearchSpec, style: &PageStyle, counter: Counter, most: u64, but_for: Rect) -> Rect {
    let zero = Pixels::painted(&counting(spec, counter, 0), style);
    let differing = (1..=most).filter_map(|value| {
        Pixels::painted(&counting(spec, counter, value), style).difference(&zero, but_for)
    });
    Rect::around(differing).unwrap()
}

#[test]
fn every_counter_shows_its_number() {
    let cases = [
        (SearchSpec::whole(4), "16:9"),
        (SearchSpec { every: 3, ..SearchSpec::whole(5) }, "600x800"),
        (SearchSpec { every: 11, ..SearchSpec::whole(6) }, "1:1"),
    ];
    for (spec, page) in sampled(3, cases) {
        let style = style(spec, "counters", page);
        let board = BoardPainter::new(size(spec.n), &style).unwrap().board(size(spec.n));
        // All counters are read by comparison with the first at each number. Numbers are left-aligned, in cells
        // as wide as three digits.
        let wide = digits(spec, &style, Counter::Step, 12, board);
        let (narrow, most) = (digits(spec, &style, Counter::Step, spec.n, board), spec.n);
        let cells = COUNTERS.map(|counter| {
            let seen = digits(spec, &style, counter, most, board);
            assert_eq!((seen.width, seen.height), (narrow.width, narrow.height), "{counter:?}");
            let (x, y) = (seen.x + wide.x - narrow.x, seen.y + wide.y - narrow.y);
            Rect { x, y, width: 2 * wide.width, height: wide.height }
        });
        let mut templates: HashMap<u64, Vec<Rgb>> = HashMap::new();
        let mut template = |value| {
            let painted = || Pixels::painted(&counting(spec, Counter::Step, value), &style).part(cells[0]);
            templates.entry(value).or_insert_with(painted).clone()
        };
        let mut painter = BoardPainter::new(size(spec.n), &style).unwrap();
        for frame in spec.frames() {
            let seen = Pixels::of(&painter.paint(&frame));
            for (counter, cell) in COUNTERS.into_iter().zip(cells) {
                let value = counter.value(&frame);
                assert!(seen.part(cell) == template(value), "{counter:?} does not show {value}");
            }
        }
        let looks: BTreeSet<Vec<[u8; 3]>> = templates.values().map(|look| bytes(look)).collect();
        assert!(templates.len() > 20 && looks.len() == templates.len(), "no two numbers look alike");
    }
}

#[test]
fn the_board_is_the_same_with_panels_beside_it() {
    let spec = SearchSpec { n: 5, solutions: 2, ..SearchSpec::whole(5) };
    // A pixel where a line and its casing end has the nearest colour of the palette.
    for (name, most) in [("classic", 0), ("dark", 0), ("heatmap", 20)] {
        let theme = Theme::named(name).unwrap();
        let bare = PageStyle { width: Some(505), theme, attacks: true, ..PageStyle::default() };
        let panels = style(spec, EVERYTHING, "16:9").panels;
        let full = PageStyle { panels, ..bare.clone() };
        let mut bare = BoardPainter::new(size(5), &bare).unwrap();
        let mut full = BoardPainter::new(size(5), &full).unwrap();
        let mut place = None;
        // Without captions, dead ends are not marked.
        let is_step = |frame: &Frame| !matches!(frame.moment, Moment::DeadEnd { .. });
        for frame in spec.frames().into_iter().filter(is_step) {
            let (alone, seen) = (Pixels::of(&bare.paint(&frame)), Pixels::of(&full.paint(&frame)));
            let place = *place.get_or_insert_with(|| corner_of(&alone, &seen));
            let area = Rect { x: place.0, y: place.1, width: 505, height: 505 };
            let part = seen.part(area);
            let differing = part.iter().zip(&alone.colours).filter(|(one, other)| one != other).count();
            assert!(differing <= most, "{name}, step {}: {differing} pixels", frame.step);
            assert!(holds(Rect { x: 0, y: 0, width: seen.width, height: seen.height }, place.0, place.1));
        }
    }
}

/// The position of a picture within another.
fn corner_of(part: &Pixels, whole: &Pixels) -> (u32, u32) {
    let row = &part.colours[..part.width as usize];
    let corners =
        (0..whole.height - part.height).flat_map(|y| (0..whole.width - part.width).map(move |x| (x, y)));
    let starts_row = |(x, y): &(u32, u32)| {
        let start = (y * whole.width + x) as usize;
        &whole.colours[start..start + row.len()] == row
    };
    let (width, height) = (part.width, part.height);
    let is_here = |(x, y): &(u32, u32)| whole.part(Rect { x: *x, y: *y, width, height }) == part.colours;
    corners.filter(starts_row).find(is_here).expect("the board is somewhere on the page")
}
