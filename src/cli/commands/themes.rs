//! `queenreel themes`.

use crate::cli::args::ThemesArgs;
use crate::cli::destination::print;
use crate::cli::error::CliError;
use crate::page::Theme;

pub fn run(args: &ThemesArgs) -> Result<(), CliError> {
    match args.name.as_deref().and_then(Theme::named) {
        Some(theme) => print(&theme.to_toml()),
        None => print(&Theme::names().map(line).collect::<String>()),
    }
}

fn line(name: &str) -> String {
    let about = Theme::named(name).map(|theme| theme.about).unwrap_or_default();
    format!("{name:14}{about}\n")
}
