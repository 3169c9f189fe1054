//! `queenreel board`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::scene::Scene;
use anyhow::anyhow;

use super::args::BoardArgs;
use super::failure::Failure;
use super::place::Place;
use super::{still, summary};

pub fn run(args: &BoardArgs) -> Result<(), Failure> {
    let placement = &args.placement;
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("output/board-{placement}.png")));
    let place = Place::of(&path);
    if place != Place::StandardOutput && !is_png(&path) && !is_device(&path) {
        return Err(Failure::Usage(anyhow!(
            "a position is drawn as a PNG: end '{}' in .png",
            path.display()
        )));
    }
    let scene = Scene::position(placement.size(), placement.queens());
    let bytes = still::write(&place, &scene, &args.style.style())?;
    if !args.quiet {
        let line = format!("{}: {}\n", place.name(), summary::bytes(bytes));
        summary::print(place == Place::StandardOutput, &line);
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
