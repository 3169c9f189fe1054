//! Names and texts that would change the display of a terminal.

use std::fs;

use crate::common::sandbox::{Sandbox, stderr, stdout};

/// Colours, a bell, a sequence of one character, and text from right to left.
const HIDDEN: &str = "a\u{1b}[31m\u{7}\u{9b}2J\u{202e}\u{2066}\u{200f}\rb";

/// Runs a command, which may fail, and returns what it prints.
fn run(sandbox: &Sandbox, arguments: &[&str]) -> String {
    let output = sandbox.run(arguments);
    let printed = stdout(&output) + &stderr(&output);
    let is_hidden = |character: &char| {
        character.is_control() && *character != '\n' || "\u{202e}\u{2066}\u{200f}".contains(*character)
    };
    assert_eq!(printed.chars().find(is_hidden), None, "{arguments:?}: {printed:?}");
    assert!(printed.contains("\\u{1b}") || printed.contains("&#x202e;"), "{arguments:?}: {printed:?}");
    printed
}

#[test]
fn names_are_escaped_in_reports_and_errors() {
    let sandbox = Sandbox::new();
    let named = |ending: &str| format!("{HIDDEN}\n{ending}");
    for arguments in [
        &["search", "4", "-o", &named(".gif")][..],
        &["search", "4", "-o", &named("/")],
        &["search", "4", "-o", &named(".xyz")],
        &["search", "4", "-o", &named(".mov")],
        &["search", "4", "-o", &named(".gif"), "--format", "mp4"],
        &["search", "4", "-o", "film.gif", "--poster", &named(".png")],
        &["search", "4", "-o", &named(".svg"), "--alt"],
        &["search", "4", "-o", "film.gif", "--events", &named(".jsonl")],
        &["replay", &named(".absent")],
        &["board", "2413", "-o", &named(".png")],
        &["board", "2413", "-o", &named(".xyz")],
        &["gallery", "4", "-o", &named("page.png")],
        &["sheet", "4", "-o", &named("sheet.png")],
        &["list", "4", "-o", &named(".txt")],
        &["themes", "-o", &named(".toml")],
        &["compare", "4", "-o", &named("chart.png")],
    ] {
        let printed = run(&sandbox, arguments);
        assert!(!printed.contains("b\n."), "{arguments:?}: {printed:?}");
        if arguments[1] == "4" && arguments.last() == Some(&named(".gif").as_str()) {
            fs::write(sandbox.path(&named(".gif")), "of another").unwrap();
            assert!(run(&sandbox, arguments).contains("--force"));
        }
    }
}

#[test]
fn values_of_options_are_escaped_in_errors() {
    let sandbox = Sandbox::new();
    sandbox.write("theme.toml", "light = \"a\\u202e\\u001b\"");
    for arguments in [
        &["search", "8", "--start", HIDDEN][..],
        &["search", "8", "--block", HIDDEN],
        &["search", "8", "--theme", HIDDEN],
        &["search", "8", "--font", HIDDEN],
        &["search", "8", "--title", HIDDEN],
        &["search", "8", "--view", HIDDEN],
        &["search", "8", "--select", HIDDEN],
        &["search", "8", "--subtitles", HIDDEN],
        &["search", "8", "--poster", "a\n\u{1b}"],
        &["search", "8", &format!("--{HIDDEN}")],
        &["search", HIDDEN],
        &["board", HIDDEN],
        &["man", HIDDEN, HIDDEN],
        &["count", HIDDEN],
        &[HIDDEN],
    ] {
        assert!(!run(&sandbox, arguments).contains("a\n"), "{arguments:?}");
    }
    let printed = stderr(&sandbox.run(&["search", "8", "--theme", "theme.toml"]));
    assert!(printed.contains("line 1") && printed.contains("\\u{202e}"), "{printed:?}");
    assert!(!printed.contains(['\u{1b}', '\u{202e}']), "{printed:?}");
}

#[test]
fn excerpts_of_logs_are_escaped() {
    for line in
        ["\u{202e}gnol", "{\"place\":\"\u{202e}\"}", "{\"\u{202e}\":1}", "{\"caption\":\u{202e}\u{1b}}"]
    {
        let replayed = Sandbox::new().feed(format!("{{\"place\":[1,1]}}\n{{{line}\n"), &["replay", "-"]);
        let printed = stderr(&replayed);
        assert!(!printed.is_empty() && !printed.contains(['\u{1b}', '\u{202e}']), "{line:?}: {printed:?}");
    }
}
