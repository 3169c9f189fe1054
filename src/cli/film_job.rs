//! Filming a search or a log: from the arguments to the files and the report.

use std::io::{Write, stderr};
use std::time::Instant;

use anyhow::{Error, anyhow};

use crate::encode::EncodeOptions;
use crate::film::{FilmError, LeftOut, Opening, Plan, Subject};
use crate::log::Entry;
use crate::record::ScheduleError;
use crate::search::TreeError;

use super::args::FilmArgs;
use super::error::CliError;
use super::film_target::FilmTarget;
use super::poster::Poster;
use super::progress::{LookAhead, Progress};
use super::{interrupt, report};

/// A film that can be made.
pub struct FilmJob<'a> {
    args: &'a FilmArgs,
    began: Instant,
    subject: Subject,
    target: FilmTarget,
    plan: Plan,
    encode: EncodeOptions,
    /// Whether the report has to go elsewhere.
    pub standard_output_is_taken: bool,
}

impl<'a> FilmJob<'a> {
    /// Looks ahead through the events of a film. `shorter` says what would make the search shorter.
    pub fn plan(
        args: &'a FilmArgs,
        target: FilmTarget,
        subject: Subject,
        entries: impl Iterator<Item = Result<Entry, FilmError>>,
        shorter: &str,
    ) -> Result<Self, CliError> {
        let began = Instant::now();
        let mut options = args.options(target.format())?;
        args.format_options.fit(&mut options, target.format(), args.quiet);
        let mut look_ahead = LookAhead::new(args.quiet);
        let entries = entries.inspect(|_| look_ahead.event());
        let plan = Plan::new(subject, &options, target.format(), |narrator| narrator, entries);
        drop(look_ahead);
        let plan = plan.map_err(|error| with_advice(error, args, subject, shorter))?;
        for panel in plan.left_out().iter().filter(|_| !args.quiet) {
            let advice = match panel {
                LeftOut::Code => name_the_algorithm(subject),
                LeftOut::Tree => shorter.to_owned(),
            };
            // Whether anyone reads it makes no difference.
            let _ = writeln!(stderr(), "note: {panel}; {advice}");
        }
        let standard_output_is_taken = target.is_standard_output();
        let encode = options.encode;
        Ok(Self { args, began, subject, target, plan, encode, standard_output_is_taken })
    }

    /// Films the entries, which are those of the look ahead, and reports.
    pub fn film(self, entries: impl Iterator<Item = Result<Entry, FilmError>>) -> Result<(), CliError> {
        let Self { args, target, plan, .. } = self;
        let poster = match &args.poster {
            Some(path) => Some(Poster::begin(path, &target, plan.solutions())?),
            None => None,
        };
        let (poster, poster_sink) = poster.unzip();
        let (canvas, frames) = (plan.canvas(), plan.frames());
        let opening = Opening {
            force: args.force,
            stop: Some(interrupt::flag()),
            ..Opening::of_film(target.format(), self.encode, canvas, self.subject.size, frames)
        };
        let progress = Progress::new(frames.unwrap_or_default(), args.quiet);
        let entries = entries.map(|entry| {
            interrupt::check()?;
            entry
        });
        let summary = target.film(&opening, |mut sinks| {
            sinks.extend(poster_sink);
            sinks.push(Box::new(progress));
            plan.film(entries, sinks)
        })?;
        if let Some(poster) = poster {
            poster.complete()?;
        }
        if !args.quiet {
            let lines = report::of_film(&target, &summary, self.began.elapsed(), !args.style.no_highlight);
            report::print(self.standard_output_is_taken, &lines);
        }
        Ok(())
    }
}

fn name_the_algorithm(subject: Subject) -> String {
    format!(
        "let the log begin with a line like {{\"queens\":{},\"algorithm\":\"backtracking\"}}",
        subject.size
    )
}

fn with_advice(error: FilmError, args: &FilmArgs, subject: Subject, shorter: &str) -> CliError {
    CliError::Usage(match error {
        FilmError::Schedule(error) => schedule_advice(&error, args, shorter),
        FilmError::Tree(error @ TreeError::TooLarge) => anyhow!("{error}; {shorter}"),
        FilmError::Tree(error) => anyhow!("--tree: {error}"),
        error @ FilmError::NoListing => anyhow!("--code: {error}; {}", name_the_algorithm(subject)),
        error => return error.into(),
    })
}

fn schedule_advice(error: &ScheduleError, args: &FilmArgs, shorter: &str) -> Error {
    match error {
        ScheduleError::TooManyFrames { .. } => anyhow!(
            "{error}\n  --every K shows one step of K, --duration TIME leaves out as many as it takes, \
             {shorter}, and --max-frames K allows more"
        ),
        ScheduleError::TooManyAlwaysShown { .. } => {
            anyhow!("{error}\n  {shorter}, and --max-frames K allows more")
        }
        ScheduleError::TooLong { .. } => anyhow!("{error}; {shorter}"),
        ScheduleError::TooShort { .. } => args.pace.too_short(error),
    }
}
