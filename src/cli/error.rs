//! Why a command failed, and its exit status.

use std::io::{Write, stderr};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Error, anyhow};

use crate::encode::{EncodeError, Format};
use crate::export::SeriesError;
use crate::film::FilmError;
use crate::page::StyleError;

use super::interrupt;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// Invalid arguments.
    #[error("{0:#}")]
    Usage(Error),
    /// The command failed.
    #[error("{0:#}")]
    Fault(Error),
    /// The reader of standard output has closed it.
    #[error("standard output is closed")]
    ClosedPipe,
    /// The program was interrupted; the text says what happened to the output.
    #[error("interrupted; {0}")]
    Interrupted(String),
}

impl CliError {
    /// Prints it on standard error; returns the exit status.
    pub fn report(self) -> ExitCode {
        let status = match self {
            Self::Usage(_) => 2,
            Self::Fault(_) => 1,
            Self::Interrupted(_) => interrupt::status(),
            // As the shell reports a program that was ended by SIGPIPE.
            Self::ClosedPipe => return ExitCode::from(141),
        };
        // Standard error may be closed.
        let _ = writeln!(stderr(), "error: {self}");
        ExitCode::from(status)
    }
}

impl From<FilmError> for CliError {
    fn from(error: FilmError) -> Self {
        match error {
            FilmError::Encode(EncodeError::TooLong { .. }) => {
                Self::Usage(anyhow!("{error}; give a shorter --duration"))
            }
            FilmError::Style(StyleError::CardTooSmall { .. }) => {
                Self::Usage(anyhow!("{error}: --size or --canvas make them larger"))
            }
            FilmError::Style(StyleError::NoGlyph(_)) => Self::Usage(anyhow!("{error}; {OTHER_FONT}")),
            FilmError::Series(SeriesError::ForeignFile(_)) => {
                Self::Fault(anyhow!("{error}: name a new directory, or add --force to replace it"))
            }
            FilmError::Series(SeriesError::NoFile(_)) => {
                Self::Fault(anyhow!("{error}: move it away, or name a new directory"))
            }
            FilmError::OtherFormat { ref path, wanted } => Self::Usage(other_format(path, wanted)),
            FilmError::Schedule(_)
            | FilmError::Style(_)
            | FilmError::Tree(_)
            | FilmError::NoListing
            | FilmError::NothingSelected { .. }
            | FilmError::NothingSelectedOfRace { .. }
            | FilmError::NoSuchThumbnail { .. }
            | FilmError::TooLongToSelect
            | FilmError::NoState { .. }
            | FilmError::StateOfPlain(_)
            | FilmError::EndlessRun { .. }
            | FilmError::NoTests { .. }
            | FilmError::NoSlide { .. }
            | FilmError::Lanes { .. }
            | FilmError::UnknownFormat(_)
            | FilmError::Encode(
                EncodeError::TooLarge { .. }
                | EncodeError::MissingFeature { .. }
                | EncodeError::NeedsDirectory(_)
                | EncodeError::OnePicture { .. },
            ) => Self::Usage(error.into()),
            FilmError::Svg(_) => Self::Usage(anyhow!(
                "{error}; --every K and --duration TIME leave out frames, and --select chooses some"
            )),
            FilmError::Series(SeriesError::NotEmpty) => Self::Fault(anyhow!(
                "{error}, and its files are not those of an earlier run: name a new directory, or add --force, \
                 which keeps them"
            )),
            FilmError::Other(error) => match error.downcast::<Self>() {
                Ok(error) => *error,
                Err(error) => Self::Fault(anyhow!(error)),
            },
            FilmError::Stopped => Self::Interrupted("nothing was written".to_owned()),
            FilmError::Event(_)
            | FilmError::NoSuchLine { .. }
            | FilmError::Log(_)
            | FilmError::Caption(_)
            | FilmError::Encode(_)
            | FilmError::Beside { .. }
            | FilmError::OnlySomeComplete { .. }
            | FilmError::Series(_)
            | FilmError::Io(_) => Self::Fault(error.into()),
            FilmError::OverLimits(_) => Self::Fault(anyhow!(
                "{error}; allow more with --fit, or leave out options that are kept, like --size, --every and --delay"
            )),
        }
    }
}

/// What to do if the font lacks a character.
pub const OTHER_FONT: &str = "give a font that has it with --font FILE.ttf";

fn other_format(path: &Path, wanted: Format) -> Error {
    let (shown, format) = (path.display(), wanted.extension());
    let other = |ending: &str| path.with_extension(ending).display().to_string();
    if wanted.is_directory() {
        anyhow!(
            "'{shown}' is the name of a file, and --format {format} writes a directory of PNG frames: name it \
             '{}/', or leave out --format",
            other("")
        )
    } else {
        anyhow!(
            "the name '{shown}' contradicts --format {format}: write to '{}', or leave out --format",
            other(format)
        )
    }
}

/// An error that passes through the library.
impl From<CliError> for FilmError {
    fn from(error: CliError) -> Self {
        Self::Other(Box::new(error))
    }
}
