//! One output: a request with its document, its report and its recipe.

use std::fs;
use std::io::{self, stderr};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use super::output::{self, StandardOutput, check_bytes};
use super::progress::{Output, Terminal};
use super::{inputs, interrupt, report};
use crate::document::{Document, Report, Summary, Target, check_inputs, check_path, write_text};
use crate::encode::Format;
use crate::error::Error;
use crate::export::{Overwrite, is_same_place, parent};
use crate::options::{Files, is_device, standard};
use crate::request::Request;
use crate::watch::{Silent, Watch};
use crate::words::shown;

/// A document to be written as its request says.
pub struct Writing<'a> {
    pub request: &'a Request,
    pub document: Document<'a>,
    format: Format,
    /// `None` for standard output.
    path: Option<PathBuf>,
}

impl<'a> Writing<'a> {
    /// Resolves the outputs; default paths start at `directory`.
    pub fn new(request: &'a Request, files: &'a Files, directory: &Path) -> Result<Self, Error> {
        let format = request.format()?;
        let mut document = request.document(files)?;
        document.has_usual_place = request.path().is_none();
        let path = request.place(&document, format, directory);
        let writing = Self { request, document, format, path };
        writing.check_outputs()?;
        Ok(writing)
    }

    /// Returns all output files, each with its option; `-` is standard output.
    pub fn outputs(&self) -> impl Iterator<Item = (&'static str, PathBuf)> {
        let is_file = self.path.is_some() || !self.format.is_text();
        let own = is_file.then(|| ("output", self.path.clone().unwrap_or_else(|| "-".into())));
        let others = ["poster", "subtitles", "transcript", "events", "save-recipe"].into_iter();
        let given = |name| self.request.given().values(name).map(move |path| (name, standard(path.into())));
        own.into_iter().chain(others.flat_map(given))
    }

    pub fn writes_directory(&self, output: &Path) -> bool {
        self.format.is_directory() && self.path.as_deref() == Some(output)
    }

    /// Refuses two outputs at the same path, and a file inside a directory of pictures.
    fn check_outputs(&self) -> Result<(), Error> {
        let all: Vec<(&str, PathBuf)> = self.outputs().collect();
        let what = |name| match name {
            "output" => "film",
            "save-recipe" => "recipe",
            name => name,
        };
        for (index, (name, path)) in all.iter().enumerate() {
            let is_same = |(_, other): &&(&str, PathBuf)| {
                is_same_place(other, if self.writes_directory(other) { parent(path) } else { path })
            };
            let Some((other, _)) = all[..index].iter().find(is_same) else { continue };
            let (one, other, shown) = (what(name), what(other), shown(path));
            let text = if *name == "events" && path == Path::new("-") {
                "film and events cannot both go to standard output".to_owned()
            } else if *name == "events" {
                format!(
                    "the events '{shown}' would overwrite the film or a file beside it; give them another path"
                )
            } else {
                format!("the {one} '{shown}' conflicts with the {other}; give it another path")
            };
            return Err(Error::option(name, text));
        }
        Ok(())
    }

    pub fn make(&self) -> Result<(), Error> {
        // Appending reports or films to an input file would change it.
        check_inputs(&self.document.inputs, Path::new("/dev/stdout"), false)?;
        let Some((path, overwrite)) = self.saved() else { return self.write() };
        let text = self.request.to_recipe(path.parent().unwrap_or(Path::new("")))?;
        let replaced = check_path(path, "the recipe to ", overwrite, &self.document.inputs)?;
        self.write()?;
        interrupt::catch();
        write_text(path, &text, overwrite)?;
        if !self.request.is_quiet() {
            let name = if replaced { format!("{} (replaced)", shown(path)) } else { shown(path) };
            report::print(self.request.writes_standard_output(), &format!("{name}: recipe\n"));
        }
        Ok(())
    }

    /// Returns the path of the saved recipe. TOML has no file mark, so only `--force` replaces a recipe.
    fn saved(&self) -> Option<(&Path, Overwrite)> {
        let output = self.request.output()?;
        Some((output.save_recipe.as_deref()?, output.overwrite_text()))
    }

