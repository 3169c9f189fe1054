//! Why a command failed, and its exit status.

use std::io::{Write, stderr};
use std::process::ExitCode;

use anyhow::{Error, anyhow};

use crate::encode::EncodeError;
use crate::export::SeriesError;
use crate::film::FilmError;

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
            Self::Interrupted(_) => 130,
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
            FilmError::Schedule(_)
            | FilmError::Style(_)
            | FilmError::Tree(_)
            | FilmError::NoListing
            | FilmError::EndlessRun { .. }
            | FilmError::NoTests { .. }
            | FilmError::Lanes { .. }
            | FilmError::UnknownFormat(_)
            | FilmError::Encode(
                EncodeError::TooLarge { .. }
                | EncodeError::MissingFeature { .. }
                | EncodeError::NeedsDirectory(_),
            ) => Self::Usage(error.into()),
            FilmError::Series(SeriesError::NotEmpty) => Self::Fault(anyhow!(
                "{error}\n  --force replaces the files of an earlier run, and keeps all others"
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
            | FilmError::Poster { .. }
            | FilmError::Series(_)
            | FilmError::Io(_) => Self::Fault(error.into()),
        }
    }
}

/// An error that passes through the library.
impl From<CliError> for FilmError {
    fn from(error: CliError) -> Self {
        Self::Other(Box::new(error))
    }
}
