//! The `race` document: a film of several solvers on one clock.

use std::fs;
use std::path::Path;

use clap::Args;

use crate::board::{BoardSize, Problem};
use crate::encode::Format;
use crate::export::Series;
use crate::film::{FilmSpec, Plan, RaceSolver, RaceSpec};
use crate::limits::DEFAULT_MAX_LOG_BYTES;
use crate::log::{LogOptions, SpooledLog};
use crate::options::{
    Files, FilmArgs, Given, ProblemArgs, Solver, Solvers, StepArgs, WHAT, choice, solvers, with_help,
};
use crate::page::PageStyle;
use crate::record::Clock;
use crate::search::{Algorithm, DEFAULT_SEED, Order};
use crate::words::{counted, shown};

use super::film::with_hints;
use super::problem::{check_algorithms, check_all, in_words, stem, too_many_queens};
use super::rules::FilmRules;
use super::{Document, Error, Note, Result, Run, Summary};

/// A film of several solvers on one clock
#[derive(Debug, Clone, Args)]
#[group(skip)]
#[command(
    mut_arg("output", |option| with_help(option, "Where to write [default: output/race-N.gif]\n\n\
        {film-output}")),
    mut_arg("poster", |option| with_help(option, "Also write a picture\n\n\
        It is the last frame, or the frame that --thumbnail chooses: FILE{.poster}.")),
    mut_arg("outro", |option| with_help(option, "End with a card that is shown for this time\n\n\
        It has the solvers in their order of finish.")),
    mut_arg("select", |option| with_help(option, "Show only some frames\n\n\
        Ticks like 37 or 20..40 (0 is before the first), backtracks, solutions, first-backtrack, \
        first-solution..+10, or a time of the whole film like t=4s..6s; several with commas.\n\n\
        Each tick has a frame, as long as there is time for them. Counters, charts and ranks still describe the \
        whole race.")),
    mut_arg("delay", |option| with_help(option, "Time of each frame, for any number of ticks\n\n\
        [default: 30s divided by the number of frames, from 40ms to 500ms]")),
    mut_arg("hold", |option| with_help(option, "Time of the last frame, and of each in which a solver finishes\n\n\
        [default: 3s for the last, 600ms to 2s for others]")),
    mut_arg("every", |option| with_help(option, "Show one of every K ticks\n\n\
        Those at which a solver finishes are always shown.\n\n[default: as necessary, or 1 with --delay]")),
    mut_arg("size", |option| with_help(option, "Width of each board in pixels [default: as large as the page allows]")),
    mut_arg("canvas", |option| with_help(option, "Size or shape of the page, like 1920x1080, 9:16 or a4-landscape\n\n\
        [default: 1280x720, or 1024x576 as GIF, APNG, WebP or SVG, or 1920x1080 in slides; 16:9 with --size]")),
)]
#[non_exhaustive]
pub struct RaceRequest {
    /// The options as given.
    #[command(flatten)]
    pub given: Given,

    /// Number of queens, and of rows and columns, from 1 to 64
    #[arg(value_name = "N")]
    pub queens: BoardSize,

    /// Two to four different solvers: names of algorithms, or logs of other programs
    #[arg(value_name = "NAME|LOG", required = true, num_args = 1.., value_parser = solvers())]
    pub names: Vec<Solvers>,

    /// The film.
    #[command(flatten)]
    pub film: FilmArgs,

    /// What makes the clock tick
    #[arg(long, value_name = "CLOCK", help_heading = WHAT, value_parser = choice::<Clock>(), default_value_t)]
    pub clock: Clock,

    /// Seed of the random choices [default: {seed}]
    ///
    /// They are made by {randomised}; the same number gives the same choices.
    #[arg(long, value_name = "NUMBER", help_heading = WHAT)]
    pub seed: Option<u64>,

    /// Place queens column by column, or row by row
    ///
    /// The order is free with {ordered}.
    #[arg(long, value_name = "ORDER", help_heading = WHAT, value_parser = choice::<Order>(), default_value_t)]
    pub order: Order,

    /// Race through the whole search, with all solutions
    #[arg(long, help_heading = WHAT)]
    pub all: bool,

