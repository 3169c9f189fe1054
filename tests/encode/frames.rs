//! Films as iterators of pictures.

#[path = "../../examples/frames.rs"]
mod example;

use std::cell::Cell;
use std::fs;
use std::rc::Rc;
use std::time::Duration;

use image::{Frame, Frames, ImageError};
use queenreel::encode::{EncodeOptions, Format, Motion};
use queenreel::film::{Film, FilmBuilder, FilmOptions, Source, View};
use queenreel::search::{Algorithm, Event, Order};

use crate::common::decode::gif_frames;
use crate::common::known::size;
use crate::common::sample::sampled;

fn source(n: u64, solutions: Option<u64>) -> Source<'static> {
    Source::algorithm(size(n), Algorithm::Backtracking, Order::Columns, 1, solutions)
}

fn time(frame: &Frame) -> Duration {
    frame.delay().into()
}

#[test]
fn frames_are_those_of_the_gif() {
    let soft = EncodeOptions { motion: Some(Motion::Soft), ..EncodeOptions::default() };
    let moving = FilmOptions { encode: soft, ..FilmOptions::default() };
    let second = Duration::from_secs(1);
    let films: [(FilmBuilder, Source<'_>); 4] = [
        (Film::builder(size(6)), source(6, None)),
        (Film::builder(size(4)).view(View::Lecture).canvas(800, 450), source(4, Some(2))),
        (FilmBuilder::with_options(size(4), moving).delay(second), source(4, Some(1))),
        (Film::builder(size(5)).title("Five").intro(second).outro(second).every(3), source(5, Some(1))),
    ];
    for (number, (builder, source)) in sampled(2, films.into_iter().enumerate()) {
        let (gif, summary) = builder.clone().film(&source, Vec::new()).unwrap();
        let frames = Frames::new(Box::new(builder.frames(&source).unwrap())).collect_frames().unwrap();
        assert_eq!(frames.len() as u64, summary.pictures, "film {number}");
        let mut begins = [Duration::ZERO; 2];
        let mut decoded = gif_frames(&gif);
        for (index, frame) in frames.iter().enumerate() {
            let written = decoded.next().unwrap();
            assert!(written.buffer() == frame.buffer(), "picture {index} of film {number}");
            // A GIF counts hundredths of a second.
            assert!(begins[0].abs_diff(begins[1]) <= Duration::from_millis(10), "{begins:?}");
            begins = [begins[0] + time(frame), begins[1] + time(&written)];
        }
        assert!(decoded.next().is_none());
    }
}

#[test]
fn the_example_writes_them_at_half_their_size() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("half.gif");
    example::film_to(&path).unwrap();
    let written: Vec<Frame> = gif_frames(&fs::read(path).unwrap()).collect();
    let frames = Film::builder(size(6)).frames(&source(6, Some(1))).unwrap();
    assert_eq!(written.len(), frames.count());
    assert!(written.iter().all(|frame| frame.buffer().dimensions() == (240, 240)));
}

#[test]
fn a_format_without_pictures_in_a_row_is_an_error() {
    for format in Format::drawn() {
        let frames = Film::builder(size(4)).format(format).frames(&source(4, Some(1))).map(Iterator::count);
        match frames {
            Ok(pictures) => assert!(format.is_animation() && pictures >= 13, "{format}: {pictures}"),
            Err(error) => {
                assert!(!format.is_animation() && error.to_string().contains("not an animation"), "{error}");
            }
        }
    }
}

/// An iterator of events that counts them.
fn counting(events: Rc<Cell<u64>>) -> impl Iterator<Item = Event> {
    let walk = Algorithm::Backtracking.events(size(6), Order::Columns, 1);
    walk.inspect(move |_| events.set(events.get() + 1))
}

#[test]
fn a_step_is_filmed_when_its_picture_is_asked_for() {
    let events = Rc::new(Cell::new(0));
    let counted = events.clone();
    let source = Source::from_fn(size(6), move || counting(counted.clone()));
    let mut frames = Film::builder(size(6)).frames(&source).unwrap();
    let before = events.get();
    let mut last = before;
    for _ in 0..20 {
        frames.next().unwrap().unwrap();
        assert!(events.get() - last < 12, "{}", events.get() - last);
        last = events.get();
    }
    assert!(last > before);
}

#[test]
fn errors_end_the_pictures() {
    let impossible = || [(1, 1), (1, 1)].map(|square| Event::place(square.into())).into_iter();
    let source = Source::iter(size(4), impossible());
    assert!(Film::builder(size(4)).frames(&source).is_err(), "found by the look-ahead");
    // A search different from the one of the look-ahead.
    let walks = Rc::new(Cell::new(0));
    let source = Source::from_fn(size(4), move || {
        walks.set(walks.get() + 1);
        let second = if walks.get() > 1 { (1, 1) } else { (3, 2) };
        [(1, 1), second].map(|square| Event::place(square.into())).into_iter()
    });
    let mut frames = Film::builder(size(4)).frames(&source).unwrap();
    let error = frames.find_map(Result::err).unwrap();
    assert!(
        matches!(&error, ImageError::Decoding(_)) && error.to_string().contains("already a queen"),
        "{error}"
    );
    assert!(frames.next().is_none());
}
