//! The commands: from arguments to what is made or printed.

use clap::{ArgMatches, Command, FromArgMatches, Subcommand};

use super::job::make_job;
use super::{algorithms, arguments, help, inputs, make, packaging, themes};
use crate::document::Error;
use crate::recipe::Kind;

/// The commands that are no kind of recipe.
#[derive(Debug, Subcommand)]
enum Other {
    Make(make::MakeArgs),
    Themes(themes::ThemesArgs),
    Algorithms(algorithms::AlgorithmsArgs),
    Completions(packaging::CompletionsArgs),
    Man(packaging::ManArgs),
}

/// Adds all commands to the program.
pub fn add_to(program: Command) -> Command {
    // The macro would describe the program.
    help::of_program(Other::augment_subcommands(program.subcommands(Kind::ALL.map(arguments::command))))
}

/// Runs the command that the arguments name; `program` describes all.
pub fn run(matches: &ArgMatches, program: fn() -> Command) -> Result<(), Error> {
    if let Some((name, matches)) = matches.subcommand()
        && let Some(kind) = arguments::kind_of(name)
    {
        let mut recipe = arguments::recipe(kind, matches)?;
        if kind == Kind::Replay && recipe.log.is_none() {
            recipe.log = Some(inputs::piped()?);
        }
        return make_job(&recipe.resolve(&inputs::read)?);
    }
    match Other::from_arg_matches(matches).map_err(Error::request)? {
        Other::Make(args) => make::run(&args),
        Other::Themes(args) => themes::run(&args),
        Other::Algorithms(args) => algorithms::run(&args),
        Other::Completions(args) => packaging::complete(&args, program()),
        Other::Man(args) => packaging::man(&args, program()),
    }
}
