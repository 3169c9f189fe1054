//! The `queenreel` program; `queenreel --help` describes its commands.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

use std::process::ExitCode;

fn main() -> ExitCode {
    queenreel::cli::main()
}
