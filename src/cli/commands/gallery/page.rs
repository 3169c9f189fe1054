//! All solutions on one page.

use std::time::Instant;

use anyhow::anyhow;

use crate::draw::{LabelledBoard, Montage, MontageError, MontageStyle};
use crate::encode::{PngBands, write_png_in_bands};
use crate::record::Scene;
use crate::search::NumberedSolution;

use super::{GalleryArgs, Label, refuse, select, too_many};
use crate::cli::destination::Destination;
use crate::cli::error::{CliError, OTHER_FONT};
use crate::cli::progress::Progress;
use crate::cli::report::note;
use crate::cli::{interrupt, report};
use crate::export::is_own_picture;
use crate::film::FilmError;
use crate::page::GridError;

/// More solutions than this on one page need --limit.
const MAX_BOARDS: u64 = 1_000_000;

pub fn draw(args: &GalleryArgs, destination: &Destination) -> Result<(), CliError> {
    let began = Instant::now();
    refuse(
        &[
            ("--size", args.single.size.is_some()),
            ("--coordinates", args.single.coordinates),
            ("--squares", args.single.squares.is_some()),
            ("--delay", args.single.delay.is_some()),
            ("--canvas", args.single.canvas.is_some()),
            ("--poster", args.output.poster.is_some()),
        ],
        "for one picture each; use --square, --columns, --labels and --title for one page",
    )?;
    let given: Vec<_> = args.format_options.given().map(|(_, name)| (name, true)).collect();
    refuse(&given, "for animations and videos, not for a page")?;
    let replaces = destination.check_replaced(args.output.force, is_own_picture)?;
    let solutions = select(args, MAX_BOARDS)?;
    if solutions.is_empty() {
        note(&format!("{}; nothing is written", args.selection.none(args.queens)), args.output.quiet);
        return Ok(());
    }
    let labels: Vec<String> = solutions.iter().filter_map(|selected| label(args, selected)).collect();
    let style = MontageStyle {
        columns: args.page.columns.map(Into::into),
        square: args.page.square.map(Into::into),
        theme: args.look.theme.clone(),
        font: args.look.font(),
        labels,
        title: args.page.title.clone(),
    };
    let boards = u32::try_from(solutions.len()).unwrap_or(u32::MAX);
    let mut montage = Montage::new(args.queens, boards, &style).map_err(|error| match error {
        MontageError::Grid(GridError::TooMany { .. }) if args.selection.limit.is_none() => too_many(args),
        MontageError::NoGlyph(_) => CliError::Usage(anyhow!("{error}; {OTHER_FONT}")),
        error => CliError::Usage(error.into()),
    })?;
    let canvas = montage.canvas().clone();
    let bytes = destination.write(|out| {
        write_png_in_bands(out, &canvas, |bands| {
            write_bands(args, &solutions, &style.labels, &mut montage, bands)
        })
    })?;
    if !args.output.quiet {
        report::of_gallery((destination, replaces), solutions.len(), &canvas, bytes, began);
    }
    Ok(())
}

fn write_bands(
    args: &GalleryArgs,
    solutions: &[NumberedSolution],
    labels: &[String],
    montage: &mut Montage,
    bands: &mut PngBands<'_>,
) -> Result<(), FilmError> {
    let mut progress = Progress::pictures(solutions.len() as u64, args.output.quiet);
    bands.write(montage.top())?;
    let columns = montage.columns() as usize;
    for (index, row) in solutions.chunks(columns).enumerate() {
        interrupt::check()?;
        let label = |column| labels.get(index * columns + column).map_or("", String::as_str);
        let boards = row.iter().enumerate().map(|(column, solution)| LabelledBoard {
            scene: Scene::finished(&solution.placement),
            label: label(column),
        });
        bands.write(montage.band(&boards.collect::<Vec<_>>()))?;
        progress.add(row.len() as u64);
    }
    Ok(())
}

/// Its number, and how many solutions it stands for.
fn images(selected: &NumberedSolution) -> String {
    let images = selected.images();
    format!("{}: {images} {}", selected.number, if images == 1 { "image" } else { "images" })
}

fn label(args: &GalleryArgs, selected: &NumberedSolution) -> Option<String> {
    Some(match args.page.labels? {
        Label::Number => selected.number.to_string(),
        Label::Placement => selected.placement.to_string(),
        Label::Images => images(selected),
    })
}
