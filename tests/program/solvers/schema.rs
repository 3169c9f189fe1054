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
    python.arg(repository_file("tests/program/solvers/validate.py"));
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

/// Lines after a placement in row 1, column 1 of a board of 8, with two lines of code.
const EVENTS: [(&str, bool); 90] = [
    (r#"{"place":[2,1]}"#, true),
    (r#" { "caption" : "" , "place" : [ 8 , 8 ] } "#, true),
    (r#"{"place":[2]}"#, false),
    (r#"{"place":[2,1,1]}"#, false),
    (r#"{"place":2}"#, false),
    (r#"{"place":[65,1]}"#, false),
    (r#"{"place":[-1,1]}"#, false),
    (r#"{"place":[2.5,1]}"#, false),
    (r#"{"place":["2",1]}"#, false),
    (r#"{"place":[true,1]}"#, false),
    (r#"{"place":[null,1]}"#, false),
    (r#"{"place":[2,1]"#, false),
    (r#"{"plaice":[2,1]}"#, false),
    (r#"{"place":[2,1],"remove":[1,1]}"#, false),
    (r#"{"place":[2,1],"colour":"red"}"#, false),
    (r#"{"place":"b7"}"#, true),
    (r#"{"place":"H1"}"#, true),
    (r#"{"place":"b0"}"#, false),
    (r#"{"place":"7b"}"#, false),
    (r#"{"place":"b07"}"#, false),
    (r#"{"place":["b",7]}"#, false),
    (r#"{"move":["a8",[2,1]]}"#, true),
    (r#"{"move":"a8"}"#, false),
    (r#"{"board":["a1","b3"]}"#, true),
    (r#"{"board":["a1",3]}"#, false),
    (r#"{"test":"b7","attacker":"a8"}"#, true),
    (r#"{"prune":"b7"}"#, true),
    (r#"{"prune":["b7",[3,3]]}"#, true),
    (r#"{"backtrack":"b"}"#, false),
    (r#"{"remove":[1,1],"pause":"1s"}"#, true),
    (r#"{"move":[[1,1],[2,1]]}"#, true),
    (r#"{"move":[[1,1]]}"#, false),
    (r#"{"move":[[1,1],[1,1]]}"#, false),
    (r#"{"move":[[1,1],[[2,1],[3,1]]]}"#, false),
    (r#"{"move":[[[1,1],[2,1]],[[1,1],[2,1]]]}"#, false),
    (r#"{"set":[3,2]}"#, true),
    (r#"{"set":3}"#, false),
    (r#"{"board":[2,4,1,3,null,-1,8,7]}"#, true),
    (r#"{"board":[[2,1],[4,1]]}"#, true),
    (r#"{"board":[[2,1],[2,1]]}"#, false),
    (r#"{"board":[[2,1],3]}"#, false),
    (r#"{"board":null}"#, false),
    (r#"{"test":[2,2]}"#, true),
    (r#"{"test":[2,2],"attacker":[1,1]}"#, true),
    (r#"{"test":[3,2],"attacker":null}"#, true),
    (r#"{"test":[3,2],"attacker":null,"safe":true}"#, true),
    (r#"{"test":[2,2],"safe":false,"attacker":[1,1]}"#, true),
    (r#"{"test":[1,2],"attacker":null,"safe":false}"#, true),
    (r#"{"test":[3,2],"attacker":"a8","safe":true}"#, false),
    (r#"{"place":[2,1],"remove":null,"caption":null,"attacker":null}"#, true),
    (r#"{"place":[2,1],"queens":null}"#, true),
    (r#"{"place":null,"caption":"Two"}"#, true),
    (r#"{"place":null,"attacker":null}"#, false),
    (r#"{"place":[2,1],"safe":false,"test":null}"#, false),
    (r#"{"test":[2,2],"safe":true,"attacker":[1,1]}"#, false),
    (r#"{"test":[2,2],"safe":"no"}"#, false),
    (r#"{"attacker":[1,1]}"#, false),
    (r#"{"place":[3,2],"safe":true}"#, false),
    (r#"{"prune":[2,2]}"#, true),
    (r#"{"prune":[[2,2],[3,3]],"score":-2.5}"#, true),
    (r#"{"prune":[]}"#, false),
    (r#"{"prune":[[2,2],[2,2]]}"#, false),
    (r#"{"prune":[[2,2],3]}"#, false),
    (r#"{"backtrack":8}"#, true),
    (r#"{"backtrack":{"row":8}}"#, true),
    (r#"{"backtrack":{"row":8,"column":8}}"#, false),
    (r#"{"backtrack":{}}"#, false),
    (r#"{"dead_end":{"column":2},"caption":"Nothing is free"}"#, true),
    (r#"{"dead_end":{"diagonal":2}}"#, false),
    (r#"{"solution":false}"#, false),
    (r#"{"end":true}"#, true),
    (r#"{"end":1}"#, false),
    (r#"{"caption":"Restart"}"#, true),
    (r#"{"caption":7}"#, false),
    (r#"{"caption":"two\nlines"}"#, false),
    (r#"{"caption":"two\u2028lines","place":[2,1]}"#, false),
    (r#"{"pause":"1m"}"#, true),
    (r#"{"pause":"1.5s","place":[2,1]}"#, true),
    (r#"{"pause":"61s"}"#, false),
    (r#"{"pause":2}"#, false),
    (r#"{"place":[2,1],"line":2}"#, true),
    (r#"{"place":[2,1],"line":0}"#, false),
    (r#"{"line":2}"#, true),
    (r#"{"lane":2}"#, false),
    (r#"{"test":[8,7],"safe":true,"among":"other columns"}"#, true),
    (r#"{"test":[8,7],"among":"some"}"#, false),
    (r#"{"place":[2,1],"among":"all"}"#, false),
    (r#"{"place":[2,1],"score":"good"}"#, false),
    (r#"{"place":[2,1],"queens":8}"#, false),
    ("{}", false),
];

/// First lines of a log.
const HEADERS: [(&str, bool); 38] = [
    (r#"{"queens":8}"#, true),
    (r#"{"algorithm":"my own","seed":18446744073709551615}"#, true),
    (r#"{"queens":0}"#, false),
    (r#"{"queens":65}"#, false),
    (r#"{"queens":"8"}"#, false),
    (r#"{"seed":-1}"#, false),
    (r#"{"seed":18446744073709551616}"#, false),
    (r#"{"order":"rows"}"#, true),
    (r#"{"order":"diagonals"}"#, false),
    (r#"{"base":0,"empty":64}"#, true),
    (r#"{"base":1,"empty":0}"#, true),
    (r#"{"base":0,"empty":0}"#, false),
    (r#"{"empty":3}"#, false),
    (r#"{"queens":8,"base":0,"empty":8}"#, true),
    (r#"{"queens":8,"empty":9}"#, true),
    (r#"{"base":2}"#, false),
    (r#"{"empty":null}"#, true),
    (r#"{"queens":8,"base":null,"place":null}"#, true),
    (r#"{"queens":null,"start":null}"#, true),
    (r#"{"queens":null,"start":[1,1]}"#, false),
    (r#"{"queens":null,"empty":3}"#, false),
    (r#"{"order":null,"size":null}"#, false),
    (r#"{"boards":"steps","rules":"own"}"#, true),
    (r#"{"boards":"half"}"#, false),
    (r#"{"rules":"checkers"}"#, false),
    (r#"{"code":["for row in 1..=n"]}"#, true),
    (r#"{"code":[]}"#, false),
    (r#"{"code":"one line"}"#, false),
    (r#"{"queens":8,"start":[1,1]}"#, true),
    (r#"{"queens":8,"start":"a8","blocked":[[3,3],"d4"]}"#, true),
    (r#"{"queens":8,"base":0,"start":[[0,0],[1,2]]}"#, true),
    (r#"{"start":[1,1]}"#, false),
    (r#"{"blocked":[[1,1]]}"#, false),
    (r#"{"queens":8,"start":[]}"#, false),
    (r#"{"queens":8,"start":1}"#, false),
    (r#"{"queens":8,"blocked":{"row":1}}"#, false),
    (r#"{"queens":8,"caption":"Eight"}"#, false),
    (r#"{"queens":8,"size":8}"#, false),
];

/// First boards of a log with boards as steps.
const BOARDS: [(&str, bool); 7] = [
    ("[2,4,1,3,null,-1,-1,-1]", true),
    ("[2]", true),
    ("[[2,1],[4,1]]", true),
    ("[\"a7\",[4,1]]", true),
    ("[]", true),
    ("[2.5]", false),
    ("[\"2\"]", false),
];

fn read(log: &str) -> Result<Vec<Entry>, LogError> {
    LogReader::begin(log.as_bytes())?.collect()
}

#[test]
fn schema_and_reader_agree() {
    let number = |key: &str, number: &str| format!("{{\"place\":[2,1],\"{key}\":{number}}}");
    let caption = |length| number("caption", &format!("\"{}\"", "♛".repeat(length)));
    let code = |length: usize| format!("{{\"code\":[\"\"{}]}}", ",\"\"".repeat(length - 1));
    let board = |length| format!("[{}]", vec!["-1"; length].join(","));
    let long_events = [(caption(MAX_CAPTION), true), (caption(MAX_CAPTION + 1), false)];
    let lanes = [
        (number("lane", "0"), true),
        (number("lane", "4294967295"), true),
        (number("lane", "4294967296"), false),
        (number("lane", "-1"), false),
        (number("lane", "\"a\""), false),
    ];
    let matrices = [
        (r#"{"place":[2,1],"now":[[1,1],[1,1]],"stage":[[0,0],[2,0]]}"#.to_owned(), true),
        (r#"{"remove":[1,1],"stage":[[2,0],[0,0]]}"#.to_owned(), true),
        (r#"{"set":[2,1],"now":[[1,1],[1,1]]}"#.to_owned(), false),
        (r#"{"now":[[1,1],[1,1]],"caption":"Now"}"#.to_owned(), false),
        (number("now", "[[1,1],[1,3]]"), false),
        (number("now", "[[1,1],[1,-1]]"), false),
        (number("now", "[]"), false),
        (number("stage", "[1,1]"), false),
        (number("stage", "null"), true),
    ];
    let long_headers = [(code(MAX_CODE_LINES), true), (code(MAX_CODE_LINES + 1), false)];
    let long_boards = [(board(64), true), (board(65), false)];
    let owned = |cases: &[(&str, bool)]| -> Vec<(String, bool)> {
        cases.iter().map(|(line, is_good)| ((*line).to_owned(), *is_good)).collect()
    };
    let groups = [
        ("{\"queens\":8,\"code\":[\"a\",\"b\"]}\n{\"place\":[1,1]}\n", "", owned(&EVENTS)),
        ("{\"queens\":8,\"code\":[\"a\",\"b\"]}\n{\"place\":[1,1]}\n", "", long_events.to_vec()),
        ("{\"queens\":8}\n", "", lanes.to_vec()),
        ("{\"queens\":2}\n{\"place\":[1,1]}\n", "", matrices.to_vec()),
        ("", "{\"place\":[2,1]}\n", owned(&HEADERS)),
        ("", "{\"place\":[2,1]}\n", long_headers.to_vec()),
        ("{\"queens\":8,\"boards\":\"steps\"}\n", "{\"caption\":\"That is all\"}\n", owned(&BOARDS)),
        ("{\"queens\":64,\"boards\":\"steps\"}\n", "{\"caption\":\"That is all\"}\n", long_boards.to_vec()),
    ];
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
