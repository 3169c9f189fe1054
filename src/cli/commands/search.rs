//! `queenreel search`: films a search, or writes its events.

use std::iter::from_fn;
use std::time::Instant;

use crate::cli::destination::Destination;
use crate::cli::error::CliError;
use crate::cli::event_log::EventLog;
use crate::cli::film_job::{FilmJob, with_advice};
use crate::cli::progress::Progress;
use crate::cli::report;
use crate::export::{Overwrite, Series};
use crate::film::{FilmError, Subject};
use crate::log::Entry;
use crate::recipe::{Job, Made, SearchSpec, has_no_solution, no_solution};
use crate::search::Tally;

pub fn run(job: &Job, spec: &SearchSpec) -> Result<(), CliError> {
    let SearchSpec { problem, algorithm, order, .. } = spec;
    if job.made == Made::Events {
        return write_events(job, spec);
    }
    let mut film = FilmJob::new(job, Series::Frames)?;
    let log = job.recipe.events.as_deref().map(Destination::new);
    let check = |log: &Destination| log.check("the events to ", job.recipe.force, Overwrite::Empty);
    let checked = log.as_ref().map(check).transpose()?;
    film.standard_output_is_used |= log.as_ref().is_some_and(Destination::is_standard_output);
    if has_no_solution(problem) {
        film.note(&no_solution(problem));
    }
    let entries = || spec.events().map(|event| Ok::<_, CliError>(Entry::from(event)));
    let subject = Subject {
        algorithm: Some(*algorithm),
        order: *order,
        is_complete: true,
        ..Subject::unknown(problem)
    };
    let shorter = spec.shorter();
    let too_long = spec.check_length(job.recipe.most_frames(film.format));
    too_long.map_err(|error| with_advice(error.into(), &job.recipe, shorter))?;
    let (plan, shots) = film.plan(&subject, None, entries, shorter)?;
    let (Some(log), Some(checked)) = (log, checked) else { return film.film_search(plan, shots, true) };
    let mut event_log = EventLog::create(log.clone(), checked.overwrite, spec, job.recipe.stages)?;
    film.film_search(plan, shots.map(|entries| written(entries, &mut event_log)), true)?;
    event_log.complete()?;
    film.report_file(&log, "events", checked.replaces);
    Ok(())
}

/// Writes only the events, to standard output.
fn write_events(job: &Job, spec: &SearchSpec) -> Result<(), CliError> {
    let (began, out) = (Instant::now(), Destination::StandardOutput);
    let mut log = EventLog::create(out, Overwrite::Own, spec, job.recipe.stages)?;
    let mut tally = Tally::default();
    let quiet = job.recipe.quiet || Destination::StandardOutput.may_be_seen();
    let mut progress = Progress::counting("searching", "events", quiet);
    for event in spec.events() {
        tally.count(event);
        progress.add(1);
        log.write(event)?;
    }
    log.flush()?;
    drop(progress);
    if !job.recipe.quiet {
        let (search, elapsed) = (report::of_search(&tally, true), report::time(began.elapsed()));
        report::print(true, &format!("standard output: {search}, in {elapsed}\n"));
    }
    Ok(())
}

/// The entries, each written to the log when it is read, and flushed at the end.
fn written(
    mut entries: impl Iterator<Item = Result<Entry, FilmError>>,
    log: &mut EventLog,
) -> impl Iterator<Item = Result<Entry, FilmError>> {
    from_fn(move || match entries.next() {
        Some(Ok(entry)) => Some(log.write(entry.event).map(|()| entry).map_err(Into::into)),
        Some(failed) => Some(failed),
        None => log.flush().err().map(|error| Err(error.into())),
    })
}
