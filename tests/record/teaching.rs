//! Films that explain: every test with its reason.

use std::num::NonZeroU64;

use queenreel::Silent;
use queenreel::board::{Square, SquareNames, SquareSet};
use queenreel::encode::{EncodeOptions, Format};
use queenreel::film::{Camera, Film, FilmError, Sinks, begin_list};
use queenreel::internals::draw::canvas;
use queenreel::internals::export::{PictureList, Series};
use queenreel::internals::page::inks::State;
use queenreel::internals::page::{Page, PageStyle, Theme};
use queenreel::internals::picture::Rgb;
use queenreel::record::{
    Attack, BoardState, Detail, FilmFrame, Frame, Mark, Moment, Narrator, Recorder, Schedule, ScheduleOptions,
};
use queenreel::search::{Event, EventError};

use crate::common::decode::gif_frames;
use crate::common::films::{self, events, scheduled_frames};
use crate::common::known::{ALL, WHOLE_SEARCHES, size};
use crate::common::painting::BoardPainter;
use crate::common::pixels::{Pixels, distance_to_segment};
use crate::common::sample::{all_cases, sampled};

fn every_test() -> ScheduleOptions {
    ScheduleOptions { detail: Detail::Tests, max_frames: ALL, ..ScheduleOptions::default() }
}

fn frames(n: u64, solutions: u64) -> Vec<Frame> {
    scheduled_frames(n, || events(n, solutions), &every_test(), None).unwrap()
}

/// The colours of a painted picture.
fn colours(painter: &mut BoardPainter, frame: &Frame) -> Vec<Rgb> {
    Pixels::of(&painter.paint(frame)).colours
}

#[test]
fn every_test_placement_and_removal_has_a_frame() {
    for (n, tests, placements) in WHOLE_SEARCHES {
        assert_eq!(frames(n, ALL).len() as u64, 1 + tests + 2 * placements, "N = {n}");
    }
    assert_eq!(frames(8, 1).len(), 1 + 876 + 113 + 105);
}

#[test]
fn sampling_takes_tests_like_other_steps() {
    let options = |every, duration| {
        let every = NonZeroU64::new(every);
        ScheduleOptions { detail: Detail::Tests, every, duration, ..ScheduleOptions::default() }
    };
    for (every, seconds) in [(1, Some(7)), (10, None), (10, Some(3))] {
        let duration = seconds.map(std::time::Duration::from_secs);
        let schedule = Schedule::of(events(8, 1), &options(every, duration)).unwrap();
        let mut recorder = Recorder::new(size(8), &schedule, Narrator::of_unknown_search(size(8)));
        let shown = events(8, 1).filter_map(|event| recorder.push(event).unwrap().map(|_| ())).count();
        assert_eq!(Some(shown as u64 + 1), schedule.frames);
    }
}

#[test]
fn the_manifest_lists_tests_with_the_attacker_or_null() {
    let frames = frames(4, ALL);
    let mut text = Vec::new();
    let names = Series::Frames.names(frames.len() as u64);
    let manifest = begin_list(PictureList::Manifest, &mut text, &size(4).into(), SquareNames::Chess, names);
    let page = Page::of_board(size(4), &PageStyle::default()).unwrap();
    let mut camera = Camera::new(page, Sinks::new(manifest.unwrap()));
    for frame in &frames {
        camera.show(FilmFrame::of_search(frame, false), &mut Silent).unwrap();
    }
    camera.finish(&Silent).unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(&text).unwrap();
    let square = |square: Square| serde_json::json!({ "row": square.row, "column": square.column });
    let listed = manifest["frames"].as_array().unwrap().iter();
    let mut steps = listed.filter(|entry| entry["event"] != "start");
    for event in events(4, ALL) {
        match event {
            Event::Test { square: tested, attacker, .. } => {
                let entry = steps.next().unwrap();
                assert_eq!((&entry["event"], &entry["square"]), (&"test".into(), &square(tested)));
                assert_eq!(entry.get("attacker"), Some(&attacker.map_or(serde_json::Value::Null, square)));
            }
            Event::Place(placed) | Event::Remove(placed) => {
                let entry = steps.next().unwrap();
                assert_eq!((&entry["square"], entry.get("attacker")), (&square(placed), None));
            }
            _ => {}
        }
    }
    assert!(steps.next().is_none());
}

/// Whether a point of a square, in fractions of its side, should be drawn on.
type Place<'a> = &'a dyn Fn(f64, f64) -> bool;

/// The position of a point on a square, in fractions of its side.
fn on_square(square: Square, side: f64, (x, y): (f64, f64)) -> (f64, f64) {
    (x / side - f64::from(square.column - 1), y / side - f64::from(square.row - 1))
}

