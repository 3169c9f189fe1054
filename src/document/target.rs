//! Where documents are written to.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::time::Duration;

use image::RgbaImage;

use crate::encode::Format;
use crate::export::{Overwrite, StagedFile, canonical, is_same_place, parent};
use crate::film::FilmError;
use crate::options::is_device;
use crate::watch::Stage;
use crate::words::{io_words, shown};

use super::{Error, Run};

/// Where a document is written to.
pub enum Target<'a> {
    /// A file, or a directory for pictures. It appears there when it is complete.
    Path(&'a Path),
    /// A writer, which gets the bytes of one file.
    Writer(&'a mut (dyn Write + Send)),
    /// What receives the pictures of a film, each with the time for which it is shown.
    Pictures(&'a mut (dyn FnMut(RgbaImage, Duration) + Send)),
}

impl std::fmt::Debug for Target<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Path(path) => write!(f, "Path({})", path.display()),
            Self::Writer(_) => f.write_str("Writer"),
            Self::Pictures(_) => f.write_str("Pictures"),
        }
    }
}

/// A file that was written, or a directory of files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// Where it is; `None` for a writer and for what receives pictures.
    pub path: Option<PathBuf>,
    /// What it has: the document itself, or a file beside it.
    pub contents: Contents,
    /// Its size in bytes.
    pub bytes: u64,
    /// Whether it has replaced another.
    pub replaced: bool,
}

/// What a file has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contents {
    /// The document.
    Document,
    /// A picture of the film.
    Poster,
    /// The captions.
    Subtitles,
    /// The steps in words.
    Transcript,
    /// The events.
    Events,
}

impl Contents {
    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Document => "document",
            Self::Poster => "poster",
            Self::Subtitles => "subtitles",
            Self::Transcript => "transcript",
            Self::Events => "events",
        }
    }
}

impl Target<'_> {
    /// The path, if it has one.
    pub(super) const fn path(&self) -> Option<&Path> {
        match self {
            Self::Path(path) => Some(path),
            Self::Writer(_) | Self::Pictures(_) => None,
        }
    }
}

/// Refuses a place that cannot be written, a file that is read, and to replace what may not be replaced. `contents`
/// are for messages. Returns whether a file will be replaced.
///
/// # Errors
/// When the place is refused.
pub fn check_place(
    path: &Path,
    contents: &str,
    overwrite: Overwrite,
    inputs: &[PathBuf],
) -> Result<bool, Error> {
    check_inputs(inputs, path, false)?;
    let failed = |error: FilmError| Error::of_output(Some(&shown(path)), contents, error);
    StagedFile::check(path).map_err(|error| failed(error.into()))?;
    let there = fs::metadata(path).ok().filter(Metadata::is_file);
    let is_allowed = || File::open(path).and_then(|file| overwrite.allows(file));
    let fault = match overwrite {
        Overwrite::Own | Overwrite::Empty if there.is_some() => is_allowed().map(|is| !is),
        Overwrite::Any | Overwrite::Own | Overwrite::Empty => Ok(false),
    };
    if !matches!(fault, Ok(false)) {
        let why = match (fault, overwrite, Format::of_path(path).filter(|format| !format.has_mark())) {
            (Err(error), ..) => format!(", and queenreel cannot read it ({})", io_words(&error)),
            (Ok(_), Overwrite::Empty, _) => String::new(),
            (Ok(_), Overwrite::Own | Overwrite::Any, Some(format)) => {
                format!(", and a {format} cannot say who wrote it")
            }
            (Ok(_), Overwrite::Own | Overwrite::Any, None) => {
                ", and queenreel has not written it, or it was changed since".to_owned()
            }
        };
        let exists = Error::failed(format!("'{}' exists{why}", shown(path)));
        return Err(exists.hint("give another name, or add --force to replace it"));
    }
    Ok(there.is_some_and(|there| there.len() > 0))
}

/// Writes a text to a file.
///
/// # Errors
/// When the file cannot be written.
#[cfg(feature = "cli")]
pub fn write_text(path: &Path, text: &str, overwrite: Overwrite) -> Result<(), Error> {
    let write = || -> io::Result<()> {
        let (staged, mut file) = StagedFile::create(path, overwrite)?;
        file.write_all(text.as_bytes())?;
        staged.complete()
    };
    write().map_err(|error| Error::of_output(Some(&shown(path)), "", error.into()))
}

