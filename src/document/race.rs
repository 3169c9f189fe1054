//! A film of several solvers on one clock.

use std::fs;
use std::path::Path;

use crate::board::Problem;
use crate::export::Series;
use crate::film::{Plan, RaceSolver, RaceSpec};
use crate::log::{CopyOptions, LogOptions, SpooledLog};
use crate::recipe::Job;
use crate::record::Clock;
use crate::search::Algorithm;
use crate::words::{counted, shown};

use super::film::with_hints;
use super::{Error, Note, Run, Summary};

pub fn make(job: &Job, problem: &Problem, run: &mut Run<'_>) -> Result<Summary, Error> {
    let recipe = &job.recipe;
    run.begin_film(job, Series::Frames)?;
    let uses_seed = recipe.racers().into_iter().any(Algorithm::uses_seed);
    let shorter =
        if uses_seed { "a smaller N or another --seed may end earlier" } else { "a smaller N ends earlier" };
    if run.is_trial && (job.awaits_log || !recipe.inputs().all(|(_, path)| is_soon_read(path))) {
        return run.end_trial();
    }
    let spec = recipe.race_on(problem, |path| read_log(job, path, problem, run))?;
    // Another of the logs may change.
    run.log = None;
    note_logs(&spec, run);
    make_race(job, &spec, shorter, run)
}

/// Whether a log is so small that all of it is read in a trial.
pub fn is_soon_read(log: &Path) -> bool {
    const MOST_BYTES: u64 = 100_000;
    fs::metadata(log).is_ok_and(|there| there.is_dir() || there.is_file() && there.len() <= MOST_BYTES)
}

/// Reads a log for a race on this problem.
fn read_log(job: &Job, path: &Path, problem: &Problem, run: &mut Run<'_>) -> Result<SpooledLog, Error> {
    let size = problem.size();
    let most = CopyOptions::DEFAULT_MAX_BYTES;
    let log = run.read_log(job, path, LogOptions::default(), most, "a file may have any size")?;
    let outline = log.outline();
    let says_size = outline.header.as_ref().is_some_and(|header| header.queens.is_some());
    let (of_log, shown) = (outline.problem(), shown(path));
    let wrong = if outline.size != size && (says_size || outline.size > size) {
        let queens = counted(outline.size.get().into(), "queen");
        Error::request(format!("'{shown}' has {queens}, and the race has {size}"))
    } else if (of_log.start(), of_log.blocked()) != (problem.start(), problem.blocked()) {
        Error::request(format!(
            "'{shown}' and the race differ in --start or --block: the header of the log says \"start\" and \
             \"blocked\""
        ))
    } else if !outline.lanes.is_empty() {
        let lanes = Error::request(format!("'{shown}' has lanes, which cannot race"));
        lanes.hint(format!("film them with 'queenreel replay {shown}'"))
    } else {
        return Ok(log.on_board(size));
    };
    Err(wrong)
}

/// Says what the logs leave out.
fn note_logs(spec: &RaceSpec, run: &mut Run<'_>) {
    let makes_tests = |solver: &RaceSolver| match solver {
        RaceSolver::Algorithm(algorithm) => algorithm.makes_tests(),
        RaceSolver::Log { log, .. } => log.outline().tally.tests > 0,
    };
    let is_uneven = spec.solvers.iter().any(makes_tests) && spec.clock == Clock::Events;
    for solver in &spec.solvers {
        if let RaceSolver::Log { name, log, .. } = solver {
            run.note_read(log.outline());
            if is_uneven && !makes_tests(solver) {
                run.note(Note::FewerTicks(name.clone()));
            }
        }
    }
}

/// A film of a race. `shorter` says how it becomes shorter.
pub fn make_race(job: &Job, spec: &RaceSpec, shorter: &str, run: &mut Run<'_>) -> Result<Summary, Error> {
    let (most_events, format) = (run.most_events(), run.format);
    let planned = run.plan_film(
        job.film.clone(),
        |options, meter| Plan::of_race(spec, options, most_events, meter),
        |error| with_hints(error, format, &job.recipe, shorter),
    )?;
    let algorithm = |solver: &RaceSolver| match solver {
        RaceSolver::Algorithm(algorithm) => Some(*algorithm),
        RaceSolver::Log { .. } => None,
    };
    let solvers = spec.solvers.iter().map(algorithm).collect();
    run.finish_film(job, planned, solvers)
}
