//! The command line: parses arguments, runs commands and prints reports.

mod algorithms;
mod asked;
mod commands;
mod error;
mod help;
mod hints;
mod inputs;
mod interrupt;
mod make;
mod output;
mod packaging;
mod progress;
mod report;
mod themes;
mod writing;

use std::env;
use std::io::{Write, stderr};
use std::process::ExitCode;

use clap::Command;
use clap::builder::Styles;
use clap::error::ErrorKind;

use error::fail;
use output::StandardOutput;
pub use output::close_standard_output;

pub fn main() -> ExitCode {
    let arguments: Vec<String> =
        env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    interrupt::report_too_large_files();
    // Errors have no colours, which could not be told from control characters in arguments.
    let outcome = match program().styles(Styles::plain()).try_get_matches() {
        Ok(matches) => commands::run(&matches, program),
        Err(error) if is_help(&error) => return show_help(error, &arguments),
        Err(error) => {
            let text = hints::with_hint(error, &arguments).render().ansi().to_string();
            // Standard error may be closed.
            let _ = stderr().write_all(report::printable(&text).as_bytes());
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

/// The program with all its commands.
pub fn program() -> Command {
    let program = Command::new(env!("CARGO_PKG_NAME"))
        .version(env!("CARGO_PKG_VERSION"))
        .subcommand_required(true)
        .arg_required_else_help(true);
    commands::add_to(program)
}

fn is_help(error: &clap::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    )
}

fn show_help(plain: clap::Error, arguments: &[String]) -> ExitCode {
    let error = program().try_get_matches().err().filter(is_help).unwrap_or(plain);
    if error.use_stderr() {
        // Standard error may be closed.
        let _ = error.print();
        return ExitCode::from(2);
    }
    // `-h` may be combined with other short options.
    let is_short =
        |argument: &str| !argument.starts_with("--") && argument.starts_with('-') && argument.contains('h');
    let asked = arguments.iter().find(|argument| *argument == "--help" || is_short(argument));
    let is_all = error.kind() == ErrorKind::DisplayHelp && asked.is_none_or(|argument| argument == "--help");
    let print = || if is_all { help::print_all(program(), arguments) } else { error.print() };
    match StandardOutput::open().and_then(|mut out| print().and_then(|()| out.flush())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => fail(&output::error(&error)),
    }
}