    /// The problem.
    #[command(flatten)]
    pub problem: ProblemArgs,
}

impl RaceRequest {
    pub(crate) fn document<'a>(&'a self, files: &Files) -> Result<Document<'a>> {
        let problem = self.problem.on(self.queens)?;
        self.check(&problem)?;
        let style = self.film.style(files)?;
        Ok(Document::new(
            "race",
            format!("race-{}", stem(&problem)),
            Format::drawn(),
            files,
            |format| FilmRules::of(&self.film).check(&self.given, format),
            move |run| make(self, &problem, &style, run),
        ))
    }

    fn solvers(&self) -> impl Iterator<Item = &Solver> {
        self.names.iter().flat_map(|names| &names.0)
    }

    fn algorithms(&self) -> Vec<Algorithm> {
        let algorithm =
            |solver: &Solver| if let Solver::Algorithm(algorithm) = solver { Some(*algorithm) } else { None };
        self.solvers().filter_map(algorithm).collect()
    }

    pub(crate) fn logs(&self) -> impl Iterator<Item = &Path> {
        self.solvers().filter_map(|solver| if let Solver::Log(path) = solver { Some(&**path) } else { None })
    }

    fn spec(&self, problem: &Problem, mut read: impl FnMut(&Path) -> Result<SpooledLog>) -> Result<RaceSpec> {
        let mut solvers: Vec<RaceSolver> = Vec::new();
        for solver in self.solvers() {
            let solver = match solver {
                Solver::Algorithm(algorithm) => RaceSolver::Algorithm(*algorithm),
                Solver::Log(path) => {
                    let log = Box::new(read(path)?);
                    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                    let name = log.summary().header.as_ref().and_then(|header| header.algorithm.clone());
                    let is_free = |name: &String| {
                        !solvers.iter().any(|other| other.name() == *name)
                            && !self.algorithms().iter().any(|algorithm| algorithm.name() == name)
                    };
                    let numbered = (2..).map(|number| format!("{stem} ({number})"));
                    let names = name.into_iter().chain([stem.clone()]).chain(numbered);
                    let name = names.into_iter().find(is_free).expect("some number is free");
                    RaceSolver::Log { name, log, lane: None }
                }
            };
            solvers.push(solver);
        }
        let Self { clock, order, seed, all, .. } = *self;
        let (problem, seed) = (problem.clone(), seed.unwrap_or(DEFAULT_SEED));
        Ok(RaceSpec { problem, solvers, clock, order, seed, all })
    }

    /// Refuses solvers that cannot race, and options that the solvers do not support.
    fn check(&self, problem: &Problem) -> Result<()> {
        let (algorithms, solvers, size) = (self.algorithms(), self.solvers().count(), problem.size());
        let twice = (1..).zip(&algorithms).find(|(next, algorithm)| algorithms[*next..].contains(algorithm));
        let too_small = algorithms.iter().find(|algorithm| size.get() > algorithm.most_queens());
        let too_slow = algorithms.iter().find(|algorithm| algorithm.takes_too_long(problem));
        let wrong = if !(2..=4).contains(&solvers) {
            Some(format!("a race is between two and four solvers, not {solvers}"))
        } else if let Some((_, algorithm)) = twice {
            Some(format!("{algorithm} is named twice; name different algorithms"))
        } else if let Some(algorithm) = too_small {
            Some(too_many_queens(*algorithm, size))
        } else if let Some(algorithm) = too_slow {
            let advice = "a smaller N ends earlier, and min-conflicts ends soon for any";
            Some(format!("{algorithm} takes too long for {}; {advice}", in_words(problem)))
        } else {
            None
        };
        if let Some(text) = wrong {
            return Err(Error::option("names", text));
        }
        if self.all {
            let why = "ends with the first solution; --all is for";
            check_all(&algorithms, Algorithm::visits_all_solutions, "all", why)?;
        }
        if self.clock == Clock::Tests {
            let why = "looks at no single squares, so --clock tests cannot time it; use it with";
            check_all(&algorithms, Algorithm::looks_at_squares, "clock", why)?;
        }
        if algorithms.is_empty() {
            Ok(())
        } else {
            check_algorithms(&algorithms, problem, self.seed, self.order)
        }
    }
}