/// Refuses to write to a file that is read, or to a directory with one.
///
/// # Errors
/// When the place is one of these.
pub fn check_inputs(inputs: &[PathBuf], path: &Path, is_directory: bool) -> Result<(), Error> {
    let would_change = |input: &&PathBuf| {
        let file = canonical(input);
        input.is_file() && is_same_file(if is_directory { parent(&file) } else { &file }, path)
    };
    match inputs.iter().find(would_change) {
        Some(input) => {
            let text = format!("'{}' is read by this command", shown(input));
            Err(Error::request(text).hint("write to another place"))
        }
        None => Ok(()),
    }
}

/// Whether two paths lead to the same file, which may have several names.
fn is_same_file(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    if let (Ok(one), Ok(other)) = (fs::metadata(one), fs::metadata(other)) {
        use std::os::unix::fs::MetadataExt;
        return (one.dev(), one.ino()) == (other.dev(), other.ino());
    }
    is_same_place(one, other)
}

/// Counts the bytes that a writer gets.
struct Counted<W> {
    out: W,
    bytes: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let written = self.out.write(data)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Run<'_> {
    /// Refuses a target that cannot be written; notes whether a file will be replaced.
    pub(super) fn check_target(&mut self, overwrite: Overwrite) -> Result<(), Error> {
        if let Target::Path(path) = self.target {
            self.replaces = check_place(path, "", overwrite, &self.document.inputs)?;
        }
        Ok(())
    }

    /// Begins a file at the target, and discards it.
    fn try_target(&self, overwrite: Overwrite) -> Result<(), Error> {
        match self.target {
            // What is written to a device is there at once.
            Target::Path(path) if is_device(path) => Ok(()),
            Target::Path(path) => {
                let begun = StagedFile::create(path, overwrite).map(drop);
                begun.map_err(|error| self.failed("", error.into()))
            }
            Target::Writer(_) | Target::Pictures(_) => Ok(()),
        }
    }

    /// Lets `work` write one file to the target, and adds it to the report; ends a trial.
    pub(super) fn write<T>(
        &mut self,
        overwrite: Overwrite,
        stage: Stage,
        work: impl FnOnce(&mut (dyn Write + Send), &mut Self) -> Result<T, FilmError>,
    ) -> Result<T, Error> {
        if self.is_trial {
            self.try_target(overwrite)?;
            return self.end_trial();
        }
        self.watch.stage(stage);
        // What `work` needs of the run is not its target.
        let mut target = mem::replace(&mut self.target, Target::Path(Path::new("")));
        let written = match &mut target {
            Target::Path(path) => {
                StagedFile::create(path, overwrite).map_err(FilmError::from).and_then(|(staged, file)| {
                    let mut out = Counted { out: BufWriter::new(file), bytes: 0 };
                    let done = work(&mut out, self)?;
                    out.flush()?;
                    let bytes = out.bytes;
                    drop(out);
                    staged.complete()?;
                    Ok((done, bytes))
                })
            }
            Target::Writer(out) => {
                let mut out = Counted { out: &mut **out, bytes: 0 };
                work(&mut out, self).and_then(|done| Ok(out.flush().map(|()| (done, out.bytes))?))
            }
            Target::Pictures(_) => {
                return Err(Error::request("only films have pictures that follow each other"));
            }
        };
        self.target = target;
        let (done, bytes) = written.map_err(|error| self.failed("", error))?;
        let path = self.target.path().map(Path::to_owned);
        self.written(path.as_deref(), Contents::Document, bytes, self.replaces);
        Ok(done)
    }

    /// Adds a file to the report.
    pub(super) fn written(&mut self, path: Option<&Path>, contents: Contents, bytes: u64, replaced: bool) {
        self.files.push(Written { path: path.map(Path::to_owned), contents, bytes, replaced });
    }

    /// The error of the target, with these `contents`.
    pub(super) fn failed(&self, contents: &str, error: FilmError) -> Error {
        // After an interrupt, an encoder may report another error.
        if !self.watch.go_on() && !matches!(error, FilmError::OnlySomeComplete { .. }) {
            return FilmError::Stopped.into();
        }
        Error::of_output(self.target.path().map(shown).as_deref(), contents, error)
    }
}
