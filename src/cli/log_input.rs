//! Logs that are filmed: files, pipes and standard input.

use std::env;
#[cfg(unix)]
use std::fs;
use std::io::{IsTerminal, Read, stdin};
#[cfg(unix)]
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

use anyhow::{Error, anyhow};

use crate::log::{CopyOptions, Fault, LogError, LogOptions, LogSpooler, SpooledLog};
use crate::recipe::in_unit;

use super::{CliError, Destination, Progress, program, report, usage};

const READING: &str = "reading the log";

/// The log of a replay that names none: what is piped into it.
pub fn piped() -> Result<PathBuf, CliError> {
    // A terminal is a device, and so is `/dev/null`.
    #[cfg(unix)]
    let is_piped = fs::metadata("/dev/stdin").is_ok_and(|there| !there.file_type().is_char_device());
    #[cfg(not(unix))]
    let is_piped = !stdin().is_terminal();
    if is_piped {
        return Ok("-".into());
    }
    usage("the log is missing: queenreel replay log.jsonl, or python3 my_solver.py | queenreel replay")
}

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

/// A log that has been read, but not boards in the text of a program.
pub fn checked(
    read: Result<SpooledLog, LogError>,
    log: &Destination,
    larger: &str,
) -> Result<SpooledLog, CliError> {
    let read = read.map_err(|error| self::error(log, error, larger))?;
    let path = path(log);
    let of_program = || program::of_name(path).or_else(|| program::of_beginning(path));
    match read.outline().reading.as_ref().and_then(|_| of_program()) {
        Some(advice) => Err(CliError::Fault(anyhow!("{}: {advice}", name(log)))),
        None => Ok(read),
    }
}

/// The name of a log in messages.
pub fn name(log: &Destination) -> String {
    match log {
        Destination::Path(_) => log.name(),
        Destination::StandardOutput => "standard input".to_owned(),
    }
}

/// Where a log is.
pub fn path(log: &Destination) -> &Path {
    match log {
        Destination::Path(path) => path,
        // On Linux, it leads to the file.
        Destination::StandardOutput => Path::new("/dev/stdin"),
    }
}

/// Adds the name of the log to an error, and advice. `larger` says how a larger log is read.
pub fn error(log: &Destination, error: LogError, larger: &str) -> CliError {
    let error = match error {
        LogError::TooLarge { max_bytes } => {
            let (number, unit) = in_unit(max_bytes);
            anyhow!(
                "the log has more than {number} {unit}; {larger}, and a program that never ends can be cut \
                 with 'head -n 1000000'"
            )
        }
        LogError::Line { fault: Fault::Compressed { format, command }, .. } => {
            let file = program::argument(path(log));
            anyhow!("this is a {format} file; decompress it first: {command} {file} | queenreel replay")
        }
        LogError::Line { .. } => program::of_file(path(log)).map_or_else(|| Error::from(error), Error::msg),
        LogError::Io(_) => Error::from(error),
    };
    CliError::Fault(error.context(name(log)))
}