fn make(request: &RaceRequest, problem: &Problem, style: &PageStyle, run: &mut Run<'_>) -> Result<Summary> {
    let mut film = request.film.spec(&StepArgs::default(), style.clone(), run.format)?;
    run.begin_film(&mut film, Series::Frames)?;
    let uses_seed = request.algorithms().into_iter().any(Algorithm::uses_seed);
    let shorter =
        if uses_seed { "a smaller N or another --seed may end earlier" } else { "a smaller N ends earlier" };
    if run.is_trial && (run.document.awaits_log || !request.logs().all(is_soon_read)) {
        return run.end_trial();
    }
    let spec = request.spec(problem, |path| read_log(path, problem, run))?;
    // An error could be in any of the logs, so it names none.
    run.log = None;
    note_logs(&spec, run);
    make_race(film, &spec, &request.film, shorter, run)
}

/// Returns whether a trial reads a log: a small file, or a directory, for which reading fails at once.
pub fn is_soon_read(log: &Path) -> bool {
    const MOST_BYTES: u64 = 100_000;
    fs::metadata(log).is_ok_and(|there| there.is_dir() || there.is_file() && there.len() <= MOST_BYTES)
}

fn read_log(path: &Path, problem: &Problem, run: &mut Run<'_>) -> Result<SpooledLog> {
    let size = problem.size();
    let most = DEFAULT_MAX_LOG_BYTES;
    let log = run.read_log(path, LogOptions::default(), most, "a file may have any size")?;
    let summary = log.summary();
    let says_size = summary.header.as_ref().is_some_and(|header| header.queens.is_some());
    let (of_log, shown) = (summary.problem(), shown(path));
    let wrong = if summary.size != size && (says_size || summary.size > size) {
        let queens = counted(summary.size.get().into(), "queen");
        Error::request(format!("'{shown}' has {queens}, and the race has {size}"))
    } else if (of_log.start(), of_log.blocked()) != (problem.start(), problem.blocked()) {
        Error::request(format!(
            "'{shown}' and the race differ in --start or --block: the header of the log says \"start\" and \
             \"blocked\""
        ))
    } else if !summary.lanes.is_empty() {
        let lanes = Error::request(format!("'{shown}' has lanes, which cannot race"));
        lanes.hint(format!("film them with 'queenreel replay {shown}'"))
    } else {
        return Ok(log.on_board(size));
    };
    Err(wrong)
}

fn note_logs(spec: &RaceSpec, run: &mut Run<'_>) {
    let makes_tests = |solver: &RaceSolver| match solver {
        RaceSolver::Algorithm(algorithm) => algorithm.makes_tests(),
        RaceSolver::Log { log, .. } => log.summary().tally.tests > 0,
    };
    let is_uneven = spec.solvers.iter().any(makes_tests) && spec.clock == Clock::Events;
    for solver in &spec.solvers {
        if let RaceSolver::Log { name, log, .. } = solver {
            run.note_read(log.summary());
            if is_uneven && !makes_tests(solver) {
                run.note(Note::FewerTicks(name.clone()));
            }
        }
    }
}

/// Makes the film of a race; `shorter` is the hint on how to shorten the race.
pub fn make_race(
    film: FilmSpec,
    spec: &RaceSpec,
    args: &FilmArgs,
    shorter: &str,
    run: &mut Run<'_>,
) -> Result<Summary> {
    let (most_events, format) = (run.most_events(), run.format);
    let planned = run.plan_film(
        film,
        |options, meter| Plan::of_race(spec, options, most_events, meter),
        |error| with_hints(error, format, args, shorter),
    )?;
    let algorithm = |solver: &RaceSolver| match solver {
        RaceSolver::Algorithm(algorithm) => Some(*algorithm),
        RaceSolver::Log { .. } => None,
    };
    let solvers = spec.solvers.iter().map(algorithm).collect();
    run.finish_film(planned, args, solvers)
}
