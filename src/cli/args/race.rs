//! The arguments of `queenreel race`.

use std::num::NonZeroU64;
use std::path::PathBuf;

use crate::board::BoardSize;
use crate::cli::error::CliError;
use crate::encode::Format;
use crate::film::{FilmOptions, PanelOptions, RaceSpec};
use crate::record::{Clock, DEFAULT_MAX_FRAMES, ScheduleOptions};
use crate::search::{Algorithm, DEFAULT_SEED, Order};
use anyhow::{Error, anyhow};
use clap::Args;

use super::film::{FormatArgs, PaceArgs};
use super::look::StyleArgs;
use super::search::names;
use crate::cli::values;

/// Film two to four solvers side by side, on one clock
///
/// Each runs to its first solution, or to the end of its search where there is none. Who comes in
/// is marked with the place; those that come in at the same tick share theirs.
///
/// Of long races a frame shows the state after several ticks, so that the film lasts about half a
/// minute at the most; --every 1 shows every tick.
#[derive(Debug, Args)]
#[command(
    mut_arg("delay", |arg| arg.help(
        "Time of each frame, however many ticks it stands for \
         [default: 20ms to 500ms, the longer the race the shorter]"
    )),
    mut_arg("hold", |arg| arg.help(
        "Time of the last frame, and of each in which a solver comes in \
         [default: 3s for the last, 600ms to 2s for others]"
    )),
    mut_arg("size", |arg| arg.help("Width of each board in pixels [default: as the page allows]")),
    mut_arg("canvas", |arg| arg.help(
        "Size or shape of the page, like 1920x1080 or 9:16 [default: 1280x720, or 16:9 with --size]"
    )),
    mut_arg("no_highlight", |arg| arg.help("Only queens: do not point out on the boards what happened")),
    after_help = "\
Times are written like 120ms or 1.5s. 'queenreel algorithms' lists the names.

Examples:
  queenreel race 8 backtracking eager forward-checking  a GIF, output/race-8.gif
  queenreel race 8 backtracking min-conflicts --seed 7  chance against order
  queenreel race 8 backtracking eager --clock tests     who needs fewer tests?
  queenreel race 6 backtracking marking bitfield --all  to the end, with all solutions
  queenreel race 8 eager marking -o race.mp4 --canvas 1080x1920
  queenreel race 8 eager marking -o frames/             PNG frames and frames.json, for slides"
)]
pub struct RaceArgs {
    /// Number of queens, and of rows and columns: 1 to 64
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub queens: BoardSize,

    /// Who takes part: two to four different algorithms
    #[arg(value_name = "NAME", required = true, value_parser = values::algorithm())]
    pub algorithms: Vec<Algorithm>,

    /// Where to write: FILE.gif, .apng, .webp, .mp4 or .y4m, DIRECTORY/ for PNG frames,
    /// or - for standard output [default: output/race-N.gif]
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,

    /// Write this format, whatever the output is called
    #[arg(long, value_name = "FORMAT", value_parser = values::format())]
    pub format: Option<Format>,

    /// Write the last frame as a still to FILE.png as well
    #[arg(long, value_name = "FILE", value_parser = values::png)]
    pub poster: Option<PathBuf>,

    /// Replace frames that an earlier run left in the directory; other files stay
    #[arg(long)]
    pub force: bool,

    /// Say nothing but errors
    #[arg(short, long)]
    pub quiet: bool,

    #[command(flatten, next_help_heading = "What is filmed")]
    pub spec: RaceSpecArgs,

    #[command(flatten, next_help_heading = "Pace")]
    pub pace: PaceArgs,

    #[command(flatten, next_help_heading = "Look")]
    pub style: StyleArgs,

    /// Write a title above all
    #[arg(long, value_name = "TEXT", value_parser = values::line, help_heading = "Look")]
    pub title: Option<String>,

    #[command(flatten, next_help_heading = "Format")]
    pub format_options: FormatArgs,
}

#[derive(Debug, Args)]
pub struct RaceSpecArgs {
    /// What makes the clock tick
    #[arg(long, value_enum, default_value_t)]
    pub clock: Clock,

