//! The arguments of `queenreel themes`.

use crate::page::Theme;
use clap::Args;

/// List the themes, or print one to start your own from
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenreel themes                  what there is
  queenreel themes blue > my.toml   a theme to change, then:
  queenreel search 8 --theme my.toml")]
pub struct ThemesArgs {
    /// Print this theme as TOML
    #[arg(value_name = "NAME", value_parser = clap::builder::PossibleValuesParser::new(Theme::names()))]
    pub name: Option<String>,
}
