//! Logs that can be read only once, and are copied: they give the same result as files.

use std::fs::File;
use std::io::{self, Read};

use queenreel::internals::limits::DEFAULT_MAX_LOG_BYTES;
use queenreel::log::{CopyOptions, Entry, LogError, LogOptions, LogSpooler, SpooledLog};

use crate::common::sandbox::{Sandbox, stderr, stdout};

const BLANK: [&str; 6] = ["\n", "\n", "\r\n", " \n", "\t \r\n", "\n\n\n\n\n\n\n"];

/// Numbers that look random, and are the same in every run.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn pick<'a>(&mut self, parts: &[&'a str]) -> &'a str {
        parts[self.below(parts.len())]
    }
}

/// A pipe: some bytes at a time.
struct Pipe<'a> {
    log: &'a [u8],
    random: Random,
}

impl Read for Pipe<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = 1 + self.random.below(buffer.len().min(200));
        self.log.read(&mut buffer[..most])
    }
}

/// The results of both readings of a log.
fn readings<R: Read>(spooler: Result<LogSpooler<R>, LogError>) -> String {
    let mut spooler = match spooler {
        Ok(spooler) => spooler,
        Err(error) => return error.to_string(),
    };
    let first: Vec<Result<Entry, LogError>> = spooler.by_ref().collect();
    let log = spooler.finish().unwrap();
    let again: Vec<Result<Entry, LogError>> = log.all_entries().collect();
    let errors = |entries: &[Result<Entry, LogError>]| entries.iter().filter(|entry| entry.is_err()).count();
    assert!(errors(&first) <= errors(&again), "the second reading finds them too: {first:?} {again:?}");
    format!("{first:?}\n{again:?}\n{:?}", log.summary())
}

#[test]
fn a_pipe_is_read_like_a_file() {
    let sandbox = Sandbox::new();
    let mut random = Random(7);
    let others = [
        "words\n",
        "[1]\n",
        "{\"foo\":1}\n",
        "{\"place\":[9,9]}\n",
        "{\"solution\":true}\n",
        "\u{feff}\n",
        "\u{b}\n",
        "{\"caption\":\"♛\"}\r\n",
        "{\"pause\":\"1s\"",
    ];
    let mut with_errors = 0;
    for _ in 0..400 {
        let mut log =
            random.pick(&["", "\u{feff}", "{\"boards\":\"steps\"}\n", "{\"queens\":9}\n"]).to_owned();
        let mut is_placed = false;
        for _ in 0..random.below(50) {
            match random.below(8) {
                0..4 => log += random.pick(&BLANK),
                4..7 => {
                    let action = if is_placed { "remove" } else { "place" };
                    log += random.pick(&["", "", " ", "\t\t"]);
                    log += &["{\"", action, "\":[1,1]}\n"].concat();
                    is_placed = !is_placed;
                }
                _ => log += random.pick(&others),
            }
        }
        log += random.pick(&["", "", " ", "{\"pl"]);
        sandbox.write("log.jsonl", &log);
        for all_errors in [false, true] {
            let options = LogOptions { all_errors, ..LogOptions::default() };
            let file = File::open(sandbox.path("log.jsonl")).unwrap();
            let of_file = readings(LogSpooler::from_file(file, options, &CopyOptions::default()));
            let pipe = Pipe { log: log.as_bytes(), random: Random(random.below(1000) as u64) };
            let of_pipe = readings(LogSpooler::read(pipe, options, &CopyOptions::default()));
            assert_eq!(of_pipe, of_file, "{log:?}");
            with_errors += u32::from(of_pipe.contains("Err("));
        }
    }
    assert!(with_errors > 100, "{with_errors}");
}

#[test]
fn an_error_that_only_the_second_reading_finds_names_the_line_of_the_pipe() {
    let mut random = Random(1);
    for _ in 0..100 {
        let mut blank = || (0..random.below(30)).map(|_| random.pick(&BLANK)).collect::<String>();
        let begin = blank() + "{\"place\":[1,1]}\n" + &blank();
        let log = format!("{begin}{{\"solution\":true}}\n{}{{\"place\":[3,3]}}\n", blank());
        let pipe = Pipe { log: log.as_bytes(), random: Random(log.len() as u64) };
        let log = SpooledLog::read(pipe, LogOptions::default()).unwrap();
        let expected = begin.matches('\n').count() as u64 + 1;
        let found = log.entries(None).find_map(Result::err);
        assert!(
            matches!(found, Some(LogError::Line { line, .. }) if line == expected),
            "{found:?} {expected}"
        );
    }
}

#[test]
fn a_line_without_end_is_refused_in_every_reading() {
    let log = format!("{{\"place\":[1,1]}}\n\n\n{}", "x".repeat(1 << 20));
    let options = LogOptions { all_errors: true, ..LogOptions::default() };
    for seed in 0..5 {
        let pipe = Pipe { log: log.as_bytes(), random: Random(seed) };
        let read = readings(LogSpooler::read(pipe, options, &CopyOptions::default()));
        assert_eq!(read.matches("line: 4, fault: Endless").count(), 2, "{read:.2000}");
    }
}

#[test]
fn a_copy_has_a_maximum_size_and_a_file_has_none() {
    let sandbox = Sandbox::new();
    let log =
        |bytes: usize| format!("{{\"place\":[1,1]}}\n{}{{\"remove\":[1,1]}}\n", "\n".repeat(bytes - 33));
    for check in [&[][..], &["--check"]] {
        let replay = |bytes: usize, size: &str| {
            sandbox.feed(log(bytes), &[&["replay", "-", "--max-log", size], check].concat())
        };
        assert!(replay(1000, "1kB").status.success());
        for (bytes, size, more, twice) in
            [(1001, "1kB", "1 kB", "2kB"), (1501, "1500", "1500 B", "3kB"), (5001, "5KB", "5 kB", "10kB")]
        {
            let output = replay(bytes, size);
            let message = stderr(&output);
            assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), ""), "{message}");
            let expected = format!(
                "error: standard input: the log has more than {more}; --max-log {twice} allows more,"
            );
            assert!(message.starts_with(&expected) && message.contains("'head -n 1000000'"), "{message}");
        }
    }
    assert_eq!(DEFAULT_MAX_LOG_BYTES, 4_000_000_000, "as the help says");
    sandbox.write("log.jsonl", log(5000));
    sandbox.succeed(&["replay", "log.jsonl", "--max-log", "1kB", "--check"]);
}
