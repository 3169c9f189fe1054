//! Dispatch from parsed arguments to the commands.

use std::path::Path;

use clap::{ArgMatches, Command, FromArgMatches, Subcommand};

use super::writing::Writing;
use super::{algorithms, help, inputs, make, packaging, themes};
use crate::error::Error;
use crate::options::Files;
use crate::request::{Request, add_commands};

/// The commands that make no document.
#[derive(Debug, Subcommand)]
enum Other {
    Make(make::MakeArgs),
    Themes(themes::ThemesArgs),
    Algorithms(algorithms::AlgorithmsArgs),
    Completions(packaging::CompletionsArgs),
    Man(packaging::ManArgs),
}

pub fn add_to(program: Command) -> Command {
    // `of_program` comes last, since the derive macro replaces the description of the program.
    help::of_program(Other::augment_subcommands(help::of_kinds(add_commands(program))))
}

/// Runs the command that `matches` names; `program` builds the full command for its help.
pub fn run(matches: &ArgMatches, program: fn() -> Command) -> Result<(), Error> {
    if matches.subcommand_name().is_some_and(Request::has_subcommand) {
        let mut request = Request::from_arg_matches(matches).map_err(Error::request)?;
        if let Request::Replay(replay) = &mut request
            && replay.log.is_none()
        {
            let log = inputs::piped()?;
            replay.given.add("log", log.as_os_str());
            replay.log = Some(log);
        }
        return Writing::new(&request, &Files::system(), Path::new(""))?.make();
    }
    match Other::from_arg_matches(matches).map_err(Error::request)? {
        Other::Make(args) => make::run(&args),
        Other::Themes(args) => themes::run(&args),
        Other::Algorithms(args) => algorithms::run(&args),
        Other::Completions(args) => packaging::complete(&args, program()),
        Other::Man(args) => packaging::man(&args, program()),
    }
}
