//! The report on a film agrees with its file, as other programs read it.

use std::fs;
use std::time::Duration;

use queenreel::encode::{EncodeOptions, Format};

use super::reference::{Reference, at_rate, references};
use crate::common::contents::contents;
use crate::common::report::Report;
use crate::common::sample::sampled;
use crate::common::sandbox::Sandbox;
use crate::common::table::words;

const FILMS: [&str; 7] = [
    "search 8 --size 64",
    "search 4 --size 64 --algorithm random",
    "search 8 --size 64 --every 7",
    "search 8 --size 64 --duration 3s",
    "search 5 --size 64 --all",
    "search 5 --size 64 --delay 133ms --hold 66789ms",
    "race 5 backtracking eager --size 96",
];

fn formats() -> impl Iterator<Item = Format> {
    Format::drawn().filter(|format| !format.is_still() && !format.is_vector())
}

fn output(format: Format) -> String {
    if format.is_directory() { "film/".to_owned() } else { format!("film.{}", format.extension()) }
}

/// The output of a command in a format, which it prints, and the report on it.
fn made(sandbox: &Sandbox, command: &str, output: &str) -> (String, Report) {
    let said = sandbox.stdout(&words(&format!("{command} -o {output}")));
    let report = Report::of(&said, output).unwrap();
    (said, report)
}

#[test]
fn the_report_of_a_film_is_true() {
    for film in sampled(2, FILMS) {
        let sandbox = Sandbox::new();
        let mut filmed = None;
        for format in formats() {
            let name = output(format);
            let (said, report) = made(&sandbox, film, &name);
            let Some(contents) = contents(format, &sandbox.path(&name)) else { continue };
            let pictures = Some(contents.pictures);
            if format.has_frame_rate() {
                assert_eq!((report.pictures, report.rate), (pictures, Some(30)), "{film}: {said}");
                // The GIF has a picture for each frame. A video of a given length has fewer.
                let is_shorter = film.contains("--duration");
                let is_true = if is_shorter { report.frames < filmed } else { report.frames == filmed };
                assert!(is_true, "{film}: {said}, and {filmed:?} in the GIF");
            } else {
                assert_eq!((report.frames, report.pictures), (pictures, None), "{film}: {said}");
                filmed = filmed.or(report.frames);
            }
            report.seconds.unwrap().assert_is(contents.time.as_secs_f64(), &said);
            report.bytes.unwrap().assert_is(contents.bytes as f64, &said);
        }
    }
}

#[test]
fn equal_pictures_are_one_in_a_webp() {
    let sandbox = Sandbox::new();
    let [gif, webp] = ["film.gif", "film.webp"].map(|name| made(&sandbox, FILMS[1], name).1.frames.unwrap());
    assert!(webp < gif, "{webp} and {gif} frames");
}

#[test]
fn the_report_of_a_gallery_is_true() {
    for format in formats() {
        let (sandbox, name) = (Sandbox::new(), output(format));
        let (said, report) = made(&sandbox, "gallery 6 --size 96", &name);
        let Some(contents) = contents(format, &sandbox.path(&name)) else { continue };
        assert_eq!((report.solutions, report.size), (Some(4), Some((96, 96))), "{said}");
        // 30 pictures per second, a fifth of a second each.
        let pictures = if format.has_frame_rate() { 4 * 6 } else { 4 };
        assert_eq!(contents.pictures, pictures, "{format}");
        report.bytes.unwrap().assert_is(contents.bytes as f64, &said);
    }
}

/// Unrounded, as a program that uses the library receives it.
#[test]
fn an_encoder_returns_what_it_has_written() {
    for (reference, fps) in references().iter().zip([30, 25, 7, 1, 60]) {
        for format in formats().filter(|format| !format.is_directory()) {
            assert_returned(reference, format, at_rate(fps));
        }
    }
}

fn assert_returned(reference: &Reference, format: Format, options: EncodeOptions) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("film").with_extension(format.extension());
    let totals = reference.film(format, options, fs::File::create(&path).unwrap()).unwrap();
    assert_eq!(totals.frames, reference.shown.len() as u64);
    let Some(contents) = contents(format, &path) else { return };
    assert_eq!((totals.pictures, totals.bytes), (contents.pictures, contents.bytes), "{format}");
    // ffprobe rounds to the microsecond.
    let difference = totals.playing_time.abs_diff(contents.time);
    assert!(difference < Duration::from_micros(1), "{format}: {:?}, not {contents:?}", totals.playing_time);
}
