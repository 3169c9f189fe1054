//! `queenreel race`.

use std::time::Instant;

use anyhow::{Error, anyhow};

use crate::cli::args::RaceArgs;
use crate::cli::error::CliError;
use crate::cli::film_target::FilmTarget;
use crate::cli::poster::Poster;
use crate::cli::progress::{LookAhead, Progress};
use crate::cli::{interrupt, report};
use crate::film::{FilmError, Opening, RacePlan};
use crate::record::{Grouped, ScheduleError};

pub fn run(args: &RaceArgs) -> Result<(), CliError> {
    let began = Instant::now();
    args.check()?;
    let size = args.queens;
    let target = FilmTarget::of_film(args.output.as_deref(), args.format, &format!("race-{size}"))?;
    let mut options = args.options(target.format())?;
    args.format_options.fit(&mut options, target.format(), args.quiet);
    let mut look_ahead = LookAhead::new(args.quiet);
    let plan = RacePlan::new(args.spec(), &options, target.format(), || look_ahead.event());
    drop(look_ahead);
    let plan = plan.map_err(|error| with_advice(error, args))?;
    let poster = match &args.poster {
        Some(path) => Some(Poster::begin(path, &target, 0)?),
        None => None,
    };
    let (poster, poster_sink) = poster.unzip();
    let (canvas, frames) = (plan.canvas(), plan.frames());
    let opening = Opening {
        force: args.force,
        stop: Some(interrupt::flag()),
        ..Opening::of_film(target.format(), options.encode, canvas, size, frames)
    };
    let summary = target.film(&opening, |mut sinks| {
        sinks.extend(poster_sink);
        sinks.push(Box::new(Progress::new(frames.unwrap_or_default(), args.quiet)));
        plan.film(sinks)
    })?;
    if let Some(poster) = poster {
        poster.complete()?;
    }
    if !args.quiet {
        let lines = report::of_race(&target, &summary, began.elapsed(), !args.style.no_highlight);
        report::print(target.is_standard_output(), &lines);
    }
    Ok(())
}

fn with_advice(error: FilmError, args: &RaceArgs) -> CliError {
    CliError::Usage(match error {
        FilmError::Schedule(error) => schedule_advice(&error, args),
        FilmError::EndlessRun { algorithm, ticks } => {
            let seed = if algorithm.uses_seed() { ", and so may another --seed" } else { "" };
            anyhow!(
                "{algorithm} does not end within {} ticks; a smaller N ends earlier{seed}",
                Grouped(ticks)
            )
        }
        error => return error.into(),
    })
}

fn schedule_advice(error: &ScheduleError, args: &RaceArgs) -> Error {
    match error {
        ScheduleError::TooManyFrames { .. } | ScheduleError::TooLong { .. } => anyhow!(
            "{error}\n  --every K lets a frame stand for K ticks, --duration TIME leaves out as many as it \
             takes, a smaller N ends earlier, and --max-frames K allows more"
        ),
        ScheduleError::TooManyAlwaysShown { .. } => anyhow!("{error}\n  --max-frames K allows more"),
        ScheduleError::TooShort { .. } => args.pace.too_short(error),
    }
}
