//! All solutions on one page.

use std::time::Instant;

use crate::draw::{Montage, MontageStyle, Panel};
use crate::encode::{PngBands, write_png_in_bands};

use super::super::args::{GalleryArgs, Label};
use super::super::failure::Failure;
use super::super::place::Place;
use super::super::progress::Progress;
use super::super::selection::Selected;
use super::super::{interrupt, summary};
use super::{refuse, scene, select};

/// More solutions than this on one page must be asked for.
const MOST: u64 = 1_000_000;

pub fn draw(args: &GalleryArgs, place: &Place) -> Result<(), Failure> {
    let began = Instant::now();
    refuse(
        &[
            ("--size", args.single.size.is_some()),
            ("--coordinates", args.single.coordinates),
            ("--delay", args.single.delay.is_some()),
            ("--canvas", args.single.canvas.is_some()),
            ("--poster", args.poster.is_some()),
        ],
        "for one picture each; a page takes --square, --columns, --labels and --title",
    )?;
    refuse(&args.format_options.given(), "for animations and videos, not for a page")?;
    let solutions = select(args, MOST)?;
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
    let mut montage = Montage::new(args.queens, boards, &style).map_err(Failure::usage)?;
    let canvas = montage.canvas().clone();
    let bytes = place.write(|out| {
        write_png_in_bands(out, &canvas, |bands| {
            write_bands(args, &solutions, &style.labels, &mut montage, bands)
        })
    })?;
    if !args.quiet {
        summary::of_gallery(
            &place.name(),
            place == &Place::StandardOutput,
            solutions.len(),
            &canvas,
            bytes,
            began,
        );
    }
    Ok(())
}

fn write_bands(
    args: &GalleryArgs,
    solutions: &[Selected],
    labels: &[String],
    montage: &mut Montage,
    bands: &mut PngBands<'_>,
) -> Result<(), Failure> {
    let mut progress = Progress::new(solutions.len() as u64, args.quiet);
    bands.write(montage.top())?;
    let columns = montage.columns() as usize;
    for (index, row) in solutions.chunks(columns).enumerate() {
        interrupt::check()?;
        // Without labels there is none to get.
        let label = |column| labels.get(index * columns + column).map_or("", String::as_str);
        let panels = row.iter().enumerate();
        let panels: Vec<Panel<'_>> =
            panels.map(|(column, selected)| Panel { scene: scene(selected), label: label(column) }).collect();
        bands.write(montage.band(&panels))?;
        progress.add(row.len() as u64);
    }
    Ok(())
}

fn label(args: &GalleryArgs, selected: &Selected) -> Option<String> {
    Some(match args.page.labels? {
        Label::Number => selected.number.to_string(),
        Label::Placement => selected.placement.to_string(),
        Label::Images => format!("{} (×{})", selected.number, selected.images()),
    })
}
