//! `queenreel algorithms`.

use std::io::{Write, stdout};

use crate::search::Algorithm;

use crate::cli::error::CliError;

pub fn run() -> Result<(), CliError> {
    let text: String = Algorithm::ALL.into_iter().map(line).collect();
    let mut out = stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| CliError::Fault(error.into()).on_standard_output())
}

fn line(algorithm: Algorithm) -> String {
    format!("{algorithm:18}{:70}{}\n", algorithm.about(), algorithm.source())
}
