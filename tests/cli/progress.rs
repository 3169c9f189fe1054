//! Progress in a terminal.

use crate::common::sandbox::Sandbox;
use crate::common::tools::run_in_terminal;

/// What a command in this directory shows in a terminal, with its exit status in the last line; `None` if
/// that cannot be tested here.
fn shown(sandbox: &Sandbox, arguments: &str, output: &str) -> Option<String> {
    let path = sandbox.path(output);
    let words = arguments.split(' ').chain(["-o", path.to_str().unwrap()]);
    run_in_terminal("", "", &[env!("CARGO_BIN_EXE_queenreel")].into_iter().chain(words).collect::<Vec<_>>())
}

#[test]
fn commands_show_progress_before_and_while_they_draw() {
    let sandbox = Sandbox::new();
    for (command, output, parts) in [
        // The search finds nothing for a while.
        ("gallery 33 --limit 1", "gallery.gif", ["searching: 0 solutions", ""]),
        ("list 33 --limit 1", "list.txt", ["searching: 0 solutions", ""]),
        // The other steps are read for one of them.
        ("search 12 --all --max-frames 100000000 --select 1", "step.png", ["looking ahead: ", " events"]),
        (
            "search 8 --solutions 2 --view lecture --detail tests --max-frames 10000",
            "film.pdf",
            [" of 1,565 pictures", ": 1,565 pages"],
        ),
    ] {
        let Some(said) = shown(&sandbox, command, output) else { return };
        assert!(parts.iter().all(|part| said.contains(part)), "{command}: {said}");
        assert!(said.ends_with("0\n") && sandbox.path(output).exists(), "{command}: {said}");
    }
}

#[test]
fn a_quiet_command_shows_no_progress() {
    let sandbox = Sandbox::new();
    let Some(said) = shown(&sandbox, "gallery 33 --limit 1 --quiet", "quiet.png") else { return };
    assert_eq!(said.trim(), "0");
}
