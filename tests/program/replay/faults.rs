//! Invalid logs: the line is named, and nothing is written.

use std::fs;

use crate::common::sandbox::{Sandbox, stderr};
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
    for (line, part) in [
        // Not JSON.
        ("{", "EOF"),
        ("{\"place\":[1,1]", "EOF"),
        ("{'place':[2,1]}", "expected one object"),
        ("{\"place\":[2,1],}", "not JSON"),
        ("{\"place\":[2,1]} {\"place\":[3,1]}", "trailing"),
        ("{\"place\":[02,1]}", "not JSON"),
        ("{\"place\":[+2,1]}", "not JSON"),
        ("{\"place\":[NaN,1]}", "not JSON"),
        ("{\"place\":[1e999,1]}", "out of range"),
        ("{\"place\":[2,1]}\0", "trailing"),
        ("{\"place\":[2,1],\"caption\":\"\\ud800\"}", "not JSON"),
        // JSON, but not an event.
        ("{}", "expected one of place, remove, move, set, board, test, prune"),
        ("{\"lane\":1}", "expected one of place"),
        ("{\"plaice\":[2,1]}", "unknown key \"plaice\"; known are place, remove"),
        ("{\"Place\":[2,1]}", "unknown key"),
        ("{\"place\":[2,1],\"place\":[2,1]}", "the key \"place\" comes twice"),
        ("{\"place\":[2,1],\"\\u0070lace\":[2,1]}", "the key \"place\" comes twice"),
        ("{\"test\":[2,1],\"attacker\":null,\"attacker\":null}", "comes twice"),
        ("{\"place\":[2,1],\"remove\":[1,1]}", "both \"place\" and \"remove\"; expected one event"),
        ("{\"place\":[2,1],\"attacker\":[1,1]}", "without a \"test\""),
        ("{\"attacker\":[1,1]}", "without a \"test\""),
        ("{\"test\":[2,2],\"safe\":\"no\"}", "expected true or false"),
        ("{\"test\":[2,2],\"attacker\":[1,1],\"safe\":true}", "contradict each other"),
        ("{\"prune\":[]}", "expected a square, [row, column] or a name like \"h6\", or a list of squares"),
        ("{\"restore\":[[2,2],3]}", "expected a square"),
        ("{\"dead_end\":{\"rank\":2}}", "one of {\"row\":K} and {\"column\":K}"),
        ("{\"dead_end\":{\"row\":2,\"column\":3}}", "one of {\"row\":K} and {\"column\":K}"),
        ("{\"pause\":\"long\"}", "expected a time like"),
        ("{\"pause\":\"2min\"}", "more than 1 minute"),
        ("{\"place\":[2,2],\"line\":1}", "without \"code\" in the header"),
        ("{\"place\":[2,2],\"lane\":-1}", "expected the number of a lane"),
        ("{\"move\":[[[1,1],[2,1]],[3,1]]}", "expected two of either"),
        ("{\"lane\":1,\"score\":\"good\"}", "expected a number that says how good the board is"),
        ("{\"lane\":1,\"score\":{}}", "invalid type: an object, expected a number"),
        ("{\"caption\":[1]}", "invalid type: an array, expected one line of text"),
        ("{\"lane\":1.5}", "invalid type: number `1.5`, expected the number of a lane"),
        ("{\"place\":2}", "expected a square, [row, column]"),
        ("{\"place\":null}", "no event; expected one of place"),
        ("{\"place\":null,\"caption\":null}", "no event; expected one of place"),
        ("{\"place\":[null,1]}", "expected a row"),
        ("{\"place\":null,\"place\":[2,1]}", "the key \"place\" comes twice"),
        ("{\"place\":[2,1],\"place\":null}", "the key \"place\" comes twice"),
        ("{\"place\":\"a8\"}", "expected a header like {\"queens\":8}"),
        (
            "{\"board\":[\".Q..\",\"...Q\",\"Q...\",\"..Q.\"]}",
            "\".Q..\" is no square; expected [row, column] or a name",
        ),
        ("{\"board\":[[\".\",\"Q\"],[\"Q\",\".\"]]}", "expected a row"),
        ("{\"place\":{\"row\":2,\"column\":1}}", "expected a square"),
        ("{\"place\":[]}", "expected a square"),
        ("{\"place\":[2]}", "expected a square"),
        ("{\"place\":[2,1,1]}", "expected a square"),
        ("{\"place\":[[2,1]]}", "expected a row"),
        ("{\"move\":[1,1]}", "expected a square"),
        ("{\"move\":[[1,1]]}", "expected two squares"),
        ("{\"board\":[]}", "from 1 to 64"),
        ("{\"board\":[1,[1,2]]}", "expected either"),
        ("{\"board\":[1,3]}", "row 3, column 2 is not on a board of 2"),
        ("{\"solution\":false}", "expected true"),
        ("{\"end\":1}", "expected true"),
        ("{\"place\":[2,1],\"caption\":7}", "expected one line of text"),
        ("{\"place\":[2,1],\"caption\":\"two\\nlines\"}", "control character"),
        ("{\"place\":[2,1],\"caption\":\"\\u001b[2J\"}", "control character"),
        // Impossible events.
        ("{\"place\":[1,1]}", "there is already a queen in row 1, column 1"),
        ("{\"remove\":[2,1]}", "there is no queen in row 2, column 1"),
        ("{\"move\":[[2,1],[3,1]]}", "there is no queen in row 2, column 1"),
        ("{\"move\":[[1,1],[1,1]]}", "there is already a queen in row 1, column 1"),
        ("{\"board\":[[2,1],[2,1]]}", "there is already a queen in row 2, column 1"),
        ("{\"test\":[3,2],\"attacker\":[1,1]}", "no queen in row 1, column 1 attacks row 3, column 2"),
        ("{\"test\":[2,1],\"attacker\":[3,1]}", "no queen in row 3, column 1 attacks"),
    ] {
        refuse(format!("{PLACE}{line}\n{PLACE}"), 2, part);
    }
}

