//! Documents: films, pages and text that are made from requests, in any of their formats, for any target.
//!
//! Each kind of document has a file with its options, its search and its drawing. [`Document::write`] is the
//! single entry point for the command line, programs and web pages:
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
use std::sync::OnceLock;

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
pub use report::{Report, Summary};
pub use search::SearchRequest;
pub use sheet::SheetRequest;
pub use target::{Contents, Target, Written};

#[cfg(feature = "cli")]
pub(crate) use {
    problem::{not_in_form, too_many_queens},
    report::of_search,
    target::{check_inputs, check_path, write_text},
};

/// The result of functions that are not public; public functions name their error.
type Result<T, E = Error> = std::result::Result<T, E>;

/// A film, pages or text of a request, not yet written.
///
/// ```
/// use queenreel::{Files, Format, Request, Silent, Target};
///
/// let request = Request::from_words(["list", "6"])?;
/// let mut text = Vec::new();
/// let document = request.document(&Files::system())?;
/// let report = document.write(Format::Text, Target::Writer(&mut text), &mut Silent)?;
/// assert_eq!(report.files.len(), 1);
/// assert!(String::from_utf8_lossy(&text).contains("246135"));
/// # Ok::<(), queenreel::Error>(())
/// ```
pub struct Document<'a> {
    /// The name in messages, such as 'race'.
    name: &'static str,
    stem: String,
    formats: Vec<Format>,
    check: Check<'a>,
    make: Make<'a>,
    files: Files,
    /// Input files, which no output may replace.
    pub(crate) inputs: Vec<PathBuf>,
    /// Whether an earlier document of the recipe writes the log of this one.
    pub(crate) awaits_log: bool,
    /// Whether the request names no output path.
    pub(crate) has_usual_place: bool,
    /// The measurements of a comparison, shared by chart and table.
    measured: OnceLock<Comparison>,
}

/// Refuses options that have no effect in a format.
type Check<'a> = Box<dyn Fn(Format) -> Result<()> + Send + Sync + 'a>;

type Make<'a> = Box<dyn Fn(&mut Run<'_>) -> Result<Summary> + Send + Sync + 'a>;

impl fmt::Debug for Document<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Document").field("name", &self.name).field("stem", &self.stem).finish_non_exhaustive()
    }
}

struct Run<'r> {
    format: Format,
    document: &'r Document<'r>,
    target: Target<'r>,
    watch: &'r mut dyn Watch,
    /// Whether this run is a trial, which looks for errors in the first events of a search and ends before
    /// writing.
    is_trial: bool,
    /// Whether the trial has ended without an error.
    is_checked: bool,
    replaces: bool,
    /// The sidecars of a film; the flag is set if an existing file is replaced.
    sidecars: Vec<(PathBuf, Contents, bool)>,
    files: Vec<Written>,
    notes: Vec<Note>,
    alt: Option<(String, String)>,
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
            sidecars: Vec::new(),
            files: Vec::new(),
            notes: Vec::new(),
            alt: None,
            log: None,
        }
    }

    fn end_trial<T>(&mut self) -> Result<T> {
        self.is_checked = true;
        Err(Stopped.into())
    }

    fn note(&mut self, note: Note) {
        self.watch.note(&note);
        self.notes.push(note);
    }

    /// Returns the maximum number of events with which to plan. The events of a trial are enough for most pages to
    /// have the layout of the whole search.
    const fn most_events(&self) -> usize {
        if self.is_trial { 500 } else { usize::MAX }
    }
}

impl<'a> Document<'a> {
    fn new(
        name: &'static str,
        stem: String,
        formats: impl IntoIterator<Item = Format>,
        files: &Files,
        check: impl Fn(Format) -> Result<()> + Send + Sync + 'a,
        make: impl Fn(&mut Run<'_>) -> Result<Summary> + Send + Sync + 'a,
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
            measured: OnceLock::new(),
        }
    }

    /// Returns the formats in which the document can be written.
    pub fn formats(&self) -> impl Iterator<Item = Format> + use<> {
        self.formats.clone().into_iter()
    }

    /// Returns the default file name, without the extension.
    pub fn stem(&self) -> &str {
        &self.stem
    }

    /// Returns whether the searches of a comparison have been measured; chart and table share the measurements.
    pub fn is_measured(&self) -> bool {
        self.measured.get().is_some()
    }

    /// Writes the document. `watch` receives the progress and is polled for cancellation.
    ///
    /// # Errors
    /// [`Error`] when the format is not supported, the request contradicts itself or exceeds a limit, a file cannot
    /// be read or written, or the work is cancelled. Files are replaced only once all files of the document are
    /// written; a cancelled count keeps the rows counted so far. A writer may have received a part.
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

    /// Checks the document without a long search. Outputs are begun, and then discarded.
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

    /// Refuses an unsupported format, and options that have no effect in this format.
    fn check_format(&self, format: Format, target: &Target<'_>) -> Result<()> {
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
