//! Help: its length, its completeness and its correctness.

use clap::Arg;
use queenreel::request::command;
use queenreel::search::Algorithm;

use crate::common::lists;
use crate::common::sandbox::{Sandbox, stdout};

const WIDTH: usize = 100;

/// Help for a terminal of [`WIDTH`].
fn help(arguments: &[&str]) -> String {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(arguments);
    stdout(&command.env("COLUMNS", WIDTH.to_string()).output().unwrap())
}

/// The names of the commands, from the help.
pub fn commands() -> Vec<String> {
    let help = help(&["--help"]);
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = listed.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("     "));
    names.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect()
}

/// The complete help of a command, without its line breaks.
fn one_line(command: &str) -> String {
    let help = Sandbox::new().stdout(&[command, "--help"]);
    help.split_whitespace().collect::<Vec<_>>().join(" ")
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
    let (commands, kinds) = (commands(), command());
    assert!(commands.len() >= 15, "{commands:?}");
    let commands = commands.iter().map(String::as_str).filter(|name| *name != "help");
    for command in [""].into_iter().chain(commands) {
        let of = |form| if command.is_empty() { help(&[form]) } else { help(&[command, form]) };
        let (brief, full) = (of("-h"), of("--help"));
        let longest = if films.contains(&command) { 220 } else { 120 };
        for (text, longest) in [(&brief, 50), (&full, longest)] {
            assert!(!text.is_empty() && text.lines().count() <= longest, "{command}: {text}");
            assert!(text.lines().all(|line| line.chars().count() <= WIDTH), "{command}: {text}");
        }
        assert!(options(&full).iter().all(|option| option.len() <= 4), "{command}: {full}");
        let Some(kind) = kinds.find_subcommand(command) else { continue };
        assert!(options(&brief).iter().all(|option| option.len() == 1), "{command}: {brief}");
        assert!(brief.lines().last().unwrap().contains("--help' shows all options"), "{brief}");
        assert!(full.lines().last().unwrap().contains("docs/guide/options.md"), "{full}");
        let full: Vec<&str> = options(&full).iter().map(|option| name(option)).collect();
        for long in kind.get_arguments().filter_map(Arg::get_long) {
            assert!(full.contains(&&*format!("--{long}")), "{command} --{long}");
        }
        let brief: Vec<&str> = options(&brief).iter().map(|option| name(option)).collect();
        let common = full.iter().filter(|option| brief.contains(option));
        assert!(common.eq(&brief), "in the same order: {brief:?} {full:?}");
        assert!(brief.len() < full.len(), "{command}: {brief:?}");
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

/// The size of the first picture in a PNG, or in a presentation, which stores its pictures unchanged.
fn size_of_png(bytes: &[u8]) -> (u32, u32) {
    let at = bytes.windows(4).position(|part| part == b"IHDR").unwrap() + 4;
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(at), number(at + 4))
}

#[test]
fn help_says_what_people_look_for() {
    for [command, text] in lists::rows(include_str!("help.txt")) {
        let help = one_line(command);
        assert!(help.contains(text), "{command}: {text}\n{help}");
    }
}

#[test]
fn pages_of_lectures_and_races_are_as_large_as_help_says() {
    let sandbox = Sandbox::new();
    for command in [&["search", "4", "--view", "lecture"][..], &["race", "4", "backtracking", "marking"]] {
        let film = |output: &str| {
            sandbox.succeed(&[command, &["-q", "--force", "--select", "..2", "-o", output]].concat());
            sandbox.read(output)
        };
        let gif = film("film.gif");
        let gif = [6, 8].map(|at| u32::from(u16::from_le_bytes(gif[at..at + 2].try_into().unwrap())));
        assert_eq!(gif, [1024, 576], "{command:?}");
        assert_eq!(size_of_png(&film("film.apng")), (1024, 576), "{command:?}");
        let svg = String::from_utf8(film("film.svg")).unwrap();
        assert!(svg.contains(r#"width="1024" height="576""#), "{command:?}");
        assert!(film("film.y4m").starts_with(b"YUV4MPEG2 W1280 H720 "), "{command:?}");
        assert_eq!(size_of_png(&film("film.pptx")), (1920, 1080), "{command:?}");
    }
}

#[test]
fn help_says_in_which_order_algorithms_search() {
    let by_order: Vec<&str> =
        Algorithm::ALL.into_iter().filter(|one| one.has_order()).map(Algorithm::name).collect();
    let [all @ .., last] = &by_order[..] else { unreachable!() };
    let list = format!("The order is free with {} and {last}", all.join(", "));
    assert!(one_line("search").contains(&list), "{list}");
    for command in ["gallery", "list"] {
        let help = one_line(command);
        let values =
            help.split("--algorithm <NAME>").nth(1).unwrap().split("[possible values: ").nth(1).unwrap();
        let values = values.split(']').next().unwrap();
        for algorithm in Algorithm::ALL {
            let is_offered = values.split(", ").any(|value| value == algorithm.name());
            assert_eq!(is_offered, algorithm.visits_all_solutions(), "{command}: {values}");
        }
    }
}

#[test]
fn the_version_is_printed() {
    let version = Sandbox::new().stdout(&["--version"]);
    assert_eq!(version, concat!("queenreel ", env!("CARGO_PKG_VERSION"), "\n"));
}
