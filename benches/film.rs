//! The stages of a film, separately and together: `cargo bench`.
//!
//! The default is a search for N = 8: to the first solution (219 frames) and to its end (4,113 frames), with
//! plain frames of 480 pixels.

use std::io;

use divan::{Bencher, black_box, counter::ItemsCount};
use queenreel::board::BoardSize;
use queenreel::encode::{Compression, EncodeOptions, Encoder, Format};
use queenreel::film::{FilmBuilder, FilmOptions, FilmPath, Output, Source, View};
use queenreel::internals::draw::{self, Painter};
use queenreel::internals::export::{PngFrames, Series};
use queenreel::internals::page::{Page, PageStyle, PanelKind};
use queenreel::record::{FilmFrame, Frame, Narrator, Recorder, Schedule, ScheduleOptions};
use queenreel::search::{Algorithm, Backtracking, DEFAULT_SEED, Event, Order, until_solutions};

const FIRST: u64 = 1;
const ALL: u64 = 92;

fn main() {
    divan::main();
}

fn size() -> BoardSize {
    BoardSize::new(8).unwrap()
}

fn plain() -> PageStyle {
    PageStyle { highlight: false, ..PageStyle::default() }
}

/// The events up to the first of the 92 solutions, or to the end of the search.
fn events(solutions: u64) -> impl Iterator<Item = Event> {
    let solutions = (solutions != ALL).then_some(solutions);
    until_solutions(Backtracking::new(size(), Order::Columns), solutions)
}

fn schedule(solutions: u64) -> Schedule {
    Schedule::of(events(solutions), &ScheduleOptions::default()).unwrap()
}

fn frames(solutions: u64) -> Vec<Frame> {
    let mut recorder = new_recorder(&schedule(solutions));
    let mut frames: Vec<Frame> =
        events(solutions).filter_map(|event| recorder.push(event).unwrap().cloned()).collect();
    frames.push(recorder.finish().clone());
    frames
}

fn new_recorder(schedule: &Schedule) -> Recorder {
    Recorder::new(size(), schedule, Narrator::of_unknown_search(size()))
}

fn page() -> Page {
    Page::of_board(size(), &plain()).unwrap()
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
    bencher.counter(ItemsCount::new(schedule.frames.unwrap())).bench(|| {
        let mut recorder = new_recorder(&schedule);
        for event in &events {
            black_box(recorder.push(*event).unwrap());
        }
        recorder.finish().clone()
    });
}

#[divan::bench(args = [FIRST, ALL])]
fn renderer(bencher: Bencher<'_, '_>, solutions: u64) {
    let frames = frames(solutions);
    bencher.counter(ItemsCount::new(frames.len())).bench(|| {
        let mut page = page();
        let mut painter = Painter::new(&page);
        for frame in &frames {
            page.show(&FilmFrame::of_search(frame, false));
            black_box(painter.paint(&page));
        }
    });
}

/// The same with marks.
#[divan::bench(args = [FIRST, ALL])]
fn renderer_with_marks(bencher: Bencher<'_, '_>, solutions: u64) {
    let frames = frames(solutions);
    bencher.counter(ItemsCount::new(frames.len())).bench(|| {
        let mut page = Page::of_board(size(), &PageStyle::default()).unwrap();
        let mut painter = Painter::new(&page);
        for frame in &frames {
            page.show(&FilmFrame::of_search(frame, false));
            black_box(painter.paint(&page));
        }
    });
}

/// Includes the time of the renderer: pictures are borrowed, not stored.
#[divan::bench(args = [FIRST, ALL])]
fn renderer_and_gif(bencher: Bencher<'_, '_>, solutions: u64) {
    let frames = frames(solutions);
    bencher.counter(ItemsCount::new(frames.len())).bench(|| {
        let page = page();
        let gif = Format::Gif.open(io::sink(), &draw::canvas(&page), &EncodeOptions::default()).unwrap();
        encode(&frames, page, gif)
    });
}

#[divan::bench]
fn renderer_and_png_frames(bencher: Bencher<'_, '_>) {
    let frames = frames(FIRST);
    let names = Series::Frames.names(frames.len() as u64);
    let bencher = bencher.counter(ItemsCount::new(frames.len()));
    bencher.with_inputs(|| tempfile::tempdir().unwrap()).bench_refs(|directory| {
        let directory = directory.path().to_owned();
        encode(&frames, page(), Box::new(PngFrames::new(directory, names, Compression::Normal)))
    });
}