#[test]
fn headers_and_captions_are_limited() {
    for header in ["{\"empty\":\"x\"}", "{\"empty\":0.5}", "{\"empty\":9223372036854775808}"] {
        refuse(header, 1, "expected a whole number that means 'no queen'");
    }
    let caption = |length| format!("{{\"place\":[2,1],\"caption\":\"{}\"}}\n", "♛".repeat(length));
    refuse(caption(201), 1, "201 characters");
    Sandbox::new().replay(caption(200), &[]);
}

#[test]
fn numbers_are_whole_and_written_plainly() {
    for number in ["0", "-1", "65", "300", "1.0", "1e1", "\"1\"", "true", "99999999999999999999999999"] {
        refuse(format!("{{\"place\":[1,{number}]}}"), 1, "expected a column, a whole number from 1 to 64");
    }
    refuse("{\"backtrack\":65}", 1, "expected a column or row, a whole number from 1 to 64");
    refuse("{\"board\":[1,65]}", 1, "expected a row");
    refuse("{\"queens\":0}", 1, "expected the number of queens, a whole number from 1 to 64");
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
    let mut files: Vec<(&str, Vec<u8>, &str)> = vec![
        ("log.jsonl.zst", b"\x28\xb5\x2f\xfd\x04\x58\x99\x00\x00{\"queens\":4}\n".to_vec(), "zstd -dc"),
        ("log.zip", b"PK\x03\x04\x14\0\0\0\x08\0\n\n\n".to_vec(), "unzip -p"),
    ];
    if let Some(mut python) = python(&["bz2", "lzma"]) {
        let compress = "import bz2, gzip, lzma, sys\nlog = open('log.jsonl', 'rb').read()\n\
                        for name, module in [('gz', gzip), ('bz2', bz2), ('xz', lzma)]:\n    \
                        open(f'log.jsonl.{name}', 'wb').write(module.compress(log))\n";
        run_tool(python.current_dir(sandbox.path("")).args(["-c", compress]));
        files.push(("log.jsonl.gz", sandbox.read("log.jsonl.gz"), "gunzip -c"));
        files.push(("log.jsonl.bz2", sandbox.read("log.jsonl.bz2"), "bunzip2 -c"));
        files.push(("log.jsonl.xz", sandbox.read("log.jsonl.xz"), "xz -dc"));
    }
    for (name, bytes, command) in files {
        sandbox.write(name, &bytes);
        let format = match command {
            "gunzip -c" => "gzip",
            "bunzip2 -c" => "bzip2",
            "zstd -dc" => "zstd",
            "xz -dc" => "xz",
            _ => "zip",
        };
        let expected = format!(
            "error: {name}: this is a {format} file; decompress it first: {command} {name} | queenreel replay\n"
        );
        for check in [&[][..], &["--check"]] {
            assert_eq!(sandbox.fail(1, &[&["replay", name], check].concat()), expected);
        }
        let piped = stderr(&sandbox.feed(&bytes, &["replay", "-"]));
        assert!(
            piped.contains(&format!("{format} file")) && piped.contains(&format!("{command} FILE |")),
            "{piped}"
        );
    }
}