    fn write(&self) -> Result<(), Error> {
        let (began, Self { request, document, format, path }) = (Instant::now(), self);
        self.check_standard_output()?;
        let is_complete = |path: &PathBuf| path != Path::new("-") && !is_device(path);
        let mut others = self.outputs().filter(|(name, _)| !["output", "save-recipe"].contains(name));
        let output = match path {
            Some(path) if !is_device(path) => Output::Complete,
            Some(_) | None if others.any(|(_, path)| is_complete(&path)) => Output::Complete,
            None if may_be_seen() => Output::Seen,
            Some(_) | None => Output::Direct,
        };
        let mut watch = Terminal::new(request.is_quiet(), output);
        let log = if let Request::Replay(replay) = request { replay.log.as_deref() } else { None };
        if let Some(note) = inputs::typed(log) {
            watch.note(&note);
            watch.is_typed = true;
        }
        let written = match path {
            Some(path) => document.write(*format, Target::Path(path), &mut watch),
            None => self.to_standard_output(*format, &mut watch),
        };
        // The table is printed even if the chart could not be written.
        if let (Request::Compare(compare), Some(_)) = (request, path)
            && document.is_measured()
        {
            self.to_standard_output(compare.r#as.unwrap_or_default().format(), &mut watch)?;
        }
        drop(watch);
        let report = written?;
        if let Summary::List(_, Some(none)) = &report.summary {
            report::note(none, false);
        }
        report::of_document(&report, request, began.elapsed())
    }

    /// Reports errors that can be found before the search. `recipe` counts as an input file; with
    /// `awaits_log`, an earlier film of the recipe writes the log.
    pub fn check(&mut self, recipe: &Path, awaits_log: bool) -> Result<(), Error> {
        self.document.inputs.push(recipe.to_owned());
        self.document.awaits_log = awaits_log;
        check_inputs(&self.document.inputs, Path::new("/dev/stdout"), false)?;
        if let Some((path, overwrite)) = self.saved() {
            check_path(path, "the recipe to ", overwrite, &self.document.inputs)?;
        }
        self.check_standard_output()?;
        match &self.path {
            Some(path) => self.document.check(self.format, Target::Path(path), &mut Silent),
            None => self.document.check(self.format, Target::Writer(&mut io::sink()), &mut Silent),
        }
    }

    /// Refuses binary output to a terminal, or with `--alt` to any standard output, and events to a closed one.
    fn check_standard_output(&self) -> Result<(), Error> {
        if self.path.is_none() && !self.format.is_text() {
            check_bytes(self.request.given().has("alt"))?;
        }
        if self.request.events() == Some(Path::new("-")) {
            StandardOutput::open().map_err(|error| output::error(&error))?;
        }
        Ok(())
    }

    /// Writes the document to standard output. A table goes to standard error if another film goes to standard
    /// output; the result of a check is not printed if the request is quiet.
    fn to_standard_output(&self, format: Format, watch: &mut Terminal) -> Result<Report, Error> {
        let is_used = report::STANDARD_OUTPUT_IS_USED.load(Ordering::Relaxed);
        if matches!(self.request, Request::Compare(_)) && format.is_text() && is_used {
            return self.document.write(format, Target::Writer(&mut stderr()), watch);
        }
        if matches!(self.request, Request::Replay(replay) if replay.check) {
            let mut text = Vec::new();
            let report = self.document.write(format, Target::Writer(&mut text), watch)?;
            if !self.request.is_quiet() {
                report::print(false, &String::from_utf8_lossy(&text));
            }
            return Ok(report);
        }
        let mut out = StandardOutput::open().map_err(|error| output::error(&error))?;
        self.document.write(format, Target::Writer(&mut out), watch)
    }
}

/// Returns whether standard output may be watched while it is written, in a terminal or through a pipe.
fn may_be_seen() -> bool {
    // Windows has no such path: any standard output may be watched.
    !fs::metadata("/dev/stdout").is_ok_and(|there| there.is_file())
}
