//! Why a command failed, and the exit status that says so.

use std::io::{self, ErrorKind, Write, stderr};
use std::process::ExitCode;

use crate::encode::EncodeError;
use crate::film::FilmError;

use super::interrupt;

/// A command that has not done its work.
#[derive(Debug)]
pub enum Failure {
    /// The arguments ask for something that cannot be had.
    Usage(anyhow::Error),
    /// Something went wrong on the way.
    Fault(anyhow::Error),
    /// The reader of standard output has gone away: nobody is there to be told.
    ClosedPipe,
    /// The user, or the system, has asked for an end, which has come of the work as it says.
    Interrupted(String),
}

impl Failure {
    /// Tells of it on standard error; returns the exit status.
    pub fn report(self) -> ExitCode {
        let (message, status) = match self {
            Self::Usage(error) => (format!("error: {error:#}"), 2),
            Self::Fault(error) => (format!("error: {error:#}"), 1),
            Self::Interrupted(outcome) => (format!("error: interrupted; {outcome}"), 130),
            // As the shell reports a program that SIGPIPE has ended.
            Self::ClosedPipe => return ExitCode::from(141),
        };
        // Where standard error is closed there is nowhere left to complain.
        let _ = writeln!(stderr(), "{message}");
        ExitCode::from(status)
    }

    /// Arguments that cannot be met.
    pub fn usage(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Usage(error.into())
    }

    /// Says what was being done when a fault came up.
    pub fn context(self, doing: String) -> Self {
        match self {
            Self::Fault(error) => Self::Fault(error.context(doing)),
            other => other,
        }
    }

    /// Says what was being done when work came to no end whose output is dropped.
    pub fn of_unfinished(self, doing: String) -> Self {
        match interrupt::check() {
            Err(interrupted) => interrupted,
            Ok(()) => self.context(doing),
        }
    }

    /// A fault while writing to standard output: none, if the reader has simply had enough.
    pub fn on_standard_output(self) -> Self {
        match self {
            Self::Fault(error) if is_closed_pipe(&error) => Self::ClosedPipe,
            other => other.context("cannot write to standard output".to_owned()),
        }
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io_error = match error.downcast_ref() {
        Some(FilmError::Encode(EncodeError::Io(error))) => Some(error),
        _ => match error.downcast_ref() {
            Some(EncodeError::Io(error)) => Some(error),
            _ => error.downcast_ref(),
        },
    };
    io_error.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

impl From<EncodeError> for Failure {
    fn from(error: EncodeError) -> Self {
        match error {
            EncodeError::TooLarge { .. } | EncodeError::LeftOut { .. } | EncodeError::NeedsDirectory(_) => {
                Self::usage(error)
            }
            _ => Self::Fault(error.into()),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Fault(error.into())
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Fault(error)
    }
}
