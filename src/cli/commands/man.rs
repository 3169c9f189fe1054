//! `queenreel man`: its arguments, and what it does.

use anyhow::anyhow;
use clap::{Args, Command};
use clap_mangen::Man;

use crate::cli::destination::print;
use crate::cli::error::CliError;

/// Print the manual page of the program, or of a command
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenreel man | man -l -
  queenreel man search > queenreel-search.1")]
pub struct ManArgs {
    /// The command
    #[arg(value_name = "COMMAND")]
    pub command: Option<String>,
}

pub fn run(args: &ManArgs, mut program: Command) -> Result<(), CliError> {
    // Names the commands as they are called: queenreel-search.
    program.build();
    let command = match &args.command {
        None => Some(program.clone()),
        Some(name) => program.get_subcommands().find(|command| command.get_name() == name).cloned(),
    };
    let Some(command) = command else {
        let names: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
        return Err(CliError::Usage(anyhow!("there is no such command; name one of {}", names.join(", "))));
    };
    let mut page = Vec::new();
    Man::new(command).render(&mut page).map_err(|error| CliError::Fault(error.into()))?;
    print(&String::from_utf8_lossy(&page))
}
