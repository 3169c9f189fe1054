//! The `queenreel` program; `queenreel --help` tells what it does.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

use std::process::ExitCode;

fn main() -> ExitCode {
    queenreel::cli::main()
}
