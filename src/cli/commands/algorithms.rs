//! `queenreel algorithms`.

use crate::cli::destination::print;
use crate::cli::error::CliError;
use crate::search::Algorithm;

pub fn run() -> Result<(), CliError> {
    let line =
        |algorithm: Algorithm| format!("{algorithm:18}{:70}{}\n", algorithm.about(), algorithm.source());
    print(&Algorithm::ALL.into_iter().map(line).collect::<String>())
}
