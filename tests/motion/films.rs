//! Films with motion, decoded and compared with the same films without.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZeroU32;
use std::time::Duration;

use queenreel::encode::{EncodeOptions, Format, Motion};
use queenreel::film::{FilmBuilder, FilmOptions, RaceSpec, Source, View};
use queenreel::internals::page::{PageSize, PageStyle};
use queenreel::record::ScheduleOptions;
use queenreel::search::{Algorithm, DEFAULT_SEED, Order};

use crate::common::decode::gif_frames;
use crate::common::known::size;
use crate::common::sample::sampled;

/// Options of films of a board, or of films on a page.
fn options(motion: Motion, delay: u64, page: Option<PageSize>) -> FilmOptions {
    let delay = Some(Duration::from_millis(delay));
    let encode = EncodeOptions { motion: Some(motion), ..EncodeOptions::default() };
    let schedule = ScheduleOptions { delay, ..ScheduleOptions::default() };
    let style = PageStyle { page, width: page.is_none().then_some(160), ..PageStyle::default() };
    FilmOptions { encode, schedule, style, ..FilmOptions::default() }
}

fn film(algorithm: Algorithm, options: FilmOptions, format: Format, view: View) -> Vec<u8> {
    let n = size(4);
    let source = Source::algorithm(n, algorithm, Order::Columns, DEFAULT_SEED, Some(1));
    let builder = FilmBuilder::with_options(n, options).format(format).view(view);
    builder.film(&source, Vec::new()).unwrap().0
}

/// Digests of the pictures of a GIF, with their begin and end in hundredths of a second.
fn pictures(gif: &[u8]) -> Vec<(u64, u32, u32)> {
    let mut end = 0;
    let frames = gif_frames(gif).map(|frame| {
        let (numerator, denominator) = frame.delay().numer_denom_ms();
        let start = end;
        end += numerator / denominator / 10;
        let mut digest = DefaultHasher::new();
        frame.buffer().as_raw().hash(&mut digest);
        (digest.finish(), start, end)
    });
    frames.collect()
}

fn at(pictures: &[(u64, u32, u32)], time: u32) -> u64 {
    pictures.iter().find(|(_, start, end)| (*start..*end).contains(&time)).unwrap().0
}

/// Each picture of the film without motion is visible in the middle of its time, and nothing moves in the second
/// half.
fn assert_same_in_the_middle(still: &[u8], moving: &[u8], what: &str) {
    let (still, moving) = (pictures(still), pictures(moving));
    assert!(moving.len() > still.len(), "{what}: nothing moves");
    assert_eq!(still.last().unwrap().2, moving.last().unwrap().2, "{what}: the film has another length");
    for (picture, start, end) in &still {
        let last = moving.iter().rfind(|(_, begins, _)| (*start..*end).contains(begins)).unwrap();
        assert!(last.1 - start <= (end - start) / 2 && last.2 == *end, "{what}: from {start} to {end}");
        assert!(at(&moving, u32::midpoint(*start, *end)) == *picture, "{what}: from {start} to {end}");
    }
}

#[test]
fn frames_are_there_in_the_middle_of_their_time() {
    let boards = Algorithm::ALL.map(|algorithm| (algorithm, View::Plain, 500));
    let others = [
        (Algorithm::Backtracking, View::Lecture, 1000),
        (Algorithm::MinConflicts, View::Lecture, 600),
        (Algorithm::Backtracking, View::Plain, 130),
    ];
    for (algorithm, view, delay) in sampled(2, boards.into_iter().chain(others)) {
        let page = (view == View::Lecture).then_some(PageSize::Pixels(960, 540));
        let [still, moving] = [Motion::None, Motion::Soft]
            .map(|motion| film(algorithm, options(motion, delay, page), Format::Gif, view));
        assert_same_in_the_middle(&still, &moving, &format!("{algorithm}, {view:?}, {delay} ms"));
    }
}

#[test]
fn lanes_of_a_race_are_there_in_the_middle_of_their_time() {
    let race = |motion| {
        let options = options(motion, 400, Some(PageSize::Pixels(960, 540)));
        let race = Source::race(RaceSpec::new(size(4), &[Algorithm::Backtracking, Algorithm::MinConflicts]));
        let builder = FilmBuilder::with_options(size(4), options).format(Format::Gif);
        builder.film(&race, Vec::new()).unwrap().0
    };
    assert_same_in_the_middle(&race(Motion::None), &race(Motion::Soft), "a race");
}

#[test]
fn short_steps_have_no_motion() {
    let [none, soft] = [Motion::None, Motion::Soft]
        .map(|motion| film(Algorithm::Backtracking, options(motion, 110, None), Format::Gif, View::Plain));
    let (still, moving) = (pictures(&none), pictures(&soft));
    // Only the last picture is shown for long.
    let last = still.len() - 1;
    assert!(still[..last] == moving[..last]);
    assert!(moving.len() > still.len());
}

#[test]
fn only_mp4_and_html_move_unless_asked_to() {
    for format in Format::drawn().filter(|format| !format.is_directory() && !format.is_still()) {
        let still = options(Motion::None, 500, None);
        let usual = FilmOptions { encode: EncodeOptions::default(), ..still.clone() };
        let [usual, still] =
            [usual, still].map(|options| film(Algorithm::Backtracking, options, format, View::Plain));
        assert_eq!(usual != still, matches!(format, Format::Mp4 | Format::Html), "{format}");
    }
}

#[test]
fn video_shows_frames_in_the_middle_of_their_time() {
    for (fps, delay) in [(30, 500), (25, 333), (60, 137), (10, 250)] {
        let video = |motion| {
            let mut options = options(motion, delay, None);
            options.encode.fps = NonZeroU32::new(fps).unwrap();
            film(Algorithm::Backtracking, options, Format::Y4m, View::Plain)
        };
        let [still, moving] = [Motion::None, Motion::Soft].map(video);
        let pictures = |file: &[u8]| -> Vec<Vec<u8>> {
            let header = file.iter().position(|byte| *byte == b'\n').unwrap() + 1;
            file[header..].chunks(b"FRAME\n".len() + 3 * 160 * 160).map(<[u8]>::to_vec).collect()
        };
        let (still, moving) = (pictures(&still), pictures(&moving));
        assert_eq!(still.len(), moving.len());
        let mut start = 0;
        for step in still.chunk_by(|one, other| one == other) {
            let middle = start + step.len() / 2;
            let shown = &moving[middle..start + step.len()];
            assert!(shown.iter().all(|picture| *picture == step[0]), "{fps} fps");
            start += step.len();
        }
        assert!(still != moving || fps == 10, "{fps} fps: nothing moves");
    }
}

#[test]
fn motion_costs_a_gif_at_most_four_times_its_bytes() {
    let film = |motion| {
        let encode = EncodeOptions { motion: Some(motion), ..EncodeOptions::default() };
        let n = size(6);
        let source = Source::algorithm(n, Algorithm::Backtracking, Order::Columns, DEFAULT_SEED, Some(1));
        let builder = FilmBuilder::with_options(n, FilmOptions { encode, ..FilmOptions::default() });
        builder.film(&source, Vec::new()).unwrap().0.len()
    };
    let [still, moving] = [Motion::None, Motion::Soft].map(film);
    assert!(moving > still && moving <= 4 * still, "{moving} bytes with motion, {still} without");
}
