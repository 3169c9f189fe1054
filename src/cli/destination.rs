//! Files, directories and standard output, which are written completely or not at all.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, IsTerminal, Stdout, Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::anyhow;

use crate::encode::{EncodeError, Format};
use crate::export::{Embed, Overwrite, StagedFile, parent};
use crate::film::FilmError;
use crate::recipe::{canonical, is_device};
use crate::words::shown;

use super::{CliError, inputs, interrupt, report, trial, usage};

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
            Self::Path(path) => shown(path),
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

    /// Refuses to write the bytes of a picture or a film to a terminal, and with `--alt` to standard output at all:
    /// it has no name for the page.
    pub fn check_bytes(&self, alt: bool) -> Result<(), CliError> {
        if alt && self.is_standard_output() {
            return usage(
                "--alt names the file in its HTML, and standard output has no name: write to a file with -o FILE",
            );
        }
        if self.is_standard_output() && stdout().is_terminal() {
            return usage(
                "standard output is a terminal, which shows no pictures: write to a file with -o FILE, or to a \
                 pipe, like '… -o - | mpv -'",
            );
        }
        Ok(())
    }

    /// Refuses a place that cannot be written, a file that is read, and to replace what may not be replaced
    /// `unforced`, unless forced. `contents` are for messages.
    pub fn check(&self, contents: &str, force: bool, unforced: Overwrite) -> Result<Checked<'_>, CliError> {
        let overwrite = if force { Overwrite::Any } else { unforced };
        let unused = Checked { destination: self, overwrite, replaces: false };
        let Self::Path(path) = self else { return Ok(unused) };
        inputs::check(path, false)?;
        StagedFile::check(path).map_err(|error| self.cannot_write(contents, error.into()))?;
        let there = fs::metadata(path).ok().filter(Metadata::is_file);
        let is_allowed = || File::open(path).and_then(|file| overwrite.allows(file));
        let fault = if there.is_some() && !force { is_allowed().map(|is| !is) } else { Ok(false) };
        if !matches!(fault, Ok(false)) {
            let shown = shown(path);
            let why = match (fault, unforced, Format::of_path(path).filter(|format| !format.has_mark())) {
                (Err(error), ..) => format!(", and queenreel cannot read it ({error})"),
                (Ok(_), Overwrite::Empty, _) => String::new(),
                (Ok(_), Overwrite::Own | Overwrite::Any, Some(format)) => {
                    format!(", and a {format} cannot say who wrote it")
                }
                (Ok(_), Overwrite::Own | Overwrite::Any, None) => {
                    ", and queenreel has not written it, or it was changed since".to_owned()
                }
            };
            return Err(CliError::Fault(anyhow!(
                "'{shown}' exists{why}: give another name, or add --force to replace it"
            )));
        }
        Ok(Checked { replaces: there.is_some_and(|there| there.len() > 0), ..unused })
    }

    /// The nearest directory on the way to the file that exists; none for standard output and devices.
    pub fn nearest_directory(&self) -> Option<PathBuf> {
        match self {
            Self::Path(path) if !is_device(path) => {
                let path = canonical(path);
                parent(&path).ancestors().find(|directory| directory.is_dir()).map(Path::to_owned)
            }
            Self::Path(_) | Self::StandardOutput => None,
        }
    }

    /// Whether it is written at once, and not when it is complete: standard output, a pipe or a device.
    pub fn is_direct(&self) -> bool {
        match self {
            Self::StandardOutput => true,
            Self::Path(path) => is_device(path),
        }
    }

    /// From now on, an interrupt discards the output. Output to a pipe or a device cannot be
    /// discarded; there it ends the program at once.
    pub fn catch_interrupts(&self) {
        if !self.is_direct() && !trial::is_on() {
            interrupt::catch();
        }
    }

    /// Opens the file; it must be completed after the last byte.
    pub fn create(
        &self,
        overwrite: Overwrite,
    ) -> Result<(Option<StagedFile>, Box<dyn Write + Send>), FilmError> {
        let Self::Path(path) = self else { return Ok((None, Box::new(standard_output()?))) };
        self.catch_interrupts();
        let (staged, file) = StagedFile::create(path, overwrite)?;
        Ok((Some(staged), Box::new(file)))
    }

    /// Adds to an error that this destination, with these `contents`, cannot be written.
    pub fn cannot_write(&self, contents: &str, error: FilmError) -> CliError {
        let is_file = !self.is_standard_output();
        match error {
            FilmError::OnlySomeComplete { .. } => error.into(),
            // After an interrupt, an encoder may report another error.
            _ if interrupt::check().is_err() => FilmError::Stopped.into(),
            FilmError::Other(_) | FilmError::Beside { .. } => error.into(),
            FilmError::Io(error) | FilmError::Encode(EncodeError::Film(flatfilm::Error::Io(error)))
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

/// A destination that may be written.
#[derive(Debug, Clone, Copy)]
pub struct Checked<'a> {
    pub destination: &'a Destination,
    pub overwrite: Overwrite,
    /// Whether a file will be replaced.
    pub replaces: bool,
}

impl Checked<'_> {
    /// The name in reports.
    pub fn name(&self) -> String {
        written(&self.destination.name(), self.replaces)
    }

    /// Begins to write in a trial, and discards it.
    pub fn try_out(&self) -> Result<(), CliError> {
        if self.destination.is_direct() {
            return Ok(());
        }
        let begun = self.destination.create(self.overwrite).map(drop);
        begun.map_err(|error| self.destination.cannot_write("", error))
    }

    /// Lets `work` write to the file.
    pub fn write<T>(
        &self,
        work: impl FnOnce(&mut (dyn Write + Send)) -> Result<T, FilmError>,
    ) -> Result<T, CliError> {
        if trial::is_on() {
            self.try_out()?;
            return Err(CliError::Sound);
        }
        let written = self.destination.create(self.overwrite).and_then(|(staged, mut out)| {
            let done = work(&mut out)?;
            staged.map_or(Ok(()), StagedFile::complete)?;
            Ok(done)
        });
        written.map_err(|error| self.destination.cannot_write("", error))
    }

    /// Reports what was written.
    pub fn report(&self, contents: &str, quiet: bool) {
        if !quiet {
            let line = format!("{}: {contents}\n", self.name());
            report::print(self.destination.is_standard_output(), &line);
        }
    }
}

