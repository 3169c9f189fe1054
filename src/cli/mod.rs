//! The command line: arguments, progress and reports.

mod alt;
mod arguments;
mod commands;
mod destination;
mod error;
mod event_log;
mod film_job;
mod help;
mod hints;
mod inputs;
mod interrupt;
mod log_input;
mod progress;
mod report;
mod still;
mod table;

use std::env;
use std::io::{Write, stderr};
use std::process::ExitCode;

use clap::Command;
use clap::builder::Styles;
use clap::error::ErrorKind;

pub use destination::close_standard_output;
use destination::{Destination, standard_output};

/// Runs the command that the arguments name; returns the exit status.
pub fn main() -> ExitCode {
    let arguments: Vec<String> =
        env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    interrupt::report_too_large_files();
    // Colours of an error could not be distinguished from control characters of arguments.
    let outcome = match program().styles(Styles::plain()).try_get_matches() {
        Ok(matches) => commands::run(&matches, program),
        Err(error) if is_help(&error) => return help(error),
        Err(error) => {
            let text = hints::with_hint(error, &arguments).render().ansi().to_string();
            // Standard error may be closed.
            let _ = stderr().write_all(error::message(&text).as_bytes());
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => error.report(),
    }
}

/// The program with its commands.
fn program() -> Command {
    let program = Command::new(env!("CARGO_PKG_NAME"))
        .version(env!("CARGO_PKG_VERSION"))
        .about(
            "Films the N-queens search: animations, videos and PNG frames of a backtracking solver at work",
        )
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

/// Prints help, or the version; returns the exit status.
fn help(plain: clap::Error) -> ExitCode {
    let error = program().try_get_matches().err().filter(is_help).unwrap_or(plain);
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
