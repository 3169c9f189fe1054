//! Arguments of commands that print text.

use std::path::PathBuf;

use clap::Args;

use crate::cli::destination::Destination;

#[derive(Debug, Args)]
pub struct TextOutputArgs {
    /// Write to this file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Also replace a file
    #[arg(long)]
    pub force: bool,
}

impl TextOutputArgs {
    /// The file, or standard output.
    pub fn destination(&self) -> Destination {
        self.output.as_deref().map_or(Destination::StandardOutput, Destination::new)
    }
}