/// The file that is written, in reports.
pub fn written(name: &str, replaces: bool) -> String {
    if replaces { format!("{name} (replaced)") } else { name.to_owned() }
}

static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// From now on, standard output cannot be written to.
pub fn close_standard_output() {
    IS_CLOSED.store(true, Ordering::Relaxed);
}

/// Standard output, if it is open for writing: otherwise, what is written to it is lost without an error.
pub fn standard_output() -> io::Result<Stdout> {
    let out = stdout();
    let is_closed = IS_CLOSED.load(Ordering::Relaxed);
    #[cfg(unix)]
    let is_closed = {
        use rustix::fs::{OFlags, fcntl_getfl};
        is_closed || fcntl_getfl(&out).is_ok_and(|flags| flags & OFlags::ACCMODE == OFlags::RDONLY)
    };
    if is_closed {
        return Err(io::Error::new(ErrorKind::PermissionDenied, "it is not open for writing"));
    }
    Ok(out)
}

/// Writes text to standard output, or to standard error if another film is written there.
pub fn print(text: &str) -> Result<(), CliError> {
    if report::STANDARD_OUTPUT_IS_USED.load(Ordering::Relaxed) {
        report::print(true, text);
        return Ok(());
    }
    let out = Destination::StandardOutput.check("", false, Overwrite::Own)?;
    out.write(|out| Ok(out.write_all(text.as_bytes()).and_then(|()| out.flush())?))
}

/// Prints what a picture or a film shows, in words, and HTML that puts it on a page; also if reports are not wanted.
pub fn print_alt(embed: &Embed<'_>, standard_output_is_used: bool) -> Result<(), CliError> {
    let lines = format!("alt: {}\n{}", report::printable(embed.alt), embed.html());
    if standard_output_is_used {
        report::print(true, &lines);
        return Ok(());
    }
    print(&lines)
}
