//! Printing of errors, and exit statuses.

use std::fmt::Display;
use std::io::{Write, stderr};
use std::process::ExitCode;

use crate::error::{Error, ErrorKind};

use super::{interrupt, report};

pub fn usage<T>(text: impl Display) -> Result<T, Error> {
    Err(Error::request(text))
}

pub fn fail(error: &Error) -> ExitCode {
    let (status, text) = match error.kind {
        ErrorKind::Request => (2, error.to_string()),
        ErrorKind::Failed => (1, error.to_string()),
        ErrorKind::Stopped => (interrupt::status(), format!("interrupted; {error}")),
        // The exit status that a shell reports for a program killed by SIGPIPE.
        ErrorKind::Closed => return ExitCode::from(141),
    };
    // Standard error may be closed.
    let _ = writeln!(stderr(), "error: {}", report::printable(&text));
    ExitCode::from(status)
}