#[test]
fn words_that_are_not_json_are_named() {
    for (line, word, instead) in [
        ("{\"place\":[2,1],\"score\":NaN}", "NaN", "null"),
        ("{\"place\":[2,1],\"score\": -Infinity }", "-Infinity", "null"),
        ("{\"place\":[2,1],\"score\":Infinity}", "Infinity", "null"),
        ("{\"score\":nan,\"place\":[2,1]}", "nan", "null"),
        ("{\"score\":-inf}", "-inf", "null"),
        ("{\"place\":[NaN,1]}", "NaN", "null"),
        ("{\"board\":[1,NaN]}", "NaN", "null"),
        ("{\"place\":[2,1],\"fitness\":NaN}", "NaN", "null"),
        ("{\"fitness\":{\"mean\":[1,-Infinity]},\"place\":[2,1]}", "-Infinity", "null"),
        ("{\"place\":[2,1],\"now\":[[0,NaN]]}", "NaN", "null"),
        ("{\"caption\":\"NaN \\\\ \\\"NaN\\\"\",\"score\":NaN}", "NaN", "null"),
        ("{\"place\":[2,1],\"caption\":None}", "None", "null"),
        ("{\"place\":[2,1],\"caption\":undefined}", "undefined", "null"),
        ("{\"test\":[2,1],\"safe\":True}", "True", "true"),
        ("{\"test\":[2,1],\"safe\":False}", "False", "false"),
    ] {
        let byte = line.rfind(word).unwrap() + 1;
        let expected = format!("{word} is not JSON; write {instead} instead (at byte {byte})");
        refuse(format!("{PLACE}{line}\n"), 2, &expected);
    }
    refuse("{\"boards\":\"steps\"}\n[1,NaN]\n", 2, "NaN is not JSON; write null instead (at byte 4)");
    // In texts, they are ordinary words.
    Sandbox::new().replay("{\"place\":[1,1],\"caption\":\"NaN, None, True\"}\n", &[]);
    refuse(format!("{PLACE}{{\"plaice\":[1,1],\"caption\":\"NaN\"}}\n"), 2, "unknown key \"plaice\"");
    refuse("{'place': None}\n", 1, "keys have double quotes");
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
    refuse("{\"queens\":8}\n", 1, "expected at least one");
}

#[test]
fn a_false_solution_is_refused() {
    let solution = "{\"solution\":true}\n";
    refuse(solution, 1, "a solution follows the placement");
    refuse(
        format!("{PLACE}{{\"place\":[2,2]}}\n{solution}"),
        3,
        "row 1, column 1 and row 2, column 2 attack",
    );
    refuse(format!("{{\"queens\":4}}\n{PLACE}{solution}"), 3, "there are 1, and 4 are needed");
    refuse(format!("{PLACE}{solution}{{\"place\":[2,3]}}\n"), 2, "there are 1, and 3 are needed");
    refuse(format!("{PLACE}{solution}{solution}"), 3, "once");
}

#[test]
fn a_header_is_checked_against_the_events() {
    let header = "{\"queens\":4}\n";
    refuse(format!("{header}{{\"place\":[5,1]}}\n"), 2, "row 5, column 1 is not on a board of 4");
    refuse(format!("{header}{{\"test\":[1,5]}}\n"), 2, "row 1, column 5 is not on a board of 4");
    refuse(format!("{header}{{\"board\":[2,4,1,3,5]}}\n"), 2, "a board of 5 columns cannot replace one of 4");
    refuse(format!("{header}{{\"backtrack\":5}}\n"), 2, "there is no column 5");
    refuse(format!("{header}{header}{PLACE}"), 2, "a header may only come before the first event");
    refuse(format!("{PLACE}{header}"), 2, "a header may only come before the first event");
    refuse("{\"queens\":4,\"place\":[1,1]}", 1, "on separate lines");
    refuse("{\"order\":\"diagonals\"}", 1, "expected columns or rows");
    refuse("{\"base\":2}", 1, "a whole number from 0 to 1");
    refuse("{\"base\":0,\"empty\":0}", 1, "would also be a row");
    refuse("{\"boards\":\"maybe\"}", 1, "expected whole or steps");
    refuse("{\"rules\":\"fair\"}", 1, "expected chess or own");
    refuse("{\"code\":[]}", 1, "1 to 100 lines");
    refuse(
        "{\"board\":[1]}\n{\"board\":[2,4,1,3]}\n{\"remove\":[2,1]}",
        2,
        "this board has 4 columns, and the boards before it have 1",
    );
}

#[test]
fn a_missing_log_is_named() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("directory")).unwrap();
    for (name, unix_says) in
        [("absent.jsonl", "the file or directory does not exist"), ("directory", "it is a directory")]
    {
        let said = sandbox.fail(1, &["replay", name]);
        assert!(said.contains(&format!("{name}: ")), "{said}");
        assert!(said.contains(unix_says) || !cfg!(unix), "{said}");
    }
    assert_eq!(sandbox.names(), ["directory"]);
}

