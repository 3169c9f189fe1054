//! Files for packagers: `queenreel completions` and `queenreel man`.

use clap::{Args, Command};
use clap_complete::{Shell, generate};
use clap_mangen::Man;

use super::error::usage;
use super::help;
use super::report::print_text;
use crate::error::Error;

/// Print a script with which a shell completes commands, options and their values
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  queenreel completions bash > ~/.local/share/bash-completion/completions/queenreel
  queenreel completions zsh > ~/.zfunc/_queenreel    a directory of $fpath
  queenreel completions fish > ~/.config/fish/completions/queenreel.fish")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    pub shell: Shell,
}

pub fn complete(args: &CompletionsArgs, mut command: Command) -> Result<(), Error> {
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    generate(args.shell, &mut command, name, &mut script);
    print_text(&String::from_utf8_lossy(&script))
}

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

pub fn man(args: &ManArgs, mut program: Command) -> Result<(), Error> {
    // Sets the names of the commands' pages: queenreel-search.
    program.build();
    let command = match &args.command {
        None => Some(program.clone()),
        Some(name) => program.get_subcommands().find(|command| command.get_name() == name).cloned(),
    };
    let Some(command) = command else {
        let names: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
        return usage(format!("there is no such command; name one of {}", names.join(", ")));
    };
    let mut page = Vec::new();
    Man::new(help::in_full(command)).render(&mut page).map_err(Error::failed)?;
    print_text(&String::from_utf8_lossy(&page))
}
