//! `queenreel replay`.

use std::io::stdin;

use anyhow::{Error, anyhow};

use crate::cli::args::ReplayArgs;
use crate::cli::destination::Destination;
use crate::cli::error::CliError;
use crate::cli::film_job::FilmJob;
use crate::film::Subject;
use crate::log::{LogError, SpooledLog};

pub fn run(args: &ReplayArgs) -> Result<(), CliError> {
    let (film, log) = (&args.film, Destination::new(&args.log));
    let job = FilmJob::new(&film.output, film.format, &stem(&log))?;
    if let Destination::Path(path) = &log
        && path.is_file()
    {
        let is_film = job.destination.is_same_file(path) && !job.format.is_directory();
        if is_film || film.output.poster.as_deref().is_some_and(|poster| log.is_same_file(poster)) {
            let shown = path.display();
            return Err(CliError::Usage(anyhow!("'{shown}' is the log itself; write to another file")));
        }
    }
    let (name, spooled) = match &log {
        Destination::StandardOutput => ("standard input".to_owned(), SpooledLog::read(stdin().lock())),
        Destination::Path(path) => (log.name(), SpooledLog::open(path)),
    };
    let named = |error: LogError| CliError::Fault(Error::from(error).context(name.clone()));
    let spooled = spooled.map_err(named)?;
    let entries = || spooled.entries().map(|entry| entry.map_err(named));
    let subject = Subject::of_log(spooled.outline());
    let plan = job.plan(film, &args.view, subject, entries(), "a shorter log ends earlier")?;
    job.film_search(plan, !film.style.no_highlight, entries())
}

/// The default name of the film: that of the log, if it is a file.
fn stem(log: &Destination) -> String {
    let stem = match log {
        Destination::Path(path) if path.is_file() => path.file_stem(),
        Destination::Path(_) | Destination::StandardOutput => None,
    };
    stem.map_or_else(|| "replay".to_owned(), |stem| stem.to_string_lossy().into_owned())
}
