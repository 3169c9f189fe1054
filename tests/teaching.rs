//! Films that explain: every test with its reason.

use std::num::NonZeroU64;

use queenreel::board::{Square, SquareSet};
use queenreel::draw::canvas;
use queenreel::encode::{EncodeOptions, Format};
use queenreel::export::{PictureList, Series};
use queenreel::film::{Film, FilmError};
use queenreel::page::{BoardStyle, Page, Theme};
use queenreel::picture::Rgb;
use queenreel::record::{
    Detail, Frame, Mark, Moment, Narrator, Recorder, Scene, Schedule, ScheduleOptions, Shot,
};
use queenreel::search::{Event, EventError};

use crate::common::decode::gif_frames;
use crate::common::films::{self, events, scheduled_frames};
use crate::common::known::{ALL, WHOLE_SEARCHES, size};
use crate::common::painting::BoardPainter;
use crate::common::pixels::{Pixels, distance_to_segment};

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
    let mut manifest = PictureList::Manifest.begin(&mut text, size(4), names).unwrap();
    for frame in &frames {
        manifest.add(&Shot::of_search(frame, false)).unwrap();
    }
    manifest.finish().unwrap();
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

#[test]
fn a_line_leads_from_the_attacking_queen_to_the_tested_square_and_nowhere_else() {
    for (n, width) in [(4, 240), (5, 250), (6, 480)] {
        let style = BoardStyle { width: Some(width), ..BoardStyle::default() };
        let mut painter = BoardPainter::new(size(n), &style).unwrap();
        let ink = style.theme.queen;
        for frame in frames(n, ALL) {
            let pixels = colours(&mut painter, &frame);
            let bare = {
                let mut frame = frame.clone();
                frame.scene.attack = None;
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
            for step in 0..=200 {
                let way = f64::from(step) / 200.0;
                let (x, y) = (from.0 + way * (to.0 - from.0), from.1 + way * (to.1 - from.1));
                assert_eq!(pixels[y as usize * width as usize + x as usize], ink, "{square:?} at {way}");
            }
            for (index, (with, without)) in pixels.iter().zip(&bare).enumerate() {
                if with == without {
                    continue;
                }
                let (x, y) = (index % width as usize, index / width as usize);
                let off = distance_to_segment((x as f64 + 0.5, y as f64 + 0.5), from, to);
                assert!(off < 0.03 * side + 2.5, "ink {off} pixels off the line");
            }
        }
    }
}

#[test]
fn refused_squares_have_crosses_and_safe_ones_rings() {
    let width = 480;
    let theme = Theme::default();
    let style = BoardStyle { width: Some(width), ..BoardStyle::default() };
    for n in [4, 6] {
        let mut painter = BoardPainter::new(size(n), &style).unwrap();
        for frame in frames(n, ALL) {
            let pixels = colours(&mut painter, &frame);
            let side = f64::from(width) / n as f64;
            let tested = match frame.moment {
                Moment::Test { square, attacker, .. } => Some((square, attacker.is_none())),
                _ => None,
            };
            for square in size(n).squares().filter(|square| !frame.scene.queens.contains(*square)) {
                let inked = |x: f64, y: f64| {
                    let (x, y) = (f64::from(square.column - 1) + x, f64::from(square.row - 1) + y);
                    pixels[(y * side) as usize * width as usize + (x * side) as usize] == theme.queen
                };
                let crossed = [(0.34, 0.34), (0.66, 0.34), (0.34, 0.66), (0.66, 0.66)];
                // On the circle, away from the line of an attack.
                let ringed = [(0.36, 0.27), (0.64, 0.27), (0.36, 0.73), (0.64, 0.73)];
                let all = |places: [(f64, f64); 4]| places.iter().all(|(x, y)| inked(*x, *y));
                assert_eq!(all(crossed), tested == Some((square, false)), "{square:?} {:?}", frame.moment);
                assert_eq!(all(ringed), tested == Some((square, true)), "{square:?} {:?}", frame.moment);
            }
        }
    }
}

#[test]
fn a_tested_queen_is_drawn_with_a_small_mark_beside_it() {
    let square = Square::new(2, 2);
    let queens = [square].into_iter().fold(SquareSet::empty(size(4)), |mut queens, queen| {
        queens.insert(queen);
        queens
    });
    let ink = Theme::default().queen;
    let inked = |mark: Option<Mark>| -> Vec<bool> {
        let mut painter =
            BoardPainter::new(size(4), &BoardStyle { width: Some(480), ..BoardStyle::default() }).unwrap();
        let marks = mark.map(|mark| (square, mark)).into_iter().collect();
        let scene = Scene { queens: queens.clone(), marks, ..Scene::empty(size(4)) };
        let picture = painter.paint_scene(&scene);
        Pixels::of(&picture).colours.into_iter().map(|colour| colour == ink).collect()
    };
    let plain = inked(None);
    let signs = [Mark::Safe, Mark::Conflict].map(|mark| inked(Some(mark)));
    assert_ne!(signs[0], signs[1]);
    for sign in signs {
        let added: Vec<usize> = (0..plain.len()).filter(|pixel| sign[*pixel] != plain[*pixel]).collect();
        assert!(!added.is_empty());
        for pixel in added {
            let (x, y) = (pixel % 480 - 120, pixel / 480 - 120);
            assert!(x < 40 && y > 80, "beside the foot of the queen, not over it: {x}, {y}");
        }
    }
}

#[test]
fn every_frame_of_the_gif_is_the_painters_picture() {
    for (n, solutions, width, attacks) in
        [(4, ALL, 203, false), (4, ALL, 203, true), (6, 1, 240, false), (8, 1, 160, true)]
    {
        let style = BoardStyle { width: Some(width), attacks, ..BoardStyle::default() };
        let mut bytes = Vec::new();
        let page = Page::of_board(size(n), &style).unwrap();
        let gif = Format::Gif.open(&mut bytes, &canvas(&page), &EncodeOptions::default()).unwrap();
        let schedule = Schedule::of(events(n, solutions), &every_test()).unwrap();
        let recorder = Recorder::new(size(n), &schedule, Narrator::of_unknown_search(size(n)));
        films::film(recorder, page, gif, events(n, solutions)).unwrap();
        let mut decoded = gif_frames(&bytes);
        for frame in frames(n, solutions) {
            let shown = decoded.next().unwrap();
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
    let mut scene = Scene::empty(size(4));
    scene.queens.insert(queen);
    scene.marks.push((free, Mark::Safe));
    let expected = Pixels::painted_scene(&scene, &BoardStyle::default()).colours;
    let last = gif_frames(&gif).last().unwrap();
    assert!(last.buffer().pixels().zip(&expected).all(|(seen, colour)| seen.0[..3] == colour.0));
    assert_eq!(last.buffer().pixels().len(), expected.len());
}

#[test]
fn dots_are_on_the_attacked_squares_without_a_queen_and_nowhere_else() {
    for name in ["classic", "dark", "colour-blind"] {
        let theme = Theme::named(name).unwrap();
        let plain = BoardStyle { width: Some(243), theme, ..BoardStyle::default() };
        let dotted = BoardStyle { attacks: true, ..plain.clone() };
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
                let queens = &frame.scene.queens;
                let attacked = !queens.contains(square) && queens.attackers(square) > 0;
                // Squares under a cross or a line are skipped.
                let hidden =
                    frame.scene.mark_at(square) == Some(Mark::Conflict) || frame.scene.attack.is_some();
                assert!(
                    differing(square) == attacked || (attacked && hidden),
                    "{square:?} {:?}",
                    frame.moment
                );
            }
        }
    }
}

#[test]
fn heat_maps_have_no_dots() {
    let theme = Theme::named("heatmap").unwrap();
    let plain = BoardStyle { width: Some(240), theme, ..BoardStyle::default() };
    let dotted = BoardStyle { attacks: true, ..plain.clone() };
    let [mut plain, mut dotted] = [plain, dotted].map(|style| BoardPainter::new(size(5), &style).unwrap());
    for frame in frames(5, 1) {
        assert!(colours(&mut plain, &frame) == colours(&mut dotted, &frame));
    }
}
