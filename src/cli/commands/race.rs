//! `queenreel race`: its arguments, and what it does.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;
use clap::builder::{Resettable, Str};

use super::search::{check, names, seed_help, too_many_queens};
use crate::board::{BoardSize, Problem};
use crate::cli::args::{
    FilmArgs, ProblemArgs, film_output, in_this_build, in_words, poster_help, stem_ending,
};
use crate::cli::destination::Destination;
use crate::cli::error::CliError;
use crate::cli::film_job::{FilmJob, LACKS_THUMBNAIL, with_advice};
use crate::cli::fit::fitted;
use crate::cli::progress::Progress;
use crate::cli::{inputs, log_input, report, values};
use crate::export::Series;
use crate::film::{Attempt, PanelOptions, RacePlan, RaceSolver, RaceSpec, RaceSummary, Totals};
use crate::log::{CopyOptions, LogOptions, SpooledLog};
use crate::record::{Clock, Selection};
use crate::search::{Algorithm, DEFAULT_SEED, Order};
use crate::words::{counted, shown};

/// Film two to four solvers side by side, on one clock
///
/// Each solver runs to its first solution, or to the end of the search if there is none. Solvers
/// that finish show their rank; those that finish at the same tick share a rank.
///
/// A tick is one step: a square that is looked at, whether to test it or to rule it out, a queen placed,
/// removed or moved, or a whole board. Algorithms that take sets of squares at once, 'marking' and
/// 'bitfield', need no ticks for that.
///
/// In long races a frame stands for several ticks, so that the film lasts at most about half a
/// minute; --every 1 shows every tick.
#[derive(Debug, Args)]
#[command(
    mut_arg("delay", |arg| arg.help(
        "Time of each frame, for any number of ticks \
         [default: 30s divided by the number of frames, from 40ms to 500ms]"
    )),
    mut_arg("hold", |arg| arg.help(
        "Time of the last frame, and of each in which a solver finishes \
         [default: 3s for the last, 600ms to 2s for others]"
    )),
    mut_arg("size", |arg| arg.help("Width of each board in pixels [default: as large as the page allows]")),
    mut_arg("canvas", |arg| arg.help(
        "Size or shape of the page, like 1920x1080, 9:16 or a4-landscape \
         [default: 1280x720, or 1024x576 as GIF, APNG or WebP; 16:9 with --size]"
    )),
    mut_arg("every", |arg| arg.help(
        "Show one of every K ticks; those at which a solver finishes are always shown \
         [default: as necessary, or 1 with --delay]"
    )),
    mut_arg("output", |arg| arg.help(film_output("race-N.gif"))),
    mut_arg("poster", |arg| arg.help(poster_help("the last frame"))),
    after_help = in_this_build("\
Times are written like 120ms or 1.5s. 'queenreel algorithms' lists the names.

Examples:
  queenreel race 8 backtracking eager forward-checking  a GIF, output/race-8.gif
  queenreel race 8 backtracking min-conflicts --seed 7  randomised or systematic?
  queenreel race 8 backtracking eager --clock tests     which needs fewer tests?
  queenreel race 6 backtracking marking bitfield --all  to the end, with all solutions
  queenreel race 8 backtracking eager --start d8        with a queen that stands from the beginning
  queenreel race 8 mine.jsonl backtracking              your own solver, by its log
  queenreel race 8 backtracking eager --select first-solution..+10
                                                        the first to finish, and ten ticks more
  queenreel race 8 eager marking -o race.mp4 --canvas 1080x1920
  queenreel race 8 eager marking -o frames/             PNG frames and lists of them, for slides")
)]
pub struct RaceArgs {
    /// Number of queens, and of rows and columns: 1 to 64
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub queens: BoardSize,

    /// Two to four different solvers: names of algorithms, or logs of other programs
    #[arg(value_name = "NAME|LOG", required = true, value_parser = solvers)]
    pub solvers: Vec<SolverArgs>,

