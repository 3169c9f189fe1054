//! The `search` document: a film of a search, with an optional log of its events.

use std::iter::from_fn;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::board::BoardSize;
use crate::encode::Format;
use crate::export::Series;
use crate::film::{FilmError, FilmOptions, FilmSpec, OmittedPanel, Plan, SearchFrames, Subject};
use crate::log::Entry;
use crate::options::{
    Files, FilmArgs, Given, ProblemArgs, SearchArgs, StepArgs, is_device, output, with_help,
};
use crate::page::PageStyle;
use crate::record::Detail;
use crate::search::Algorithm;
use crate::watch::{Meter, Stage};

use super::events::{self, EventLog};
use super::film::{Planned, with_hints};
use super::problem::{SearchSpec, check_all, names, not_in_form};
use super::rules::FilmRules;
use super::target::check_path;
use super::{Contents, Document, Error, Note, Result, Run, Summary};

/// A film of a search
#[derive(Debug, Clone, Args)]
#[group(skip)]
#[command(mut_arg("output", |option| with_help(option, "Where to write [default: output/queens-N.gif, or \
    queens-N-ALGORITHM.gif]\n\n{film-output}")))]
#[non_exhaustive]
pub struct SearchRequest {
    /// The options as given.
    #[command(flatten)]
    pub given: Given,

    /// Number of queens, and of rows and columns, from 1 to 64
    #[arg(value_name = "N")]
    pub queens: BoardSize,

    /// The film.
    #[command(flatten)]
    pub film: FilmArgs,

    /// Also write every event as a line of JSON
    ///
    /// '--events -' without --output makes no film, and the search may be of any length. Replacing a file always needs
    /// --force.
    #[arg(long, value_name = "FILE|-", help_heading = None::<&str>, value_parser = output())]
    pub events: Option<PathBuf>,

    /// With --events, also write the matrices of marking
    ///
    /// 'now' after each placement and removal, and the 'stage' that was stored or restored.
    #[arg(long, help_heading = None::<&str>)]
    pub state: bool,

    /// The search.
    #[command(flatten)]
    pub search: SearchArgs,

    /// The problem.
    #[command(flatten)]
    pub problem: ProblemArgs,

    /// Steps and panels.
    #[command(flatten)]
    pub steps: StepArgs,
}

impl SearchRequest {
    /// Returns a film, or a log for `--events -` without `--output`.
    pub(crate) fn document<'a>(&'a self, files: &Files) -> Result<Document<'a>> {
        let spec = self.search.search(self.problem.on(self.queens)?)?;
        self.check(spec.algorithm)?;
        let style = self.film.style(files)?;
        if self.is_log() {
            return Ok(events::document(self, spec, files));
        }
        Ok(Document::new(
            "search",
            spec.stem(),
            Format::drawn(),
            files,
            |format| FilmRules::of(&self.film).check(&self.given, format),
            move |run| make(self, &spec, &style, run),
        ))
    }

    /// Returns whether only events are requested.
    pub(crate) fn is_log(&self) -> bool {
        self.events.as_deref() == Some(Path::new("-")) && self.film.output.output.is_none()
    }

    /// Refuses options that the algorithm does not support (tests, tree, gauges, code and matrices), and matrices
    /// without `--events`.
    fn check(&self, algorithm: Algorithm) -> Result<()> {
        let StepArgs { detail, tree, gauges, code, .. } = self.steps;
        if detail.is_some_and(|detail| detail != Detail::Steps) {
            let why = "makes no tests; --detail tests and columns are for";
            check_all(&[algorithm], Algorithm::makes_tests, "detail", why)?;
        }
        if tree {
            let why = "has no search tree; --tree works with";
            check_all(&[algorithm], Algorithm::has_tree, "tree", why)?;
        }
        if gauges {
            let why = "does not fill the board line by line; --gauges works with";
            check_all(&[algorithm], Algorithm::goes_by_lines, "gauges", why)?;
        }
        if let Some(form) = code.filter(|form| !form.is_of(algorithm)) {
            return Err(Error::option("code", not_in_form(form, algorithm)));
        }
        if self.state && self.events.is_none() {
            return Err(Error::option("state", "--state needs --events"));
        }
        if self.state && !algorithm.has_stages() {
            let names = names(Algorithm::has_stages);
            let text = format!(
                "--state writes the matrices of {names}; {algorithm} has none: add --algorithm {names}"
            );
            return Err(Error::option("state", text));
        }
        Ok(())
    }
}

fn make(request: &SearchRequest, spec: &SearchSpec, style: &PageStyle, run: &mut Run<'_>) -> Result<Summary> {
    let SearchRequest { film: args, events, .. } = request;
    let SearchSpec { problem, algorithm, order, .. } = spec;
    let mut film_spec = args.spec(&request.steps, style.clone(), run.format)?;
    run.begin_film(&mut film_spec, Series::Frames)?;
    let (log, overwrite) = (events.as_deref(), args.output.overwrite_text());
    let replaced = match log {
        Some(path) if path != Path::new("-") => {
            check_path(path, "the events to ", overwrite, &run.document.inputs)?
        }
        Some(_) | None => false,
    };
    if let Some(text) = spec.without_solution() {
        run.note(Note::NoSolution(text));
    }
    let subject = Subject { is_complete: true, ..Subject::unknown(problem).of(*algorithm, *order) };
    let shorter = spec.shorter();
    let hinted = |error, format| with_hints(error, format, args, shorter);
    spec.check_length(args.most_frames(run.format)).map_err(|error| hinted(error.into(), run.format))?;
    let most = run.most_events();
    let entries = || Ok(spec.events().take(most).map(|event| Ok(Entry::from(event))));
    let planned = run.plan_search(film_spec, &subject, args, entries, shorter)?;
    let solvers = vec![Some(*algorithm)];
    let is_begun = |path: &&Path| !run.is_trial || *path != Path::new("-") && !is_device(path);
    let Some(path) = log.filter(is_begun) else { return run.finish_film(planned, args, solvers) };
    if !run.is_trial {
        run.watch.stage(Stage::Writing);
    }
    let mut log = EventLog::create(path, overwrite, spec, request.state)?;
    let mut failed = None;
    let frames = planned.frames.map(|mut entries| {
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
    let planned = Planned { frames, plan: planned.plan, sidecars: planned.sidecars };
    let made = run.finish_film(planned, args, solvers);
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
    /// Reads a search and plans its film; notes omitted panels. `shorter` is the hint on how to shorten the
    /// search.
    pub(super) fn plan_search<I: Iterator<Item = Result<Entry, FilmError>>>(
        &mut self,
        spec: FilmSpec,
        subject: &Subject,
        args: &FilmArgs,
        entries: impl Fn() -> Result<I, FilmError>,
        shorter: &str,
    ) -> Result<Planned<SearchFrames<I>>> {
        let plan = |options: &FilmOptions, meter: &mut Meter<'_>| {
            Plan::of_search(subject, options, None, &entries, meter)
        };
        let format = self.format;
        let planned = self.plan_film(spec, plan, |error| match error {
            FilmError::NoListing => Error::request(error).within("--code").hint(name_the_algorithm(subject)),
            error => with_hints(error, format, args, shorter),
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
