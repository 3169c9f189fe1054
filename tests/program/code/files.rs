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
fn lines_are_checked_against_the_file() {
    let sandbox = Sandbox::new();
    sandbox.write("a.py", "one\ntwo\n");
    sandbox.write("log.jsonl", "{\"place\":[1,1],\"line\":2}\n{\"place\":[3,2],\"line\":3}\n");
    let error = sandbox.fail(1, &["replay", "log.jsonl", "--code-file", "a.py"]);
    assert!(
        error.contains("log.jsonl: line 2") && error.contains('3') && error.contains("1 to 2"),
        "{error}"
    );
    sandbox.refuse(1, &["replay", "log.jsonl", "--code-file", "a.py", "--check"], &["line 2"]);
    // The code in the header is ignored.
    sandbox.write("log.jsonl", "{\"queens\":4,\"code\":[\"x\"]}\n{\"place\":[1,1],\"line\":2}\n");
    sandbox.succeed(&["replay", "log.jsonl", "--code-file", "a.py", "-q"]);
    sandbox.refuse(1, &["replay", "log.jsonl", "--code"], &["line 2"]);
}

#[test]
fn files_that_cannot_be_shown_are_refused() {
    let sandbox = Sandbox::new();
    sandbox.write("log.jsonl", "{\"place\":[1,1]}\n");
    sandbox.write("latin1.c", b"int x;\nint \xe4;\n");
    sandbox.write("empty.c", "\n\n");
    sandbox.write("large.c", vec![b'x'; 1_000_001]);
    std::fs::create_dir(sandbox.path("directory")).unwrap();
    for (file, message) in [
        ("latin1.c", "line 2, byte 5 is not UTF-8"),
        ("empty.c", "there is no code in it"),
        ("large.c", "more than 1 MB"),
        ("missing.c", "no such file"),
        ("directory", ""),
        ("-", "no such file"),
    ] {
        sandbox.refuse(2, &["replay", "log.jsonl", "--code-file", file], &[message, &format!("'{file}'")]);
    }
    sandbox.write("a.c", "x\n");
    for code in ["--code", "--code=words"] {
        sandbox.refuse(2, &["replay", "log.jsonl", "--code-file", "a.c", code], &["cannot be used with"]);
    }
    sandbox.refuse(2, &["search", "4", "--code-file", "a.c"], &["--code-file"]);
    sandbox.write("lanes.jsonl", "{\"place\":[1,1],\"lane\":1}\n{\"place\":[1,1],\"lane\":2}\n");
    sandbox.refuse(2, &["replay", "lanes.jsonl", "--code-file", "a.c"], &["--code-file is for one lane"]);
    assert!(!sandbox.path("output").exists());
}

#[test]
fn forms_are_values_of_code() {
    let sandbox = Sandbox::new();
    let film = |code: &[&str]| {
        let search = ["search", "4", "--canvas", "640x360", "--every", "5", "-o", "-"];
        sandbox.succeed(&[&search, code].concat()).stdout
    };
    let pseudo = film(&["--code"]);
    assert!(pseudo == film(&["--code=pseudo"]));
    let (words, python) = (film(&["--code=words"]), film(&["--code=python"]));
    assert!(words != pseudo && python != pseudo && words != python);
    sandbox.refuse(2, &["search", "4", "--code=latin"], &["python"]);
    // A value requires an equals sign.
    sandbox.refuse(2, &["search", "4", "--code", "words"], &["'words'"]);
    // The same film of a log that names the algorithm.
    let log = sandbox.stdout(&["search", "4", "--events", "-", "-q"]);
    sandbox.write("log.jsonl", log);
    let replay = ["replay", "log.jsonl", "--canvas", "640x360", "--every", "5", "--code=words", "-o", "-"];
    assert!(sandbox.succeed(&replay).stdout == words);
    sandbox.write("own.jsonl", "{\"queens\":4,\"code\":[\"x\"]}\n{\"place\":[1,1],\"line\":1}\n");
    sandbox.refuse(2, &["replay", "own.jsonl", "--code=python"], &["the log has its own \"code\""]);
    sandbox.write("plain.jsonl", "{\"place\":[1,1]}\n");
    sandbox.refuse(2, &["replay", "plain.jsonl", "--code=words"], &["the algorithm is unknown"]);
}

#[test]
fn an_algorithm_is_described_and_its_code_printed() {
    let sandbox = Sandbox::new();
    let described = sandbox.stdout(&["algorithms", "forward-checking"]);
    for words in [
        "forward-checking: backtracks as soon",
        "Haralick",
        "1 to 64",
        "columns or rows",
        "search(column, marks):",
    ] {
        assert!(described.contains(words), "{words:?}\n{described}");
    }
    let pseudo = sandbox.stdout(&["algorithms", "forward-checking", "--code"]);
    assert!(described.ends_with(&pseudo) && pseudo.starts_with("search(column, marks):\n"));
    let words = sandbox.stdout(&["algorithms", "marking", "--code=words"]);
    assert!(words.starts_with(" 1  Start in column 1") && words.contains("\n15  Go to step 2\n"), "{words}");
    let loops = sandbox.stdout(&["algorithms", "loops", "--code", "--queens", "3"]);
    assert_eq!(loops.lines().count(), 10);
    sandbox.refuse(2, &["algorithms", "quicksort"], &["backtracking", "anywhere"]);
    sandbox.refuse(2, &["algorithms", "loops", "--queens", "11"], &["1 to 10 queens"]);
    sandbox.fail(2, &["algorithms", "--code=python"]);
}
