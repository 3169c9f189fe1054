//! Targets of documents: paths, writers and functions.

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

use super::{Error, Result, Run};

/// The target of a document. See [`Document`](crate::Document).
pub enum Target<'a> {
    /// A file, or a directory for pictures, which appears when it is complete.
    Path(&'a Path),
    /// A writer, which receives the bytes of one file.
    Writer(&'a mut (dyn Write + Send)),
    /// A function that receives the pictures of a film, each with its time.
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

/// A written file, or a directory of files. See [`Document`](crate::Document).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The path; `None` for a writer or a function.
    pub path: Option<PathBuf>,
    /// The content: the document itself, or a file next to it.
    pub contents: Contents,
    /// Size in bytes.
    pub bytes: u64,
    /// Whether a file that was not empty, or a directory of pictures, was replaced.
    pub replaced: bool,
}

/// The content of a file. See [`Document`](crate::Document).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Contents {
    /// The document.
    Document,
    /// A still of the film.
    Poster,
    /// The captions with their times.
    Subtitles,
    /// The steps as text.
    Transcript,
    /// The events.
    Events,
}

impl Contents {
    /// Returns the name in reports.
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
    pub(super) const fn path(&self) -> Option<&Path> {
        if let Self::Path(path) = self { Some(path) } else { None }
    }
}

/// Refuses a path that cannot be written, is an input, or may not be replaced; returns whether a file that is not
/// empty will be replaced. `contents` names the output in messages.
pub fn check_path(path: &Path, contents: &str, overwrite: Overwrite, inputs: &[PathBuf]) -> Result<bool> {
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

#[cfg(feature = "cli")]
pub fn write_text(path: &Path, text: &str, overwrite: Overwrite) -> Result<()> {
    let write = || -> io::Result<()> {
        let (staged, mut file) = StagedFile::create(path, overwrite)?;
        file.write_all(text.as_bytes())?;
        staged.complete()
    };
    write().map_err(|error| Error::of_output(Some(&shown(path)), "", error.into()))
}

/// Refuses to write to an input file, or to a directory that contains an input file.
pub fn check_inputs(inputs: &[PathBuf], path: &Path, is_directory: bool) -> Result<()> {
    let would_change = |input: &&PathBuf| {
        let file = canonical(input);
        input.is_file() && is_same_file(if is_directory { parent(&file) } else { &file }, path)
    };
    let Some(input) = inputs.iter().find(would_change) else { return Ok(()) };
    let text = format!("'{}' is read by this command", shown(input));
    Err(Error::request(text).hint("write to another place"))
}

/// Returns whether two paths lead to the same file, which may have several names.
fn is_same_file(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    if let (Ok(one), Ok(other)) = (fs::metadata(one), fs::metadata(other)) {
        use std::os::unix::fs::MetadataExt;
        return (one.dev(), one.ino()) == (other.dev(), other.ino());
    }
    is_same_place(one, other)
}

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
    pub(super) fn check_target(&mut self, overwrite: Overwrite) -> Result<()> {
        if let Target::Path(path) = self.target {
            self.replaces = check_path(path, "", overwrite, &self.document.inputs)?;
        }
        Ok(())
    }

    /// Begins a file at the target, and discards it.
    fn try_target(&self, overwrite: Overwrite) -> Result<()> {
        match self.target {
            // Opening a device has effects at once.
            Target::Path(path) if is_device(path) => Ok(()),
            Target::Path(path) => {
                let begun = StagedFile::create(path, overwrite).map(drop);
                begun.map_err(|error| self.failed("", error.into()))
            }
            Target::Writer(_) | Target::Pictures(_) => Ok(()),
        }
    }

    /// Lets `work` write one file to the target, and adds the file to the report; ends a trial before writing.
    pub(super) fn write<T>(
        &mut self,
        overwrite: Overwrite,
        stage: Stage,
        work: impl FnOnce(&mut (dyn Write + Send), &mut Self) -> Result<T, FilmError>,
    ) -> Result<T> {
        if self.is_trial {
            self.try_target(overwrite)?;
            return self.end_trial();
        }
        self.watch.stage(stage);
        // `work` needs the run, but not its target.
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

    pub(super) fn written(&mut self, path: Option<&Path>, contents: Contents, bytes: u64, replaced: bool) {
        self.files.push(Written { path: path.map(Path::to_owned), contents, bytes, replaced });
    }

    pub(super) fn failed(&self, contents: &str, error: FilmError) -> Error {
        // After a cancellation, an encoder may report another error.
        if !self.watch.go_on() && !matches!(error, FilmError::OnlySomeComplete { .. }) {
            return FilmError::Stopped.into();
        }
        Error::of_output(self.target.path().map(shown).as_deref(), contents, error)
    }
}
