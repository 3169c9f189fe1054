//! What help says about the program and its commands besides their options.

use clap::Command;

use crate::recipe::{Kind, in_this_build};

/// The program.
pub fn of_program(program: Command) -> Command {
    add(program, include_str!("help/program.txt"))
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
    add(command, text)
}

/// Adds a text: what it does, in a sentence, and in paragraphs; below the line, notes and examples.
fn add(command: Command, text: &str) -> Command {
    let (what, examples) = text.split_once("\n---\n").unwrap_or((text, ""));
    let paragraphs: Vec<String> =
        what.trim_end().split("\n\n").map(|lines| lines.replace('\n', " ")).collect();
    let command = command.about(paragraphs[0].clone()).after_help(in_this_build(examples.trim_end()));
    if paragraphs.len() > 1 { command.long_about(paragraphs.join("\n\n")) } else { command }
}