#[test]
fn an_arrow_leads_from_the_attacking_queen_to_the_tested_square_and_nowhere_else() {
    for (n, width) in [(4, 240), (5, 250), (6, 480)] {
        let style = PageStyle { width: Some(width), ..PageStyle::default() };
        let mut painter = BoardPainter::new(size(n), &style).unwrap();
        let ink = style.theme.inks().line;
        for frame in sampled(7, frames(n, ALL)) {
            let pixels = colours(&mut painter, &frame);
            let bare = {
                let mut frame = frame.clone();
                frame.board.attacks.clear();
                colours(&mut BoardPainter::new(size(n), &style).unwrap(), &frame)
            };
            let Moment::Test { square, attacker: Some(attacker), .. } = frame.moment else {
                assert!(pixels == bare, "only refused squares have a line");
                continue;
            };
            let side = f64::from(width) / n as f64;
            let centre = |square: Square| {
                ((f64::from(square.column) - 0.5) * side, (f64::from(square.row) - 0.5) * side)
            };
            let (from, to) = (centre(attacker), centre(square));
            let at = |way: f64| (from.0 + way * (to.0 - from.0), from.1 + way * (to.1 - from.1));
            let inked = |(x, y): (f64, f64)| pixels[y as usize * width as usize + x as usize] == ink;
            // From the edge or the corner of the attacker's square to the head at the cross.
            let length = (to.0 - from.0).hypot(to.1 - from.1);
            let is_diagonal = from.0 != to.0 && from.1 != to.1;
            let start = if is_diagonal { std::f64::consts::FRAC_1_SQRT_2 } else { 0.5 } * side / length;
            let (start, end) = (start + 1.5 / length, 1.0 - (0.35 * side + 2.0) / length);
            for step in 0..=200 {
                let way = start + (end - start) * f64::from(step) / 200.0;
                assert!(inked(at(way)), "{square:?} from {attacker:?} at {way}");
            }
            assert!(!inked(at(1.0 - 0.3 * side / length)), "the head ends before the cross");
            // The head is wider than the line.
            let beside = |way: f64| {
                let (x, y) = at(way);
                let (along_x, along_y) = ((to.0 - from.0) / length, (to.1 - from.1) / length);
                let off = 0.045 * side;
                [(x - along_y * off, y + along_x * off), (x + along_y * off, y - along_x * off)]
            };
            assert!(beside(1.0 - 0.48 * side / length).into_iter().all(inked), "the head of {square:?}");
            assert!(!beside(1.0 - 0.6 * side / length).into_iter().any(inked), "the shaft of {square:?}");
            // The attacker is between brackets.
            let (x, y) = (from.0 - side / 2.0, from.1 - side / 2.0);
            for corner in [(0.02, 0.1), (0.1, 0.02), (0.98, 0.1), (0.9, 0.02)] {
                for corner in [corner, (corner.0, 1.0 - corner.1)] {
                    assert!(inked((x + corner.0 * side, y + corner.1 * side)), "{attacker:?} at {corner:?}");
                }
            }
            for (index, (with, without)) in pixels.iter().zip(&bare).enumerate() {
                if with == without {
                    continue;
                }
                let (x, y) = (index % width as usize, index / width as usize);
                let point = (x as f64 + 0.5, y as f64 + 0.5);
                let off = distance_to_segment(point, from, to);
                let (x, y) = on_square(attacker, side, point);
                let is_corner = |x: f64| (-0.01..0.25).contains(&x) || (0.75..1.01).contains(&x);
                let is_edge = |x: f64| (-0.01..0.08).contains(&x) || (0.92..1.01).contains(&x);
                let is_bracket = is_corner(x) && is_corner(y) && (is_edge(x) || is_edge(y));
                assert!(
                    off < 0.08 * side + 1.5 || is_bracket,
                    "ink {off} pixels off the line, at {x}, {y} of {attacker:?}"
                );
            }
        }
    }
}

#[test]
fn refused_squares_have_crosses_and_safe_ones_rings() {
    let width = 480;
    let inks = Theme::default().inks();
    let style = PageStyle { width: Some(width), ..PageStyle::default() };
    for n in [4, 6] {
        let mut painter = BoardPainter::new(size(n), &style).unwrap();
        for frame in frames(n, ALL) {
            let pixels = colours(&mut painter, &frame);
            let side = f64::from(width) / n as f64;
            let tested = match frame.moment {
                Moment::Test { square, attacker, .. } => Some((square, attacker.is_none())),
                _ => None,
            };
            for square in size(n).squares().filter(|square| !frame.board.queens.contains(*square)) {
                let has = |ink: Rgb, (x, y): (f64, f64)| {
                    let (x, y) = (f64::from(square.column - 1) + x, f64::from(square.row - 1) + y);
                    pixels[(y * side) as usize * width as usize + (x * side) as usize] == ink
                };
                let crossed = [(0.38, 0.38), (0.62, 0.38), (0.38, 0.62), (0.62, 0.62), (0.5, 0.5)];
                let ringed = [(0.344, 0.344), (0.656, 0.344), (0.344, 0.656), (0.656, 0.656)];
                let has_cross = crossed.iter().all(|place| has(inks.cross, *place));
                let has_ring = ringed.iter().all(|place| has(inks.deep(State::Safe), *place));
                assert_eq!(has_cross, tested == Some((square, false)), "{square:?} {:?}", frame.moment);
                assert_eq!(has_ring, tested == Some((square, true)), "{square:?} {:?}", frame.moment);
            }
        }
    }
}

