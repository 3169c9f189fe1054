//! `queenreel race`: its arguments, and what it does.

use anyhow::anyhow;
use clap::Args;
use clap::builder::{Resettable, Str};

use super::search::{check, names, seed_help, shorter};
use crate::board::BoardSize;
use crate::cli::args::{FilmArgs, film_output};
use crate::cli::error::CliError;
use crate::cli::film_job::{FilmJob, with_advice};
use crate::cli::progress::Progress;
use crate::cli::{report, values};
use crate::film::{OutputSpec, PanelOptions, RacePlan, RaceSpec, RaceSummary, Totals};
use crate::record::Clock;
use crate::search::{Algorithm, DEFAULT_SEED, Order};

/// Film two to four solvers side by side, on one clock
///
/// Each solver runs to its first solution, or to the end of the search if there is none. Solvers
/// that finish show their rank; those that finish at the same tick share a rank.
///
/// In long races a frame stands for several ticks, so that the film lasts at most about half a
/// minute; --every 1 shows every tick.
#[derive(Debug, Args)]
#[command(
    mut_arg("delay", |arg| arg.help(
        "Time of each frame, for any number of ticks \
         [default: 20ms to 500ms, the longer the race the shorter]"
    )),
    mut_arg("hold", |arg| arg.help(
        "Time of the last frame, and of each in which a solver finishes \
         [default: 3s for the last, 600ms to 2s for others]"
    )),
    mut_arg("size", |arg| arg.help("Width of each board in pixels [default: as large as the page allows]")),
    mut_arg("canvas", |arg| arg.help(
        "Size or shape of the page, like 1920x1080 or 9:16 [default: 1280x720, or 16:9 with --size]"
    )),
    mut_arg("every", |arg| arg.help(
        "Show one of every K ticks; those at which a solver finishes are always shown \
         [default: as necessary, or 1 with --delay]"
    )),
    mut_arg("output", |arg| arg.help(film_output("race-N.gif"))),
    mut_arg("poster", |arg| arg.help("Also write the last frame as a PNG")),
    after_help = "\
Times are written like 120ms or 1.5s. 'queenreel algorithms' lists the names.

Examples:
  queenreel race 8 backtracking eager forward-checking  a GIF, output/race-8.gif
  queenreel race 8 backtracking min-conflicts --seed 7  randomised or systematic?
  queenreel race 8 backtracking eager --clock tests     which needs fewer tests?
  queenreel race 6 backtracking marking bitfield --all  to the end, with all solutions
  queenreel race 8 eager marking -o race.mp4 --canvas 1080x1920
  queenreel race 8 eager marking -o frames/             PNG frames and frames.json, for slides"
)]
pub struct RaceArgs {
    /// Number of queens, and of rows and columns: 1 to 64
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub queens: BoardSize,

    /// Two to four different algorithms
    #[arg(value_name = "NAME", required = true, value_parser = values::algorithm())]
    pub algorithms: Vec<Algorithm>,

    #[command(flatten, next_help_heading = "What is filmed")]
    pub spec: RaceSpecArgs,

    // Its first options have no heading.
    #[command(flatten, next_help_heading = Resettable::<Str>::Reset)]
    pub film: FilmArgs,

    /// Title above everything
    #[arg(long, value_name = "TEXT", value_parser = values::line, help_heading = "Look")]
    pub title: Option<String>,
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
}

impl RaceArgs {
    /// Refuses options that the algorithms do not support.
    pub fn check(&self) -> Result<(), CliError> {
        let RaceArgs { algorithms, spec, queens, .. } = self;
        let without = |which: fn(Algorithm) -> bool| algorithms.iter().find(|algorithm| !which(**algorithm));
        let twice = (1..).zip(algorithms).find(|(next, algorithm)| algorithms[*next..].contains(algorithm));
        let not_all = without(Algorithm::visits_all_solutions).filter(|_| spec.all);
        let no_tests = without(Algorithm::makes_tests).filter(|_| spec.clock == Clock::Tests);
        Err(CliError::Usage(if !(2..=4).contains(&algorithms.len()) {
            anyhow!("a race is between two and four algorithms, not {}", algorithms.len())
        } else if let Some((_, algorithm)) = twice {
            anyhow!("{algorithm} is named twice; name different algorithms")
        } else if let Some(algorithm) = not_all {
            let names = names(Algorithm::visits_all_solutions);
            anyhow!("{algorithm} ends with the first solution; --all is for {names}")
        } else if let Some(algorithm) = no_tests {
            let names = names(Algorithm::makes_tests);
            anyhow!("{algorithm} makes no tests, so --clock tests cannot time it; use it with {names}")
        } else {
            return check(algorithms, *queens, spec.seed, spec.order);
        }))
    }

    pub fn spec(&self) -> RaceSpec {
        let RaceSpecArgs { clock, seed, all, order } = self.spec;
        let (size, algorithms) = (self.queens, self.algorithms.clone());
        RaceSpec { size, algorithms, clock, order, seed: seed.unwrap_or(DEFAULT_SEED), all }
    }
}

pub fn run(args: &RaceArgs) -> Result<(), CliError> {
    args.check()?;
    let RaceArgs { film, queens: size, .. } = args;
    let job = FilmJob::new(&film.output, film.format, &format!("race-{size}"))?;
    let panels = PanelOptions { title: args.title.clone().unwrap_or_default(), ..PanelOptions::default() };
    let options = job.fit(film.options(None, panels), &film.format_options)?;
    let mut look_ahead = Progress::look_ahead(film.output.quiet);
    let plan = RacePlan::new(args.spec(), &options, job.format, || look_ahead.add(1));
    drop(look_ahead);
    let shorter = shorter(args.algorithms.iter().copied().any(Algorithm::uses_seed));
    let plan = plan.map_err(|error| with_advice(error, film, shorter))?;
    let frames = plan.frames();
    let output_spec = OutputSpec::of_film(job.format, options.encode, plan.canvas(), *size, frames);
    let RaceSummary { frames, playing_time, bytes, mut lanes, .. } =
        job.film(output_spec, frames, 0, |sinks| plan.film(sinks))?;
    lanes.sort_by_key(|lane| lane.rank);
    let lines = lanes.iter().map(|lane| {
        let (rank, algorithm) = (lane.rank.unwrap_or_default(), lane.algorithm);
        let ticks = report::counted(lane.ticks, "tick");
        format!("{rank}. {algorithm}, {ticks}: {}\n", report::of_search(&lane.frame.tally))
    });
    let totals = Totals { frames, playing_time, bytes };
    job.report(totals, &lines.collect::<String>(), !film.style.no_highlight);
    Ok(())
}
