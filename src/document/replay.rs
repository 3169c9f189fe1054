//! A film of a log, or a check of it.

use std::path::Path;

use crate::export::Series;
use crate::film::{FilmError, RaceSolver, RaceSpec, Subject};
use crate::log::{CopyOptions, LogOptions, Outline, SpooledLog, program};
use crate::recipe::{Job, Key, MAX_LANES_SHOWN, Recipe, in_unit, not_in_form};
use crate::search::{CodeForm, Listing, Tally};
use crate::watch::{Meter, Stage};

use super::race::{is_soon_read, make_race};
use super::report::of_search;
use super::{Error, Note, Run, Summary, log_input};

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

pub fn make(job: &Job, log: &Path, code: Option<&Listing>, run: &mut Run<'_>) -> Result<Summary, Error> {
    let Recipe { solutions, lanes, code: form, .. } = &job.recipe;
    run.begin_film(job, Series::Frames)?;
    if run.is_trial && (job.awaits_log || !is_soon_read(log)) {
        return run.end_trial();
    }
    let spooled = run.read_replayed(job, log, false, code)?;
    let outline = spooled.outline().clone();
    run.note_read(&outline);
    let shorter = "a shorter log ends earlier, and so does --solutions K";
    let lane = match *select_lanes(&outline, lanes, MAX_LANES_SHOWN)?.as_slice() {
        [] => None,
        [lane] => Some(lane),
        [..] => {
            if let Some(key) = OF_ONE_LANE.into_iter().find(|key| job.recipe.is_given(*key)) {
                let one = Error::request(format!("--{} is for one lane, like --lanes 1", key.name()));
                return Err(one.hint("several are shown side by side, with their counters"));
            }
            let solvers = RaceSolver::lanes_of(&spooled, lanes);
            let spec = RaceSpec { all: true, solvers, ..RaceSpec::new(outline.problem(), &[]) };
            return make_race(job, &spec, shorter, run);
        }
    };
    let solutions = solutions.map(Into::into);
    let entries = move || {
        let entries = spooled.entries_until(lane, solutions);
        Ok(entries.map(|entry| entry.map_err(FilmError::from)))
    };
    let subject = Subject::of_log(&outline);
    let own = outline.listing();
    if let Some(form) = form.filter(|form| own.is_some() && *form != CodeForm::default()) {
        let own = Error::request("the log has its own \"code\", which --code shows");
        return Err(own.hint(format!("--code={} is for algorithms of ours", form.name())));
    }
    if let Some((form, algorithm)) =
        form.zip(subject.algorithm).filter(|(form, algorithm)| !form.is_of(*algorithm))
    {
        return Err(Error::request(not_in_form(form, algorithm)));
    }
    let listing = code.cloned().or(own);
    let planned = run.plan_search(job, &subject, listing.as_ref(), entries, shorter)?;
    if outline.size_is_guessed {
        run.note(Note::GuessedSize(outline.size));
    }
    run.finish_film(job, planned, vec![None])
}

impl Run<'_> {
    /// Reads the log of a replay for the first time.
    fn read_replayed(
        &mut self,
        job: &Job,
        log: &Path,
        all_errors: bool,
        code: Option<&Listing>,
    ) -> Result<SpooledLog, Error> {
        let most = job.recipe.max_log.unwrap_or(CopyOptions::DEFAULT_MAX_BYTES);
        let (number, unit) = in_unit(most.saturating_mul(2));
        let larger = format!("--max-log {number}{unit} allows more");
        let options = LogOptions { all_errors, ..job.recipe.log_options(code) };
        self.read_log(job, log, options, most, &larger)
    }
}

/// The lanes to film, up to a number of them: those of the arguments, or all.
fn select_lanes(outline: &Outline, wanted: &[u32], most: usize) -> Result<Vec<u32>, Error> {
    let known: Vec<u32> = outline.lanes.iter().map(|lane| lane.number).collect();
    let listed = |lanes: &[u32]| lanes.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let shown = if known.len() > 20 { listed(&known[..20]) + ",…" } else { listed(&known) };
    Err(Error::request(if let Some(lane) = wanted.iter().find(|lane| !known.contains(lane)) {
        let lanes =
            if known.is_empty() { "the log has no lanes".to_owned() } else { format!("there are {shown}") };
        format!("there is no lane {lane}: {lanes}")
    } else if let Some((_, lane)) = (1..).zip(wanted).find(|(next, lane)| wanted[*next..].contains(lane)) {
        format!("lane {lane} is named twice; name different lanes")
    } else if wanted.len() > most {
        format!("at most {most} lanes are shown side by side, not {}", wanted.len())
    } else if wanted.is_empty() && known.len() > most {
        let first = listed(&known[..most]);
        format!("the log has {} lanes ({shown}); name up to {most}, like --lanes {first}", known.len())
    } else {
        return Ok(if wanted.is_empty() { known } else { wanted.to_vec() });
    }))
}

/// Lists all errors of a log that has been read once.
pub fn check(job: &Job, log: &Path, code: Option<&Listing>, run: &mut Run<'_>) -> Result<Summary, Error> {
    if run.is_trial {
        return run.end_trial();
    }
    let spooled = run.read_replayed(job, log, true, code)?;
    let name = log_input::name(log);
    let (mut tally, mut errors, mut number) = (Tally::default(), Vec::new(), 0);
    let mut meter = Meter::new(run.watch, Stage::Checking);
    for entry in spooled.all_entries() {
        match entry {
            Ok(entry) => tally.count(entry.event),
            Err(error) => {
                number += 1;
                errors.extend((errors.len() < MOST_ERRORS).then(|| format!("{name}: {error}")));
            }
        }
        meter.add()?;
    }
    if number > 0 {
        if let Some(advice) = program::of_file(log_input::path(log)) {
            return Err(Error::failed(advice).within(name));
        }
        let more = number - errors.len();
        errors.extend((more > 0).then(|| format!("and {more} more")));
        return Err(Error::failed(errors.join("\nerror: ")));
    }
    let outline = spooled.outline();
    run.note_read(outline);
    select_lanes(outline, &job.recipe.lanes, usize::MAX)?;
    let line = format!("{name}: {}\n", of_search(&tally, None));
    run.write(job.film.overwrite, Stage::Checking, |out, _| Ok(out.write_all(line.as_bytes())?))?;
    Ok(Summary::Log(tally))
}