#[test]
fn a_tested_queen_is_drawn_with_a_mark_beside_it() {
    let square = Square::new(2, 2);
    let mut queens = SquareSet::empty(size(4));
    queens.insert(square);
    let inks = Theme::default().inks();
    let drawn = |mark: Option<Mark>| -> Vec<Rgb> {
        let mut painter =
            BoardPainter::new(size(4), &PageStyle { width: Some(480), ..PageStyle::default() }).unwrap();
        let marks = mark.map(|mark| (square, mark)).into_iter().collect();
        let scene = BoardState { queens: queens.clone(), marks, ..BoardState::empty(size(4)) };
        Pixels::of(&painter.paint_scene(&scene)).colours
    };
    let plain = drawn(None);
    // Next to a safe queen there is a ring at the upper right, and a queen in conflict is in brackets.
    let at_the_right = |x: f64, y: f64| x > 0.75 && y < 0.25;
    let in_corners = |x: f64, y: f64| (x - 0.5).abs().min((y - 0.5).abs()) > 0.25;
    let signs: [(Mark, Rgb, Place<'_>); 2] =
        [(Mark::Safe, inks.deep(State::Safe), &at_the_right), (Mark::Conflict, inks.line, &in_corners)];
    for (mark, ink, is_there) in signs {
        let seen = drawn(Some(mark));
        let queen = |pixels: &[Rgb]| -> Vec<bool> { pixels.iter().map(|seen| *seen == inks.ink).collect() };
        assert!(queen(&seen) == queen(&plain), "{mark:?}: the queen is whole");
        let added: Vec<usize> = (0..seen.len()).filter(|pixel| seen[*pixel] == ink).collect();
        assert!(added.len() > 40, "{mark:?}: {}", added.len());
        for pixel in added {
            let point = ((pixel % 480) as f64 + 0.5, (pixel / 480) as f64 + 0.5);
            let (x, y) = on_square(square, 120.0, point);
            assert!(
                (0.0..1.0).contains(&x) && (0.0..1.0).contains(&y) && is_there(x, y),
                "{mark:?}: {x}, {y}"
            );
        }
    }
}

#[test]
fn every_frame_of_the_gif_is_the_painters_picture() {
    for (n, solutions, width, attacks) in
        [(4, ALL, 203, false), (4, ALL, 203, true), (6, 1, 240, false), (8, 1, 160, true)]
    {
        let style = PageStyle { width: Some(width), attacks, ..PageStyle::default() };
        let mut bytes = Vec::new();
        let page = Page::of_board(size(n), &style).unwrap();
        let gif = Format::Gif.open(&mut bytes, &canvas(&page), &EncodeOptions::default()).unwrap();
        let schedule = Schedule::of(events(n, solutions), &every_test()).unwrap();
        let recorder = Recorder::new(size(n), &schedule, Narrator::of_unknown_search(size(n)));
        films::film(recorder, page, gif, events(n, solutions)).unwrap();
        let mut decoded = gif_frames(&bytes);
        for (number, frame) in frames(n, solutions).into_iter().enumerate() {
            let shown = decoded.next().unwrap();
            if !all_cases() && number % 7 > 0 {
                continue;
            }
            // A new painter each time: earlier frames must not matter.
            let expected = colours(&mut BoardPainter::new(size(n), &style).unwrap(), &frame);
            let same = shown.buffer().pixels().zip(&expected).all(|(seen, colour)| seen.0[..3] == colour.0);
            assert!(same, "N = {n}: {:?}", frame.moment);
        }
        assert!(decoded.next().is_none());
    }
}

#[test]
fn tests_of_a_custom_solver_make_frames_with_detail_tests() {
    let mut film = Film::builder(size(4)).detail(Detail::Tests).write_to(Vec::new()).unwrap();
    let (queen, attacked, free) = (Square::new(1, 1), Square::new(3, 3), Square::new(3, 2));
    film.test(queen, None).unwrap();
    film.place(queen).unwrap();
    film.test(attacked, Some(queen)).unwrap();
    for attacker in [free, attacked, Square::new(9, 9)] {
        let refusal = film.test(attacked, Some(attacker));
        assert!(
            matches!(refusal, Err(FilmError::Event(EventError::NoAttack { square, .. })) if square == attacked)
        );
    }
    assert!(matches!(film.test(free, Some(queen)), Err(FilmError::Event(EventError::NoAttack { .. }))));
    let beyond = film.test(Square::new(5, 1), None);
    assert!(matches!(beyond, Err(FilmError::Event(EventError::OffBoard { .. }))));
    film.test(free, None).unwrap();
    let (gif, summary) = film.finish().unwrap();
    assert_eq!(summary.frames, 5);
    // The last frame: the queen, the mark of the safe square, and no attack.
    let mut scene = BoardState::empty(size(4));
    scene.queens.insert(queen);
    scene.marks.push((free, Mark::Safe));
    let expected = Pixels::painted_scene(&scene, &PageStyle::default()).colours;
    let last = gif_frames(&gif).last().unwrap();
    assert!(last.buffer().pixels().zip(&expected).all(|(seen, colour)| seen.0[..3] == colour.0));
    assert_eq!(last.buffer().pixels().len(), expected.len());
}

/// Whether the line of an attack passes over the middle of a square.
fn is_between(attack: Attack, square: Square) -> bool {
    let place = |square: Square| (i32::from(square.row), i32::from(square.column));
    let [from, at, to] = [attack.from(), square, attack.to()].map(place);
    let is_on_line = (at.0 - from.0) * (to.1 - from.1) == (at.1 - from.1) * (to.0 - from.0);
    let between = |one: i32, part: i32, other: i32| (one.min(other)..=one.max(other)).contains(&part);
    is_on_line && between(from.0, at.0, to.0) && between(from.1, at.1, to.1) && ![from, to].contains(&at)
}

#[test]
fn dots_are_on_the_attacked_squares_without_a_queen_and_nowhere_else() {
    for name in ["classic", "dark", "colour-blind"] {
        let theme = Theme::named(name).unwrap();
        let inks = theme.inks();
        let plain = PageStyle { width: Some(243), theme, ..PageStyle::default() };
        let dotted = PageStyle { attacks: true, ..plain.clone() };
        let mut dotted = BoardPainter::new(size(6), &dotted).unwrap();
        let mut plain = BoardPainter::new(size(6), &plain).unwrap();
        for frame in frames(6, 1) {
            let (with, without) = (colours(&mut dotted, &frame), colours(&mut plain, &frame));
            let differing = |square: Square| {
                let line = |line: u8| usize::from(line) * 243 / 6;
                let rows = line(square.row - 1)..line(square.row);
                let mut places = rows
                    .flat_map(|y| (line(square.column - 1)..line(square.column)).map(move |x| y * 243 + x));
                places.any(|index| with[index] != without[index])
            };
            for square in size(6).squares() {
                let queens = &frame.board.queens;
                // A solution is shown on a clear board.
                let is_solved = matches!(frame.moment, Moment::Solution { .. });
                let attacked = !is_solved && !queens.contains(square) && queens.attackers(square) > 0;
                // The refused square has the colour of its state.
                let refused = frame.board.mark_at(square) == Some(Mark::Conflict);
                assert_eq!(differing(square), attacked && !refused, "{square:?} {:?}", frame.moment);
                // Attacked squares have one tone, with a dot in the middle unless a line crosses it.
                let edge = |line: u8| usize::from(line) * 243 / 6;
                let line = |line: u8| usize::midpoint(edge(line - 1), edge(line));
                // Squares are 40 or 41 pixels wide.
                let around = |at: usize| at - 1..=at + 1;
                let mut rows = around(line(square.row)).map(|y| y * 243);
                let has_dot = rows.any(|y| around(y + line(square.column)).any(|at| with[at] == inks.dot));
                let crossed = frame.board.attacks.iter().any(|attack| is_between(*attack, square));
                let expected = attacked && !refused && !crossed;
                assert_eq!(has_dot, expected, "{name}, {square:?} {:?}", frame.moment);
                // Away from lines along rows, columns and diagonals.
                let paper = with[(edge(square.row - 1) + 10) * 243 + edge(square.column - 1) + 3];
                assert_eq!(paper == inks.attacked, attacked && !refused, "{name}, {square:?}");
            }
        }
    }
}

#[test]
fn heat_maps_have_no_dots() {
    let theme = Theme::named("heatmap").unwrap();
    let plain = PageStyle { width: Some(240), theme, ..PageStyle::default() };
    let dotted = PageStyle { attacks: true, ..plain.clone() };
    let [mut plain, mut dotted] = [plain, dotted].map(|style| BoardPainter::new(size(5), &style).unwrap());
    for frame in frames(5, 1) {
        assert!(colours(&mut plain, &frame) == colours(&mut dotted, &frame));
    }
}
