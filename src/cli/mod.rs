//! The command line: arguments, progress and reports.

mod alt;
mod args;
mod commands;
mod destination;
mod error;
mod event_log;
mod film_job;
mod fit;
mod hints;
mod inputs;
mod interrupt;
mod log_input;
mod places;
mod progress;
mod report;
mod still;
mod values;

use std::env;
use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};

/// Runs the command that the arguments name; returns the exit status.
pub fn main() -> ExitCode {
    let arguments: Vec<String> =
        env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    let cli = Cli::try_parse().unwrap_or_else(|error| hints::with_hint(error, &arguments).exit());
    interrupt::report_too_large_files();
    let outcome = match cli.command {
        Command::Search(args) => commands::search::run(&args),
        Command::Race(args) => commands::race::run(&args),
        Command::Replay(args) => commands::replay::run(&args),
        Command::Board(args) => commands::board::run(&args),
        Command::Gallery(args) => commands::gallery::run(&args),
        Command::Sheet(args) => commands::sheet::run(&args),
        Command::List(args) => commands::list::run(&args),
        Command::Count(args) => commands::count::run(&args),
        Command::Compare(args) => commands::compare::run(&args),
        Command::Themes(args) => commands::themes::run(&args),
        Command::Algorithms(args) => commands::algorithms::run(&args),
        Command::Completions(args) => commands::completions::run(&args),
        Command::Man(args) => commands::man::run(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(),
    }
}
