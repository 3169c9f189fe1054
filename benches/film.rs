//! The parts of a film apart, and the whole way: `cargo bench`.
//!
//! Everything is a search for N = 8: to the first solution (219 frames) and to its very end
//! (4,113 frames), with plain frames of 480 pixels.

use std::io;
use std::sync::Arc;

use divan::{Bencher, black_box, counter::ItemsCount};
use queenreel::board::BoardSize;
use queenreel::draw::BoardPainter;
use queenreel::encode::{Encoder, Gif, GifOptions};
use queenreel::export::PngFrames;
use queenreel::export::Series;
use queenreel::film::Film;
use queenreel::page::{BoardStyle, PageSize, Panels};
use queenreel::record::Counter;
use queenreel::record::{Detail, Frame, Narrator, Recorder, Schedule, Wishes};
use queenreel::search::{Algorithm, Backtracking, Event, Order, SearchTree, until_solutions};

const FIRST: u64 = 1;
const ALL: u64 = 92;

fn main() {
    divan::main();
}

fn size() -> BoardSize {
    BoardSize::new(8).unwrap()
}

fn plain() -> BoardStyle {
    BoardStyle { highlight: false, ..BoardStyle::default() }
}

/// Up to the first of the 92 solutions, or to the end of the search.
fn events(solutions: u64) -> impl Iterator<Item = Event> {
    let solutions = if solutions == ALL { u64::MAX } else { solutions };
    until_solutions(Backtracking::new(size(), Order::Columns), solutions)
}

fn schedule(solutions: u64) -> Schedule {
    Schedule::of(events(solutions), &Wishes::default()).unwrap()
}

fn frames(solutions: u64) -> Vec<Frame> {
    let mut recorder = Recorder::new(size(), &schedule(solutions));
    let mut frames: Vec<Frame> =
        events(solutions).filter_map(|event| recorder.push(event).unwrap().cloned()).collect();
    frames.push(recorder.finish());
    frames
}

#[divan::bench(args = [8, 12])]
fn solver(bencher: Bencher<'_, '_>, n: u64) {
    let size = BoardSize::new(n).unwrap();
    let count = Backtracking::new(size, Order::Columns).count();
    bencher
        .counter(ItemsCount::new(count))
        .bench(|| Backtracking::new(size, Order::Columns).map(black_box).count());
}

#[divan::bench(args = [FIRST, ALL])]
fn recorder(bencher: Bencher<'_, '_>, solutions: u64) {
    let (events, schedule): (Vec<Event>, _) = (events(solutions).collect(), schedule(solutions));
    bencher.counter(ItemsCount::new(schedule.frames)).bench(|| {
        let mut recorder = Recorder::new(size(), &schedule);
        for event in &events {
            black_box(recorder.push(*event).unwrap());
        }
        recorder.finish()
    });
}

#[divan::bench(args = [FIRST, ALL])]
fn renderer(bencher: Bencher<'_, '_>, solutions: u64) {
    let frames = frames(solutions);
    bencher.counter(ItemsCount::new(frames.len())).bench(|| {
        let mut painter = BoardPainter::new(size(), &plain()).unwrap();
        for frame in &frames {
            black_box(painter.paint(&frame.scene));
        }
    });
}

/// The renderer's time is in here too: pictures are lent, not kept.
#[divan::bench(args = [FIRST, ALL])]
fn renderer_and_gif(bencher: Bencher<'_, '_>, solutions: u64) {
    let frames = frames(solutions);
    bencher.counter(ItemsCount::new(frames.len())).bench(|| {
        let mut painter = BoardPainter::new(size(), &plain()).unwrap();
        let gif = Gif::new(io::sink(), painter.canvas(), GifOptions::default()).unwrap();
        encode(&frames, &mut painter, Box::new(gif))
    });
}

#[divan::bench]
fn renderer_and_png_frames(bencher: Bencher<'_, '_>) {
    let frames = frames(FIRST);
    let directory = tempfile::tempdir().unwrap();
    let names = Series::Frames.names(frames.len() as u64);
    bencher.counter(ItemsCount::new(frames.len())).bench(|| {
        let mut painter = BoardPainter::new(size(), &plain()).unwrap();
        encode(&frames, &mut painter, Box::new(PngFrames::new(directory.path(), names)))
    });
}

