//! What help says about the program and its commands: in short with `-h`, and all with `--help`.

use std::io;

use clap::{Arg, Command};

use crate::recipe::{Key, Kind};

/// The options that most people need, the most needed first: `-h` shows no others.
const COMMON: [Key; 29] = [
    Key::Output,
    Key::ListForm,
    Key::TableForm,
    Key::Quiet,
    Key::Force,
    Key::Algorithm,
    Key::Clock,
    Key::All,
    Key::Solutions,
    Key::Queens,
    Key::Fundamental,
    Key::Select,
    Key::Check,
    Key::Timeout,
    Key::Quantity,
    Key::Known,
    Key::View,
    Key::Caption,
    Key::Code,
    Key::Duration,
    Key::Speed,
    Key::Delay,
    Key::Canvas,
    Key::Size,
    Key::Theme,
    Key::Title,
    Key::Coordinates,
    Key::Fit,
    Key::For,
];

/// The number of characters of help that fit beside most options of [`COMMON`], on a line of 100.
const BRIEF: usize = 72;

/// The program.
pub fn of_program(program: Command) -> Command {
    let (about, examples) = parts(include_str!("help/program.txt"));
    program.about(about).after_help(examples)
}

/// The command that makes this kind.
pub fn of_kind(command: Command, kind: Kind) -> Command {
    let text = match kind {
        Kind::Search => include_str!("help/search.txt"),
        Kind::Race => include_str!("help/race.txt"),
        Kind::Replay => include_str!("help/replay.txt"),
        Kind::Board => include_str!("help/board.txt"),
        Kind::Gallery => include_str!("help/gallery.txt"),
        Kind::Sheet => include_str!("help/sheet.txt"),
        Kind::List => include_str!("help/list.txt"),
        Kind::Count => include_str!("help/count.txt"),
        Kind::Compare => include_str!("help/compare.txt"),
    };
    let (about, examples) = parts(text);
    let (examples, more) = parts(examples);
    let name = kind.name();
    let brief = format!("{examples}\n'queenreel {name} --help' shows all options.\n");
    let full = format!("{examples}{more}\nEach option in detail: docs/guide/options.md\n");
    // Lines of a paragraph are broken as the terminal needs it.
    let paragraphs: Vec<String> =
        about.trim_end().split("\n\n").map(|lines| lines.replace('\n', " ")).collect();
    let command = command.about(paragraphs[0].clone()).long_about(paragraphs.join("\n\n"));
    command.after_help(brief).after_long_help(full)
}

/// A text up to a line, and below it.
fn parts(text: &str) -> (&str, &str) {
    text.split_once("---\n").unwrap_or((text, ""))
}

/// The options of a kind, the most needed first.
pub fn in_order(kind: Kind) -> Vec<Key> {
    let mut keys: Vec<Key> = Key::of(kind).collect();
    keys.sort_by_key(|key| rank(*key).unwrap_or(usize::MAX));
    keys
}

fn rank(key: Key) -> Option<usize> {
    COMMON.iter().position(|common| *common == key)
}

/// What help says about an option: as much as fits on a line, or all of it.
pub fn of_option(argument: Arg, key: Key, help: &str) -> Arg {
    let names: Vec<&str> = key.choices().all.into_iter().map(|(name, _)| name).collect();
    let values = format!(" [possible values: {}]", names.join(", ")).len();
    let with_values = brief(help, BRIEF.saturating_sub(values)).filter(|_| !names.is_empty());
    argument
        .hide_possible_values(with_values.is_none() && !names.is_empty())
        .hide_short_help(rank(key).is_none())
        .help(with_values.or(brief(help, BRIEF)).unwrap_or_else(|| help.to_owned()))
        .long_help(help.to_owned())
}

/// As many clauses of a text as fit into this many characters, with the default if there is room.
fn brief(help: &str, most: usize) -> Option<String> {
    let (text, default) = help.find(" [default").map_or((help, ""), |at| help.split_at(at));
    let ends = [". ", "; ", ": "].into_iter().flat_map(|end| text.match_indices(end));
    let ends = ends.map(|(at, _)| at).chain([text.len()]);
    let text = &text[..ends.filter(|end| *end <= most).max()?];
    Some(if text.len() + default.len() <= most { format!("{text}{default}") } else { text.to_owned() })
}

/// Prints the help of `--help`: every option, in lines as close as those of `-h`.
pub fn print_all(mut program: Command, arguments: &[String]) -> io::Result<()> {
    program.build();
    let name = arguments.iter().skip(1).find(|argument| *argument != "help");
    let command = name.and_then(|name| program.find_subcommand(name)).cloned();
    in_full(command.unwrap_or(program)).print_help()
}

/// A command that shows all that it has.
pub fn in_full(mut command: Command) -> Command {
    if let Some(about) = command.get_long_about().cloned() {
        command = command.about(about);
    }
    if let Some(after) = command.get_after_long_help().cloned() {
        command = command.after_help(after);
    }
    command.mut_args(|argument| {
        let argument = argument.hide_short_help(false).hide_possible_values(false);
        match argument.get_long_help().cloned() {
            Some(help) => argument.help(help),
            None => argument,
        }
    })
}