    /// The chance of random and min-conflicts: the same number, the same film [default: 1]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    pub seed: Option<u64>,

    /// Race to the very end, with all solutions
    #[arg(long)]
    pub all: bool,

    /// Give each column a queen in turn, or each row, in those searches that go line by line
    #[arg(long, value_enum, default_value_t)]
    pub order: Order,

    /// Let a frame stand for K ticks; those in which a solver comes in always stay
    /// [default: as many as it takes, or 1 with --delay]
    #[arg(long, value_name = "K", allow_negative_numbers = true)]
    pub every: Option<NonZeroU64>,

    /// The most frames there may be
    #[arg(long, value_name = "K", default_value_t = DEFAULT_MAX_FRAMES.try_into().unwrap_or(NonZeroU64::MAX), allow_negative_numbers = true)]
    pub max_frames: NonZeroU64,
}

impl RaceArgs {
    /// Refuses what those that take part cannot do, rather than to leave it undone without a word.
    pub fn check(&self) -> Result<(), CliError> {
        self.refused().map_or(Ok(()), |error| Err(CliError::Usage(error)))
    }

    fn refused(&self) -> Option<Error> {
        let RaceArgs { algorithms, spec, queens, .. } = self;
        let any = |which: fn(Algorithm) -> bool| algorithms.iter().any(|algorithm| which(*algorithm));
        let without = |which: fn(Algorithm) -> bool| algorithms.iter().find(|algorithm| !which(**algorithm));
        if !(2..=4).contains(&algorithms.len()) {
            return Some(anyhow!("a race is between two and four algorithms, not {}", algorithms.len()));
        }
        let twice = (1..).zip(algorithms).find(|(next, algorithm)| algorithms[*next..].contains(algorithm));
        if let Some((_, algorithm)) = twice {
            return Some(anyhow!("{algorithm} is named twice, and would always be level with itself"));
        }
        if spec.seed.is_some() && !any(Algorithm::uses_seed) {
            return Some(anyhow!(
                "--seed is for searches by chance, and nobody here leaves anything to it; {}",
                names(Algorithm::uses_seed)
            ));
        }
        if spec.order == Order::Rows && !any(Algorithm::has_order) {
            return Some(anyhow!(
                "--order rows is for searches line by line, and all here set up whole boards; {}",
                names(Algorithm::has_order)
            ));
        }
        if let Some(algorithm) = without(Algorithm::visits_all_solutions).filter(|_| spec.all) {
            return Some(anyhow!(
                "{algorithm} is over with the first solution that it meets; --all is for those that visit all: {}",
                names(Algorithm::visits_all_solutions)
            ));
        }
        let by_tests = spec.clock == Clock::Tests;
        if let Some(algorithm) = without(Algorithm::makes_tests).filter(|_| by_tests) {
            return Some(anyhow!(
                "{algorithm} makes no tests, so with --clock tests no time would pass for it; {} make some",
                names(Algorithm::makes_tests)
            ));
        }
        let endless = algorithms.iter().find(|algorithm| algorithm.never_ends(*queens));
        endless.map(|algorithm| {
            anyhow!(
                "{queens} queens have no solution, and {algorithm} goes on until it has one: it would never end"
            )
        })
    }

    /// What is asked of the film. An option that the format does not have is an error.
    pub fn options(&self, format: Format) -> Result<FilmOptions, CliError> {
        let (every, max_frames) = (self.spec.every, self.spec.max_frames.get());
        Ok(FilmOptions {
            schedule: ScheduleOptions { every, max_frames, ..self.pace.schedule() },
            style: self.style.style(),
            panels: PanelOptions { title: self.title.clone().unwrap_or_default(), ..PanelOptions::default() },
            encode: self.format_options.encode_options(format)?,
            ..FilmOptions::default()
        })
    }

    pub fn spec(&self) -> RaceSpec {
        let RaceSpecArgs { clock, seed, all, order, .. } = self.spec;
        RaceSpec {
            size: self.queens,
            algorithms: self.algorithms.clone(),
            clock,
            order,
            seed: seed.unwrap_or(DEFAULT_SEED),
            all,
        }
    }
}
