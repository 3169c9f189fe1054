//! The `queenreel` program; `queenreel --help` tells what it does.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
