//! Shell completions and manual pages.

#[cfg(unix)]
use std::process::Command;

use super::help::commands;
use crate::common::sandbox::Sandbox;
#[cfg(unix)]
use crate::common::sandbox::stdout;
#[cfg(unix)]
use crate::common::tools::run_tool;

/// The long options that a help text has.
fn long_options(help: &str) -> Vec<String> {
    let words =
        help.lines().filter(|line| line.trim_start().starts_with('-')).flat_map(str::split_whitespace);
    let long = words.filter(|word| word.starts_with("--") && word.len() > 2);
    long.map(|word| {
        word.trim_matches(|letter| ",[]=".contains(letter)).split(['[', '=']).next().unwrap().to_owned()
    })
    .collect()
}

#[test]
fn every_shell_gets_the_options_of_every_command() {
    let sandbox = Sandbox::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = sandbox.stdout(&["completions", shell]);
        for command in commands().iter().filter(|name| *name != "help") {
            for option in long_options(&sandbox.stdout(&[command, "--help"])) {
                let name = option.trim_start_matches('-');
                assert!(script.contains(name), "{shell}: {command} {option}");
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn bash_completes_commands_options_and_values() {
    let sandbox = Sandbox::new();
    sandbox.write("script", sandbox.stdout(&["completions", "bash"]));
    let complete = |words: &[&str]| {
        let script = "source ./script; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); \
             _queenreel queenreel \"${@: -1}\" \"${@: -2:1}\"; printf '%s\\n' \"${COMPREPLY[@]}\"";
        let mut shell = Command::new("bash");
        let shell = shell.args(["-c", script, "bash"]).args(words).current_dir(sandbox.path(""));
        let output = run_tool(shell)?;
        Some(stdout(&output).lines().map(str::to_owned).collect::<Vec<_>>())
    };
    let Some(completed) = complete(&["queenreel", "se"]) else { return };
    assert_eq!(completed, ["search"]);
    assert_eq!(complete(&["queenreel", "search", "--vi"]).unwrap(), ["--view"]);
    assert_eq!(complete(&["queenreel", "search", "--view", "le"]).unwrap(), ["lecture"]);
}

#[test]
fn manual_pages_have_every_option_and_command() {
    let sandbox = Sandbox::new();
    let all = commands();
    assert!(all.len() >= 13, "{all:?}");
    let main = sandbox.stdout(&["man"]);
    for command in &all {
        assert!(main.contains(&format!("queenreel\\-{command}")), "{command}: {main}");
        if command == "help" {
            continue;
        }
        let page = sandbox.stdout(&["man", command]);
        assert!(page.contains(".TH") && page.contains(&format!("queenreel\\-{command}")), "{command}");
        for option in long_options(&sandbox.stdout(&[command, "--help"])) {
            let escaped = option.replace('-', "\\-");
            assert!(page.contains(&escaped), "{command} {option}");
        }
    }
}
