//! The commands, one a file.

mod algorithms;
mod board;
mod compare;
mod count;
mod gallery;
mod list;
mod make;
mod packaging;
mod race;
mod replay;
mod search;
mod sheet;
mod themes;

use std::path::Path;

use clap::{ArgMatches, Command, FromArgMatches, Subcommand};

use super::{CliError, Destination, FilmJob, arguments, help, inputs, log_input, report, trial};
use crate::encode::Format;
use crate::export::{Overwrite, Series};
use crate::film::Thumbnail;
use crate::recipe::{Job, Kind, Task};

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
pub fn run(matches: &ArgMatches, program: fn() -> Command) -> Result<(), CliError> {
    if let Some((name, matches)) = matches.subcommand()
        && let Some(kind) = arguments::kind_of(name)
    {
        let mut recipe = arguments::recipe(kind, matches)?;
        if kind == Kind::Replay && recipe.log.is_none() {
            recipe.log = Some(log_input::piped()?);
        }
        return make(&recipe.resolve(&inputs::read)?);
    }
    match Other::from_arg_matches(matches).map_err(|error| CliError::Usage(error.into()))? {
        Other::Make(args) => make::run(&args, check, make),
        Other::Themes(args) => themes::run(&args),
        Other::Algorithms(args) => algorithms::run(&args),
        Other::Completions(args) => packaging::complete(&args, program()),
        Other::Man(args) => packaging::man(&args, program()),
    }
}

/// Makes a job, and writes its recipe to a file if it is to be saved. What is read is known before the first output is
/// checked.
fn make(job: &Job) -> Result<(), CliError> {
    let recipe = &job.recipe;
    inputs::add_all(recipe)?;
    let Some(path) = &recipe.save_recipe else { return run_task(job) };
    let directory = path.parent().unwrap_or(Path::new(""));
    let text = recipe.to_toml(directory)?;
    let destination = Destination::new(path);
    let file = destination.check("the recipe to ", recipe.force, Overwrite::Empty)?;
    run_task(job)?;
    file.write(|out| Ok(out.write_all(text.as_bytes())?))?;
    if !recipe.quiet {
        report::print(recipe.writes_standard_output(), &format!("{}: recipe\n", file.name()));
    }
    Ok(())
}

fn run_task(job: &Job) -> Result<(), CliError> {
    let recipe = &job.recipe;
    match &job.task {
        Task::Search(spec) if recipe.kind() == Kind::Sheet => {
            sheet::run(job, spec, job.made.format().unwrap_or(Format::Png))
        }
        Task::Search(spec) => search::run(job, spec),
        Task::Race(problem) => race::run(job, problem),
        Task::Replay(log, code) => replay::run(job, log, code.as_ref()),
        Task::Solutions(_, taken) if recipe.kind() == Kind::List => list::run(recipe, taken),
        Task::Solutions(problem, taken) => gallery::run(job, problem, taken),
        Task::Position(placement) => board::run(job, placement, job.made.format().unwrap_or(Format::Png)),
        Task::Compared(problems) => compare::run(job, problems),
        Task::Counted(sizes) => count::run(recipe, sizes),
    }
}

/// Finds the faults of a job that show before its search, or before the events that it reads are written.
fn check(job: &Job, reads_events: bool) -> Result<(), CliError> {
    let mut job = job.clone();
    job.recipe.quiet = true;
    // These are known at the end of a search.
    job.film.limits = None;
    let is_still = job.made.format().is_some_and(Format::is_still);
    job.film.options.select = job.film.options.select.filter(|_| is_still).and_then(|_| "0".parse().ok());
    job.film.options.thumbnail = job.film.options.thumbnail.map(|_| Thumbnail::First);
    trial::of(|| if reads_events { FilmJob::new(&job, Series::Frames).map(drop) } else { make(&job) })
}
