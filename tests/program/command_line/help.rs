//! Help: how long it is, and that it has all options.

use queenreel::recipe::{Key, Kind};

use crate::common::sandbox::{Sandbox, repository_file, stdout};

const WIDTH: usize = 100;

/// Help for a terminal of [`WIDTH`].
fn help(arguments: &[&str]) -> String {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(arguments);
    stdout(&command.env("COLUMNS", WIDTH.to_string()).output().unwrap())
}

/// The lines about each option: the first has its name, the others continue its text.
fn options(help: &str) -> Vec<Vec<&str>> {
    let mut options: Vec<Vec<&str>> = Vec::new();
    let mut is_open = false;
    for line in help.lines() {
        if line.starts_with("  -") || line.starts_with("      --") {
            options.push(vec![line]);
            is_open = true;
        } else if is_open && line.starts_with("        ") {
            options.last_mut().unwrap().push(line);
        } else {
            is_open = false;
        }
    }
    options
}

/// The long name of an option.
fn name<'a>(option: &[&'a str]) -> &'a str {
    let name = &option[0][option[0].find("--").unwrap()..];
    name.split([' ', '[']).next().unwrap()
}

#[test]
fn help_is_short_and_has_all_options() {
    let films = ["search", "race", "replay", "gallery"];
    let program = help(&["-h"]);
    let listed = program.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = listed.take_while(|line| !line.is_empty());
    let commands = commands.map(|line| line.split_whitespace().next().unwrap());
    let commands: Vec<&str> = commands.filter(|name| *name != "help").collect();
    assert!(commands.len() >= 14, "{program}");
    for command in [""].into_iter().chain(commands) {
        let of = |form| if command.is_empty() { help(&[form]) } else { help(&[command, form]) };
        let (brief, full) = (of("-h"), of("--help"));
        let longest = if films.contains(&command) { 220 } else { 120 };
        for (text, longest) in [(&brief, 50), (&full, longest)] {
            assert!(!text.is_empty() && text.lines().count() <= longest, "{command}: {text}");
            assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{command}: {text}");
        }
        assert!(options(&full).iter().all(|option| option.len() <= 4), "{command}: {full}");
        let Some(kind) = Kind::ALL.into_iter().find(|kind| kind.name() == command) else { continue };
        assert!(options(&brief).iter().all(|option| option.len() == 1), "{command}: {brief}");
        assert!(brief.lines().last().unwrap().contains("--help' shows all options"), "{brief}");
        assert!(full.lines().last().unwrap().contains("docs/guide/options.md"), "{full}");
        let full: Vec<&str> = options(&full).iter().map(|option| name(option)).collect();
        for key in Key::of(kind).filter(|key| !key.is_positional(kind)) {
            assert!(full.contains(&&*format!("--{}", key.name())), "{command} --{}", key.name());
        }
        let brief: Vec<&str> = options(&brief).iter().map(|option| name(option)).collect();
        let common = full.iter().filter(|option| brief.contains(option));
        assert!(common.eq(&brief), "in the same order: {brief:?} {full:?}");
        assert!(brief.len() < full.len(), "{command}: {brief:?}");
    }
}

#[test]
fn the_page_about_options_has_all_of_them() {
    let page = std::fs::read_to_string(repository_file("docs/guide/options.md")).unwrap();
    let sections: Vec<&str> = page.split("\n#").collect();
    for key in Key::ALL {
        let starts = [" ", "[", "`"].map(|end| format!("## `--{}{end}", key.name()));
        for kind in key.kinds().iter().filter(|kind| !key.is_positional(**kind)) {
            let name = kind.name();
            let about = |section: &&&str| {
                starts.iter().any(|start| section.starts_with(start))
                    && section.contains(&format!("`{name}`"))
            };
            let section = sections.iter().find(about).unwrap_or_else(|| panic!("{name} --{}", key.name()));
            for (value, _) in key.choices().all {
                assert!(section.contains(&format!("`{value}`")), "--{} {value}", key.name());
            }
        }
    }
}

#[test]
fn help_is_that_of_the_command_it_is_asked_of() {
    let search = help(&["search", "--help"]);
    assert_eq!(help(&["help", "search"]), search);
    assert_eq!(help(&["search", "8", "--all", "--help"]), search);
    assert_eq!(help(&["help"]), help(&["--help"]));
    assert_ne!(help(&["search", "8", "-h"]), search);
}
