//! `queenreel search`.

use std::iter::from_fn;
use std::path::Path;
use std::time::Instant;

use crate::log::{Entry, Header};
use crate::search::{Order, Tally};
use anyhow::anyhow;

use super::args::{CourseArgs, SearchArgs};
use super::event_log::EventLog;
use super::failure::Failure;
use super::filming::Filming;
use super::lesson::Subject;
use super::place::{Place, real};
use super::summary;
use super::target::Target;

pub fn run(args: &SearchArgs) -> Result<(), Failure> {
    args.course.check(args.queens)?;
    let place = args.events.as_deref().map(Place::of);
    if place == Some(Place::StandardOutput) && args.output.is_none() {
        return write_only(args);
    }
    let stem = args.course.stem(args.queens);
    let target = Target::of_film(args.output.as_deref(), args.film.format, &stem)?;
    if let Some(place) = &place {
        keep_apart(place, &target, args.film.poster.as_deref())?;
    }
    let entries = || args.course.events(args.queens).map(|event| Ok(Entry::from(event)));
    let CourseArgs { algorithm, order, .. } = args.course;
    let subject = Subject { size: args.queens, algorithm: Some(algorithm), order: order.into() };
    let mut filming = Filming::of(&args.film, target, subject, entries(), shorter(args))?;
    let Some(place) = place else { return filming.film(entries()) };
    filming.standard_output_is_taken |= place == Place::StandardOutput;
    let mut log = EventLog::begin(place, &header(args))?;
    filming.film(written(entries(), &mut log))?;
    log.complete()
}

/// Writes the events to standard output, and nothing else.
fn write_only(args: &SearchArgs) -> Result<(), Failure> {
    let film = &args.film;
    if let Some((option, _)) = [("--poster", film.poster.is_some()), ("--format", film.format.is_some())]
        .iter()
        .find(|given| given.1)
    {
        return Err(Failure::Usage(anyhow!(
            "{option} is for films; with --events - there is one if --output names it"
        )));
    }
    let began = Instant::now();
    let mut log = EventLog::begin(Place::StandardOutput, &header(args))?;
    let mut tally = Tally::default();
    for event in args.course.events(args.queens) {
        tally.count(event);
        log.write(event)?;
    }
    log.flush()?;
    if !film.quiet {
        summary::of_events(&tally, began.elapsed());
    }
    Ok(())
}

/// The entries, each written to the log before it is handed on, and all flushed at the end.
fn written(
    mut entries: impl Iterator<Item = Result<Entry, Failure>>,
    log: &mut EventLog,
) -> impl Iterator<Item = Result<Entry, Failure>> {
    from_fn(move || match entries.next() {
        Some(Ok(entry)) => Some(log.write(entry.event).map(|()| entry)),
        Some(failed) => Some(failed),
        None => log.flush().err().map(Err),
    })
}

/// Sees to it that film, poster and events do not end up in the same place.
fn keep_apart(events: &Place, target: &Target, poster: Option<&Path>) -> Result<(), Failure> {
    let message = match events {
        Place::StandardOutput if target.is_standard_output() => {
            "film and events cannot both go to standard output".to_owned()
        }
        Place::File(path)
            if target.takes(path) || poster.is_some_and(|poster| real(poster) == real(path)) =>
        {
            format!(
                "the events '{}' would lie where the film or its poster goes; put them beside",
                path.display()
            )
        }
        _ => return Ok(()),
    };
    Err(Failure::Usage(anyhow!(message)))
}

fn header(args: &SearchArgs) -> Header {
    let algorithm = args.course.algorithm;
    let order = match args.course.order.into() {
        Order::Columns => "columns",
        Order::Rows => "rows",
    };
    Header {
        queens: args.queens,
        algorithm: Some(algorithm.to_string()),
        order: algorithm.has_order().then(|| order.to_owned()),
        seed: algorithm.uses_seed().then(|| args.course.seed()),
    }
}

/// What would end the search earlier.
fn shorter(args: &SearchArgs) -> &'static str {
    if args.course.goes_on() {
        "--solutions K ends earlier"
    } else if args.course.algorithm.uses_seed() {
        "a smaller N or another --seed may end earlier"
    } else {
        "a smaller N ends earlier"
    }
}
