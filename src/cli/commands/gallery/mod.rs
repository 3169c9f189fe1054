//! `queenreel gallery`.

mod each;
mod page;

use std::path::PathBuf;

use anyhow::anyhow;

use crate::cli::args::{GalleryArgs, GalleryFormat};
use crate::cli::destination::{Destination, is_png};
use crate::cli::error::CliError;
use crate::count::known;
use crate::search::NumberedSolution;

pub fn run(args: &GalleryArgs) -> Result<(), CliError> {
    let stem = format!("queens-{}-gallery", args.queens);
    let path = args.output.output.clone().unwrap_or_else(|| PathBuf::from(format!("output/{stem}.png")));
    let destination = Destination::new(&path);
    let is_page = match args.format {
        Some(format) => format == GalleryFormat::Page,
        None => destination.is_standard_output() || is_png(&path) && !path.is_dir(),
    };
    if is_page { page::draw(args, &destination) } else { each::draw(args, &stem) }
}

/// The largest --limit.
const MAX_LIMIT: u64 = 1_000_000;

/// The selected solutions; more than `most` are an error unless a limit is given.
fn select(args: &GalleryArgs, most: u64) -> Result<Vec<NumberedSolution>, CliError> {
    let (n, selection) = (args.queens, &args.selection);
    let limit = selection.limit.map(u64::from);
    if limit.is_some_and(|limit| limit > MAX_LIMIT) {
        return Err(CliError::Usage(anyhow!("--limit is at most {MAX_LIMIT}")));
    }
    let too_many =
        || CliError::Usage(anyhow!("these are more than {most} solutions; --limit K takes the first K"));
    let images = if selection.fundamental { 8 } else { 1 };
    // Where the number is unknown, it is far too large.
    let at_least = |total: u64| (total / images).saturating_sub(selection.from() - 1);
    if limit.is_none() && known(n.get().into()).is_none_or(|(total, _)| at_least(total) > most) {
        return Err(too_many());
    }
    let enough = limit.unwrap_or(most + 1);
    let solutions: Vec<NumberedSolution> = selection.solutions(n).take(enough as usize).collect();
    match solutions.len() as u64 {
        0 if selection.from() == 1 => Err(CliError::Fault(anyhow!("there is no solution for {n} queens"))),
        0 => {
            let kind = if selection.fundamental { "fundamental solutions" } else { "solutions" };
            Err(CliError::Fault(anyhow!("{n} queens have fewer than {} {kind}", selection.from())))
        }
        found if found > most && limit.is_none() => Err(too_many()),
        _ => Ok(solutions),
    }
}

/// Fails for the first option that was given although it has no effect.
fn refuse(given: &[(&str, bool)], reason: &str) -> Result<(), CliError> {
    match given.iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(CliError::Usage(anyhow!("{option} is {reason}"))),
        None => Ok(()),
    }
}
