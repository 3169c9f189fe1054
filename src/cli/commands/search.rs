//! `queenreel search`.

use std::iter::from_fn;
use std::time::Instant;

use anyhow::anyhow;

use crate::cli::args::{SearchArgs, SearchSpecArgs};
use crate::cli::destination::Destination;
use crate::cli::error::CliError;
use crate::cli::event_log::EventLog;
use crate::cli::film_job::FilmJob;
use crate::cli::report;
use crate::film::Subject;
use crate::log::{Entry, Header};
use crate::search::Tally;

pub fn run(args: &SearchArgs) -> Result<(), CliError> {
    let SearchArgs { queens: size, spec, film, .. } = args;
    spec.check(*size)?;
    let log = args.events.as_deref().map(Destination::new);
    if log == Some(Destination::StandardOutput) && film.output.output.is_none() {
        return write_events(args);
    }
    let mut job = FilmJob::new(&film.output, film.format, &spec.stem(*size))?;
    if let Some(log) = &log {
        check_paths(log, &job, args)?;
    }
    let entries = || spec.events(*size).map(|event| Ok::<_, CliError>(Entry::from(event)));
    let SearchSpecArgs { algorithm, order, .. } = *spec;
    let subject = Subject { size: *size, algorithm: Some(algorithm), order };
    let plan = job.plan(film, &args.view, subject, entries(), shorter(spec))?;
    let highlighted = !film.style.no_highlight;
    let Some(log) = log else { return job.film_search(plan, highlighted, entries()) };
    job.standard_output_is_used |= log.is_standard_output();
    let mut log = EventLog::create(log, &header(args))?;
    job.film_search(plan, highlighted, written(entries(), &mut log))?;
    log.complete()
}

/// Writes only the events, to standard output.
fn write_events(args: &SearchArgs) -> Result<(), CliError> {
    let film = &args.film;
    let options = [("--poster", film.output.poster.is_some()), ("--format", film.format.is_some())];
    if let Some((option, _)) = options.iter().find(|(_, given)| *given) {
        return Err(CliError::Usage(anyhow!(
            "{option} is for films; with --events -, a film needs --output"
        )));
    }
    let began = Instant::now();
    let mut log = EventLog::create(Destination::StandardOutput, &header(args))?;
    let mut tally = Tally::default();
    for event in args.spec.events(args.queens) {
        tally.count(event);
        log.write(event)?;
    }
    log.flush()?;
    if !film.output.quiet {
        let (search, elapsed) = (report::of_search(&tally), report::time(began.elapsed()));
        report::print(true, &format!("standard output: {search}, in {elapsed}\n"));
    }
    Ok(())
}

/// The entries, each written to the log when it is read, and flushed at the end.
fn written(
    mut entries: impl Iterator<Item = Result<Entry, CliError>>,
    log: &mut EventLog,
) -> impl Iterator<Item = Result<Entry, CliError>> {
    from_fn(move || match entries.next() {
        Some(Ok(entry)) => Some(log.write(entry.event).map(|()| entry)),
        Some(failed) => Some(failed),
        None => log.flush().err().map(Err),
    })
}

/// Checks that film, poster and events have different destinations.
fn check_paths(log: &Destination, job: &FilmJob<'_>, args: &SearchArgs) -> Result<(), CliError> {
    let poster = args.film.output.poster.as_deref();
    Err(CliError::Usage(match log {
        Destination::StandardOutput if job.destination.is_standard_output() => {
            anyhow!("film and events cannot both go to standard output")
        }
        Destination::Path(path)
            if job.writes(path) || poster.is_some_and(|poster| log.is_same_file(poster)) =>
        {
            let shown = path.display();
            anyhow!("the events '{shown}' would overwrite the film or its poster; give them another path")
        }
        Destination::StandardOutput | Destination::Path(_) => return Ok(()),
    }))
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

/// How the search becomes shorter.
fn shorter(spec: &SearchSpecArgs) -> &'static str {
    if spec.more_solutions() {
        "--solutions K ends earlier"
    } else if spec.algorithm.uses_seed() {
        "a smaller N or another --seed may end earlier"
    } else {
        "a smaller N ends earlier"
    }
}
