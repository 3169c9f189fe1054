//! `queenreel completions`: its arguments, and what it does.

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::cli::destination::print;
use crate::cli::error::CliError;

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

pub fn run(args: &CompletionsArgs, mut command: Command) -> Result<(), CliError> {
    let mut script = Vec::new();
    let name = command.get_name().to_owned();
    generate(args.shell, &mut command, name, &mut script);
    print(&String::from_utf8_lossy(&script))
}
