//! Progress in a terminal.

use crate::common::sandbox::{Sandbox, stderr};
use crate::common::tools::run_in_terminal;

/// What a command in this directory shows in a terminal, with its exit status in the last line; `None` if
/// that cannot be tested here.
fn shown(sandbox: &Sandbox, arguments: &str, output: &str) -> Option<String> {
    let path = sandbox.path(output);
    let words = arguments.split(' ').chain(["-o", path.to_str().unwrap()]);
    run_in_terminal("", "", &[env!("CARGO_BIN_EXE_queenreel")].into_iter().chain(words).collect::<Vec<_>>())
}

#[test]
fn a_long_search_shows_progress_before_it_finds_anything() {
    let sandbox = Sandbox::new();
    for (command, output) in [("gallery 33 --limit 1", "gallery.gif"), ("list 33 --limit 1", "list.txt")] {
        let Some(said) = shown(&sandbox, command, output) else { return };
        assert!(said.contains("searching: 0 solutions"), "{said}");
        assert!(said.ends_with("0\n") && sandbox.path(output).exists(), "{said}");
    }
}

#[test]
fn a_film_of_one_step_shows_progress_while_the_other_steps_are_read() {
    let sandbox = Sandbox::new();
    let arguments = "search 12 --all --max-frames 100000000 --select 1";
    let Some(said) = shown(&sandbox, arguments, "step.png") else { return };
    assert!(said.contains("looking ahead: ") && said.contains(" events"), "{said}");
    assert!(said.ends_with("0\n") && sandbox.path("step.png").exists(), "{said}");
}

#[test]
fn a_long_film_shows_how_many_of_its_pictures_are_drawn() {
    let sandbox = Sandbox::new();
    let Some(said) = shown(
        &sandbox,
        "search 8 --solutions 2 --view lecture --detail tests --max-frames 10000",
        "film.pdf",
    ) else {
        return;
    };
    assert!(said.contains(" of 1,565 pictures") && said.contains(": 1,565 pages"), "{said}");
    assert!(said.ends_with("0\n") && sandbox.path("film.pdf").exists(), "{said}");
}

#[test]
fn a_quiet_command_and_one_without_a_terminal_show_no_progress() {
    let sandbox = Sandbox::new();
    let Some(said) = shown(&sandbox, "gallery 33 --limit 1 --quiet", "quiet.png") else { return };
    assert_eq!(said.trim(), "0");
    let output = sandbox.succeed(&["gallery", "33", "--limit", "1", "-o", "gallery.png"]);
    assert_eq!(stderr(&output), "");
}
