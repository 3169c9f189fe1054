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
use crate::common::sandbox::{Sandbox, stderr};

const FILMS: [&[&str]; 5] = [
    &["search", "4", "--size", "120"],
    &["search", "4", "--view", "lecture"],
    &["replay", "log.jsonl", "--view", "article"],
    &["race", "4", "backtracking", "eager"],
    &["race", "4", "backtracking", "marking", "--all", "--size", "120", "--theme", "dark"],
];

fn sandbox_with_log() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox.write("log.jsonl", sandbox.stdout(&["search", "4", "--events", "-", "--quiet"]));
    sandbox
}

#[test]
fn a_still_is_a_frame_of_the_film() {
    for film in FILMS {
        let sandbox = sandbox_with_log();
        let whole = frames(&sandbox, film);
        // Without captions each step has a frame.
        let steps = if film.contains(&"--view") { vec![0] } else { vec![0, 5, 12] };
        for step in steps {
            let step_text = step.to_string();
            let still = [film, &["--select", &step_text]].concat();
            let said = sandbox.stdout(&[&still[..], &["-o", "still.png"]].concat());
            assert!(sandbox.read("still.png") == whole[step].png, "{still:?}");
            let report = said.lines().next().unwrap();
            let kilobytes = report.strip_prefix("still.png").unwrap().trim_start_matches(" (replaced)");
            assert!(kilobytes.starts_with(": 1 frame, ") && report.ends_with('B'), "{report}");
            assert_eq!(report.matches(',').count(), 1, "a still has no time: {report}");
            for named in [&["-o", "-"][..], &["-o", "named.png"]] {
                let output = sandbox.succeed(&[&still[..], named, &["--format", "png", "-q"]].concat());
                let written = if named[1] == "-" { output.stdout } else { sandbox.read("named.png") };
                assert!(written == whole[step].png, "{still:?} {named:?}");
            }
        }
        let last = [film, &["--select", "first-solution", "-o", "LAST.PNG"]].concat();
        sandbox.succeed(&last);
        let solved = whole.iter().find(|frame| {
            let entry = &frame.entry;
            let found = |entry: &serde_json::Value| entry["solutions"].as_u64() > Some(0);
            found(entry) || entry["lanes"].as_array().is_some_and(|lanes| lanes.iter().any(found))
        });
        assert!(sandbox.read("LAST.PNG") == solved.unwrap().png, "{last:?}");
    }
}

#[test]
fn a_still_of_a_step_is_its_first_frame() {
    let sandbox = Sandbox::new();
    let film = ["search", "4", "--view", "article"];
    let whole = frames(&sandbox, &film);
    let is_dead_end = |index: usize| whole[index].entry["event"] == "dead_end";
    let step = (1..whole.len()).find(|index| is_dead_end(*index)).unwrap() - 1;
    assert!((0..=step).all(|index| !is_dead_end(index)), "the number of the frame is that of the step");
    let step_text = step.to_string();
    let select = [&film[..], &["--select", &step_text]].concat();
    assert_eq!(frames(&sandbox, &select).len(), 2, "the step, and the dead end");
    sandbox.succeed(&[&select[..], &["-o", "still.png"]].concat());
    assert!(sandbox.read("still.png") == whole[step].png);
}

