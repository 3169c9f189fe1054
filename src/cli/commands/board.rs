//! `queenreel board`.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::anyhow;

use crate::draw::Painter;
use crate::encode::write_png;
use crate::page::Page;
use crate::record::Scene;

use crate::cli::args::BoardArgs;
use crate::cli::destination::Destination;
use crate::cli::error::CliError;
use crate::cli::report;

pub fn run(args: &BoardArgs) -> Result<(), CliError> {
    let placement = &args.placement;
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("output/board-{placement}.png")));
    let place = Destination::of(&path);
    if place != Destination::StandardOutput && !is_png(&path) && !is_device(&path) {
        return Err(CliError::Usage(anyhow!(
            "a position is drawn as a PNG: end '{}' in .png",
            path.display()
        )));
    }
    let mut page = Page::of_board(placement.size(), &args.style.style()).map_err(CliError::usage)?;
    page.show_scene(&Scene::position(placement.size(), placement.queens()));
    let mut painter = Painter::new(&page);
    let bytes = place.write(|out| Ok(write_png(out, &painter.paint(&page))?))?;
    if !args.quiet {
        let line = format!("{}: {}\n", place.name(), report::bytes(bytes));
        report::print(place == Destination::StandardOutput, &line);
    }
    Ok(())
}

pub fn is_png(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"))
}

/// A pipe, a terminal or the like has a name that says nothing of formats.
fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir())
}
