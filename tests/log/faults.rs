//! Invalid logs: the line is named, and nothing is written.

use std::fs;

use crate::common::lists;
use crate::common::sandbox::{Sandbox, stderr};
use crate::common::table::rows;
use crate::common::tools::{python, run_tool};

const PLACE: &str = "{\"place\":[1,1]}\n";

/// Films a log that cannot be filmed, as a file and through a pipe.
fn refuse(log: impl AsRef<[u8]>, line: u64, part: &str) {
    let log = log.as_ref();
    let shown = String::from_utf8_lossy(&log[..log.len().min(200)]);
    let sandbox = Sandbox::new();
    sandbox.write("log.jsonl", log);
    let of_file = sandbox.fail(1, &["replay", "log.jsonl"]);
    let piped = sandbox.feed(log, &["replay", "-", "-o", "deep/film.gif"]);
    assert_eq!(piped.status.code(), Some(1), "{shown}");
    for (message, name) in [(of_file, "log.jsonl"), (stderr(&piped), "standard input")] {
        let begin = format!("error: {name}: line {line}: ");
        assert!(message.starts_with(&begin) && message.contains(part), "{shown}: {message}");
        // The beginning of the line is below the message, unless the file is not a log.
        let (message, quoted) = message.trim_end().split_once("\n  ").unwrap_or((message.trim_end(), ""));
        let is_control = |c: char| c.is_control();
        assert!(message.len() < 700 && !message.contains(is_control), "{message}");
        assert!(quoted.chars().count() <= 41 && !quoted.contains(is_control), "{quoted}");
        let quoted = quoted.trim_end_matches('…');
        let line = log
            .split(|byte| *byte == b'\n')
            .nth(line as usize - 1)
            .and_then(|line| str::from_utf8(line).ok());
        let begins_alike = |line: &str| quoted.chars().zip(line.trim().chars()).all(|(a, b)| a == b);
        assert!(line.is_none_or(|line| line.contains(char::is_control) || begins_alike(line)), "{quoted}");
    }
    assert_eq!(sandbox.names(), ["log.jsonl"], "{shown}");
}

#[test]
fn lines_that_are_no_possible_events_are_refused() {
    for [line, part] in lists::rows(include_str!("lines.txt")).chain([["{\"place\":[2,1]}\0", "trailing"]]) {
        refuse(format!("{PLACE}{line}\n{PLACE}"), 2, part);
    }
}

#[test]
fn logs_with_a_fault_are_refused() {
    for case in rows(include_str!("faults.txt")) {
        let (line, part) = case.line["line ".len()..].split_once(": ").unwrap();
        refuse(case.text(), line.parse().unwrap(), part);
    }
}

#[test]
fn captions_are_limited() {
    let caption = |length| format!("{{\"place\":[2,1],\"caption\":\"{}\"}}\n", "♛".repeat(length));
    refuse(caption(201), 1, "201 characters");
    Sandbox::new().replay(caption(200), &[]);
}

#[test]
fn numbers_are_whole_and_written_plainly() {
    for number in ["0", "-1", "65", "300", "1.0", "1e1", "\"1\"", "true", "99999999999999999999999999"] {
        refuse(format!("{{\"place\":[1,{number}]}}"), 1, "expected a column, a whole number from 1 to 64");
    }
}

#[test]
fn bytes_that_are_not_utf8_are_refused() {
    refuse(b"{\"place\":[1,1]}\n{\"\xff\":1}\n", 2, "byte 3 is not UTF-8");
    refuse(b"{\"place\":[1,1],\"caption\":\"\xc3\x28\"}", 1, "byte 27 is not UTF-8");
}

#[test]
fn utf16_is_named_wherever_it_begins() {
    let little = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let big = |text: &str| text.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<u8>>();
    let (mark, events) = ("\u{feff}", "{\"place\":[2,1]}\r\n{\"place\":[4,2]}\r\n");
    for encode in [little, big] {
        for text in [
            events,
            &format!("{mark}{events}"),
            &format!("{mark}.Q..\n...Q\n"),
            "[1, 3, 0, 2]\n",
            "Q . . .\n",
        ] {
            refuse(encode(text), 1, "this looks like UTF-16");
            for before in ["{\"queens\":4}\n", "{\"queens\":4}\r\n{\"place\":[1,3]}\r\n", ".Q..\n"] {
                let log = [before.as_bytes(), &encode(text)].concat();
                let line = before.lines().count() as u64 + 1;
                refuse(log, line, "this looks like UTF-16; a log must be UTF-8");
            }
        }
    }
    // Zero bytes alone are not UTF-16.
    Sandbox::new().replay(b"\0\0\0\0\n\0a\n{\"place\":[1,1]}\n", &[]);
}

