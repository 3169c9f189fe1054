//! `queenreel board`.

use std::path::PathBuf;

use anyhow::anyhow;

use crate::cli::args::BoardArgs;
use crate::cli::destination::{Destination, is_device, is_png};
use crate::cli::error::CliError;
use crate::cli::report;
use crate::draw::Painter;
use crate::encode::write_png;
use crate::film::FilmError;
use crate::page::Page;
use crate::record::Scene;

pub fn run(args: &BoardArgs) -> Result<(), CliError> {
    let placement = &args.placement;
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("output/board-{placement}.png")));
    let destination = Destination::new(&path);
    if !destination.is_standard_output() && !is_png(&path) && !is_device(&path) {
        return Err(CliError::Usage(anyhow!("a position is a PNG: end '{}' in .png", path.display())));
    }
    let mut page = Page::of_board(placement.size(), &args.style.style()).map_err(FilmError::from)?;
    page.show_scene(&Scene::position(placement.size(), placement.queens()));
    let mut painter = Painter::new(&page);
    let bytes = destination.write(|out| Ok(write_png(out, &painter.paint(&page))?))?;
    if !args.quiet {
        let line = format!("{}: {}\n", destination.name(), report::bytes(bytes));
        report::print(destination.is_standard_output(), &line);
    }
    Ok(())
}
