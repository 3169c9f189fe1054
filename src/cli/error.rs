//! Why a command failed, and its exit status.

use std::fmt;
use std::io::{self, ErrorKind, Write, stderr};
use std::process::ExitCode;

use anyhow::anyhow;

use crate::encode::EncodeError;
use crate::export::SeriesError;
use crate::film::FilmError;

use super::interrupt;

/// Why a command failed.
#[derive(Debug)]
pub enum CliError {
    /// Invalid arguments.
    Usage(anyhow::Error),
    /// Something went wrong.
    Fault(anyhow::Error),
    /// The reader of standard output has closed it.
    ClosedPipe,
    /// The user, or the system, has ended the work; what became of it.
    Interrupted(String),
}

impl CliError {
    /// Reports it on standard error; returns the exit status.
    pub fn report(self) -> ExitCode {
        let status = match self {
            Self::Usage(_) => 2,
            Self::Fault(_) => 1,
            Self::Interrupted(_) => 130,
            // As the shell reports a program that SIGPIPE has ended.
            Self::ClosedPipe => return ExitCode::from(141),
        };
        // Where standard error is closed, nobody reads it.
        let _ = writeln!(stderr(), "error: {self}");
        ExitCode::from(status)
    }

    /// Invalid arguments.
    pub fn usage(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Usage(error.into())
    }

    /// Adds what was being done.
    pub fn context(self, doing: String) -> Self {
        match self {
            Self::Fault(error) => Self::Fault(error.context(doing)),
            other => other,
        }
    }

    /// Adds what was being done, or that it was interrupted, and its output dropped.
    pub fn of_unfinished(self, doing: String) -> Self {
        match interrupt::check() {
            Err(interrupted) => interrupted,
            Ok(()) => self.context(doing),
        }
    }

    /// The error for a failure to write to standard output, which may be closed on purpose.
    pub fn on_standard_output(self) -> Self {
        match self {
            Self::Fault(error) if is_closed_pipe(&error) => Self::ClosedPipe,
            other => other.context("cannot write to standard output".to_owned()),
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io_error = match error.downcast_ref() {
        Some(EncodeError::Io(error)) => Some(error),
        _ => error.downcast_ref(),
    };
    io_error.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

impl From<EncodeError> for CliError {
    fn from(error: EncodeError) -> Self {
        match error {
            EncodeError::TooLarge { .. } | EncodeError::LeftOut { .. } | EncodeError::NeedsDirectory(_) => {
                Self::usage(error)
            }
            EncodeError::TooLong { .. } => {
                Self::Usage(anyhow!("{error}; give a shorter --duration"))
            }
            error => Self::Fault(error.into()),
        }
    }
}

impl From<FilmError> for CliError {
    fn from(error: FilmError) -> Self {
        match error {
            FilmError::Schedule(error) => Self::usage(error),
            FilmError::Style(error) => Self::usage(error),
            FilmError::Tree(error) => Self::usage(error),
            FilmError::NoListing | FilmError::EndlessRun { .. } | FilmError::UnknownFormat(_) => {
                Self::usage(error)
            }
            FilmError::Encode(error) => error.into(),
            FilmError::Io(error) => error.into(),
            FilmError::Series(error) => with_force(error).into(),
            FilmError::Other(error) => match error.downcast::<Self>() {
                Ok(error) => *error,
                Err(error) => Self::Fault(anyhow!(error)),
            },
            FilmError::Stopped => Self::Interrupted("nothing was written".to_owned()),
            FilmError::Event(_) | FilmError::Log(_) | FilmError::Caption(_) => Self::Fault(error.into()),
        }
    }
}

/// For the library, which hands it back.
impl From<CliError> for FilmError {
    fn from(error: CliError) -> Self {
        Self::Other(Box::new(error))
    }
}

fn with_force(error: SeriesError) -> anyhow::Error {
    match error {
        SeriesError::NotEmpty => {
            anyhow!("{error}\n  --force replaces what an earlier run wrote there, and leaves all other files")
        }
        other => other.into(),
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(error) | Self::Fault(error) => write!(f, "{error:#}"),
            Self::Interrupted(outcome) => write!(f, "interrupted; {outcome}"),
            Self::ClosedPipe => write!(f, "standard output is closed"),
        }
    }
}

impl std::error::Error for CliError {}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        Self::Fault(error.into())
    }
}

impl From<anyhow::Error> for CliError {
    fn from(error: anyhow::Error) -> Self {
        Self::Fault(error)
    }
}
