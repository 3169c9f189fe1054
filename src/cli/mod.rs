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
mod table;
mod values;

use std::env;
use std::io::{Write, stderr};
use std::process::ExitCode;

use clap::builder::Styles;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser};

use args::{Cli, Command};
pub use destination::close_standard_output;
use destination::{Destination, standard_output};

/// Runs the command that the arguments name; returns the exit status.
pub fn main() -> ExitCode {
    let arguments: Vec<String> =
        env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    interrupt::report_too_large_files();
    let cli = match parse() {
        Ok(cli) => cli,
        Err(error) if is_help(&error) => return help(error),
        Err(error) => {
            let text = hints::with_hint(error, &arguments).render().ansi().to_string();
            // Standard error may be closed.
            let _ = stderr().write_all(error::message(&text).as_bytes());
            return ExitCode::from(2);
        }
    };
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

/// The arguments; an error has no colours, which could not be told from control characters of arguments.
fn parse() -> Result<Cli, clap::Error> {
    let matches = Cli::command().styles(Styles::plain()).try_get_matches()?;
    Cli::from_arg_matches(&matches)
}

fn is_help(error: &clap::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    )
}

/// Prints help, or the version; returns the exit status.
fn help(plain: clap::Error) -> ExitCode {
    let error = Cli::try_parse().err().filter(is_help).unwrap_or(plain);
    if error.use_stderr() {
        // Standard error may be closed.
        let _ = error.print();
        return ExitCode::from(2);
    }
    let printed = standard_output().and_then(|mut out| error.print().and_then(|()| out.flush()));
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => Destination::StandardOutput.cannot_write("", error.into()).report(),
    }
}
