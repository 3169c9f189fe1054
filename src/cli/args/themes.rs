//! The arguments of `queenreel themes`.

use crate::page::Theme;
use clap::Args;

/// List the themes, or print one as a template
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenreel themes                  all themes
  queenreel themes blue > my.toml   a theme to change, then:
  queenreel search 8 --theme my.toml")]
pub struct ThemesArgs {
    /// Print this theme as TOML
    #[arg(value_name = "NAME", value_parser = clap::builder::PossibleValuesParser::new(Theme::names()))]
    pub name: Option<String>,
}
