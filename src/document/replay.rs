//! The `replay` document: a film of a log, or a check of it.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::board::BoardSize;
use crate::encode::Format;
use crate::export::{Overwrite, Series};
use crate::film::{FilmError, RaceSolver, RaceSpec, Subject};
use crate::limits::{DEFAULT_MAX_LOG_BYTES, MAX_LANES_SHOWN, MAX_PRINTED_ERRORS, MAX_SOURCE_BYTES};
use crate::log::{LogOptions, LogSummary, SpooledLog, program};
use crate::options::{
    Files, FilmArgs, Given, PANELS, StepArgs, WHAT, bytes, in_unit, is_device, lane, not_read, number,
    with_help,
};
use crate::page::{PageStyle, PanelKind};
use crate::search::{CodeForm, Listing, Tally};
use crate::watch::{Meter, Stage};

use super::problem::not_in_form;
use super::race::{is_soon_read, make_race};
use super::report::of_search;
use super::rules::FilmRules;
use super::{Document, Error, Note, Result, Run, Summary, log_input};

/// A film of a log
#[derive(Debug, Clone, Args)]
#[group(skip)]
#[command(mut_arg("output", |option| with_help(option, "Where to write [default: output/LOG.gif]\n\n\
    {film-output} The film of \
    standard input is replay.gif.")))]
#[non_exhaustive]
pub struct ReplayRequest {
    /// The options as given.
    #[command(flatten)]
    pub given: Given,

    /// The log, or - for standard input
    ///
    /// Standard input is read without a file if something is piped into it.
    #[arg(value_name = "FILE|-")]
    pub log: Option<PathBuf>,

    /// The film.
    #[command(flatten)]
    pub film: FilmArgs,

    /// Number of queens, if the log does not say it
    #[arg(long, value_name = "N", help_heading = WHAT)]
    pub queens: Option<BoardSize>,

    /// End the film with the K-th solution
    #[arg(
        long, alias = "limit", value_name = "K", help_heading = WHAT, value_parser = number::<NonZeroU64>,
        conflicts_with = "lanes"
    )]
    pub solutions: Option<NonZeroU64>,

    /// Film these lanes of the log, separated by commas
    ///
    /// One alone, or up to four side by side, where the steps of --select are ticks, as in 'queenreel race'.
    #[arg(long, value_name = "K,...", help_heading = WHAT, value_parser = lane, value_delimiter = ',')]
    pub lanes: Vec<u32>,

    /// Refuse lines that are not events, and an incomplete last line
    #[arg(long, help_heading = WHAT)]
    pub strict: bool,

    /// Refuse more than SIZE from a pipe or standard input, like 500MB
    ///
    /// A file may have any size.
    ///
    /// [default: {max-log}]
    #[arg(long, value_name = "SIZE", help_heading = WHAT, value_parser = bytes, allow_hyphen_values = true)]
    pub max_log: Option<u64>,

    /// Only check the log, and list all errors
    #[arg(long, help_heading = WHAT)]
    pub check: bool,

    /// Steps and panels.
    #[command(flatten)]
    pub steps: StepArgs,

    /// Show this source file instead of pseudo-code
    ///
    /// The "line" of an event is highlighted, and a long file scrolls.
    #[arg(long, value_name = "FILE", help_heading = PANELS, conflicts_with = "code")]
    pub code_file: Option<PathBuf>,
}

/// Options that do not apply to several lanes side by side.
const OF_ONE_LANE: [&str; 10] =
    ["solutions", "detail", "pace", "view", "caption", "counters", "tree", "gauges", "code", "code-file"];

impl ReplayRequest {
    /// Returns a film of the log, or a check of the log.
    pub(crate) fn document<'a>(&'a self, files: &Files) -> Result<Document<'a>> {
        let log = self.log.as_deref().ok_or_else(|| Error::option("log", "log is missing"))?;
        let (code, style) = (self.listing(files)?, self.film.style(files)?);
        let replay = Replay { request: self, log, code, style };
        // The log need not exist yet: another document of the recipe may write it first.
        let is_file = *log != *"-" && !is_device(log);
        let name = log.file_stem().filter(|_| is_file).unwrap_or("replay".as_ref());
        let stem = name.to_string_lossy().into_owned();
        if self.check {
            let (formats, make) = ([Format::Text], move |run: &mut Run<'_>| check(&replay, run));
            return Ok(Document::new("check of a log", stem, formats, files, |_| Ok(()), make));
        }
        Ok(Document::new(
            "replay",
            stem,
            Format::drawn(),
            files,
            |format| self.check_film(format),
            move |run| make(&replay, run),
        ))
    }

    /// Refuses options that have no effect on a film in this format.
    pub(crate) fn check_film(&self, format: Format) -> Result<()> {
        FilmRules::of(&self.film).check(&self.given, format)
    }

    fn listing(&self, files: &Files) -> Result<Option<Listing>> {
        let Some(path) = &self.code_file else { return Ok(None) };
        let source = files.read(path, MAX_SOURCE_BYTES).map_err(|error| not_read(&error, "source"));
        let listing =
            source.and_then(|source| Listing::of_source(&source).map_err(|error| error.to_string()));
        listing.map(Some).map_err(|why| Error::value("code-file", &path.to_string_lossy(), why))
    }
}

