//! Documents: what is made of a request, in any of its formats, for any target.
//!
//! Each kind has a file, with the options that it has, what it finds and what it draws. [`Document::write`] is the only
//! way to all of them, for the command line as for programs and pages:
//!
//! ```
//! use queenreel::{Files, Format, Request, Silent, Target};
//!
//! let request = Request::from_words(["gallery", "6"])?;
//! let mut svg = Vec::new();
//! let report = request.document(&Files::system())?.write(Format::Svg, Target::Writer(&mut svg), &mut Silent)?;
//! assert_eq!(report.files[0].bytes, svg.len() as u64);
//! # Ok::<(), queenreel::Error>(())
//! ```

mod chart;
mod count;
mod events;
mod film;
mod gallery;
mod list;
mod log_input;
mod note;
mod pages;
mod position;
mod problem;
mod race;
mod replay;
mod report;
mod rules;
mod search;
mod sheet;
mod solutions;
mod table;
mod target;

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use crate::encode::Format;
use crate::error::{Error, ErrorKind};
use crate::options::Files;
use crate::watch::{Stopped, Watch};
use crate::words::listed;

use chart::Comparison;

pub use chart::CompareRequest;
pub use count::CountRequest;
pub use gallery::GalleryRequest;
pub use list::ListRequest;
pub use note::Note;
pub use position::BoardRequest;
pub use race::RaceRequest;
pub use replay::ReplayRequest;
pub use report::{Report, Summary, of_search};
pub use search::SearchRequest;
pub use sheet::SheetRequest;
pub use target::{Contents, Target, Written};

#[cfg(feature = "cli")]
pub(crate) use {
    problem::{not_in_form, too_many_queens},
    target::{check_inputs, check_place, write_text},
};

/// What is made of a request: a film, pages or text, which is not written yet.
pub struct Document<'a> {
    /// What it is called: 'a race'.
    name: &'static str,
    stem: String,
    formats: Vec<Format>,
    check: Check<'a>,
    make: Make<'a>,
    files: Files,
    /// Files that are read: no output replaces them.
    pub(crate) inputs: Vec<PathBuf>,
    /// Whether another document writes its log first.
    pub(crate) awaits_log: bool,
    /// Whether it is written where documents are written that have no place of their own.
    pub(crate) has_usual_place: bool,
    /// What was measured, for a chart and for its table.
    measured: Arc<OnceLock<Comparison>>,
}

/// Refuses options that have no effect in a format.
type Check<'a> = Box<dyn Fn(Format) -> Result<(), Error> + Send + Sync + 'a>;

/// Writes a document.
type Make<'a> = Box<dyn Fn(&mut Run<'_>) -> Result<Summary, Error> + Send + Sync + 'a>;

impl fmt::Debug for Document<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Document").field("name", &self.name).field("stem", &self.stem).finish_non_exhaustive()
    }
}

/// One writing of a document.
struct Run<'r> {
    format: Format,
    document: &'r Document<'r>,
    target: Target<'r>,
    watch: &'r mut dyn Watch,
    /// Whether only faults are looked for: in the first events of a search, up to where the writing begins.
    is_trial: bool,
    /// Whether a trial has found no fault.
    is_checked: bool,
    /// Whether the target replaces a file.
    replaces: bool,
    /// The files beside a film, and whether each replaces one.
    beside: Vec<(PathBuf, Contents, bool)>,
    files: Vec<Written>,
    notes: Vec<Note>,
    /// The alternative text, and HTML that embeds the file.
    alt: Option<(String, String)>,
    /// The log that was read last.
    log: Option<PathBuf>,
}

impl<'r> Run<'r> {
    fn new(document: &'r Document<'_>, format: Format, target: Target<'r>, watch: &'r mut dyn Watch) -> Self {
        Self {
            format,
            document,
            target,
            watch,
            is_trial: false,
            is_checked: false,
            replaces: false,
            beside: Vec::new(),
            files: Vec::new(),
            notes: Vec::new(),
            alt: None,
            log: None,
        }
    }

    /// The number of events that a trial plans: by then, most pages have the layout of the whole search.
    const EVENTS_OF_TRIAL: usize = 500;

    /// Ends a trial, in which nothing is written.
    fn end_trial<T>(&mut self) -> Result<T, Error> {
        self.is_checked = true;
        Err(Stopped.into())
    }

    fn note(&mut self, note: Note) {
        self.watch.note(&note);
        self.notes.push(note);
    }

    /// The number of events that a search has at most.
    const fn most_events(&self) -> usize {
        if self.is_trial { Self::EVENTS_OF_TRIAL } else { usize::MAX }
    }
}

impl<'a> Document<'a> {
    fn new(
        name: &'static str,
        stem: String,
        formats: impl IntoIterator<Item = Format>,
        files: &Files,
        check: impl Fn(Format) -> Result<(), Error> + Send + Sync + 'a,
        make: impl Fn(&mut Run<'_>) -> Result<Summary, Error> + Send + Sync + 'a,
    ) -> Self {
        Self {
            name,
            stem,
            formats: formats.into_iter().collect(),
            check: Box::new(check),
            make: Box::new(make),
            files: files.clone(),
            inputs: Vec::new(),
            awaits_log: false,
            has_usual_place: false,
            measured: Arc::default(),
        }
    }

    /// The formats that it has.
    pub fn formats(&self) -> impl Iterator<Item = Format> + use<> {
        self.formats.clone().into_iter()
    }

    /// The name of its file where none is given, without the extension.
    pub fn stem(&self) -> &str {
        &self.stem
    }

    /// Whether the searches of a chart have been measured. Its table is then written without measuring them again.
    pub fn is_measured(&self) -> bool {
        self.measured.get().is_some()
    }

    /// Writes it; tells `watch` what is done, and ends with an error once that does not go on.
    ///
    /// # Errors
    /// [`Error`] when what was asked for contradicts itself, a file cannot be read or written, or the work does not go
    /// on. A file is then as it was before; a writer may have got a part.
    pub fn write<'t>(
        &'t self,
        format: Format,
        target: Target<'t>,
        watch: &'t mut dyn Watch,
    ) -> Result<Report, Error> {
        self.check_format(format, &target)?;
        let mut run = Run::new(self, format, target, watch);
        let summary = (self.make)(&mut run)?;
        Ok(Report { files: run.files, summary, notes: run.notes, alt: run.alt })
    }

    /// Looks for what would be wrong with it, without a long search. Outputs are begun, and discarded.
    ///
    /// # Errors
    /// As [`Document::write`].
    pub fn check<'t>(
        &'t self,
        format: Format,
        target: Target<'t>,
        watch: &'t mut dyn Watch,
    ) -> Result<(), Error> {
        self.check_format(format, &target)?;
        let mut run = Run { is_trial: true, ..Run::new(self, format, target, watch) };
        match (self.make)(&mut run) {
            Err(_) if run.is_checked => Ok(()),
            made => made.map(drop),
        }
    }

    /// Refuses a format that it does not have, or in which an option has no effect.
    fn check_format(&self, format: Format, target: &Target<'_>) -> Result<(), Error> {
        let Self { name, formats, check, .. } = self;
        if !formats.contains(&format) {
            let text = format!("a {name} is not made as a {format}");
            return Err(Error::request(text).hint(format!("write {}", listed(formats, "or"))));
        }
        if let (Target::Pictures(_), false) = (target, format.is_animation()) {
            let text = format!("a {format} has no pictures that follow each other");
            return Err(Error::request(text).hint("name an animation, like GIF"));
        }
        check(format)
    }
}