    #[command(flatten, next_help_heading = "What is filmed")]
    pub problem: ProblemArgs,

    #[command(flatten, next_help_heading = "What is filmed")]
    pub spec: RaceSpecArgs,

    // Its first options have no heading.
    #[command(flatten, next_help_heading = Resettable::<Str>::Reset)]
    pub film: FilmArgs,

    /// Title above everything
    #[arg(long, value_name = "TEXT", value_parser = values::line, help_heading = "Look")]
    pub title: Option<String>,
}

/// A solver of a race.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SolverArg {
    Algorithm(Algorithm),
    Log(PathBuf),
}

/// Solvers in one argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolverArgs(Vec<SolverArg>);

/// The path of a log, the name of an algorithm, or names with commas.
fn solvers(text: &str) -> anyhow::Result<SolverArgs> {
    let name = text.to_lowercase();
    let names = name.trim_end_matches(',').split(',').map(str::parse::<Algorithm>);
    match names.collect::<Result<Vec<Algorithm>, _>>() {
        Ok(algorithms) => Ok(SolverArgs(algorithms.into_iter().map(SolverArg::Algorithm).collect())),
        Err(_) => solver(text).map(|solver| SolverArgs(vec![solver])),
    }
}

/// The name of an algorithm, or the path of a log.
fn solver(text: &str) -> anyhow::Result<SolverArg> {
    let path = PathBuf::from(text);
    match text.parse() {
        Ok(algorithm) => Ok(SolverArg::Algorithm(algorithm)),
        Err(_) if path.exists() || path.components().count() > 1 || path.extension().is_some() => {
            Ok(SolverArg::Log(path))
        }
        Err(_) => Err(anyhow!("there is no such log, and the algorithms are {}", names(|_| true))),
    }
}

#[derive(Debug, Args)]
pub struct RaceSpecArgs {
    /// What makes the clock tick
    #[arg(long, value_enum, default_value_t)]
    pub clock: Clock,

    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, help = seed_help())]
    pub seed: Option<u64>,

    /// Race through the whole search, with all solutions
    #[arg(long)]
    pub all: bool,

    /// Place queens column by column, or row by row, in algorithms that go line by line
    #[arg(long, value_enum, default_value_t)]
    pub order: Order,

    /// Show only some frames: ticks like 37 or 20..40 (0 is before the first), backtracks, in which a
    /// solver goes back, solutions, in which a solver finds one or ends, first-backtrack, or
    /// first-solution..+10; or a time of the whole film like t=4s..6s; several with commas. Each tick has a
    /// frame, as long as there is time for them. Counters, charts and ranks stay those of the whole race
    #[arg(long, value_name = "TICKS")]
    pub select: Option<Selection>,
}

impl RaceArgs {
    fn solvers(&self) -> impl Iterator<Item = &SolverArg> {
        self.solvers.iter().flat_map(|SolverArgs(solvers)| solvers)
    }

    fn algorithms(&self) -> Vec<Algorithm> {
        let algorithm = |solver: &SolverArg| match solver {
            SolverArg::Algorithm(algorithm) => Some(*algorithm),
            SolverArg::Log(_) => None,
        };
        self.solvers().filter_map(algorithm).collect()
    }

