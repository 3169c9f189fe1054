//! Why a command failed, and its exit status.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write, stderr};
use std::process::ExitCode;

use anyhow::{Error, anyhow};

use crate::encode::EncodeError;
use crate::export::SeriesError;
use crate::film::FilmError;
use crate::page::PageError;
use crate::recipe::{FileError, RecipeError};

use super::{interrupt, report};

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
    /// A trial has found no fault.
    #[error("nothing is wrong")]
    Sound,
}

/// Fails because of invalid arguments.
pub fn usage<T>(text: impl Display) -> Result<T, CliError> {
    Err(CliError::Usage(anyhow!("{text}")))
}

impl CliError {
    /// With another text.
    pub fn map(self, change: impl FnOnce(&str) -> String) -> Self {
        match self {
            Self::Usage(error) => Self::Usage(anyhow!(change(&format!("{error:#}")))),
            Self::Fault(error) => Self::Fault(anyhow!(change(&format!("{error:#}")))),
            other @ (Self::ClosedPipe | Self::Interrupted(_) | Self::Sound) => other,
        }
    }

    /// The same error, whose text begins with this name.
    pub fn within(self, name: &str) -> Self {
        self.map(|text| format!("{name}: {text}"))
    }

    /// Prints it on standard error; returns the exit status.
    pub fn report(self) -> ExitCode {
        let status = match self {
            Self::Usage(_) => 2,
            Self::Fault(_) => 1,
            Self::Interrupted(_) => interrupt::status(),
            // As the shell reports a program that was ended by SIGPIPE.
            Self::ClosedPipe => return ExitCode::from(141),
            Self::Sound => return ExitCode::SUCCESS,
        };
        // Standard error may be closed.
        let _ = writeln!(stderr(), "error: {}", message(&self.to_string()));
        ExitCode::from(status)
    }
}

/// A message as it is printed: with errors of the system in plain words.
pub fn message(text: &str) -> String {
    const BEFORE_NUMBER: &str = " (os error ";
    let mut plain = text.to_owned();
    for part in text.split(BEFORE_NUMBER).skip(1) {
        let number = part.split(')').next().and_then(|number| number.parse().ok());
        if let Some(error) = number.map(io::Error::from_raw_os_error) {
            let said = error.to_string();
            let words = in_words(error.kind())
                .unwrap_or_else(|| said.split(BEFORE_NUMBER).next().unwrap_or_default());
            plain = plain.replace(&said, words);
        }
    }
    for kind in [ErrorKind::NotFound, ErrorKind::AlreadyExists, ErrorKind::IsADirectory] {
        plain = plain.replace(&format!(": {kind}"), &format!(": {}", in_words(kind).unwrap_or_default()));
    }
    report::printable(&plain)
}

/// Errors that the system words for programmers.
const fn in_words(kind: ErrorKind) -> Option<&'static str> {
    match kind {
        ErrorKind::NotFound => Some("the file or directory does not exist"),
        ErrorKind::PermissionDenied => Some("permission denied"),
        ErrorKind::AlreadyExists => Some("the file or directory exists already"),
        ErrorKind::IsADirectory => Some("it is a directory"),
        ErrorKind::NotADirectory => Some("a part of the path is not a directory"),
        ErrorKind::DirectoryNotEmpty => Some("the directory is not empty"),
        _ => None,
    }
}

impl From<FilmError> for CliError {
    fn from(error: FilmError) -> Self {
        match error {
            FilmError::Encode(EncodeError::Film(
                flatfilm::Error::TooLong { .. } | flatfilm::Error::FilmTooLong { .. },
            )) => Self::Usage(anyhow!("{error}; give a shorter --duration or --delay")),
            FilmError::Style(PageError::CardTooSmall { .. }) => {
                Self::Usage(anyhow!("{error}: --size or --canvas make them larger"))
            }
            FilmError::Style(PageError::NoGlyph(_)) => Self::Usage(anyhow!("{error}; {OTHER_FONT}")),
            FilmError::Series(SeriesError::ForeignFile(_)) => {
                Self::Fault(anyhow!("{error}: name a new directory, or add --force to replace it"))
            }
            FilmError::Series(SeriesError::NoFile(_)) => {
                Self::Fault(anyhow!("{error}: move it away, or name a new directory"))
            }
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
            | FilmError::OtherFormat { .. }
            | FilmError::Encode(
                EncodeError::Film(flatfilm::Error::TooLarge { .. })
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

impl From<RecipeError> for CliError {
    fn from(error: RecipeError) -> Self {
        Self::Usage(error.into())
    }
}

impl From<FileError> for CliError {
    fn from(error: FileError) -> Self {
        Self::Usage(error.into())
    }
}

/// An error that passes through the library.
impl From<CliError> for FilmError {
    fn from(error: CliError) -> Self {
        Self::Other(Box::new(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn errors_of_the_system_are_in_plain_words() {
        let error = |number| io::Error::from_raw_os_error(number);
        for (text, said) in [
            (
                format!("cannot write a.gif: {}", error(2)),
                "cannot write a.gif: the file or directory does not exist",
            ),
            (
                format!("{}; and {}", error(13), error(2)),
                "permission denied; and the file or directory does not exist",
            ),
            (format!("a: {}", error(28)), "a: No space left on device"),
            (format!("a: {}", error(5)), "a: Input/output error"),
            (
                format!("a: {}", io::Error::from(ErrorKind::NotFound)),
                "a: the file or directory does not exist",
            ),
            ("'x (os error 5).gif' (os error y)".to_owned(), "'x (os error 5).gif' (os error y)"),
        ] {
            assert_eq!(message(&text), said);
        }
    }
}
