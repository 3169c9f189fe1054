//! Searches written as logs.

use crate::common::sandbox::{Sandbox, stderr, stdout};

#[test]
fn events_are_readable_lines() {
    let sandbox = Sandbox::new();
    let output = sandbox.succeed(&["search", "2", "--events", "-"]);
    let said = stderr(&output);
    assert!(
        said.contains("standard output: 6 tests, 2 placements") && said.contains("no solution"),
        "{said}"
    );
    let lines = [
        r#"{"queens":2,"algorithm":"backtracking","order":"columns"}"#,
        r#"{"test":[1,1],"safe":true}"#,
        r#"{"place":[1,1]}"#,
        r#"{"test":[1,2],"attacker":[1,1]}"#,
        r#"{"test":[2,2],"attacker":[1,1]}"#,
        r#"{"backtrack":2}"#,
        r#"{"remove":[1,1]}"#,
        r#"{"test":[2,1],"safe":true}"#,
        r#"{"place":[2,1]}"#,
        r#"{"test":[1,2],"attacker":[2,1]}"#,
        r#"{"test":[2,2],"attacker":[2,1]}"#,
        r#"{"backtrack":2}"#,
        r#"{"remove":[2,1]}"#,
        r#"{"end":true}"#,
    ];
    assert_eq!(stdout(&output), lines.join("\n") + "\n");
    assert!(sandbox.names().is_empty());
}

#[test]
fn film_and_events_are_written_together() {
    let sandbox = Sandbox::new();
    let alone = sandbox.succeed(&["search", "6", "--events", "-", "-q"]);
    assert!(alone.stderr.is_empty());
    assert!(alone.stdout.ends_with(b"{\"solution\":true}\n"));
    sandbox.succeed(&["search", "6", "--events", "deep/log.jsonl", "-o", "a.gif"]);
    let both = sandbox.succeed(&["search", "6", "--events", "-", "-o", "b.gif"]);
    assert!(stderr(&both).is_empty() || stderr(&both).contains("b.gif"));
    let film = sandbox.succeed(&["search", "6", "--events", "log.jsonl", "-o", "-"]);
    for log in [&sandbox.read("deep/log.jsonl"), &both.stdout, &sandbox.read("log.jsonl")] {
        assert_eq!(*log, alone.stdout);
    }
    for gif in ["a.gif", "b.gif"] {
        assert_eq!(sandbox.read(gif), film.stdout);
    }
    sandbox.succeed(&["search", "6", "--events", "log.jsonl", "--force"]);
    assert!(sandbox.path("output/queens-6.gif").is_file(), "events in a file leave the film as it is");
}

#[test]
fn film_poster_and_events_need_different_paths() {
    let sandbox = Sandbox::new();
    for (options, part) in [
        (&["--events", "-", "-o", "-"][..], "both go to standard output"),
        (&["--events", "film.gif", "-o", "./film.gif"], "give them another path"),
        (&["--events", "frames/log.jsonl", "-o", "frames/"], "give them another path"),
        (&["--events", "a.png", "--poster", "a.png"], "give them another path"),
        (&["--events", "-", "--poster", "a.png"], "--poster is for films"),
        (&["--events", "-", "--format", "gif"], "--format is for films"),
    ] {
        sandbox.refuse(2, &[&["search", "4"], options].concat(), &[part]);
    }
    assert!(sandbox.names().is_empty());
}

#[test]
fn a_film_that_fails_leaves_no_events() {
    let sandbox = Sandbox::new();
    sandbox.fail(2, &["search", "8", "--max-frames", "3", "--events", "log.jsonl"]);
    sandbox.write("in-the-way", "mine");
    sandbox.fail(1, &["search", "8", "-o", "in-the-way/film.gif", "--events", "log.jsonl"]);
    assert_eq!(sandbox.names(), ["in-the-way"]);
}
