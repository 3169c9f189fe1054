//! `queenreel replay`: its arguments, and what it does.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use anyhow::{Error, anyhow};
use clap::Args;
use clap::builder::{Resettable, Str};

use crate::board::BoardSize;
use crate::cli::args::{FilmArgs, ViewArgs, film_output};
use crate::cli::destination::Destination;
use crate::cli::error::CliError;
use crate::cli::film_job::FilmJob;
use crate::cli::progress::Progress;
use crate::cli::{inputs, log_input, report, values};
use crate::export::Series;
use crate::film::{RaceSolver, RaceSpec, Subject};
use crate::log::{Entry, LogError, LogOptions, Outline, SpooledLog};
use crate::search::{CodeForm, Event, Listing, Tally};

use super::race::film_race;

/// Film a log of events, from any program in any language
///
/// The log is checked: an error names the line, and nothing is written. Lines that are not JSON objects
/// are skipped, with a note. A log from a pipe or from standard input is copied to a temporary file:
/// in TMPDIR if that is set, otherwise on the disk of the film.
#[derive(Debug, Args)]
#[command(
    mut_arg("output", |arg| arg.help(film_output("LOG.gif, output/replay.gif for standard input"))),
    after_help = "\
A log has one JSON object per line. Squares are [row, column], both counted from 1, row 1 at the top;
or chess names like \"h6\", with a header like {\"queens\":8} or with --queens 8:
  {\"place\":[1,1]}                   a queen is placed in row 1, column 1
  {\"remove\":[1,1]}                  it is removed
  {\"move\":[[2,1],[4,1]]}            a queen moves
  {\"set\":[3,2]}                     a queen is put into column 2, and replaces all from there on
  {\"board\":[2,4,1,3]}               a whole board: the row of the queen in each column, null for none
  {\"test\":[3,2]}                    a square is tested; the queen that attacks it is found
  {\"prune\":[[3,2],[3,3]]}           squares are ruled out; \"restore\" makes them possible again
  {\"backtrack\":3}                   column (or row) 3 has no square left
  {\"dead_end\":{\"row\":5}}            looking ahead, row 5 has no free square
  {\"solution\":true}                 the queens are a solution; found automatically if the log has none
  {\"end\":true}                      the search is over
Events may have a \"caption\", a \"pause\" like \"1s\", and a \"lane\", a number for each of several solvers.
The first line may be a header, like {\"queens\":8}; {\"base\":0} counts from 0; after
{\"boards\":\"steps\"} it is enough to print the array of rows whenever it changes. Without a size the
board is as large as the largest row or column. All of it: docs/log-format.md.

Examples:
  python3 my_solver.py | queenreel replay - -o mine.gif
  queenreel search 8 --events log.jsonl; queenreel replay log.jsonl -o again.gif
  printf '{\"place\":[1,1]}\\n{\"remove\":[1,1]}\\n{\"place\":[2,1]}\\n' | queenreel replay -"
)]
pub struct ReplayArgs {
    /// The log: a file, or - for standard input
    #[arg(value_name = "FILE|-")]
    pub log: PathBuf,

    #[command(flatten, next_help_heading = "Reading the log")]
    pub reading: LogArgs,

    #[command(flatten, next_help_heading = "Panels")]
    pub view: ViewArgs,

    /// Show this source file instead of pseudo-code; the "line" of an event is highlighted, and a
    /// long file scrolls
    #[arg(
        long, value_name = "FILE", value_parser = values::source, conflicts_with = "code",
        help_heading = "Panels"
    )]
    pub code_file: Option<Listing>,

    // Its first options have no heading.
    #[command(flatten, next_help_heading = Resettable::<Str>::Reset)]
    pub film: FilmArgs,
}

#[derive(Debug, Args)]
pub struct LogArgs {
    /// Number of queens, if the log does not say it
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub queens: Option<BoardSize>,

    /// End the film with the K-th solution
    #[arg(long, alias = "limit", value_name = "K", value_parser = values::number, conflicts_with = "lanes", allow_negative_numbers = true)]
    pub solutions: Option<NonZeroU64>,

    /// Film these lanes of the log, separated by commas: one alone, or up to four side by side, where the
    /// steps of --select are ticks, as in 'queenreel race'
    #[arg(long, value_name = "K,...", value_delimiter = ',')]
    pub lanes: Vec<u32>,

    /// Refuse lines that are not events, and an incomplete last line
    #[arg(long)]
    pub strict: bool,

    /// Refuse more than SIZE from a pipe or standard input, like 500MB; a file may have any size
    #[arg(long, value_name = "SIZE", value_parser = values::bytes, default_value = "4GB", allow_negative_numbers = true)]
    pub max_log: u64,

    /// Only check the log, and list all errors
    #[arg(long)]
    pub check: bool,
}

impl ReplayArgs {
    fn log_options(&self) -> LogOptions {
        let LogArgs { queens, strict, check: all_errors, .. } = self.reading;
        let lines = self.code_file.as_ref().map(|listing| listing.lines().len());
        LogOptions { queens, strict, all_errors, code_lines: lines.and_then(NonZeroUsize::new) }
    }

    /// The panels, with that of a source file.
    fn view(&self) -> ViewArgs {
        let of_file = self.code_file.as_ref().map(|_| CodeForm::default());
        ViewArgs { code: self.view.code.or(of_file), ..self.view.clone() }
    }

    /// The code that events refer to: that of a file, or else of the log.
    fn listing(&self, outline: &Outline) -> Result<Option<Listing>, CliError> {
        let own = outline.listing();
        match self.view.code {
            Some(form) if own.is_some() && form != CodeForm::default() => Err(CliError::Usage(anyhow!(
                "the log has its own \"code\", which --code shows; --code={} is for algorithms of ours",
                form.name()
            ))),
            Some(_) | None => Ok(self.code_file.clone().or(own)),
        }
    }
}

/// As many boards fit side by side.
const MAX_LANES_SHOWN: usize = 4;

/// More errors of a log are only counted.
const MOST_ERRORS: usize = 1000;

pub fn run(args: &ReplayArgs) -> Result<(), CliError> {
    let (film, log) = (&args.film, Destination::new(&args.log));
    let LogArgs { solutions, lanes, max_log, check, .. } = &args.reading;
    inputs::add(match &log {
        Destination::Path(path) => path,
        // On Linux, it leads to the file.
        Destination::StandardOutput => Path::new("/dev/stdin"),
    });
    let stem = stem(&log);
    let job = if *check {
        FilmJob::unchecked(&film.output, film.format(), &stem)?
    } else {
        FilmJob::new(&film.output, film.format(), Series::Frames, &stem)?
    };
    let name = log_name(&log);
    let (number, unit) = values::in_unit(max_log.saturating_mul(2));
    let larger = format!("--max-log {number}{unit} allows more");
    let named = |error: LogError| log_input::error(&name, error, &larger);
    let spooled = log_input::read(&job, &log, args.log_options(), *max_log).map_err(named)?;
    if *check {
        return check_log(&job, &spooled, &name, args);
    }
    let outline = spooled.outline();
    job.note_skipped(&outline.skipped);
    let shorter = "a shorter log ends earlier, and so does --solutions K";
    let lane = match *select_lanes(outline, lanes, MAX_LANES_SHOWN)?.as_slice() {
        [] => None,
        [lane] => Some(lane),
        [..] => {
            only_for_one_lane(args)?;
            let solvers = RaceSolver::lanes_of(&spooled, lanes);
            let spec = RaceSpec { all: true, solvers, ..RaceSpec::new(outline.problem(), &[]) };
            let ViewArgs { select, title, .. } = &args.view;
            return film_race(&job, film, spec, select.as_ref(), title.as_deref(), shorter);
        }
    };
    let wanted = solutions.map(NonZeroU64::get);
    let entries = || up_to(spooled.entries(lane).map(|entry| entry.map_err(named)), wanted);
    let subject = Subject::of_log(outline);
    let listing = args.listing(outline)?;
    let plan = job.plan(film, &args.view(), &subject, listing.as_ref(), entries, shorter)?;
    if outline.size_is_guessed {
        let size = outline.size;
        job.note(&format!(
            "the board is {size}×{size}, as no number in the log is larger; or say --queens N"
        ));
    }
    job.film_search(plan, entries())
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

/// Refuses options that several lanes side by side do not have.
fn only_for_one_lane(ReplayArgs { reading, view, code_file, .. }: &ReplayArgs) -> Result<(), CliError> {
    let given = [
        ("--solutions", reading.solutions.is_some()),
        ("--detail", view.detail.is_some()),
        ("--pace", view.pace.is_some()),
        ("--view", view.view.is_some()),
        ("--caption", view.caption),
        ("--counters", view.counters),
        ("--tree", view.tree),
        ("--code", view.code.is_some()),
        ("--code-file", code_file.is_some()),
    ];
    match given.into_iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(CliError::Usage(anyhow!(
            "{option} is for one lane, like --lanes 1; several are shown side by side, with their counters"
        ))),
        None => Ok(()),
    }
}

/// The entries up to and including this number of solutions.
fn up_to<E>(
    entries: impl Iterator<Item = Result<Entry, E>>,
    solutions: Option<u64>,
) -> impl Iterator<Item = Result<Entry, E>> {
    let mut remaining = solutions;
    entries.map_while(move |entry| {
        let wanted = remaining != Some(0);
        if matches!(&entry, Ok(Entry { event: Event::Solution, .. })) {
            remaining = remaining.map(|solutions| solutions.saturating_sub(1));
        }
        wanted.then_some(entry)
    })
}

/// Lists all errors of a log that has been read once.
fn check_log(job: &FilmJob<'_>, log: &SpooledLog, name: &str, args: &ReplayArgs) -> Result<(), CliError> {
    let (mut tally, mut errors) = (Tally::default(), Errors::default());
    let mut progress = Progress::counting("checking the log", "events", job.is_quiet());
    for entry in log.all_entries() {
        match entry {
            Ok(entry) => tally.count(entry.event),
            Err(error) => errors.add(error),
        }
        progress.add(1);
    }
    drop(progress);
    if let Some(errors) = errors.listed(name) {
        return Err(CliError::Fault(errors));
    }
    let outline = log.outline();
    job.note_skipped(&outline.skipped);
    select_lanes(outline, &args.reading.lanes, usize::MAX)?;
    if !job.is_quiet() {
        report::print(false, &format!("{name}: {}\n", report::of_search(&tally, false)));
    }
    Ok(())
}

/// The first errors of a log, and how many there are.
#[derive(Default)]
struct Errors {
    first: Vec<LogError>,
    number: u64,
}

impl Errors {
    /// The errors on a line each, if there are any.
    fn listed(self, name: &str) -> Option<Error> {
        let Self { first, number } = self;
        let more = number.saturating_sub(first.len() as u64);
        let mut lines: Vec<String> = first.iter().map(|error| format!("{name}: {error}")).collect();
        if more > 0 {
            lines.push(format!("and {more} more"));
        }
        (!lines.is_empty()).then(|| anyhow!(lines.join("\nerror: ")))
    }

    fn add(&mut self, error: LogError) {
        self.number += 1;
        if self.first.len() < MOST_ERRORS {
            self.first.push(error);
        }
    }
}

fn log_name(log: &Destination) -> String {
    match log {
        Destination::StandardOutput => "standard input".to_owned(),
        Destination::Path(_) => log.name(),
    }
}

/// The default name of the film: that of the log, if it is a file.
fn stem(log: &Destination) -> String {
    let stem = match log {
        Destination::Path(path) if path.is_file() => path.file_stem(),
        Destination::Path(_) | Destination::StandardOutput => None,
    };
    stem.map_or_else(|| "replay".to_owned(), |stem| stem.to_string_lossy().into_owned())
}
