//! A film of a search, with a log of its events if that is wanted.

use std::iter::from_fn;
use std::path::Path;

use crate::export::{Overwrite, Series};
use crate::film::{FilmError, FilmOptions, OmittedPanel, Plan, SearchShots, Subject};
use crate::log::Entry;
use crate::recipe::{Job, SearchSpec, is_device};
use crate::search::Listing;
use crate::watch::{Meter, Stage};

use super::events::EventLog;
use super::film::{Planned, with_hints};
use super::target::check_place;
use super::{Contents, Error, Note, Run, Summary};

pub fn make(job: &Job, spec: &SearchSpec, run: &mut Run<'_>) -> Result<Summary, Error> {
    let SearchSpec { problem, algorithm, order, .. } = spec;
    run.begin_film(job, Series::Frames)?;
    let log = job.recipe.events.as_deref();
    let overwrite = if job.recipe.force { Overwrite::Any } else { Overwrite::Empty };
    let replaced = match log {
        Some(path) if path != Path::new("-") => check_place(path, "the events to ", overwrite, &job.inputs)?,
        Some(_) | None => false,
    };
    if let Some(text) = spec.without_solution() {
        run.note(Note::NoSolution(text));
    }
    let subject = Subject { is_complete: true, ..Subject::unknown(problem).of(*algorithm, *order) };
    let shorter = spec.shorter();
    let hinted = |error, format| with_hints(error, format, &job.recipe, shorter);
    spec.check_length(job.recipe.most_frames(run.format))
        .map_err(|error| hinted(error.into(), run.format))?;
    let most = run.most_events();
    let entries = || Ok(spec.events().take(most).map(|event| Ok(Entry::from(event))));
    let planned = run.plan_search(job, &subject, None, entries, shorter)?;
    let solvers = vec![Some(*algorithm)];
    let is_begun = |path: &&Path| !run.is_trial || *path != Path::new("-") && !is_device(path);
    let Some(path) = log.filter(is_begun) else { return run.finish_film(job, planned, solvers) };
    if !run.is_trial {
        run.watch.stage(Stage::Writing);
    }
    let mut log = EventLog::create(path, overwrite, spec, job.recipe.stages)?;
    let mut failed = None;
    let shots = planned.shots.map(|mut entries| {
        let (log, failed) = (&mut log, &mut failed);
        from_fn(move || {
            let entry = entries.next();
            let written = match &entry {
                Some(Ok(entry)) => log.write(entry.event),
                Some(Err(_)) => Ok(()),
                None => log.flush(),
            };
            match written {
                Ok(()) => entry,
                Err(error) => {
                    *failed = Some(error);
                    Some(Err(FilmError::Stopped))
                }
            }
        })
    });
    let made = run.finish_film(job, Planned { shots, plan: planned.plan, beside: planned.beside }, solvers);
    if let Some(error) = failed {
        return Err(error);
    }
    let summary = made?;
    if let Some(bytes) = log.complete()? {
        run.written(Some(path), Contents::Events, bytes, replaced);
    }
    Ok(summary)
}

impl Run<'_> {
    /// Reads a search, and plans its film; notes which panels are left out. `shorter` says how the search becomes
    /// shorter.
    pub(super) fn plan_search<I: Iterator<Item = Result<Entry, FilmError>>>(
        &mut self,
        job: &Job,
        subject: &Subject,
        listing: Option<&Listing>,
        entries: impl Fn() -> Result<I, FilmError>,
        shorter: &str,
    ) -> Result<Planned<SearchShots<I>>, Error> {
        let mut spec = job.film.clone();
        spec.options.panels.listing = listing.cloned();
        let plan = |options: &FilmOptions, meter: &mut Meter<'_>| {
            Plan::of_search(subject, options, None, &entries, meter)
        };
        let format = self.format;
        let planned = self.plan_film(spec, plan, |error| match error {
            FilmError::NoListing => Error::request(error).within("--code").hint(name_the_algorithm(subject)),
            error => with_hints(error, format, &job.recipe, shorter),
        })?;
        for panel in planned.plan.omitted.clone() {
            let advice = match panel {
                OmittedPanel::Code => name_the_algorithm(subject),
                OmittedPanel::Tree => shorter.to_owned(),
            };
            self.note(Note::Omitted(panel, advice));
        }
        Ok(planned)
    }
}

fn name_the_algorithm(subject: &Subject) -> String {
    let size = subject.size();
    format!(
        "if it is one of 'queenreel algorithms', start the log with a line like \
         {{\"queens\":{size},\"algorithm\":\"backtracking\"}}, or give its own \"code\""
    )
}
