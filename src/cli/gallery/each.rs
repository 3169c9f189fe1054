//! A picture of each solution: the frames of an animation, or files in a directory.

use std::time::{Duration, Instant};

use crate::draw::BoardPainter;
use crate::encode::Encoder;
use crate::export::Series;
use crate::page::{BoardStyle, Panels};

use super::super::args::GalleryArgs;
use super::super::failure::Failure;
use super::super::progress::Progress;
use super::super::selection::Selected;
use super::super::still::Still;
use super::super::target::Target;
use super::super::writing::Pictures;
use super::super::{interrupt, summary};
use super::{refuse, scene, select};

const DEFAULT_DELAY: Duration = Duration::from_millis(200);

/// More pictures than this must be asked for.
const MOST: u64 = 10_000;

pub fn draw(args: &GalleryArgs, target: &Target) -> Result<(), Failure> {
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
        attacks: false,
        panels: Panels::default(),
    };
    let mut painter = BoardPainter::new(args.queens, &style).map_err(Failure::usage)?;
    let canvas = painter.canvas().clone();
    let solutions = select(args, MOST)?;
    let pictures = solutions.len() as u64;
    let options = args.format_options.options(target.format(), pictures)?;
    let still = args.poster.as_deref().map(|path| Still::begin(path, target)).transpose()?;
    let delay = args.single.delay.unwrap_or(DEFAULT_DELAY);
    let delay = args.format_options.raised("--delay", delay, target.format(), args.quiet);
    let names = Series::Solutions.names(pictures);
    let files = Pictures { size: args.queens, names, force: args.force };
    let bytes = target.write(files, &canvas, &options, |encoder, mut manifest| {
        film(args, &solutions, &mut painter, encoder, delay, |selected| match &mut manifest {
            Some(manifest) => {
                Ok(manifest.add_solution(selected.number, &selected.placement, selected.images())?)
            }
            None => Ok(()),
        })
    })?;
    if let (Some(still), Some(last)) = (still, solutions.last()) {
        still.write(&scene(last), &style)?;
    }
    if !args.quiet {
        summary::of_gallery(
            &target.name(),
            target.is_standard_output(),
            solutions.len(),
            &canvas,
            bytes,
            began,
        );
    }
    Ok(())
}

/// Writes a picture of each solution; returns how many bytes they take.
fn film(
    args: &GalleryArgs,
    solutions: &[Selected],
    painter: &mut BoardPainter,
    mut encoder: Box<dyn Encoder + '_>,
    delay: Duration,
    mut each: impl FnMut(&Selected) -> Result<(), Failure>,
) -> Result<u64, Failure> {
    let mut progress = Progress::new(solutions.len() as u64, args.quiet);
    for selected in solutions {
        interrupt::check()?;
        encoder.write(&painter.paint(&scene(selected)), delay)?;
        each(selected)?;
        progress.add(1);
    }
    Ok(encoder.finish()?)
}