#[test]
fn compressed_logs_are_named() {
    let log = "{\"queens\":4}\n{\"place\":[1,1]}\n".repeat(40);
    let sandbox = Sandbox::new();
    sandbox.write("log.jsonl", &log);
    sandbox.write("log.jsonl.zst", b"\x28\xb5\x2f\xfd\x04\x58\x99\x00\x00{\"queens\":4}\n");
    sandbox.write("log.zip", b"PK\x03\x04\x14\0\0\0\x08\0\n\n\n");
    let mut files = vec![("log.jsonl.zst", "zstd", "zstd -dc"), ("log.zip", "zip", "unzip -p")];
    if let Some(mut python) = python(&["bz2", "lzma"]) {
        run_tool(python.current_dir(sandbox.path("")).args(["-c", include_str!("compress.py")]));
        files.push(("log.jsonl.gz", "gzip", "gunzip -c"));
        files.push(("log.jsonl.bz2", "bzip2", "bunzip2 -c"));
        files.push(("log.jsonl.xz", "xz", "xz -dc"));
    }
    for (name, format, command) in files {
        let expected = format!(
            "error: {name}: this is a {format} file; decompress it first: {command} {name} | queenreel replay\n"
        );
        for check in [&[][..], &["--check"]] {
            assert_eq!(sandbox.fail(1, &[&["replay", name], check].concat()), expected);
        }
        let piped = stderr(&sandbox.feed(sandbox.read(name), &["replay", "-"]));
        assert!(
            piped.contains(&format!("{format} file")) && piped.contains(&format!("{command} FILE |")),
            "{piped}"
        );
    }
}

#[test]
fn words_that_are_not_json_are_ordinary_in_texts() {
    Sandbox::new().replay("{\"place\":[1,1],\"caption\":\"NaN, None, True\"}\n", &[]);
}

#[test]
fn long_lines_and_deep_ones_are_refused() {
    let mut longest = PLACE.to_owned() + "{\"remove\":[1,1]}";
    longest += &" ".repeat(PLACE.len() + 65_536 - longest.len());
    longest.push('\n');
    Sandbox::new().replay(&longest, &[]);
    refuse(longest.replace(" \n", "  \n"), 2, "longer than 64 KB");
    refuse("{\"place\":".to_owned() + &" ".repeat(1 << 20), 1, "longer than 64 KB");
    refuse("x".repeat(1 << 20), 1, "does not end within half a megabyte");
    refuse(format!("{{\"place\":{}\n", "[".repeat(60_000)), 1, "expected a row");
    refuse(format!("{{\"place\":[1,1,{}\n", "[".repeat(60_000)), 1, "EOF");
    refuse(format!("{{\"{}\":1}}", "k".repeat(60_000)), 1, "unknown key; known are place");
    refuse(format!("{PLACE}{{\"{}\":1}}", "k".repeat(60_000)), 2, "unknown key \"kkk");
    refuse(format!("{{\"place\":\"{}\"}}", "k".repeat(60_000)), 1, "is no square; expected [row, column]");
}

#[test]
fn errors_show_nothing_of_a_file_that_is_no_log_and_little_of_a_log() {
    let sandbox = Sandbox::new();
    let utf16: Vec<u8> = "\u{feff}SECRET".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for file in [
        b"PASSWORD=SECRET\n".as_slice(),
        b"\n# settings\nPASSWORD=SECRET\n",
        b"{\"SECRET\":1}",
        b"{'SECRET': 1}",
        b"{\"SECRET\"",
        b"{\"\xffSECRET\":1}",
        b"[\"SECRET\"]",
        &utf16,
        &[b"SECRET ".repeat(100_000), b"\n{\"place\":[1,1]}".to_vec()].concat(),
    ] {
        sandbox.write("file", file);
        for command in [
            &["replay", "file"][..],
            &["replay", "file", "--strict"],
            &["replay", "file", "--strict", "--check"],
            &["race", "4", "backtracking", "file"],
        ] {
            let said = sandbox.fail(1, command);
            // A check lists all errors.
            let are_errors = said.lines().all(|line| line.starts_with("error: file: line "));
            assert!(are_errors && !said.contains("SECRET"), "{command:?}: {said}");
        }
    }
    let long = "ä".repeat(10_000);
    for line in [
        format!("{{\"place\":\"{long}\"}}"),
        format!("{{\"{long}\":1}}"),
        format!("{{\"pause\":\"{long}, expected {long}\"}}"),
        format!("{{\"place\":[1,1],\"algorithm\":\"{long}\"}}"),
        format!("{long}, expected {long}"),
    ] {
        sandbox.write("file", format!("{{\"queens\":4}}\n{line}\n{PLACE}"));
        let said = sandbox.fail(1, &["replay", "file", "--strict"]);
        for part in said.split("\n  ") {
            assert!(part.matches('ä').count() <= 40, "{said}");
        }
        assert!(said.starts_with("error: file: line 2: "), "{said}");
    }
    sandbox.write("file", format!("{long}\n{PLACE}"));
    let said = stderr(&sandbox.succeed(&["replay", "file", "-o", "film.gif"]));
    assert!(said.contains("the first: line 1: ä") && said.matches('ä').count() == 40, "{said}");
}

#[test]
fn a_log_without_events_is_refused() {
    refuse("", 1, "expected at least one");
    refuse("\n\n\n", 3, "expected at least one");
}

#[test]
fn a_compiled_program_is_no_log() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("bin")).unwrap();
    for (name, content, command) in [
        ("a.out", "\u{7f}ELF\u{2}\u{1}\u{1}\0\0\0\0", "./a.out"),
        // A list in a program is not a log.
        ("a.out", "\u{7f}ELF\u{2}\n[1, 3, 0, 2]\n", "./a.out"),
        ("bin/solver", "\u{7f}ELF\u{2}\u{1}\u{1}\0\0\0\0", "bin/solver"),
    ] {
        sandbox.write(name, content);
        let expected = format!("error: {name}: this is a program: {command} | queenreel replay\n");
        for command in [&["replay", name][..], &["replay", name, "--check"], &["race", "4", name, "eager"]] {
            assert_eq!(sandbox.fail(1, command), expected);
        }
    }
}
