//! `queenreel race`.

use crate::cli::args::RaceArgs;
use crate::cli::error::CliError;
use crate::cli::film_job::{FilmJob, with_advice};
use crate::cli::progress::Progress;
use crate::cli::report;
use crate::film::{OutputSpec, PanelOptions, RacePlan, RaceSummary, Totals};
use crate::search::Algorithm;

pub fn run(args: &RaceArgs) -> Result<(), CliError> {
    args.check()?;
    let RaceArgs { film, queens: size, .. } = args;
    let job = FilmJob::new(&film.output, film.format, &format!("race-{size}"))?;
    let panels = PanelOptions { title: args.title.clone().unwrap_or_default(), ..PanelOptions::default() };
    let options = job.fit(film.options(None, panels), &film.format_options)?;
    let mut look_ahead = Progress::look_ahead(film.output.quiet);
    let plan = RacePlan::new(args.spec(), &options, job.format, || look_ahead.add(1));
    drop(look_ahead);
    let shorter = if args.algorithms.iter().copied().any(Algorithm::uses_seed) {
        "a smaller N or another --seed may end earlier"
    } else {
        "a smaller N ends earlier"
    };
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
