//! Films with cards, decoded, against the same films without.

use std::time::Duration;

use queenreel::film::{FilmBuilder, Source, Thumbnail};
use queenreel::search::Algorithm;

use super::{film, pictures};
use crate::common::films::events;
use crate::common::known::size;
use crate::common::sample::sampled;
use crate::common::sandbox::Sandbox;
use crate::common::tools::probe;
use crate::common::tools::{ffmpeg, pillow};

const FILMS: &str = include_str!("films.txt");

#[test]
fn cards_are_around_the_pixels_of_the_film() {
    let sandbox = Sandbox::new();
    for command in sampled(3, FILMS.lines()) {
        let plain = film(&sandbox, command, &[]);
        let with = film(&sandbox, command, &["--intro", "1230ms", "--outro", "2500ms"]);
        let [intro, frames @ .., outro] = &with[..] else { panic!("{command}") };
        assert_eq!((intro.1, outro.1), (1230, 2500), "{command}");
        assert_eq!(frames.len(), plain.len(), "{command}");
        assert!(frames == plain, "{command}: the frames have changed");
        assert!(!plain.iter().any(|(picture, _)| *picture == intro.0 || *picture == outro.0), "{command}");
        assert!(intro.0 != outro.0, "{command}");
    }
}

#[test]
fn every_animated_format_has_the_same_cards() {
    let sandbox = Sandbox::new();
    let options = ["--intro", "1200ms", "--outro", "1500ms", "--thumbnail", "solution", "--size", "240"];
    let pace = ["--delay", "200ms", "--hold", "400ms"];
    let write = |output: &str| {
        sandbox.succeed(&[&["search", "5", "-o", output], &options[..], &pace].concat());
    };
    write("film.gif");
    let gif = pictures(&sandbox.read("film.gif"));
    assert_eq!(gif.len(), 9, "a thumbnail, two cards and six frames");
    let rgb: Vec<Vec<u8>> = gif.iter().map(|(picture, _)| picture.clone().into_raw()).collect();
    write("film.apng");
    let Some(apng) = ffmpeg(&sandbox.path("film.apng"), "rgb24", 3 * 240 * 240) else { return };
    assert!(apng == rgb, "as ffmpeg sees the APNG");
    write("film.webp");
    let Some(webp) = pillow(&sandbox.path("film.webp"), 3 * 240 * 240) else { return };
    assert_eq!(webp.len(), gif.len());
    for (((millis, pixels), wanted), (_, time)) in webp.iter().zip(&rgb).zip(&gif) {
        assert_eq!(millis, time);
        assert!(pixels == wanted, "as Pillow sees the WebP");
    }
    write("film.y4m");
    // One picture of the thumbnail, 36 of the intro, five frames of 6 and one of 12, 45 of the outro.
    let Some(video) = ffmpeg(&sandbox.path("film.y4m"), "yuv444p", 3 * 240 * 240) else { return };
    let runs: Vec<usize> = video.chunk_by(|one, other| one == other).map(<[_]>::len).collect();
    assert_eq!(runs, [1, 36, 6, 6, 6, 6, 6, 12, 45]);
}

#[test]
fn a_video_shows_its_cards_for_their_time() {
    let sandbox = Sandbox::new();
    for (fps, motion) in [("30", "none"), ("25", "soft"), ("60", "soft"), ("24", "none")] {
        let search = ["search", "5", "-o", "film.mp4", "--force", "--size", "240", "--fps", fps];
        let pace = ["--motion", motion, "--delay", "200ms", "--hold", "400ms"];
        let count = |more: &[&str]| -> Option<usize> {
            sandbox.succeed(&[&search[..], &pace, more].concat());
            let read = probe("stream=nb_read_frames", &sandbox.path("film.mp4"))?;
            Some(read[0].parse().unwrap())
        };
        let Some(plain) = count(&[]) else { return };
        let with = count(&["--intro", "2s", "--outro", "3s", "--thumbnail", "first"]).unwrap();
        let rate: usize = fps.parse().unwrap();
        assert_eq!(with, plain + 5 * rate + 1, "{fps} fps");
        let whole = count(&["--intro", "2s", "--outro", "3s", "--thumbnail", "solution"]).unwrap();
        assert_eq!(whole, with, "{fps} fps");
    }
    // Two seconds of one picture, after the thumbnail.
    let Some(video) = ffmpeg(&sandbox.path("film.mp4"), "yuv420p", 240 * 240 * 3 / 2) else { return };
    let differs = |one: &[u8], other: &[u8]| {
        one.iter().zip(other).filter(|(one, other)| one.abs_diff(**other) > 12).count() > 200
    };
    assert!(differs(&video[0], &video[1]));
    assert!(!differs(&video[1], &video[48]), "the card stands still");
    assert!(differs(&video[48], &video[49]), "the film follows");
}

