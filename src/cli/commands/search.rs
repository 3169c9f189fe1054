//! `queenreel search`.

use std::iter::from_fn;
use std::path::Path;
use std::time::Instant;

use crate::film::{FilmError, Subject};
use crate::log::{Entry, Header};
use crate::search::Tally;
use anyhow::anyhow;

use crate::cli::args::{SearchArgs, SearchSpecArgs};
use crate::cli::destination::{Destination, real};
use crate::cli::error::CliError;
use crate::cli::event_log::EventLog;
use crate::cli::film_job::FilmJob;
use crate::cli::film_target::FilmTarget;
use crate::cli::report;

pub fn run(args: &SearchArgs) -> Result<(), CliError> {
    args.spec.check(args.queens)?;
    let place = args.events.as_deref().map(Destination::of);
    if place == Some(Destination::StandardOutput) && args.output.is_none() {
        return write_only(args);
    }
    let stem = args.spec.stem(args.queens);
    let target = FilmTarget::of_film(args.output.as_deref(), args.film.format, &stem)?;
    if let Some(place) = &place {
        keep_apart(place, &target, args.film.poster.as_deref())?;
    }
    let entries = || args.spec.events(args.queens).map(|event| Ok(Entry::from(event)));
    let SearchSpecArgs { algorithm, order, .. } = args.spec;
    let subject = Subject { size: args.queens, algorithm: Some(algorithm), order };
    let mut job = FilmJob::plan(&args.film, target, subject, entries(), shorter(args))?;
    let Some(place) = place else { return job.film(entries()) };
    job.standard_output_is_taken |= place == Destination::StandardOutput;
    let mut log = EventLog::begin(place, &header(args))?;
    job.film(written(entries(), &mut log))?;
    log.complete()
}

/// Writes the events to standard output, and nothing else.
fn write_only(args: &SearchArgs) -> Result<(), CliError> {
    let film = &args.film;
    if let Some((option, _)) = [("--poster", film.poster.is_some()), ("--format", film.format.is_some())]
        .iter()
        .find(|given| given.1)
    {
        return Err(CliError::Usage(anyhow!(
            "{option} is for films; with --events - there is one if --output names it"
        )));
    }
    let began = Instant::now();
    let mut log = EventLog::begin(Destination::StandardOutput, &header(args))?;
    let mut tally = Tally::default();
    for event in args.spec.events(args.queens) {
        tally.count(event);
        log.write(event)?;
    }
    log.flush()?;
    if !film.quiet {
        report::of_events(&tally, began.elapsed());
    }
    Ok(())
}

/// The entries, each written to the log before it is handed on, and all flushed at the end.
fn written(
    mut entries: impl Iterator<Item = Result<Entry, FilmError>>,
    log: &mut EventLog,
) -> impl Iterator<Item = Result<Entry, FilmError>> {
    from_fn(move || match entries.next() {
        Some(Ok(entry)) => Some(log.write(entry.event).map(|()| entry).map_err(FilmError::from)),
        Some(failed) => Some(failed),
        None => log.flush().err().map(|error| Err(error.into())),
    })
}

/// Sees to it that film, poster and events do not end up in the same place.
fn keep_apart(events: &Destination, target: &FilmTarget, poster: Option<&Path>) -> Result<(), CliError> {
    let message = match events {
        Destination::StandardOutput if target.is_standard_output() => {
            "film and events cannot both go to standard output".to_owned()
        }
        Destination::File(path)
            if target.takes(path) || poster.is_some_and(|poster| real(poster) == real(path)) =>
        {
            format!(
                "the events '{}' would lie where the film or its poster goes; put them beside",
                path.display()
            )
        }
        _ => return Ok(()),
    };
    Err(CliError::Usage(anyhow!(message)))
}

fn header(args: &SearchArgs) -> Header {
    let SearchSpecArgs { algorithm, order, .. } = args.spec;
    Header {
        queens: args.queens,
        algorithm: Some(algorithm.to_string()),
        order: algorithm.has_order().then(|| order.name().to_owned()),
        seed: algorithm.uses_seed().then(|| args.spec.seed()),
    }
}

/// What would end the search earlier.
fn shorter(args: &SearchArgs) -> &'static str {
    if args.spec.goes_on() {
        "--solutions K ends earlier"
    } else if args.spec.algorithm.uses_seed() {
        "a smaller N or another --seed may end earlier"
    } else {
        "a smaller N ends earlier"
    }
}
