//! `queenreel replay`: films a log, or checks it.

use std::path::Path;

use anyhow::anyhow;

use crate::cli::{CliError, Destination, FilmJob, Progress, log_input, program, report, trial, usage};
use crate::export::Series;
use crate::film::{RaceSolver, RaceSpec, Subject};
use crate::log::{CopyOptions, LogError, LogOptions, Outline, SpooledLog};
use crate::recipe::{Job, Key, MAX_LANES_SHOWN, Recipe, in_unit, not_in_form};
use crate::search::{CodeForm, Listing, Tally};

use super::race::{film_race, is_soon_read};

/// Options that several lanes side by side do not have.
const OF_ONE_LANE: [Key; 9] = [
    Key::Solutions,
    Key::Detail,
    Key::Pace,
    Key::View,
    Key::Caption,
    Key::Counters,
    Key::Tree,
    Key::Code,
    Key::CodeFile,
];

/// More errors of a log are only counted.
const MOST_ERRORS: usize = 1000;

pub fn run(job: &Job, log: &Path, code: Option<&Listing>) -> Result<(), CliError> {
    let Recipe { solutions, lanes, max_log, check, code: form, .. } = &job.recipe;
    let log = Destination::new(log);
    let film = if *check { FilmJob::unchecked(job)? } else { FilmJob::new(job, Series::Frames)? };
    if *check || !is_soon_read(log_input::path(&log)) || log.is_standard_output() {
        trial::end()?;
    }
    let max_log = max_log.unwrap_or(CopyOptions::DEFAULT_MAX_BYTES);
    let (number, unit) = in_unit(max_log.saturating_mul(2));
    let larger = format!("--max-log {number}{unit} allows more");
    let named = |error: LogError| log_input::error(&log, error, &larger);
    let options = LogOptions { all_errors: *check, ..job.recipe.log_options(code) };
    let read = log_input::read(&film.destination, film.job.recipe.quiet, &log, options, max_log);
    let spooled = log_input::checked(read, &log, &larger)?;
    if *check {
        return check_log(&film, &spooled, &log, lanes);
    }
    let outline = spooled.outline();
    film.note_read(outline);
    let shorter = "a shorter log ends earlier, and so does --solutions K";
    let lane = match *select_lanes(outline, lanes, MAX_LANES_SHOWN)?.as_slice() {
        [] => None,
        [lane] => Some(lane),
        [..] => {
            if let Some(key) = OF_ONE_LANE.into_iter().find(|key| job.recipe.is_given(*key)) {
                return usage(format!(
                    "--{} is for one lane, like --lanes 1; several are shown side by side, with their counters",
                    key.name()
                ));
            }
            let solvers = RaceSolver::lanes_of(&spooled, lanes);
            let spec = RaceSpec { all: true, solvers, ..RaceSpec::new(outline.problem(), &[]) };
            return film_race(&film, &spec, shorter);
        }
    };
    let solutions = solutions.map(Into::into);
    let entries = || spooled.entries_until(lane, solutions).map(|entry| entry.map_err(named));
    let subject = Subject::of_log(outline);
    let own = outline.listing();
    if let Some(form) = form.filter(|form| own.is_some() && *form != CodeForm::default()) {
        return usage(format!(
            "the log has its own \"code\", which --code shows; --code={} is for algorithms of ours",
            form.name()
        ));
    }
    if let Some((form, algorithm)) =
        form.zip(subject.algorithm).filter(|(form, algorithm)| !form.is_of(*algorithm))
    {
        return usage(not_in_form(form, algorithm));
    }
    let listing = code.cloned().or(own);
    let (plan, shots) = film.plan(&subject, listing.as_ref(), entries, shorter)?;
    if outline.size_is_guessed {
        let size = outline.size;
        film.note(&format!(
            "the board is {size}×{size}, as no number in the log is larger; or say --queens N"
        ));
    }
    film.film_search(plan, shots, None)
}

/// The lanes to film, up to a number of them: those of the arguments, or all.
fn select_lanes(outline: &Outline, wanted: &[u32], most: usize) -> Result<Vec<u32>, CliError> {
    let known: Vec<u32> = outline.lanes.iter().map(|lane| lane.number).collect();
    let listed = |lanes: &[u32]| lanes.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let shown = if known.len() > 20 { listed(&known[..20]) + ",…" } else { listed(&known) };
    Err(CliError::Usage(if let Some(lane) = wanted.iter().find(|lane| !known.contains(lane)) {
        let lanes =
            if known.is_empty() { "the log has no lanes".to_owned() } else { format!("there are {shown}") };
        anyhow!("there is no lane {lane}: {lanes}")
    } else if let Some((_, lane)) = (1..).zip(wanted).find(|(next, lane)| wanted[*next..].contains(lane)) {
        anyhow!("lane {lane} is named twice; name different lanes")
    } else if wanted.len() > most {
        anyhow!("at most {most} lanes are shown side by side, not {}", wanted.len())
    } else if wanted.is_empty() && known.len() > most {
        let first = listed(&known[..most]);
        anyhow!("the log has {} lanes ({shown}); name up to {most}, like --lanes {first}", known.len())
    } else {
        return Ok(if wanted.is_empty() { known } else { wanted.to_vec() });
    }))
}

/// Lists all errors of a log that has been read once.
fn check_log(
    film: &FilmJob<'_>,
    log: &SpooledLog,
    place: &Destination,
    lanes: &[u32],
) -> Result<(), CliError> {
    let name = log_input::name(place);
    let (mut tally, mut errors, mut number) = (Tally::default(), Vec::new(), 0);
    let mut progress = Progress::counting("checking the log", "events", film.job.recipe.quiet);
    for entry in log.all_entries() {
        match entry {
            Ok(entry) => tally.count(entry.event),
            Err(error) => {
                number += 1;
                errors.extend((errors.len() < MOST_ERRORS).then(|| format!("{name}: {error}")));
            }
        }
        progress.add(1);
    }
    drop(progress);
    if number > 0 {
        if let Some(advice) = program::of_file(log_input::path(place)) {
            return Err(CliError::Fault(anyhow!("{name}: {advice}")));
        }
        let more = number - errors.len();
        errors.extend((more > 0).then(|| format!("and {more} more")));
        return Err(CliError::Fault(anyhow!(errors.join("\nerror: "))));
    }
    let outline = log.outline();
    film.note_read(outline);
    select_lanes(outline, lanes, usize::MAX)?;
    if !film.job.recipe.quiet {
        report::print(false, &format!("{name}: {}\n", report::of_search(&tally, None)));
    }
    Ok(())
}
