//! `queenreel replay`.

use std::io::stdin;
use std::path::Path;

use crate::log::{Outline, SpooledLog};
use crate::search::Order;
use anyhow::{Context, anyhow};

use super::args::ReplayArgs;
use super::failure::Failure;
use super::filming::Filming;
use super::lesson::Subject;
use super::place::{Place, real};
use super::target::Target;

pub fn run(args: &ReplayArgs) -> Result<(), Failure> {
    let log = Place::of(&args.log);
    let target = Target::of_film(args.output.as_deref(), args.film.format, &stem(&log))?;
    if let Place::File(log) = &log {
        keep_apart(log, &target, args.film.poster.as_deref())?;
    }
    let (name, spooled) = match &log {
        Place::StandardOutput => ("standard input".to_owned(), SpooledLog::read(stdin().lock())),
        Place::File(path) => (path.display().to_string(), SpooledLog::open(path)),
    };
    let spooled = spooled.with_context(|| name.clone())?;
    let entries = || spooled.entries().map(|entry| Ok(entry.with_context(|| name.clone())?));
    let subject = subject(spooled.outline());
    let filming = Filming::of(&args.film, target, subject, entries(), "a shorter log ends earlier")?;
    filming.film(entries())
}

/// What the header tells, as far as it is of an algorithm that is known here.
fn subject(outline: &Outline) -> Subject {
    let header = outline.header.as_ref();
    let algorithm = header.and_then(|header| header.algorithm.as_deref()?.parse().ok());
    let order = match header.and_then(|header| header.order.as_deref()) {
        Some("rows") => Order::Rows,
        _ => Order::Columns,
    };
    Subject { size: outline.size, algorithm, order }
}

/// What the film is called if nobody says so: as the log, where that has a name of its own.
fn stem(log: &Place) -> String {
    match log {
        Place::File(path) if path.is_file() => {
            path.file_stem().map(|stem| stem.to_string_lossy().into_owned())
        }
        _ => None,
    }
    .unwrap_or_else(|| "replay".to_owned())
}

/// Sees to it that nothing is written over the log.
fn keep_apart(log: &Path, target: &Target, poster: Option<&Path>) -> Result<(), Failure> {
    let film = match target {
        Target::File(Place::File(film), _) => Some(film.as_path()),
        _ => None,
    };
    match [film, poster].into_iter().flatten().find(|output| real(output) == real(log)) {
        Some(output) if log.is_file() => {
            Err(Failure::Usage(anyhow!("'{}' is the log itself; write to another file", output.display())))
        }
        _ => Ok(()),
    }
}
