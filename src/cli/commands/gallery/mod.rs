//! `queenreel gallery`.

mod each;
mod page;

use std::path::PathBuf;

use crate::count::known;
use crate::encode::Format;
use crate::search::NumberedSolution;
use anyhow::anyhow;

use super::board::is_png;
use crate::cli::args::GalleryArgs;
use crate::cli::destination::Destination;
use crate::cli::error::CliError;
use crate::cli::film_target::{FilmTarget, GalleryFormat};

pub fn run(args: &GalleryArgs) -> Result<(), CliError> {
    let stem = format!("queens-{}-gallery", args.queens);
    match place_of_page(args, &stem) {
        Some(place) => page::draw(args, &place),
        None => each::draw(args, &FilmTarget::of_film(args.output.as_deref(), format_of_film(args), &stem)?),
    }
}

/// Where the page goes, if it is a page that is asked for.
fn place_of_page(args: &GalleryArgs, stem: &str) -> Option<Destination> {
    let path = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("output/{stem}.png")));
    let place = Destination::of(&path);
    let is_page = match args.format {
        Some(format) => format == GalleryFormat::Page,
        None => place == Destination::StandardOutput || is_png(&path) && !path.is_dir(),
    };
    is_page.then_some(place)
}

fn format_of_film(args: &GalleryArgs) -> Option<Format> {
    match args.format? {
        GalleryFormat::Page => None,
        GalleryFormat::Film(format) => Some(format),
    }
}

/// More solutions than this are never taken.
const MOST_OF_ALL: u64 = 1_000_000;

/// The solutions that were asked for, at most so many unless a limit was given.
fn select(args: &GalleryArgs, most: u64) -> Result<Vec<NumberedSolution>, CliError> {
    let (n, selection) = (args.queens, &args.selection);
    let limit = selection.limit.map(u64::from);
    if limit.is_some_and(|limit| limit > MOST_OF_ALL) {
        return Err(CliError::Usage(anyhow!("--limit is {MOST_OF_ALL} at the most")));
    }
    let too_many =
        || CliError::Usage(anyhow!("these are more than {most} solutions; --limit K says how many to take"));
    let images = if selection.fundamental { 8 } else { 1 };
    // Where nobody has counted them, there are far too many.
    let at_least = |total: u64| (total / images).saturating_sub(selection.from.get() - 1);
    if limit.is_none() && known(n.get().into()).is_none_or(|(total, _)| at_least(total) > most) {
        return Err(too_many());
    }
    let enough = limit.unwrap_or(most + 1);
    let solutions: Vec<NumberedSolution> = selection.solutions(n).take(enough as usize).collect();
    match solutions.len() as u64 {
        0 if selection.from.get() == 1 => {
            Err(CliError::Fault(anyhow!("there is no solution for {n} queens")))
        }
        0 => {
            let kind = if selection.fundamental { "fundamental solutions" } else { "solutions" };
            Err(CliError::Fault(anyhow!("{n} queens have fewer than {} {kind}", selection.from)))
        }
        found if found > most && limit.is_none() => Err(too_many()),
        _ => Ok(solutions),
    }
}

/// Fails for the first option that was given though it does not matter here.
fn refuse(given: &[(&str, bool)], reason: &str) -> Result<(), CliError> {
    match given.iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(CliError::Usage(anyhow!("{option} is {reason}"))),
        None => Ok(()),
    }
}
