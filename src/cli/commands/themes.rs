//! `queenreel themes`.

use std::io::{Write, stdout};

use crate::page::Theme;

use crate::cli::args::ThemesArgs;
use crate::cli::error::CliError;

pub fn run(args: &ThemesArgs) -> Result<(), CliError> {
    let text = match args.name.as_deref().and_then(Theme::source) {
        Some(source) => source.to_owned(),
        None => Theme::names().map(line).collect(),
    };
    let mut out = stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| CliError::Fault(error.into()).on_standard_output())
}

fn line(name: &str) -> String {
    let about = Theme::named(name).map(|theme| theme.about).unwrap_or_default();
    format!("{name:14}{about}\n")
}
