//! Searches written as logs.

use crate::common::sandbox::{Sandbox, stderr};

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
}