fn encode(frames: &[Frame], mut page: Page, mut encoder: Box<dyn Encoder + '_>) -> u64 {
    let mut painter = Painter::new(&page);
    for frame in frames {
        page.show(&FilmFrame::of_search(frame, false));
        encoder.write(&painter.paint(&page), frame.shown_for).unwrap();
    }
    encoder.finish().unwrap().bytes
}

/// From events to a GIF in memory, including the look-ahead.
#[divan::bench(args = [FIRST, ALL])]
fn events_to_gif(bencher: Bencher<'_, '_>, solutions: u64) {
    let options = FilmOptions { style: plain(), ..FilmOptions::default() };
    let builder = FilmBuilder::with_options(size(), options);
    bencher.bench(|| film(builder.clone(), solutions));
}

/// The same with marks, which change two squares a frame.
#[divan::bench(args = [FIRST, ALL])]
fn events_to_gif_with_marks(bencher: Bencher<'_, '_>, solutions: u64) {
    bencher.bench(|| film(FilmBuilder::new(size()), solutions));
}

/// Board, caption and counters, to the first solution.
#[divan::bench(sample_count = 10)]
fn events_to_gif_as_article(bencher: Bencher<'_, '_>) {
    bencher.bench(|| film(FilmBuilder::new(size()).panels([PanelKind::Caption, PanelKind::Counters]), FIRST));
}

/// The tests of each column (411 frames), with all panels.
#[divan::bench(sample_count = 10)]
fn events_to_gif_as_lecture(bencher: Bencher<'_, '_>) {
    bencher.bench(|| film(FilmBuilder::new(size()).view(View::Lecture), FIRST));
}

/// The formats of films in a single file.
fn files() -> impl Iterator<Item = Format> {
    Format::drawn().filter(|format| !format.is_directory() && !format.is_still())
}

/// With marks, to the first solution, in each format.
#[divan::bench(args = files(), sample_count = 10)]
fn events_to_file(bencher: Bencher<'_, '_>, format: Format) {
    bencher.bench(|| film(FilmBuilder::new(size()).format(format), FIRST));
}

/// The lecture of N = 6 (126 frames), in each format.
#[divan::bench(args = files(), sample_count = 3)]
fn events_to_file_as_lecture(bencher: Bencher<'_, '_>, format: Format) {
    let size = BoardSize::new(6).unwrap();
    bencher.bench(|| film_of(size, FilmBuilder::new(size).view(View::Lecture).format(format), Vec::new()));
}

/// The same lecture at 1920×1080, as PNG frames.
#[divan::bench(args = Compression::ALL, sample_count = 3)]
fn events_to_png_frames_as_lecture_of_1080p(bencher: Bencher<'_, '_>, compression: Compression) {
    let size = BoardSize::new(6).unwrap();
    let directory = tempfile::tempdir().unwrap();
    let encode = EncodeOptions { compression, ..EncodeOptions::default() };
    let options = FilmOptions { encode, ..FilmOptions::default() };
    let builder = FilmBuilder::with_options(size, options).view(View::Lecture).canvas(1920, 1080);
    let frames = FilmPath(directory.path().join("frames"));
    bencher.bench(|| film_of(size, builder.clone().format(Format::PngFrames), frames.clone()));
}

/// To the first solution.
fn film_of<O: Output>(size: BoardSize, builder: FilmBuilder, out: O) -> O::Done {
    let search = Source::algorithm(size, Algorithm::Backtracking, Order::Columns, DEFAULT_SEED, Some(FIRST));
    builder.film(&search, out).unwrap().0
}

fn film(builder: FilmBuilder, solutions: u64) -> Vec<u8> {
    let solutions = (solutions != ALL).then_some(solutions);
    let search = Source::algorithm(size(), Algorithm::Backtracking, Order::Columns, DEFAULT_SEED, solutions);
    builder.film(&search, Vec::new()).unwrap().0
}

/// The same film with whole frames, through the same `gif` crate, for comparison.
#[divan::bench(args = [FIRST], sample_count = 10)]
fn whole_frames_through_the_gif_crate(bencher: Bencher<'_, '_>, solutions: u64) {
    let frames = frames(solutions);
    bencher.bench(|| {
        let mut page = page();
        let mut painter = Painter::new(&page);
        let side = painter.canvas().width as u16;
        let palette: Vec<u8> = painter.canvas().palette.iter().flat_map(|colour| colour.0).collect();
        let mut encoder = gif::Encoder::new(Vec::new(), side, side, &palette).unwrap();
        for frame in &frames {
            page.show(&FilmFrame::of_search(frame, false));
            let picture = painter.paint(&page);
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