struct Replay<'a> {
    request: &'a ReplayRequest,
    log: &'a Path,
    code: Option<Listing>,
    style: PageStyle,
}

fn make(replay: &Replay<'_>, run: &mut Run<'_>) -> Result<Summary> {
    let Replay { request, log, code, style } = replay;
    let ReplayRequest { given, film: args, solutions, lanes, steps, .. } = request;
    let mut film = args.spec(steps, style.clone(), run.format)?;
    if code.is_some() {
        film.options.panels.more.push(PanelKind::Code);
    }
    run.begin_film(&mut film, Series::Frames)?;
    if run.is_trial && (run.document.awaits_log || !is_soon_read(log)) {
        return run.end_trial();
    }
    let spooled = run.read_replayed(replay, false)?;
    let summary = spooled.summary().clone();
    run.note_read(&summary);
    let shorter = "a shorter log ends earlier, and so does --solutions K";
    let lane = match *select_lanes(&summary, lanes, MAX_LANES_SHOWN)?.as_slice() {
        [] => None,
        [lane] => Some(lane),
        [..] => {
            if let Some(name) = OF_ONE_LANE.into_iter().find(|name| given.has(name)) {
                let one = Error::request(format!("--{name} is for one lane, like --lanes 1"));
                return Err(one.hint("several are shown side by side, with their counters"));
            }
            let solvers = RaceSolver::lanes_of(&spooled, lanes);
            let spec = RaceSpec { all: true, solvers, ..RaceSpec::new(summary.problem(), &[]) };
            return make_race(film, &spec, args, shorter, run);
        }
    };
    let solutions = solutions.map(Into::into);
    let entries =
        move || Ok(spooled.entries_until(lane, solutions).map(|entry| entry.map_err(FilmError::from)));
    let subject = Subject::of_log(&summary);
    let own = summary.listing();
    if let Some(form) = steps.code.filter(|form| own.is_some() && *form != CodeForm::default()) {
        let own = Error::request("the log has its own \"code\", which --code shows");
        return Err(own.hint(format!("--code={} is for algorithms of ours", form.name())));
    }
    if let Some((form, algorithm)) =
        steps.code.zip(subject.algorithm).filter(|(form, algorithm)| !form.is_of(*algorithm))
    {
        return Err(Error::request(not_in_form(form, algorithm)));
    }
    film.options.panels.listing = code.clone().or(own);
    let planned = run.plan_search(film, &subject, args, entries, shorter)?;
    if summary.size_is_guessed {
        run.note(Note::GuessedSize(summary.size));
    }
    run.finish_film(planned, args, vec![None])
}

impl Run<'_> {
    fn read_replayed(
        &mut self,
        Replay { request, log, code, .. }: &Replay<'_>,
        all_errors: bool,
    ) -> Result<SpooledLog> {
        let most = request.max_log.unwrap_or(DEFAULT_MAX_LOG_BYTES);
        let (number, unit) = in_unit(most.saturating_mul(2));
        let larger = format!("--max-log {number}{unit} allows more");
        let code_lines = code.as_ref().and_then(|listing| NonZeroUsize::new(listing.lines().len()));
        let ReplayRequest { queens, strict, .. } = **request;
        let options = LogOptions { queens, strict, all_errors, code_lines };
        self.read_log(log, options, most, &larger)
    }
}

/// Returns the lanes to film: the requested lanes, or all lanes. Refuses more than `most` lanes, and requested lanes
/// that the log does not have or that are named twice.
fn select_lanes(summary: &LogSummary, wanted: &[u32], most: usize) -> Result<Vec<u32>> {
    let known: Vec<u32> = summary.lanes.iter().map(|lane| lane.number).collect();
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

/// Checks a log: writes its counters, or returns an error that lists up to [`MAX_PRINTED_ERRORS`] invalid lines.
fn check(replay: &Replay<'_>, run: &mut Run<'_>) -> Result<Summary> {
    if run.is_trial {
        return run.end_trial();
    }
    let spooled = run.read_replayed(replay, true)?;
    let (log, name) = (replay.log, log_input::name(replay.log));
    let (mut tally, mut errors, mut number) = (Tally::default(), Vec::new(), 0);
    let mut meter = Meter::new(run.watch, Stage::Checking);
    for entry in spooled.all_entries() {
        match entry {
            Ok(entry) => tally.count(entry.event),
            Err(error) => {
                number += 1;
                errors.extend((errors.len() < MAX_PRINTED_ERRORS).then(|| format!("{name}: {error}")));
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
    let summary = spooled.summary();
    run.note_read(summary);
    select_lanes(summary, &replay.request.lanes, usize::MAX)?;
    let line = format!("{name}: {}\n", of_search(&tally, None));
    run.write(Overwrite::Own, Stage::Checking, |out, _| Ok(out.write_all(line.as_bytes())?))?;
    Ok(Summary::Log(tally))
}
