//! Files, directories and standard output, which are written completely or not at all.

use std::fs;
use std::io::{self, ErrorKind, IsTerminal, Write, stdout};
use std::path::{self, Path, PathBuf};

use anyhow::anyhow;

use crate::encode::{EncodeError, Format};
use crate::export::{StagedFile, parent};
use crate::film::FilmError;

use super::error::CliError;
use super::interrupt;

/// Where output goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    StandardOutput,
    Path(PathBuf),
}

impl Destination {
    /// The destination of a path; `-` is standard output.
    pub fn new(path: &Path) -> Self {
        if path == Path::new("-") { Self::StandardOutput } else { Self::Path(path.to_owned()) }
    }

    /// The name in reports.
    pub fn name(&self) -> String {
        match self {
            Self::StandardOutput => "standard output".to_owned(),
            Self::Path(path) => path.display().to_string(),
        }
    }

    pub fn is_standard_output(&self) -> bool {
        *self == Self::StandardOutput
    }

    /// Whether a person may see what is written while it is written, in a terminal or through a pipe.
    pub fn may_be_seen(&self) -> bool {
        // There is no such name on Windows, and then any standard output may be seen.
        let is_file = |path| fs::metadata(path).is_ok_and(|there| there.is_file());
        self.is_standard_output() && !is_file("/dev/stdout")
    }

    /// Refuses to write the bytes of a picture or a film to a terminal.
    pub fn check_terminal(&self) -> Result<(), CliError> {
        if self.is_standard_output() && stdout().is_terminal() {
            return Err(CliError::Usage(anyhow!(
                "standard output is a terminal, which shows no pictures: write to a file with -o FILE, or to a \
                 pipe, like '… -o - | mpv -'"
            )));
        }
        Ok(())
    }

    /// Whether it is the file of this path.
    pub fn is_same_file(&self, path: &Path) -> bool {
        matches!(self, Self::Path(own) if is_same(&canonical(own), &canonical(path)))
    }

    /// Refuses to replace a file that the program has not written, unless forced; `is_own` says whether it
    /// has. Returns whether a file will be replaced.
    pub fn check_replaced(
        &self,
        force: bool,
        is_own: impl FnOnce(&Path) -> io::Result<bool>,
    ) -> Result<bool, CliError> {
        let Self::Path(path) = self else { return Ok(false) };
        // An empty file holds nothing that could be lost.
        let is_there = fs::metadata(path).is_ok_and(|there| there.is_file() && there.len() > 0);
        // A file that cannot be read may be anything.
        if is_there && !force && !is_own(path).unwrap_or(false) {
            let shown = path.display();
            let why = match Format::of_path(path) {
                Some(Format::Qoi) => "a QOI cannot say who wrote it",
                Some(_) | None => "queenreel has not written it",
            };
            return Err(CliError::Fault(anyhow!(
                "'{shown}' exists, and {why}: give another name, or add --force to replace it"
            )));
        }
        Ok(is_there)
    }

    /// The nearest directory on the way to the file that exists; none for standard output and devices.
    pub fn nearest_directory(&self) -> Option<PathBuf> {
        match self {
            Self::Path(path) if !is_device(path) => {
                let path = path::absolute(canonical(path)).ok()?;
                parent(&path).ancestors().find(|directory| directory.is_dir()).map(Path::to_owned)
            }
            Self::Path(_) | Self::StandardOutput => None,
        }
    }

    /// From now on, an interrupt discards the output. Output to a pipe or a device cannot be
    /// discarded; there it ends the program at once.
    pub fn catch_interrupts(&self) {
        if matches!(self, Self::Path(path) if !is_device(path)) {
            interrupt::catch();
        }
    }

    /// Opens the file; it must be completed after the last byte.
    pub fn create(&self) -> Result<(Option<StagedFile>, Box<dyn Write + Send>), FilmError> {
        let Self::Path(path) = self else { return Ok((None, Box::new(stdout()))) };
        self.catch_interrupts();
        let (staged, file) = StagedFile::create(path)?;
        Ok((Some(staged), Box::new(file)))
    }

    /// Lets `work` write to the file.
    pub fn write<T>(
        &self,
        work: impl FnOnce(&mut (dyn Write + Send)) -> Result<T, FilmError>,
    ) -> Result<T, CliError> {
        let written = self.create().and_then(|(staged, mut out)| {
            let done = work(&mut out)?;
            staged.map_or(Ok(()), StagedFile::complete)?;
            Ok(done)
        });
        written.map_err(|error| self.cannot_write("", error))
    }

    /// Adds to an error that this destination, with these `contents`, cannot be written.
    pub fn cannot_write(&self, contents: &str, error: FilmError) -> CliError {
        let is_file = !self.is_standard_output();
        match error {
            FilmError::OnlySomeComplete { .. } => error.into(),
            // After an interrupt, an encoder may report another error.
            _ if interrupt::check().is_err() => FilmError::Stopped.into(),
            FilmError::Other(_) | FilmError::Beside { .. } => error.into(),
            FilmError::Io(error) | FilmError::Encode(EncodeError::Io(error))
                if !is_file && error.kind() == ErrorKind::BrokenPipe =>
            {
                CliError::ClosedPipe
            }
            error => match CliError::from(error) {
                CliError::Fault(error) if is_file => {
                    CliError::Fault(error.context(format!("cannot write {contents}{}", self.name())))
                }
                CliError::Fault(error) => CliError::Fault(error.context("cannot write to standard output")),
                other => other,
            },
        }
    }
}

/// The file that is written, in reports.
pub fn written(name: &str, replaces: bool) -> String {
    if replaces { format!("{name} (replaced)") } else { name.to_owned() }
}

/// Writes text to standard output.
pub fn print(text: &str) -> Result<(), CliError> {
    Destination::StandardOutput.write(|out| Ok(out.write_all(text.as_bytes()).and_then(|()| out.flush())?))
}

/// The absolute path of a file, which may not exist yet.
fn canonical(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| {
        let parent = fs::canonicalize(parent(path)).unwrap_or_else(|_| parent(path).to_owned());
        path.file_name().map_or_else(|| parent.clone(), |name| parent.join(name))
    })
}

/// Whether two absolute paths are those of one file. Windows and macOS usually take names that differ in case for
/// the same.
fn is_same(one: &Path, other: &Path) -> bool {
    let lower = |path: &Path| path.to_string_lossy().to_lowercase();
    one == other || cfg!(any(windows, target_os = "macos")) && lower(one) == lower(other)
}

/// Whether there is a pipe, a terminal or another device, whose name has no extension.
pub fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir())
}

pub fn is_png(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"))
}