#[test]
fn the_log_is_not_overwritten() {
    let sandbox = Sandbox::new();
    sandbox.write("mine.gif", PLACE);
    for output in ["mine.gif", "./mine.gif"] {
        sandbox.refuse(2, &["replay", "mine.gif", "-o", output], &["is read by this command"]);
    }
    sandbox.write("mine.png", PLACE);
    let message = sandbox.fail(2, &["replay", "mine.png", "-o", "film.gif", "--poster", "mine.png"]);
    assert!(message.contains("is read by this command"), "{message}");
    assert_eq!(sandbox.names(), ["mine.gif", "mine.png"]);
    assert_eq!(fs::read_to_string(sandbox.path("mine.gif")).unwrap(), PLACE);
}

#[test]
fn nothing_follows_the_end_of_a_search() {
    refuse(format!("{PLACE}{{\"end\":true}}\n{{\"remove\":[1,1]}}\n"), 3, "nothing may follow");
}

#[test]
fn a_program_is_no_log() {
    const PYTHON: &str = "import sys\n\ndef solve(n):\n    # .Q..\n    print([1, 3, 0, 2])\n\nsolve(4)\n";
    let sandbox = Sandbox::new();
    for (name, content, command) in [
        ("solver.py", PYTHON, "python3 solver.py"),
        ("my solver.py", PYTHON, "python3 'my solver.py'"),
        ("solver.py", "\"\"\"\n.Q..\n...Q\nQ...\n..Q.\n\"\"\"\n", "python3 solver.py"),
        ("solver.py", "", "python3 solver.py"),
        ("solver", PYTHON, "python3 solver"),
        ("solver.txt", "class Queens:\n    pass\n", "python3 solver.txt"),
        ("solver", "#!/usr/bin/env python3\nfor row in range(8):\n    print(row)\n", "python3 solver"),
        ("run", "#!/bin/bash\n./solver 8\n", "bash run"),
        ("solver.sh", "echo 1 3 0 2\n", "sh solver.sh"),
        ("solver.js", "const n = 8;\nsolve(n);\n", "node solver.js"),
        ("solver.mjs", "import fs from 'fs';\n", "node solver.mjs"),
        ("Queens.java", "public class Queens {\n}\n", "java Queens.java"),
        ("Queens", "import java.util.*;\npublic class Queens {\n}\n", "java Queens"),
        ("solver.c", "#include <stdio.h>\nint main(void)\n{\n}\n", "cc solver.c -o solver && ./solver"),
        ("solver.cpp", "#include <iostream>\nint main()\n{\n}\n", "c++ solver.cpp -o solver && ./solver"),
        ("solver.txt", "#include <vector>\nint main()\n{\n}\n", "c++ solver.txt -o solver && ./solver"),
        ("solver.rs", "fn main() {\n    println!(\"1\");\n}\n", "rustc solver.rs -o solver && ./solver"),
        ("solver.go", "package main\n\nfunc main() {\n}\n", "go run solver.go"),
        ("solver.rb", "puts [1, 3, 0, 2].inspect\n", "ruby solver.rb"),
        ("a.out", "\u{7f}ELF\u{2}\u{1}\u{1}\0\0\0\0", "./a.out"),
        // A list or a board in a program is not a log.
        ("a.out", "\u{7f}ELF\u{2}\n[1, 3, 0, 2]\n", "./a.out"),
        ("run", "#!/usr/bin/env python3\nprint(\n[1, 3, 0, 2])\n", "python3 run"),
        ("Queens.kt", "val board = listOf(1, 3, 0, 2)\n", "kotlin Queens.kt"),
        ("Queens.cs", "using System;\nclass Queens {}\n", "dotnet run Queens.cs"),
        ("queens.hs", "main = print [1, 3, 0, 2]\n", "runghc queens.hs"),
        ("queens.R", "print(c(1, 3, 0, 2))\n", "Rscript queens.R"),
        ("bin/solver", "\u{7f}ELF\u{2}\u{1}\u{1}\0\0\0\0", "bin/solver"),
    ] {
        fs::create_dir_all(sandbox.path(name).parent().unwrap()).unwrap();
        sandbox.write(name, content);
        let expected = format!("error: {name}: this is a program: {command} | queenreel replay\n");
        for command in [&["replay", name][..], &["replay", name, "--check"], &["race", "4", name, "eager"]] {
            assert_eq!(sandbox.fail(1, command), expected);
        }
        fs::remove_file(sandbox.path(name)).unwrap();
    }
    // No command suggests writing to it.
    sandbox.write("solver.py", PYTHON);
    for command in [&["search", "8", "solver.py"][..], &["replay", "-", "solver.py"]] {
        let message = sandbox.fail(2, command);
        assert!(
            message.contains("python3 solver.py | queenreel replay") && !message.contains("-o "),
            "{message}"
        );
    }
    sandbox.refuse(2, &["search", "8", "queens.gif"], &["to write to that file: -o queens.gif"]);
}
