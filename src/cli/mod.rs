//! The command line: arguments to pipeline, progress, summary.

mod algorithms;
mod args;
mod board;
mod contest;
mod count;
mod course;
mod event_log;
mod failure;
mod filming;
mod format_options;
mod gallery;
mod interrupt;
mod lesson;
mod list;
mod place;
mod progress;
mod race;
mod replay;
mod search;
mod selection;
mod still;
mod summary;
mod target;
mod themes;
mod values;
mod writing;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};

/// Runs the command that the arguments name.
pub fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Search(args) => search::run(&args),
        Command::Race(args) => race::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Board(args) => board::run(&args),
        Command::Gallery(args) => gallery::run(&args),
        Command::List(args) => list::run(&args),
        Command::Count(args) => count::run(&args),
        Command::Themes(args) => themes::run(&args),
        Command::Algorithms(_) => algorithms::run(),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