fn encode(frames: &[Frame], painter: &mut BoardPainter, mut encoder: Box<dyn Encoder + '_>) -> u64 {
    for frame in frames {
        encoder.write(&painter.paint(&frame.scene), frame.shown_for).unwrap();
    }
    encoder.finish().unwrap()
}

/// From events to a GIF in memory, the look ahead that finds the pace included.
#[divan::bench(args = [FIRST, ALL])]
fn whole_way_to_gif(bencher: Bencher<'_, '_>, solutions: u64) {
    bencher.bench(|| film(solutions, &plain()));
}

/// The same with marks, which change two squares a frame.
#[divan::bench(args = [FIRST, ALL])]
fn whole_way_to_gif_with_marks(bencher: Bencher<'_, '_>, solutions: u64) {
    bencher.bench(|| film(solutions, &BoardStyle::default()));
}

fn film(solutions: u64, style: &BoardStyle) -> Vec<u8> {
    let mut out = Vec::new();
    let painter = BoardPainter::new(size(), style).unwrap();
    let gif = Gif::new(&mut out, painter.canvas(), GifOptions::default()).unwrap();
    let mut film = Film::new(Recorder::new(size(), &schedule(solutions)), painter, Box::new(gif));
    for event in events(solutions) {
        film.push(event).unwrap();
    }
    film.finish().unwrap();
    out
}

/// Board, caption and counters, to the first solution.
#[divan::bench(sample_count = 10)]
fn whole_way_to_gif_as_article(bencher: Bencher<'_, '_>) {
    let (narrator, panels) = article();
    let style = BoardStyle { panels, ..BoardStyle::default() };
    bencher.bench(|| explained_film(&narrator, &style, &Wishes::default()));
}

/// Every test (1,095 frames), with everything beside the board.
#[divan::bench(sample_count = 10)]
fn whole_way_to_gif_as_lecture(bencher: Bencher<'_, '_>) {
    let (narrator, mut panels) = article();
    panels.code = narrator.listing().cloned();
    panels.tree = SearchTree::of(events(FIRST)).ok().map(Arc::new);
    let page = Some(PageSize::Pixels(1280, 720));
    let style = BoardStyle { panels, page, attacks: true, ..BoardStyle::default() };
    let wishes = Wishes { detail: Detail::Tests, ..Wishes::default() };
    bencher.bench(|| explained_film(&narrator, &style, &wishes));
}

fn article() -> (Narrator, Panels) {
    let narrator = Narrator::new(size(), Some(Algorithm::Backtracking), Order::Columns, Some(ALL));
    let (captions, counters) =
        (narrator.wide_captions().collect(), Counter::of(Algorithm::Backtracking).to_vec());
    (narrator, Panels { captions, counters, most: 10_000, ..Panels::default() })
}

fn explained_film(narrator: &Narrator, style: &BoardStyle, wishes: &Wishes) -> Vec<u8> {
    let mut out = Vec::new();
    let painter = BoardPainter::new(size(), style).unwrap();
    let gif = Gif::new(&mut out, painter.canvas(), GifOptions::default()).unwrap();
    let recorder = Recorder::new(size(), &Schedule::of(events(FIRST), wishes).unwrap());
    let mut film = Film::new(recorder.narrated(narrator.clone()), painter, Box::new(gif));
    for event in events(FIRST) {
        film.push(event).unwrap();
    }
    film.finish().unwrap();
    out
}

/// What the same film costs the usual way: every frame whole, through the same `gif` crate.
#[divan::bench(args = [FIRST], sample_count = 10)]
fn whole_frames_through_the_gif_crate(bencher: Bencher<'_, '_>, solutions: u64) {
    let frames = frames(solutions);
    bencher.bench(|| {
        let mut painter = BoardPainter::new(size(), &plain()).unwrap();
        let side = painter.canvas().width as u16;
        let palette: Vec<u8> = painter.canvas().palette.iter().flat_map(|colour| colour.0).collect();
        let mut encoder = gif::Encoder::new(Vec::new(), side, side, &palette).unwrap();
        for frame in &frames {
            let picture = painter.paint(&frame.scene);
            let whole = gif::Frame {
                width: side,
                height: side,
                buffer: picture.pixels.into(),
                ..gif::Frame::default()
            };
            encoder.write_frame(&whole).unwrap();
        }
        encoder.into_inner().unwrap()
    });
}
