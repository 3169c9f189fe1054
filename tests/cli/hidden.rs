//! Names and texts that would change the display of a terminal.

use crate::common::lists;
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
    let name = format!("{HIDDEN}\n");
    for command in lists::commands(include_str!("hidden.txt")) {
        let arguments: Vec<String> = command.iter().map(|word| word.replace("HIDDEN", &name)).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let printed = run(&sandbox, &arguments);
        assert!(!printed.contains("b\n."), "{arguments:?}: {printed:?}");
        if command == ["search", "4", "-o", "HIDDEN.gif"] {
            sandbox.write(arguments[3], "of another");
            assert!(run(&sandbox, &arguments).contains("--force"));
        }
    }
}

#[test]
fn values_of_options_are_escaped_in_errors() {
    let sandbox = Sandbox::new();
    sandbox.write("theme.toml", "light = \"a\\u202e\\u001b\"");
    for command in lists::commands(include_str!("hidden_values.txt")) {
        let value = |word: &&str| word.replace("HIDDEN", HIDDEN).replace("SHORT", "a\n\u{1b}");
        let arguments: Vec<String> = command.iter().map(value).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        assert!(!run(&sandbox, &arguments).contains("a\n"), "{arguments:?}");
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
