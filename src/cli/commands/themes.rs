//! `queenreel themes`: its arguments, and what it does.

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::cli::destination::print;
use crate::cli::error::CliError;
use crate::page::Theme;

/// List the themes, or print one as a template
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenreel themes                  all themes
  queenreel themes blue > my.toml   a theme to change, then:
  queenreel search 8 --theme my.toml")]
pub struct ThemesArgs {
    /// Print this theme as TOML
    #[arg(value_name = "NAME", value_parser = PossibleValuesParser::new(Theme::names()))]
    pub name: Option<String>,
}

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
