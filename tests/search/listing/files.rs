//! `--code` and `--code-file` on the command line.

use std::fmt::Write as _;
use std::num::NonZeroUsize;

use image::Frame;
use queenreel::film::{FilmBuilder, FilmError, Source};
use queenreel::log::{LogOptions, SpooledLog};
use queenreel::search::Listing;

use crate::common::decode::gif_frames;
use crate::common::known::size;
use crate::common::sandbox::Sandbox;

/// Writes a file of 200 lines, and a log that visits its lines.
fn walk(sandbox: &Sandbox) {
    let mut log = String::from("{\"queens\":4}\n");
    let squares = [(2, 1), (4, 2), (1, 3)];
    for (line, square) in (1..=200).step_by(10).zip(squares.iter().cycle()) {
        let (row, column) = square;
        writeln!(log, "{{\"place\":[{row},{column}],\"line\":{line}}}").unwrap();
        writeln!(log, "{{\"remove\":[{row},{column}],\"line\":{}}}", line + 5).unwrap();
    }
    sandbox.write("log.jsonl", log);
    let lines = (1..=200).map(|line| format!("    step_{line}(row)\t# line {line}\r\n"));
    let code: String = lines.collect::<Vec<_>>().concat();
    sandbox.write("solver.c", code);
}

#[test]
fn a_source_file_is_shown_with_the_lines_of_the_log() {
    let sandbox = Sandbox::new();
    walk(&sandbox);
    for canvas in ["854x480", "480x480", "480x854"] {
        let replay = ["replay", "log.jsonl", "--code-file", "solver.c", "--canvas", canvas, "-o", "f.gif"];
        sandbox.succeed(&[&replay[..], &["--force"]].concat());
        let film: Vec<_> = gif_frames(&sandbox.read("f.gif")).map(Frame::into_buffer).collect();
        assert_eq!(film.len(), 41, "{canvas}");
        // Each step highlights another line, or shows another part of the file.
        assert!(film.windows(2).all(|pair| pair[0] != pair[1]), "{canvas}");
    }
    // From standard input, in the same film.
    let log = sandbox.read("log.jsonl");
    let piped = sandbox.replay(&log, &["--code-file", "solver.c", "--canvas", "480x854", "-o", "-"]);
    assert!(piped.stdout == sandbox.read("f.gif"));
}

#[test]
fn calls_film_a_source_file_as_a_log_does() {
    let sandbox = Sandbox::new();
    walk(&sandbox);
    let listing = Listing::of_source(&sandbox.read("solver.c")).unwrap();
    let builder = FilmBuilder::new(size(4)).listing(listing).canvas(480, 480);
    let mut film = builder.clone().write_to(Vec::new()).unwrap();
    film.place((2, 1).into()).unwrap();
    film.line(199).unwrap();
    assert!(matches!(film.line(200), Err(FilmError::NoSuchLine { line: 200, lines: 200 })));
    let by_calls = film.finish().unwrap().0;
    let log = "{\"queens\":4}\n{\"place\":[2,1],\"line\":200}\n";
    let options = LogOptions { code_lines: NonZeroUsize::new(200), ..LogOptions::default() };
    let log = SpooledLog::read(log.as_bytes(), options).unwrap();
    let by_log = builder.film(&Source::spooled(log, None, None).unwrap(), Vec::new()).unwrap().0;
    assert!(by_calls == by_log, "the same film");
}

#[test]
fn the_description_of_an_algorithm_ends_with_its_code() {
    let sandbox = Sandbox::new();
    let described = sandbox.stdout(&["algorithms", "forward-checking"]);
    let pseudo = sandbox.stdout(&["algorithms", "forward-checking", "--code"]);
    assert!(described.ends_with(&pseudo) && pseudo.starts_with("search(column, marks):\n"));
}
