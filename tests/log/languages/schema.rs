//! The JSON Schema of a line agrees with the reader.

use std::collections::BTreeSet;

use queenreel::internals::limits::{MAX_CAPTION, MAX_CODE_LINES};
use queenreel::log::{Entry, LogError, LogReader};
use queenreel::search::Algorithm;

use crate::common::sandbox::{Sandbox, repository_file, stderr, stdout};
use crate::common::solver_logs::{STORED, stored};
use crate::common::tools::{python, run_tool};

/// Which lines the schema accepts; `None` if Python or its module is not installed.
fn accepted(lines: &[String]) -> Option<Vec<bool>> {
    let sandbox = Sandbox::new();
    sandbox.write("lines", lines.iter().flat_map(|line| [line, "\n"]).collect::<String>());
    let mut python = python(&["jsonschema"])?;
    python.arg(repository_file("tests/log/languages/validate.py"));
    python.arg(repository_file("docs/log-format.schema.json")).arg(sandbox.path("lines"));
    let verdicts = stdout(&run_tool(&mut python)?);
    let verdict = |line: &str| match line {
        "valid" => true,
        "invalid" => false,
        other => panic!("{other}"),
    };
    let verdicts: Vec<bool> = verdicts.lines().map(verdict).collect();
    assert_eq!(verdicts.len(), lines.len());
    Some(verdicts)
}

#[test]
fn the_schema_accepts_every_line_of_our_logs() {
    let sandbox = Sandbox::new();
    let searched = Algorithm::ALL.into_iter().map(|algorithm| {
        let n = algorithm.most_queens().min(6).to_string();
        sandbox.stdout(&["search", &n, "--algorithm", algorithm.name(), "--events", "-", "-q"])
    });
    let mut lines = BTreeSet::new();
    let with_matrices = ["search", "6", "--algorithm", "marking", "--events", "-", "-q", "--state"];
    let with_matrices = sandbox.stdout(&with_matrices);
    for log in STORED.into_iter().map(stored).chain(searched).chain([with_matrices]) {
        // A long log repeats its kinds of lines.
        lines.extend(log.lines().take(1000).map(str::to_owned));
    }
    let lines = Vec::from_iter(lines);
    let Some(accepted) = accepted(&lines) else { return };
    let refused: Vec<_> = lines.iter().zip(accepted).filter(|(_, accepted)| !accepted).collect();
    assert!(refused.is_empty(), "{refused:?}");
}

fn read(log: &str) -> Result<Vec<Entry>, LogError> {
    LogReader::begin(log.as_bytes())?.collect()
}

/// The sections of `lines.txt`, as lines and whether they are valid.
fn sections() -> [Vec<(String, bool)>; 5] {
    let sections = include_str!("lines.txt").split("\n## ").skip(1).map(|section| {
        let lines = section.lines().skip(1).filter_map(|line| line.split_once(' '));
        lines.map(|(verdict, line)| (line.trim_start().to_owned(), verdict == "valid")).collect()
    });
    sections.collect::<Vec<_>>().try_into().unwrap()
}

#[test]
fn schema_and_reader_agree() {
    let caption = |length| format!("{{\"place\":[2,1],\"caption\":\"{}\"}}", "♛".repeat(length));
    let code = |length: usize| format!("{{\"code\":[\"\"{}]}}", ",\"\"".repeat(length - 1));
    let board = |length| format!("[{}]", vec!["-1"; length].join(","));
    let [mut events, lanes, matrices, mut headers, boards] = sections();
    events.push((r#" { "caption" : "" , "place" : [ 8 , 8 ] } "#.to_owned(), true));
    events.extend([(caption(MAX_CAPTION), true), (caption(MAX_CAPTION + 1), false)]);
    headers.extend([(code(MAX_CODE_LINES), true), (code(MAX_CODE_LINES + 1), false)]);
    let long_boards = vec![(board(64), true), (board(65), false)];
    let groups = [
        ("{\"queens\":8,\"code\":[\"a\",\"b\"]}\n{\"place\":[1,1]}\n", "", events),
        ("{\"queens\":8}\n", "", lanes),
        ("{\"queens\":2}\n{\"place\":[1,1]}\n", "", matrices),
        ("", "{\"place\":[2,1]}\n", headers),
        ("{\"queens\":8,\"boards\":\"steps\"}\n", "{\"caption\":\"That is all\"}\n", boards),
        ("{\"queens\":64,\"boards\":\"steps\"}\n", "{\"caption\":\"That is all\"}\n", long_boards),
    ];
    assert_eq!(groups.iter().map(|group| group.2.len()).collect::<Vec<_>>(), [92, 5, 9, 40, 7, 2]);
    for (before, after, cases) in &groups {
        for (line, is_good) in cases {
            // A line end, since an incomplete last line is no error.
            let read = read(&format!("{before}{line}\n{after}"));
            assert_eq!(read.is_ok(), *is_good, "{line}: {read:?}");
        }
    }
    let cases: Vec<(String, bool)> = groups.into_iter().flat_map(|(_, _, cases)| cases).collect();
    let lines: Vec<String> = cases.iter().map(|(line, _)| line.clone()).collect();
    let Some(accepted) = accepted(&lines) else { return };
    for ((line, is_good), accepted) in cases.iter().zip(accepted) {
        assert_eq!(accepted, *is_good, "{line}");
    }
}

#[test]
fn the_schema_and_the_page_know_every_key() {
    let of = |name: &str| std::fs::read_to_string(repository_file(name)).unwrap();
    let (schema, page) = (of("docs/log-format.schema.json"), of("docs/log-format.md"));
    let unknown = stderr(&Sandbox::new().feed("{\"foo\":1}\n", &["replay", "-"]));
    let keys = unknown.split("known are ").nth(1).unwrap().split(" (").next().unwrap();
    let keys: Vec<&str> = keys.split(", ").collect();
    assert!(keys.contains(&"place") && keys.contains(&"code"), "{unknown}");
    for key in keys {
        assert!(schema.contains(&format!("\"{key}\": {{")), "{key}");
        assert!(page.contains(&format!("\"{key}\":")) || page.contains(&format!("`{key}`")), "{key}");
    }
}
