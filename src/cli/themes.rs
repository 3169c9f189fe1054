//! The `queenreel themes` command.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::report::{self, print_text};
use crate::document::{check_path, write_text};
use crate::error::Error;
use crate::export::Overwrite;
use crate::page::Theme;
use crate::words::shown;

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

pub fn run(args: &ThemesArgs) -> Result<(), Error> {
    let text = args.name.as_deref().and_then(Theme::named).map_or_else(list, |theme| theme.to_toml());
    let Some(path) = args.output.as_deref().filter(|path| *path != Path::new("-")) else {
        return print_text(&text);
    };
    let overwrite = if args.force { Overwrite::Any } else { Overwrite::Empty };
    let replaced = check_path(path, "", overwrite, &[])?;
    write_text(path, &text, overwrite)?;
    report::print(false, &format!("{}{}\n", shown(path), if replaced { " (replaced)" } else { "" }));
    Ok(())
}

fn list() -> String {
    let line = |name| {
        let about = Theme::named(name).map(|theme| theme.about).unwrap_or_default();
        format!("{name:14}{about}\n")
    };
    Theme::names().map(line).collect()
}
