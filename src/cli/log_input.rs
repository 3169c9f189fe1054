//! Logs that are filmed: files, pipes and standard input.

use std::env;
use std::io::{IsTerminal, Read, stdin};

use anyhow::{Error, anyhow};

use crate::log::{CopyOptions, LogError, LogOptions, LogSpooler, SpooledLog};
use crate::recipe::in_unit;

use super::{CliError, Destination, Progress, report};

const READING: &str = "reading the log";

/// Reads a log for the first time, for a film at this place; `max_bytes` is for one that is copied. If the options ask for all
/// errors, those of lines are left to the second reading, which finds more.
pub fn read(
    film: &Destination,
    quiet: bool,
    log: &Destination,
    options: LogOptions,
    max_bytes: u64,
) -> Result<SpooledLog, LogError> {
    let is_set = |variable| env::var_os(variable).is_some_and(|value| !value.is_empty());
    let directory = if is_set("TMPDIR") { None } else { film.nearest_directory() };
    let copy = CopyOptions { max_bytes, directory };
    match log {
        Destination::StandardOutput => {
            let is_terminal = stdin().is_terminal();
            if is_terminal {
                let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
                let text = format!(
                    "reading events from the terminal: one JSON object per line, then {end} \
                     (see 'queenreel help replay')"
                );
                report::note(&text, quiet);
            }
            // Progress would stand between the lines that are typed.
            let progress = Progress::counting(READING, "events", quiet || is_terminal);
            finish(LogSpooler::read(stdin().lock(), options, &copy)?, options, progress)
        }
        Destination::Path(path) => {
            let progress = Progress::counting(READING, "events", quiet);
            finish(LogSpooler::open(path, options, &copy)?, options, progress)
        }
    }
}

fn finish<R: Read>(
    mut spooler: LogSpooler<R>,
    options: LogOptions,
    mut progress: Progress,
) -> Result<SpooledLog, LogError> {
    for entry in spooler.by_ref() {
        match entry {
            Ok(_) => progress.add(1),
            Err(LogError::Line { .. }) if options.all_errors => {}
            Err(error) => return Err(error),
        }
    }
    spooler.finish()
}

/// Adds the name of the log to an error, and advice. `larger` says how a larger log is read.
pub fn error(name: &str, error: LogError, larger: &str) -> CliError {
    let error = match error {
        LogError::TooLarge { max_bytes } => {
            let (number, unit) = in_unit(max_bytes);
            anyhow!(
                "the log has more than {number} {unit}; {larger}, and a program that never ends can be cut \
                 with 'head -n 1000000'"
            )
        }
        LogError::Line { .. } | LogError::Io(_) => Error::from(error),
    };
    CliError::Fault(error.context(name.to_owned()))
}
