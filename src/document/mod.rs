//! Documents: what is made of a job, in any of its formats, for any target.
//!
//! Each kind has a file, with what it asks for, finds and draws. [`Document::write`] is the only way to all of them, for
//! the command line as for programs and pages:
//!
//! ```
//! use queenreel::recipe::{Key, Kind, Recipe};
//! use queenreel::{Format, Silent, Target};
//!
//! let mut recipe = Recipe::new(Kind::Gallery);
//! recipe.set(Key::Queens, "6".as_ref())?;
//! let job = recipe.resolve(&|path, _| std::fs::read(path)).map_err(|error| error.to_string())?;
//! let mut svg = Vec::new();
//! let report = job.document().write(Format::Svg, Target::Writer(&mut svg), &mut Silent);
//! let report = report.map_err(|error| error.to_string())?;
//! assert_eq!(report.files[0].bytes, svg.len() as u64);
//! # Ok::<(), String>(())
//! ```

mod chart;
mod count;
mod error;
mod events;
mod film;
mod gallery;
mod list;
mod log_input;
mod note;
mod pages;
mod position;
mod race;
mod replay;
mod report;
mod search;
mod sheet;
mod table;
mod target;

use std::path::PathBuf;

use crate::encode::Format;
use crate::recipe::{Job, Made, Task};
use crate::watch::{Stopped, Watch};
use crate::words::listed;

pub use chart::Measured;
pub use error::{Error, ErrorKind};
pub use note::Note;
pub use report::{Report, Summary, of_search};
pub use target::{Contents, Target, Written};

#[cfg(feature = "cli")]
pub(crate) use target::{check_inputs, check_place, write_text};

/// What is made of a job.
#[derive(Debug, Clone)]
pub enum Document<'a> {
    /// Frames that follow each other: of a search, a race or a log, or solutions one after the other.
    Film(Film<'a>),
    /// Pages: of solutions, of steps, of a position, or of a chart.
    Pages(Pages<'a>),
    /// Text: solutions, numbers, figures, events, or what a log has.
    Text(Text<'a>),
}

/// A film that is not made yet.
#[derive(Debug, Clone)]
pub struct Film<'a> {
    job: &'a Job,
}

/// Pages that are not drawn yet.
#[derive(Debug, Clone)]
pub struct Pages<'a> {
    job: &'a Job,
    measured: Measured,
}

/// Text that is not written yet.
#[derive(Debug, Clone)]
pub struct Text<'a> {
    job: &'a Job,
    measured: Measured,
}

/// One writing of a document.
struct Run<'r> {
    format: Format,
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
    fn new(format: Format, target: Target<'r>, watch: &'r mut dyn Watch) -> Self {
        Self {
            format,
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

impl Job {
    /// The document that is made of it.
    pub fn document(&self) -> Document<'_> {
        let (job, measured) = (self, Measured::default());
        match &self.task {
            Task::Search(_) | Task::Race(_) | Task::Replay(..) => Document::Film(Film { job }),
            Task::Solutions(..) if matches!(self.made, Made::Film(_)) => Document::Film(Film { job }),
            Task::Solutions(..) | Task::Steps(_) | Task::Position(_) => {
                Document::Pages(Pages { job, measured })
            }
            Task::Compared(_) if self.made.format().is_some_and(|format| !format.is_text()) => {
                Document::Pages(Pages { job, measured })
            }
            Task::Compared(_) | Task::Counted(_) | Task::Listed(_) | Task::Events(_) | Task::Checked(..) => {
                Document::Text(Text { job, measured })
            }
        }
    }
}

impl<'a> Document<'a> {
    const fn job(&self) -> &'a Job {
        match self {
            Self::Film(Film { job }) | Self::Pages(Pages { job, .. }) | Self::Text(Text { job, .. }) => job,
        }
    }

    /// The formats that it has.
    pub fn formats(&self) -> impl Iterator<Item = Format> + use<> {
        self.job().formats()
    }

    /// The table of a chart, once its algorithms are measured: what was measured is shown by both.
    pub fn table(&self) -> Option<Self> {
        match self {
            Self::Pages(Pages { job, measured }) if measured.is_done() => {
                Some(Self::Text(Text { job, measured: measured.clone() }))
            }
            Self::Film(_) | Self::Pages(_) | Self::Text(_) => None,
        }
    }

    /// Writes it; tells `watch` what is done, and ends with an error once that does not go on.
    ///
    /// # Errors
    /// [`Error`] when what was asked for contradicts itself, a file cannot be read or written, or the work does not go
    /// on. A file is then as it was before; a writer may have got a part.
    pub fn write<'t>(
        &self,
        format: Format,
        target: Target<'t>,
        watch: &'t mut dyn Watch,
    ) -> Result<Report, Error> {
        let job = self.in_format(format, &target)?;
        let mut run = Run::new(format, target, watch);
        let summary = self.make(&job, &mut run)?;
        Ok(Report { files: run.files, summary, notes: run.notes, alt: run.alt })
    }

    /// Looks for what would be wrong with it, without a long search. Outputs are begun, and discarded.
    ///
    /// # Errors
    /// As [`Document::write`].
    pub fn check<'t>(
        &self,
        format: Format,
        target: Target<'t>,
        watch: &'t mut dyn Watch,
    ) -> Result<(), Error> {
        let job = self.in_format(format, &target)?.for_trial();
        let mut run = Run { is_trial: true, ..Run::new(format, target, watch) };
        match self.make(&job, &mut run) {
            Err(_) if run.is_checked => Ok(()),
            made => made.map(drop),
        }
    }

    /// The job in this format, which it must have.
    fn in_format(&self, format: Format, target: &Target<'_>) -> Result<Job, Error> {
        let (job, kind) = (self.job(), self.job().recipe.kind().name());
        if !self.formats().any(|known| known == format) {
            let formats = listed(self.formats(), "or");
            return Err(Error::request(format!("a {kind} is not made as a {format}"))
                .hint(format!("write {formats}")));
        }
        if let (Target::Pictures(_), false) = (target, format.is_animation()) {
            let text = format!("a {format} has no pictures that follow each other");
            return Err(Error::request(text).hint("name an animation, like GIF"));
        }
        Ok(job.in_format(format)?)
    }

    fn make(&self, job: &Job, run: &mut Run<'_>) -> Result<Summary, Error> {
        match &job.task {
            Task::Search(spec) => search::make(job, spec, run),
            Task::Events(spec) => events::make(job, spec, run),
            Task::Race(problem) => race::make(job, problem, run),
            Task::Replay(log, code) => replay::make(job, log, code.as_ref(), run),
            Task::Checked(log, code) => replay::check(job, log, code.as_ref(), run),
            Task::Solutions(problem, taken) => gallery::make(job, problem, taken, run),
            Task::Listed(taken) => list::make(job, taken, run),
            Task::Steps(spec) => sheet::make(job, spec, run),
            Task::Position(placement) => position::make(job, placement, run),
            Task::Compared(problems) => {
                let measured = match self {
                    Self::Pages(Pages { measured, .. }) | Self::Text(Text { measured, .. }) => {
                        measured.clone()
                    }
                    Self::Film(_) => Measured::default(),
                };
                chart::make(job, problems, &measured, run)
            }
            Task::Counted(sizes) => count::make(job, sizes, run),
        }
    }
}