    /// Refuses options that the algorithms do not support.
    fn check(&self, problem: &Problem) -> Result<(), CliError> {
        let (RaceArgs { spec, queens, .. }, algorithms) = (self, self.algorithms());
        let solvers = self.solvers().count();
        let without = |which: fn(Algorithm) -> bool| algorithms.iter().find(|algorithm| !which(**algorithm));
        let twice = (1..).zip(&algorithms).find(|(next, algorithm)| algorithms[*next..].contains(algorithm));
        let not_all = without(Algorithm::visits_all_solutions).filter(|_| spec.all);
        let no_tests = without(Algorithm::looks_at_squares).filter(|_| spec.clock == Clock::Tests);
        Err(CliError::Usage(if !(2..=4).contains(&solvers) {
            anyhow!("a race is between two and four solvers, not {solvers}")
        } else if let Some((_, algorithm)) = twice {
            anyhow!("{algorithm} is named twice; name different algorithms")
        } else if let Some(algorithm) = algorithms.iter().find(|one| queens.get() > one.most_queens()) {
            too_many_queens(*algorithm, *queens)
        } else if let Some(algorithm) = algorithms.iter().find(|algorithm| algorithm.takes_too_long(problem))
        {
            let what = in_words(problem);
            anyhow!(
                "{algorithm} takes too long for {what}; a smaller N ends earlier, and min-conflicts \
                 ends soon for any"
            )
        } else if let Some(algorithm) = not_all {
            let names = names(Algorithm::visits_all_solutions);
            anyhow!("{algorithm} ends with the first solution; --all is for {names}")
        } else if let Some(algorithm) = no_tests {
            let names = names(Algorithm::looks_at_squares);
            anyhow!(
                "{algorithm} looks at no single squares, so --clock tests cannot time it; use it with {names}"
            )
        } else if algorithms.is_empty() {
            return Ok(());
        } else {
            return check(&algorithms, problem, spec.seed, spec.order);
        }))
    }

    fn spec(&self, job: &FilmJob<'_>, problem: Problem) -> Result<RaceSpec, CliError> {
        let RaceSpecArgs { clock, seed, all, order, .. } = self.spec;
        let mut solvers: Vec<RaceSolver> = Vec::new();
        for solver in self.solvers() {
            let solver = match solver {
                SolverArg::Algorithm(algorithm) => RaceSolver::Algorithm(*algorithm),
                SolverArg::Log(path) => {
                    let log = read_log(job, path, &problem)?;
                    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                    let header = log.outline().header.as_ref();
                    let name = header.and_then(|header| header.algorithm.clone());
                    let is_free = |name: &String| {
                        !solvers.iter().any(|other| other.name() == *name)
                            && !self.algorithms().iter().any(|algorithm| algorithm.name() == name)
                    };
                    let numbered = (2..).map(|number| format!("{stem} ({number})"));
                    let names = name.into_iter().chain([stem.clone()]).chain(numbered);
                    let name = names.into_iter().find(is_free).expect("some number is free");
                    RaceSolver::Log { name, log: Box::new(log), lane: None }
                }
            };
            solvers.push(solver);
        }
        Ok(RaceSpec { problem, solvers, clock, order, seed: seed.unwrap_or(DEFAULT_SEED), all })
    }
}

/// Reads a log for a race on this problem.
fn read_log(job: &FilmJob<'_>, path: &Path, problem: &Problem) -> Result<SpooledLog, CliError> {
    let size = problem.size();
    let log = Destination::Path(path.to_owned());
    let read = log_input::read(job, &log, LogOptions::default(), CopyOptions::DEFAULT_MAX_BYTES);
    let log = read.map_err(|error| log_input::error(&log.name(), error, "a file may have any size"))?;
    let outline = log.outline();
    let says_size = outline.header.as_ref().is_some_and(|header| header.queens.is_some());
    if outline.size != size && (says_size || outline.size > size) {
        let (shown, of_log) = (shown(path), outline.size);
        return Err(CliError::Usage(anyhow!("'{shown}' has {of_log} queens, and the race has {size}")));
    }
    let of_log = outline.problem();
    if (of_log.start(), of_log.blocked()) != (problem.start(), problem.blocked()) {
        let shown = shown(path);
        return Err(CliError::Usage(anyhow!(
            "'{shown}' and the race differ in --start or --block: the header of the log says \"start\" and \
             \"blocked\""
        )));
    }
    if !outline.lanes.is_empty() {
        let shown = shown(path);
        return Err(CliError::Usage(anyhow!(
            "'{shown}' has lanes, which cannot race; film them with 'queenreel replay {shown}'"
        )));
    }
    Ok(log.on_board(size))
}

