//! A picture of each solution: the frames of an animation, or files in a directory.

use std::time::{Duration, Instant};

use crate::cli::args::GalleryArgs;
use crate::cli::error::CliError;
use crate::cli::film_target::FilmTarget;
use crate::cli::poster::Poster;
use crate::cli::progress::Progress;
use crate::cli::{interrupt, report};
use crate::export::Series;
use crate::film::{FilmOptions, Opening, SolutionFilm};
use crate::page::BoardStyle;
use crate::record::ScheduleOptions;

use super::{refuse, select};

const DEFAULT_DELAY: Duration = Duration::from_millis(200);

/// More pictures than this must be asked for.
const MOST: u64 = 10_000;

pub fn draw(args: &GalleryArgs, target: &FilmTarget) -> Result<(), CliError> {
    let began = Instant::now();
    refuse(
        &[
            ("--square", args.page.square.is_some()),
            ("--columns", args.page.columns.is_some()),
            ("--labels", args.page.labels.is_some()),
            ("--title", args.page.title.is_some()),
        ],
        "for a page; one picture each takes --size, --coordinates and --delay",
    )?;
    let in_directory = target.format().is_directory();
    refuse(&[("--delay", in_directory && args.single.delay.is_some())], "for animations, not for files")?;
    let style = BoardStyle {
        width: args.single.size,
        page: args.single.canvas,
        theme: args.look.theme.clone(),
        font: args.look.font(),
        coordinates: args.single.coordinates,
        highlight: false,
        ..BoardStyle::default()
    };
    let delay = ScheduleOptions {
        delay: Some(args.single.delay.unwrap_or(DEFAULT_DELAY)),
        ..ScheduleOptions::default()
    };
    let mut options = FilmOptions { schedule: delay, style, ..FilmOptions::default() };
    options.encode = args.format_options.encode_options(target.format())?;
    args.format_options.fit(&mut options, target.format(), args.quiet);
    let film =
        SolutionFilm::new(args.queens, &options.style, options.schedule.delay.unwrap_or(DEFAULT_DELAY))?;
    let solutions = select(args, MOST)?;
    let pictures = solutions.len() as u64;
    let poster = match &args.poster {
        Some(path) => Some(Poster::begin(path, target, 0)?),
        None => None,
    };
    let (poster, poster_sink) = poster.unzip();
    let canvas = film.canvas();
    let opening = Opening {
        names: Series::Solutions.names(pictures),
        force: args.force,
        stop: Some(interrupt::flag()),
        ..Opening::of_film(target.format(), options.encode, canvas.clone(), args.queens, Some(pictures))
    };
    let totals = target.film(&opening, |mut sinks| {
        sinks.extend(poster_sink);
        sinks.push(Box::new(Progress::new(pictures, args.quiet)));
        film.film(&solutions, sinks)
    })?;
    if let Some(poster) = poster {
        poster.complete()?;
    }
    if !args.quiet {
        let taken = target.is_standard_output();
        report::of_gallery(&target.name(), taken, solutions.len(), &canvas, totals.bytes, began);
    }
    Ok(())
}
