//! Stills: one frame of a film in a PNG.

use std::fs;
use std::time::Duration;

use image::codecs::png::PngDecoder;
use image::{AnimationDecoder, ImageDecoder};
use queenreel::board::{BoardSize, Square};
use queenreel::encode::{EncodeError, EncodeOptions, Format};
use queenreel::film::{Film, FilmBuilder, FilmError, FilmPath, RaceSpec, Source};
use queenreel::internals::picture::{Canvas, Rgb};
use queenreel::search::{Algorithm, Order};

use super::{frames, seconds};
use crate::common::sandbox::Sandbox;

const FILMS: [&[&str]; 5] = [
    &["search", "4", "--size", "120"],
    &["search", "4", "--view", "lecture"],
    &["replay", "log.jsonl", "--view", "article"],
    &["race", "4", "backtracking", "eager"],
    &["race", "4", "backtracking", "marking", "--all", "--size", "120", "--theme", "dark"],
];

#[test]
fn a_still_on_standard_output_is_that_of_a_file() {
    let sandbox = Sandbox::new();
    sandbox.write("log.jsonl", sandbox.stdout(&["search", "4", "--events", "-", "--quiet"]));
    for film in FILMS {
        // Without captions each step has a frame.
        for step in if film.contains(&"--view") { &["0"][..] } else { &["0", "5", "12"] } {
            let still = [film, &["--select", step, "--format", "png", "-q", "-o"]].concat();
            sandbox.succeed(&[&still[..], &["still.png"]].concat());
            let output = sandbox.succeed(&[&still[..], &["-"]].concat());
            assert!(output.stdout == sandbox.read("still.png"), "{still:?}");
        }
    }
}

#[test]
fn an_animated_png_may_still_be_called_png() {
    let sandbox = Sandbox::new();
    for (options, number) in [(&[][..], 13), (&["--select", "3..5"], 3), (&["--select", "3"], 1)] {
        let arguments = [&["search", "4", "-o", "film.png", "--format", "apng", "--size", "120"], options];
        sandbox.succeed(&arguments.concat());
        let decoder = PngDecoder::new(std::io::Cursor::new(sandbox.read("film.png"))).unwrap();
        assert!(decoder.is_apng().unwrap(), "{options:?}");
        assert_eq!(decoder.apng().unwrap().into_frames().count(), number, "{options:?}");
    }
    sandbox.succeed(&["search", "4", "-o", "still.png", "--select", "3", "--size", "120"]);
    let still = PngDecoder::new(std::io::Cursor::new(sandbox.read("still.png"))).unwrap();
    assert!(!still.is_apng().unwrap() && still.dimensions() == (120, 120));
    // In a directory, the same format name means a picture for each frame.
    let seconds = seconds(&sandbox, &["search", "4", "--format", "png", "--select", "3..5", "--size", "120"]);
    assert_eq!(seconds.len(), 3);
}

#[test]
fn the_library_writes_stills_too() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("still.png");
    let size = BoardSize::new(4).unwrap();
    let source = Source::algorithm(size, Algorithm::Backtracking, Order::Columns, 1, Some(1));
    let builder = FilmBuilder::new(size).board_width(120);
    let one = builder.clone().select("7".parse().unwrap());
    let (_, summary) = one.film(&source, FilmPath(path.clone())).unwrap();
    assert_eq!((summary.frames, summary.pictures, summary.playing_time), (1, 1, Duration::ZERO));
    assert_eq!(summary.bytes, fs::metadata(&path).unwrap().len());
    let sandbox = Sandbox::new();
    assert!(fs::read(&path).unwrap() == frames(&sandbox, &["search", "4", "--size", "120"])[7].png);
    fs::remove_file(&path).unwrap();
    let refused = |error: FilmError, frames: u64| {
        let is_it = matches!(
            error,
            FilmError::Encode(EncodeError::OnePicture { format: Format::Png, frames: Some(all) })
            if all == frames
        );
        assert!(is_it, "{error}");
    };
    refused(builder.film(&source, FilmPath(path.clone())).unwrap_err(), 13);
    let race = Source::race(RaceSpec::new(size, &[Algorithm::Backtracking, Algorithm::Eager]));
    refused(FilmBuilder::new(size).film(&race, FilmPath(path.clone())).unwrap_err(), 45);
    // A film by calls that could be written during them.
    let mut film = Film::builder(size).delay(Duration::from_millis(50)).create(&path).unwrap();
    film.place(Square::new(1, 1)).unwrap();
    refused(film.finish().unwrap_err(), 2);
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn a_still_has_no_encoder_of_films() {
    let canvas = Canvas::new(2, 1, vec![Rgb([240, 217, 181]), Rgb([181, 136, 99])]);
    let opened = Format::Png.open(Vec::new(), &canvas, &EncodeOptions::default());
    assert!(matches!(opened, Err(EncodeError::NoAnimation(Format::Png))));
}