/// Says what the logs leave out.
fn note_logs(job: &FilmJob<'_>, spec: &RaceSpec) {
    let makes_tests = |solver: &RaceSolver| match solver {
        RaceSolver::Algorithm(algorithm) => algorithm.makes_tests(),
        RaceSolver::Log { log, .. } => log.outline().tally.tests > 0,
    };
    let is_uneven = spec.solvers.iter().any(makes_tests) && spec.clock == Clock::Events;
    for solver in &spec.solvers {
        if let RaceSolver::Log { name, log, .. } = solver {
            job.note_skipped(&log.outline().skipped);
            if is_uneven && !makes_tests(solver) {
                job.note(&format!("{name} reports no tests: it takes fewer ticks than solvers that do"));
            }
        }
    }
}

pub fn run(args: &RaceArgs) -> Result<(), CliError> {
    let RaceArgs { film, queens: size, .. } = args;
    let problem = args.problem.on_board(*size)?;
    args.check(&problem)?;
    args.solvers().for_each(|solver| match solver {
        SolverArg::Algorithm(_) => {}
        SolverArg::Log(path) => inputs::add(path),
    });
    let stem = format!("race-{size}{}", stem_ending(&problem));
    let job = FilmJob::new(&film.output, film.format(), Series::Frames, &stem)?;
    let uses_seed = args.algorithms().into_iter().any(Algorithm::uses_seed);
    let shorter =
        if uses_seed { "a smaller N or another --seed may end earlier" } else { "a smaller N ends earlier" };
    let spec = args.spec(&job, problem)?;
    note_logs(&job, &spec);
    film_race(&job, film, spec, args.spec.select.as_ref(), args.title.as_deref(), shorter)
}

/// Films a race, or the frames of it that are selected, and reports the ranks.
pub fn film_race(
    job: &FilmJob<'_>,
    film: &FilmArgs,
    spec: RaceSpec,
    select: Option<&Selection>,
    title: Option<&str>,
    shorter: &str,
) -> Result<(), CliError> {
    let panels = PanelOptions { title: title.unwrap_or_default().to_owned(), ..PanelOptions::default() };
    let options = job.options(film, None, panels, select)?;
    let options = fitted(job, &film.limits, options, |options, limit| {
        let plan = RacePlan::new(spec.clone(), options, job.format, || ())?;
        let output_spec = plan.output_spec(options, job.format);
        Attempt::of_race(plan, &output_spec, limit)
    });
    let options = options.map_err(|error| with_advice(error, film, shorter))?;
    let mut look_ahead = Progress::look_ahead(film.output.quiet);
    let are_complete: Vec<bool> =
        spec.solvers.iter().map(|solver| matches!(solver, RaceSolver::Algorithm(_))).collect();
    let plan = RacePlan::new(spec, &options, job.format, || look_ahead.add(1));
    drop(look_ahead);
    let plan = plan.map_err(|error| with_advice(error, film, shorter))?;
    if plan.lacks_thumbnail() {
        job.note(LACKS_THUMBNAIL);
    }
    let frames = plan.frames();
    let output_spec = plan.output_spec(&options, job.format);
    let (RaceSummary { frames, pictures, playing_time, bytes, lanes, .. }, shown) =
        job.film(output_spec, frames, |sinks| plan.film(sinks))?;
    let mut lanes: Vec<_> = lanes.into_iter().zip(are_complete).collect();
    lanes.sort_by_key(|(lane, _)| lane.rank.unwrap_or(usize::MAX));
    let lines = lanes.iter().map(|(lane, is_complete)| {
        let rank = lane.rank.map_or_else(|| "Not finished: ".to_owned(), |rank| format!("{rank}. "));
        let name = &lane.name;
        let ticks = counted(lane.ticks, "tick");
        format!("{rank}{name}, {ticks}: {}\n", report::of_search(&lane.frame.tally, *is_complete))
    });
    let totals = Totals { frames, pictures, playing_time, bytes };
    job.report(totals, options.encode.fps, &lines.collect::<String>());
    job.print_alt(&shown)
}
