//! `queenreel gallery`.

mod each;
mod page;

use std::path::PathBuf;

use anyhow::anyhow;
use queenreel::count::known;
use queenreel::encode::Format;
use queenreel::scene::Scene;

use super::args::GalleryArgs;
use super::board::is_png;
use super::failure::Failure;
use super::place::Place;
use super::selection::Selected;
use super::target::{GalleryFormat, Target};

pub fn run(args: &GalleryArgs) -> Result<(), Failure> {
    let stem = format!("queens-{}-gallery", args.queens);
    match place_of_page(args, &stem) {
        Some(place) => page::draw(args, &place),
        None => each::draw(args, &Target::of_film(args.output.as_deref(), format_of_film(args), &stem)?),
    }
}

/// Where the page goes, if it is a page that is asked for.
fn place_of_page(args: &GalleryArgs, stem: &str) -> Option<Place> {
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("output/{stem}.png")));
    let place = Place::of(&path);
    let is_page = match args.format {
        Some(format) => format == GalleryFormat::Page,
        None => place == Place::StandardOutput || is_png(&path) && !path.is_dir(),
    };
    is_page.then_some(place)
}

fn format_of_film(args: &GalleryArgs) -> Option<Format> {
    match args.format? {
        GalleryFormat::Page => None,
        GalleryFormat::Film(format) => Some(format),
    }
}

/// The solutions that were asked for, at most so many unless a limit was given.
fn select(args: &GalleryArgs, most: usize) -> Result<Vec<Selected>, Failure> {
    let n = args.queens;
    let too_many = || {
        Failure::Usage(anyhow!("{n} queens have more than {most} solutions; --limit K says how many to take"))
    };
    let images = if args.selection.fundamental { 8 } else { 1 };
    let unlimited = args.selection.limit.is_none();
    // Where nobody has counted them, there are far too many.
    if unlimited && known(n.get().into()).is_none_or(|(total, _)| total / images > most as u64) {
        return Err(too_many());
    }
    let enough = if unlimited { most + 1 } else { usize::MAX };
    let solutions: Vec<Selected> = args.selection.solutions(n).take(enough).collect();
    match solutions.len() {
        0 if known(n.get().into()).is_some_and(|(total, _)| total == 0) => {
            Err(Failure::Fault(anyhow!("there is no solution for {n} queens")))
        }
        0 => Err(Failure::Fault(anyhow!("there is no {}th solution for {n} queens", args.selection.from))),
        found if found == enough => Err(too_many()),
        _ => Ok(solutions),
    }
}

/// Fails for the first option that was given though it does not matter here.
fn refuse(given: &[(&str, bool)], reason: &str) -> Result<(), Failure> {
    match given.iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(Failure::Usage(anyhow!("{option} is {reason}"))),
        None => Ok(()),
    }
}

/// A finished board, with nothing pointed out.
fn scene(selected: &Selected) -> Scene {
    let placement = &selected.placement;
    Scene { size: placement.size(), queens: placement.queens(), marks: Vec::new() }
}