#[test]
fn a_time_selects_the_still_that_is_shown_then() {
    let sandbox = Sandbox::new();
    let whole = frames(&sandbox, &["search", "4", "--size", "120"]);
    for (time, index) in [("t=0s", 0), ("t=350ms", 3), ("t=3s", 12)] {
        let options = ["search", "4", "--size", "120", "--delay", "100ms", "--select", time, "-o", "t.png"];
        sandbox.succeed(&options);
        assert!(sandbox.read("t.png") == whole[index].png, "{time}");
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
fn more_than_one_frame_is_refused_before_anything_is_written() {
    let sandbox = sandbox_with_log();
    for film in FILMS {
        let number = frames(&sandbox_with_log(), film).len();
        let film = [film, &["-o", "q.png"]].concat();
        let error = sandbox.fail(2, &film);
        let message = format!("a PNG has one frame, and this film has {number}");
        assert!(error.contains(&message), "{film:?}: {error}");
        for advice in ["--select K chooses one", "-o 'q/'", "--format apng", "--poster 'q.png'"] {
            assert!(error.contains(advice), "{film:?}: {error}");
        }
        let error = sandbox.fail(2, &[&film[..], &["--select", "0..1"]].concat());
        assert!(error.contains("a PNG has one frame, and this film has 2"), "{film:?}: {error}");
        sandbox.refuse(2, &[&film[..], &["--select", "900"]].concat(), &["nothing is selected"]);
        let piped = [&film[..film.len() - 2], &["-o", "-", "--format", "png"]].concat();
        sandbox.refuse(2, &piped, &["a PNG has one frame"]);
    }
    assert_eq!(sandbox.names(), ["log.jsonl"]);
}

#[test]
fn options_of_films_are_refused_for_stills() {
    let sandbox = Sandbox::new();
    for (options, message) in [
        (&["--loop", "once"][..], "--loop is for GIF, APNG"),
        (&["--full-frames"], "--full-frames is for GIF, not for PNG"),
        (&["--fps", "25"], "--fps is for MP4 or Y4M, not for PNG"),
        (&["--quality", "90"], "--quality is for MP4 or JPEG, not for PNG"),
        (&["--speed", "2x"], "--speed is for films, not for one PNG"),
        (&["--start-hold", "2s"], "--start-hold is for films, not for one PNG"),
        (&["--duration", "9s"], "--duration is for films, not for one PNG"),
    ] {
        for film in [&["search", "4"][..], &["race", "4", "backtracking", "eager"]] {
            let error = sandbox.fail(2, &[film, &["--select", "3", "-o", "still.png"], options].concat());
            assert!(error.contains(message), "{options:?}: {error}");
            assert!(!error.contains("--delay sets"), "{error}");
        }
    }
    assert!(sandbox.names().is_empty());
}

#[test]
fn stills_replace_only_files_of_the_program() {
    let sandbox = Sandbox::new();
    let still = ["search", "4", "--select", "3", "--size", "120", "-o", "still.png"];
    sandbox.succeed(&still);
    assert!(sandbox.stdout(&still).contains("still.png (replaced)"));
    sandbox.write("still.png", "mine");
    sandbox.refuse(1, &still, &["queenreel has not written it"]);
    assert_eq!(sandbox.read("still.png"), b"mine");
    sandbox.succeed(&[&still[..], &["--force"]].concat());
    sandbox.refuse(2, &[&still[..], &["--poster", "./still.png"]].concat(), &["conflicts with the film"]);
    fs::create_dir(sandbox.path("directory.png")).unwrap();
    let named = ["search", "4", "-o", "directory.png", "--format", "png", "--size", "120", "--quiet"];
    sandbox.succeed(&named);
    assert!(sandbox.path("directory.png/frame-0013.png").is_file(), "the directory exists");
    let events = sandbox.stdout(&["search", "4", "--events", "-", "--quiet"]);
    sandbox.write("log.png", events);
    let own_log = sandbox.run(&["replay", "log.png", "--select", "3", "-o", "log.png"]);
    assert!(stderr(&own_log).contains("is read by this command"), "{}", stderr(&own_log));
}

#[test]
fn the_help_says_what_a_png_is() {
    let sandbox = Sandbox::new();
    for command in ["search", "race", "replay"] {
        let help = sandbox.stdout(&[command, "--help"]);
        let words = help.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            words.contains(
                "FILE.png, .jpg, .bmp, .tiff, .qoi or .ppm for one frame, DIRECTORY/ for PNG frames"
            ),
            "{help}"
        );
        assert!(
            words.contains("y4m, svg, html, pptx, pdf, png, jpg, bmp, tiff, qoi, ppm]"),
            "each name of a format once: {help}"
        );
    }
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
