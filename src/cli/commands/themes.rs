//! `queenreel themes`: its arguments, and what it does.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::cli::{CliError, Destination, report};
use crate::export::Overwrite;
use crate::page::Theme;

/// List the themes, or print one as a template
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenreel themes                  all themes
  queenreel themes blue -o my.toml  a theme to change, then:
  queenreel search 8 --theme my.toml")]
pub struct ThemesArgs {
    /// Print this theme as TOML
    #[arg(value_name = "NAME", value_parser = PossibleValuesParser::new(Theme::names()))]
    pub name: Option<String>,

    /// Write to this file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Also replace a file that queenreel has not written
    #[arg(long)]
    pub force: bool,
}

pub fn run(args: &ThemesArgs) -> Result<(), CliError> {
    let destination = args.output.as_deref().map_or(Destination::StandardOutput, Destination::new);
    let file = destination.check("", args.force, Overwrite::Empty)?;
    let text = args.name.as_deref().and_then(Theme::named).map_or_else(list, |theme| theme.to_toml());
    file.write(|out| Ok(out.write_all(text.as_bytes()).and_then(|()| out.flush())?))?;
    if !destination.is_standard_output() {
        report::print(false, &format!("{}\n", file.name()));
    }
    Ok(())
}

fn list() -> String {
    let line = |name| {
        let about = Theme::named(name).map(|theme| theme.about).unwrap_or_default();
        format!("{name:14}{about}\n")
    };
    Theme::names().map(line).collect()
}
