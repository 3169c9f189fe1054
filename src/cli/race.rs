//! `queenreel race`.

use std::time::{Duration, Instant};

use crate::draw::{RacePainter, RaceStyle};
use crate::encode::Encoder;
use crate::export::Series;
use crate::page::{BoardStyle, Panels};
use crate::record::{Clock, Race, RaceFrame, Run, Schedule, ScheduleError};
use crate::scene::Counter;
use crate::search::Tally;
use anyhow::{Error, anyhow};

use super::args::RaceArgs;
use super::failure::Failure;
use super::progress::Progress;
use super::still::Still;
use super::summary::RaceReel;
use super::target::Target;
use super::writing::Pictures;
use super::{format_options, interrupt, summary};

pub fn run(args: &RaceArgs) -> Result<(), Failure> {
    let began = Instant::now();
    args.check()?;
    let size = args.queens;
    let target = Target::of_film(args.output.as_deref(), args.format, &format!("race-{size}"))?;
    let wishes = args.format_options.met(args.wishes(), target.format(), args.quiet);
    let runs = args.runs()?;
    let schedule =
        Schedule::of_race(&runs, &wishes).map_err(|error| Failure::Usage(with_advice(&error, args)))?;
    let style = style(args, &runs);
    let mut painter = RacePainter::new(size, &style).map_err(Failure::usage)?;
    let options = args.format_options.options(target.format(), schedule.frames)?;
    format_options::check_pace(schedule.pace, target.format())?;

    let still = args.poster.as_deref().map(|path| Still::begin(path, &target)).transpose()?;
    let canvas = painter.canvas().clone();
    let pictures = Pictures { size, names: Series::Frames.names(schedule.frames), force: args.force };
    let (reel, last) = target.write(pictures, &canvas, &options, |encoder, mut manifest| {
        film(args, schedule, &mut painter, encoder, |frame| {
            Ok(manifest.as_mut().map_or(Ok(()), |manifest| manifest.add_race_frame(frame, &style.names))?)
        })
    })?;
    if let Some(still) = still {
        still.write_picture(&painter.paint(&last.scene))?;
    }
    if !args.quiet {
        let lines = summary::of_race(&target, &reel, began.elapsed(), !args.style.no_highlight);
        summary::print(target.is_standard_output(), &lines);
    }
    Ok(())
}

/// Films the race; returns what became of it, and the last frame.
fn film(
    args: &RaceArgs,
    schedule: Schedule,
    painter: &mut RacePainter,
    mut encoder: Box<dyn Encoder + '_>,
    mut each: impl FnMut(&RaceFrame) -> Result<(), Failure>,
) -> Result<(RaceReel, RaceFrame), Failure> {
    let mut progress = Progress::new(schedule.frames, args.quiet);
    let (mut frames, mut playing_time) = (0, Duration::ZERO);
    let mut race = Race::new(args.queens, args.clock(), args.events(), schedule);
    let mut last = None;
    while let Some(frame) = race.next_frame().map_err(Error::from)? {
        interrupt::check()?;
        encoder.write(&painter.paint(&frame.scene), frame.shown_for)?;
        each(&frame)?;
        progress.add(1);
        frames += 1;
        playing_time += frame.shown_for;
        last = Some(frame);
    }
    let bytes = encoder.finish()?;
    let last = last.expect("a race has a last frame");
    let runners = args.algorithms.iter().copied().zip(last.scene.lanes.iter().cloned()).collect();
    Ok((RaceReel { frames, playing_time, bytes, runners }, last))
}

fn style(args: &RaceArgs, runs: &[Run]) -> RaceStyle {
    let most = |number: fn(&Run) -> u64| runs.iter().map(number).max().unwrap_or_default();
    let panels = Panels {
        title: args.title.clone().unwrap_or_default(),
        counters: counters(runs, args.contest.all),
        most: most(|run| run.tally.steps()),
        ..Panels::default()
    };
    let clock = match args.clock() {
        Clock::Events => Counter::Step.name(),
        Clock::Tests => "test",
    };
    RaceStyle {
        boards: BoardStyle { panels, ..args.style.style() },
        names: args.algorithms.iter().copied().map(|algorithm| algorithm.to_string()).collect(),
        clock: clock.to_owned(),
        ticks: most(|run| run.ticks),
    }
}

/// The counters that any of the solvers uses: each lane shows them all, so that they can be compared.
fn counters(runs: &[Run], all: bool) -> Vec<Counter> {
    let tallies: Vec<Tally> = runs.iter().map(|run| run.tally).collect();
    let solutions = all.then_some(Counter::Solutions);
    Counter::used(&tallies).into_iter().chain(solutions).collect()
}

fn with_advice(error: &ScheduleError, args: &RaceArgs) -> Error {
    match error {
        ScheduleError::TooManyFrames { .. } => anyhow!(
            "{error}\n  --every K lets a frame stand for K ticks, --duration TIME leaves out as many as it \
             takes, a smaller N ends earlier, and --max-frames K allows more"
        ),
        ScheduleError::TooManyThatStay { .. } => anyhow!("{error}\n  --max-frames K allows more"),
        ScheduleError::TooShort { .. } if args.pace.hold.is_some() => {
            anyhow!("{error}; give a longer --duration, or leave out --hold")
        }
        _ => anyhow!("{error}; give a longer --duration"),
    }
}
