//! Help texts of the program and its commands: short with `-h`, complete with `--help`.

use std::{io, mem};

use clap::builder::{PossibleValue, Resettable};
use clap::{Arg, Command};

use crate::options::is_flag;

/// The common options; `-h` shows only these.
const COMMON: &str = "output as quiet force algorithm clock all solutions queens fundamental select check timeout \
                      quantity known view caption code duration speed delay canvas size theme title coordinates \
                      fit for";

/// The number of characters of help that fit next to most option names in a terminal of 100 columns.
const BRIEF: usize = 72;

/// Sets the help of the whole program.
pub fn of_program(program: Command) -> Command {
    let (about, examples) = parts(include_str!("help/program.txt"));
    program.about(about).after_help(examples)
}

/// Sets the help of the commands that make documents.
pub fn of_kinds(mut program: Command) -> Command {
    for kind in program.get_subcommands_mut() {
        *kind = of_kind(mem::take(kind)).mut_args(in_brief);
    }
    program
}

fn of_kind(command: Command) -> Command {
    let text = match command.get_name() {
        "search" => include_str!("help/search.txt"),
        "race" => include_str!("help/race.txt"),
        "replay" => include_str!("help/replay.txt"),
        "board" => include_str!("help/board.txt"),
        "gallery" => include_str!("help/gallery.txt"),
        "sheet" => include_str!("help/sheet.txt"),
        "list" => include_str!("help/list.txt"),
        "count" => include_str!("help/count.txt"),
        "compare" => include_str!("help/compare.txt"),
        _ => return command,
    };
    let (about, examples) = parts(text);
    let (examples, more) = parts(examples);
    let name = command.get_name();
    let brief = format!("{examples}\n'queenreel {name} --help' shows all options.\n");
    let full = format!("{examples}{more}\nEach option in detail: docs/guide/options.md\n");
    // Line breaks within a paragraph are left to the terminal.
    let paragraphs: Vec<String> =
        about.trim_end().split("\n\n").map(|lines| lines.replace('\n', " ")).collect();
    let command = command.about(paragraphs[0].clone()).long_about(paragraphs.join("\n\n"));
    command.after_help(brief).after_long_help(full)
}

/// Splits a text at a separator line.
fn parts(text: &str) -> (&str, &str) {
    text.split_once("---\n").unwrap_or((text, ""))
}

/// For `-h`, hides options that are not common, and values that do not fit next to an option.
fn in_brief(option: Arg) -> Arg {
    // The length of the list that clap appends: ` [name: one, two]`.
    let length = |name: &str, texts: Vec<&str>| match texts.len() {
        0 => 0,
        _ => name.len() + 3 + texts.iter().map(|text| 2 + text.len()).sum::<usize>(),
    };
    let help = option.get_help().map_or(0, |help| help.to_string().len());
    let defaults = option.get_default_values().iter().filter_map(|value| value.to_str()).collect();
    let with_default = help + length("default", defaults);
    let values = option.get_possible_values();
    let values = values.iter().map(PossibleValue::get_name).collect();
    let with_values = with_default + length("possible values", values);
    let is_common = COMMON.split(' ').any(|common| *option.get_id() == *common);
    let is_longer = |length| length > BRIEF && !is_flag(&option);
    let (hides_default, hides_values) = (is_longer(with_default), is_longer(with_values));
    let is_hidden = !is_common && !option.is_positional();
    option.hide_default_value(hides_default).hide_possible_values(hides_values).hide_short_help(is_hidden)
}

/// Prints the output of `--help`: every option, as closely spaced as with `-h`.
pub fn print_all(mut program: Command, arguments: &[String]) -> io::Result<()> {
    program.build();
    let name = arguments.iter().skip(1).find(|argument| *argument != "help");
    let command = name.and_then(|name| program.find_subcommand(name)).cloned();
    in_full(command.unwrap_or(program)).print_help()
}

pub fn in_full(mut command: Command) -> Command {
    if let Some(about) = command.get_long_about().cloned() {
        command = command.about(about);
    }
    if let Some(after) = command.get_after_long_help().cloned() {
        command = command.after_help(after);
    }
    command.mut_args(|argument| {
        let argument = argument.hide_short_help(false).hide_possible_values(false).hide_default_value(false);
        match argument.get_long_help().map(ToString::to_string) {
            // Further paragraphs are only for the generated page.
            Some(help) => argument.help(sentences(&help)).long_help(Resettable::Reset),
            None => argument,
        }
    })
}

/// Joins the first two paragraphs of a help text and the defaults; the guide has the rest.
fn sentences(help: &str) -> String {
    let is_shown = |(index, text): &(usize, &str)| *index < 2 || text.starts_with('[');
    let paragraphs = help.split("\n\n").enumerate().filter(is_shown).map(|(_, text)| text);
    let mut sentences = String::new();
    for text in paragraphs {
        let has_end = sentences.is_empty() || sentences.ends_with('.') || text.starts_with('[');
        sentences.extend([if has_end { "" } else { "." }, if sentences.is_empty() { "" } else { " " }, text]);
    }
    sentences
}