#[test]
fn the_first_picture_of_a_film_is_its_title_card() {
    let sandbox = Sandbox::new();
    let with =
        |title: &str| film(&sandbox, "search 8 --canvas 640x360", &["--intro", "1s", "--title", title]);
    let [one, other] = ["Eight queens", "Acht Damen"].map(with);
    assert!(one[0].0 != other[0].0, "the title is shown");
    // The page is blank at the edges, so nothing is cut.
    let page = *one[0].0.get_pixel(0, 0);
    let (width, height) = one[0].0.dimensions();
    let inner = (4..width - 4, 4..height - 4);
    let is_edge = |x: u32, y: u32| !inner.0.contains(&x) || !inner.1.contains(&y);
    assert!(one[0].0.enumerate_pixels().all(|(x, y, pixel)| !is_edge(x, y) || *pixel == page));
}

#[test]
fn every_algorithm_has_cards() {
    let sandbox = Sandbox::new();
    for algorithm in Algorithm::ALL {
        let search = format!("search 4 --algorithm {algorithm} --size 240");
        let pictures = film(&sandbox, &search, &["--intro", "1s", "--outro", "1s", "--duration", "4s"]);
        assert_eq!(pictures.iter().map(|(_, time)| time).sum::<u32>(), 4000, "{algorithm}");
    }
}

#[test]
fn a_film_by_calls_is_that_of_the_same_events() {
    let second = Duration::from_secs(1);
    let builder = FilmBuilder::new(size(4)).board_width(240).delay(second).hold(second);
    let builder = builder.intro(second).outro(2 * second).thumbnail(Thumbnail::Solution);
    let mut by_calls = builder.clone().write_to(Vec::new()).unwrap();
    by_calls.extend(events(4, 1));
    let (gif, summary) = by_calls.finish().unwrap();
    let source = Source::iter(size(4), events(4, 1).collect::<Vec<_>>().into_iter());
    let (same, _) = builder.film(&source, Vec::new()).unwrap();
    assert!(gif == same);
    assert_eq!((summary.frames, summary.pictures), (13, 16));
    assert_eq!(summary.playing_time, Duration::from_millis(16_020));
    let pictures = pictures(&gif);
    let times: Vec<u32> = pictures.iter().map(|(_, time)| *time).collect();
    assert_eq!((times[0], times[1], *times.last().unwrap()), (20, 1000, 2000));
    assert!(pictures[0].0 == pictures[14].0, "the last frame is the solution");
}

/// Where colours are indistinguishable, the tick marks the queens as a solution.
#[test]
fn solved_queens_on_a_small_card_have_ticks() {
    let sandbox = Sandbox::new();
    for n in [8, 10, 12] {
        let number = n.to_string();
        let log = sandbox.stdout(&["search", &number, "--events", "-"]);
        sandbox.replay(&log, &["--every", "1000", "--outro", "1s", "-q", "--force", "-o", "film.gif"]);
        let (card, _) = pictures(&sandbox.read("film.gif")).pop().unwrap();
        let of_board: [[u8; 3]; 2] = [[0xf0, 0xd9, 0xb5], [0xb5, 0x88, 0x63]];
        let squares = card.enumerate_pixels().filter(|(_, _, pixel)| of_board.contains(&pixel.0));
        let (left, right, top) = squares.fold((u32::MAX, 0, u32::MAX), |(left, right, top), (x, y, _)| {
            (left.min(x), right.max(x), top.min(y))
        });
        let side = (right + 1 - left).div_ceil(n);
        let tick = [0xfb, 0xf7, 0xf0];
        let ticked = (0..n * n).filter(|index| {
            let (x, y) = (left + index % n * side, top + index / n * side);
            let corner = (x + side / 2..x + side).flat_map(|x| (y..y + side / 2).map(move |y| (x, y)));
            corner.into_iter().any(|(x, y)| card.get_pixel(x, y).0 == tick)
        });
        assert_eq!((side < 32, ticked.count()), (n > 9, n as usize), "{n} queens");
    }
}
