//! `queenreel replay`.

use std::io::stdin;
use std::path::Path;

use anyhow::{Error, anyhow};

use crate::film::Subject;
use crate::log::{LogError, SpooledLog};

use crate::cli::args::ReplayArgs;
use crate::cli::destination::{Destination, real};
use crate::cli::error::CliError;
use crate::cli::film_job::FilmJob;
use crate::cli::film_target::FilmTarget;

pub fn run(args: &ReplayArgs) -> Result<(), CliError> {
    let log = Destination::of(&args.log);
    let target = FilmTarget::of_film(args.output.as_deref(), args.film.format, &stem(&log))?;
    if let Destination::File(log) = &log {
        keep_apart(log, &target, args.film.poster.as_deref())?;
    }
    let (name, spooled) = match &log {
        Destination::StandardOutput => ("standard input".to_owned(), SpooledLog::read(stdin().lock())),
        Destination::File(path) => (path.display().to_string(), SpooledLog::open(path)),
    };
    let named = |error: LogError| CliError::Fault(Error::from(error).context(name.clone()));
    let spooled = spooled.map_err(named)?;
    let entries = || spooled.entries().map(|entry| entry.map_err(|error| named(error).into()));
    let subject = Subject::of_log(spooled.outline());
    let job = FilmJob::plan(&args.film, target, subject, entries(), "a shorter log ends earlier")?;
    job.film(entries())
}

/// The default name of the film: that of the log, if it is a file.
fn stem(log: &Destination) -> String {
    match log {
        Destination::File(path) if path.is_file() => {
            path.file_stem().map(|stem| stem.to_string_lossy().into_owned())
        }
        _ => None,
    }
    .unwrap_or_else(|| "replay".to_owned())
}

/// Makes sure that nothing is written over the log.
fn keep_apart(log: &Path, target: &FilmTarget, poster: Option<&Path>) -> Result<(), CliError> {
    let film = match target {
        FilmTarget::File(Destination::File(film), _) => Some(film.as_path()),
        _ => None,
    };
    match [film, poster].into_iter().flatten().find(|output| real(output) == real(log)) {
        Some(output) if log.is_file() => {
            Err(CliError::Usage(anyhow!("'{}' is the log itself; write to another file", output.display())))
        }
        _ => Ok(()),
    }
}
