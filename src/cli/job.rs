//! Jobs: from what is asked for to a document, its report and its recipe.

use std::fs;
use std::io::{self, stderr};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::output::{self, StandardOutput, check_bytes};
use super::progress::{Output, Terminal};
use super::{inputs, interrupt, report};
use crate::document::{Document, Error, Report, Summary, Target, check_inputs, check_place, write_text};
use crate::encode::Format;
use crate::export::Overwrite;
use crate::recipe::{Job, Kind, Recipe, is_device};
use crate::watch::{Silent, Watch};
use crate::words::shown;

/// Makes a job, and writes its recipe to a file if it is to be saved.
pub fn make_job(job: &Job) -> Result<(), Error> {
    let recipe = &job.recipe;
    // Reports and films would change a file that is read.
    check_inputs(&job.inputs, Path::new("/dev/stdout"), false)?;
    let Some(path) = &recipe.save_recipe else { return write(job) };
    let directory = path.parent().unwrap_or(Path::new(""));
    let text = recipe.to_toml(directory)?;
    let overwrite = recipe_overwrite(recipe);
    let replaced = check_place(path, "the recipe to ", overwrite, &job.inputs)?;
    write(job)?;
    interrupt::catch();
    write_text(path, &text, overwrite)?;
    if !recipe.quiet {
        let name = if replaced { format!("{} (replaced)", shown(path)) } else { shown(path) };
        report::print(recipe.writes_standard_output(), &format!("{name}: recipe\n"));
    }
    Ok(())
}

/// Writes the document of a job, and reports it.
fn write(job: &Job) -> Result<(), Error> {
    let (began, recipe, path) = (Instant::now(), &job.recipe, job.target());
    check_standard_output(job)?;
    let is_complete = |path: &Path| path != Path::new("-") && !is_device(path);
    let mut others = job.film.beside.iter().map(|file| &file.path).chain(&recipe.events);
    let output = match &path {
        Some(path) if !is_device(path) => Output::Complete,
        Some(_) | None if others.any(|path| is_complete(path)) => Output::Complete,
        None if may_be_seen() => Output::Seen,
        Some(_) | None => Output::Direct,
    };
    let mut watch = Terminal::new(recipe.quiet, output);
    if let Some(note) = inputs::typed(recipe.log.as_deref()) {
        watch.note(&note);
        watch.is_typed = true;
    }
    let document = job.document();
    let written = match &path {
        Some(path) => document.write(job.format(), Target::Path(path), &mut watch),
        None => to_standard_output(&document, job.format(), recipe, &mut watch),
    };
    // The table is printed even if the chart could not be written.
    if let Some(table) = document.table().filter(|_| path.is_some()) {
        to_standard_output(&table, recipe.table_form.unwrap_or_default().format(), recipe, &mut watch)?;
    }
    drop(watch);
    let report = written?;
    if let Summary::List(_, Some(none)) = &report.summary {
        report::note(none, false);
    }
    report::of_document(&report, recipe, began.elapsed())
}

/// Looks for the faults of a job that show before its search.
pub fn check_job(job: &Job) -> Result<(), Error> {
    check_inputs(&job.inputs, Path::new("/dev/stdout"), false)?;
    if let Some(path) = &job.recipe.save_recipe {
        check_place(path, "the recipe to ", recipe_overwrite(&job.recipe), &job.inputs)?;
    }
    check_standard_output(job)?;
    let (document, path) = (job.document(), job.target());
    match &path {
        Some(path) => document.check(job.format(), Target::Path(path), &mut Silent),
        None => document.check(job.format(), Target::Writer(&mut io::sink()), &mut Silent),
    }
}

/// Refuses the bytes of pictures on a terminal, and events on a standard output that is closed.
fn check_standard_output(job: &Job) -> Result<(), Error> {
    if job.target().is_none() && !job.format().is_text() {
        check_bytes(job.recipe.alt)?;
    }
    match job.recipe.events.as_deref() {
        Some(path) if path == Path::new("-") => {
            StandardOutput::open().map(drop).map_err(|error| output::error(&error))
        }
        Some(_) | None => Ok(()),
    }
}

/// Writes a document to standard output; text to standard error if another film of a file is there.
fn to_standard_output(
    document: &Document<'_>,
    format: Format,
    recipe: &Recipe,
    watch: &mut Terminal,
) -> Result<Report, Error> {
    let is_used = report::STANDARD_OUTPUT_IS_USED.load(Ordering::Relaxed);
    if recipe.kind() == Kind::Compare && format.is_text() && is_used {
        return document.write(format, Target::Writer(&mut stderr()), watch);
    }
    if recipe.check {
        let mut text = Vec::new();
        let report = document.write(format, Target::Writer(&mut text), watch)?;
        if !recipe.quiet {
            report::print(false, &String::from_utf8_lossy(&text));
        }
        return Ok(report);
    }
    let mut out = StandardOutput::open().map_err(|error| output::error(&error))?;
    document.write(format, Target::Writer(&mut out), watch)
}

/// Whether a person may see what is written to standard output while it is written, in a terminal or through a pipe.
fn may_be_seen() -> bool {
    // There is no such name on Windows, and then any standard output may be seen.
    !fs::metadata("/dev/stdout").is_ok_and(|there| there.is_file())
}

/// A file in TOML cannot say who wrote it.
fn recipe_overwrite(recipe: &Recipe) -> Overwrite {
    if recipe.force { Overwrite::Any } else { Overwrite::Empty }
}
