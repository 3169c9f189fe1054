//! `--alt`: what a film or a picture shows, in words, and the HTML that puts it on a page.

use anyhow::anyhow;

use crate::export::Embed;

use super::destination::{self, Destination};
use super::error::CliError;
use super::report;

/// Refuses a film on standard output, which has no name for the page.
pub fn check(is_wanted: bool, destination: &Destination) -> Result<(), CliError> {
    if is_wanted && destination.is_standard_output() {
        return Err(CliError::Usage(anyhow!(
            "--alt names the file in its HTML, and standard output has no name: write to a file with -o FILE"
        )));
    }
    Ok(())
}

/// Prints both where reports are printed, also when reports are not wanted.
pub fn print(embed: &Embed<'_>, standard_output_is_used: bool) -> Result<(), CliError> {
    let lines = format!("alt: {}\n{}", report::printable(embed.alt), embed.html());
    if standard_output_is_used {
        report::print(true, &lines);
        return Ok(());
    }
    destination::print(&lines)
}
