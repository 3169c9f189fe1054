//! `queenreel race`: films several solvers on one clock.

use std::fs;
use std::path::Path;

use anyhow::anyhow;

use crate::board::Problem;
use crate::cli::{CliError, Destination, FilmJob, log_input, report, trial, with_advice};
use crate::export::Series;
use crate::film::{Plan, RaceSolver, RaceSpec};
use crate::log::{CopyOptions, LogOptions, SpooledLog};
use crate::recipe::Job;
use crate::record::Clock;
use crate::search::Algorithm;
use crate::words::{counted, shown};

pub fn run(job: &Job, problem: &Problem) -> Result<(), CliError> {
    let recipe = &job.recipe;
    let film = FilmJob::new(job, Series::Frames)?;
    let uses_seed = recipe.racers().into_iter().any(Algorithm::uses_seed);
    let shorter =
        if uses_seed { "a smaller N or another --seed may end earlier" } else { "a smaller N ends earlier" };
    if !recipe.inputs().all(|(_, path)| is_soon_read(path)) {
        trial::end()?;
    }
    let spec = recipe.race_on(problem, |path| read_log(&film, path, problem))?;
    note_logs(&film, &spec);
    film_race(&film, &spec, shorter)
}

/// Whether a log is so small that all of it is read in a trial.
pub fn is_soon_read(log: &Path) -> bool {
    const MOST_BYTES: u64 = 100_000;
    fs::metadata(log).is_ok_and(|there| there.is_dir() || there.is_file() && there.len() <= MOST_BYTES)
}

/// Reads a log for a race on this problem.
fn read_log(film: &FilmJob<'_>, path: &Path, problem: &Problem) -> Result<SpooledLog, CliError> {
    let size = problem.size();
    let log = Destination::Path(path.to_owned());
    let options = LogOptions::default();
    let read = log_input::read(
        &film.destination,
        film.job.recipe.quiet,
        &log,
        options,
        CopyOptions::DEFAULT_MAX_BYTES,
    );
    let log = log_input::checked(read, &log, "a file may have any size")?;
    let outline = log.outline();
    let says_size = outline.header.as_ref().is_some_and(|header| header.queens.is_some());
    let (of_log, shown) = (outline.problem(), shown(path));
    let wrong = if outline.size != size && (says_size || outline.size > size) {
        let queens = counted(outline.size.get().into(), "queen");
        anyhow!("'{shown}' has {queens}, and the race has {size}")
    } else if (of_log.start(), of_log.blocked()) != (problem.start(), problem.blocked()) {
        anyhow!(
            "'{shown}' and the race differ in --start or --block: the header of the log says \"start\" and \
             \"blocked\""
        )
    } else if !outline.lanes.is_empty() {
        anyhow!("'{shown}' has lanes, which cannot race; film them with 'queenreel replay {shown}'")
    } else {
        return Ok(log.on_board(size));
    };
    Err(CliError::Usage(wrong))
}

/// Says what the logs leave out.
fn note_logs(film: &FilmJob<'_>, spec: &RaceSpec) {
    let makes_tests = |solver: &RaceSolver| match solver {
        RaceSolver::Algorithm(algorithm) => algorithm.makes_tests(),
        RaceSolver::Log { log, .. } => log.outline().tally.tests > 0,
    };
    let is_uneven = spec.solvers.iter().any(makes_tests) && spec.clock == Clock::Events;
    for solver in &spec.solvers {
        if let RaceSolver::Log { name, log, .. } = solver {
            film.note_read(log.outline());
            if is_uneven && !makes_tests(solver) {
                film.note(&format!("{name} reports no tests: it takes fewer ticks than solvers that do"));
            }
        }
    }
}

/// Films a race, or the frames of it that are selected, and reports the ranks.
pub fn film_race(film: &FilmJob<'_>, spec: &RaceSpec, shorter: &str) -> Result<(), CliError> {
    let most_events = trial::most_events();
    let (plan, shots) = film.planned(
        |options, on_event| Plan::of_race(spec, options, film.format, most_events, on_event),
        |error| with_advice(error, &film.job.recipe, shorter),
    )?;
    let made = film.film(plan, shots)?;
    let mut lanes: Vec<_> = made.summary.lanes.iter().zip(&spec.solvers).collect();
    lanes.sort_by_key(|(lane, _)| lane.rank.unwrap_or(usize::MAX));
    let lines = lanes.iter().map(|(lane, solver)| {
        let rank = lane.rank.map_or_else(|| "Not finished: ".to_owned(), |rank| format!("{rank}. "));
        let name = &lane.name;
        let ticks = counted(lane.ticks, "tick");
        let algorithm = match solver {
            RaceSolver::Algorithm(algorithm) => Some(*algorithm),
            RaceSolver::Log { .. } => None,
        };
        format!("{rank}{name}, {ticks}: {}\n", report::of_search(&lane.frame.tally, algorithm))
    });
    film.report(&made, &lines.collect::<String>());
    film.print_alt(&made)
}
