//! `queenreel make`: makes what a file describes.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;

use crate::cli::{CliError, Destination, inputs, print, report, usage};
use crate::export::Overwrite;
use crate::recipe::{Job, Key, is_same_place, read_file, schema};
use crate::words::shown;

/// Make what a file describes: films, pages and pictures
///
/// The file is TOML, with a [[film]] for each. Its keys are the long options of the command that 'kind' names;
/// arguments without a name are 'queens', 'names', 'placement' and 'log'. Relative paths start from the directory of
/// the file. Everything is checked before anything is made.
#[derive(Debug, Args)]
#[command(after_help = "\
A file:
  [[film]]
  kind = \"search\"
  queens = 8
  view = \"lecture\"
  start-hold = \"1s\"
  output = \"lecture.gif\"

Examples:
  queenreel search 8 --view lecture --save-recipe lecture.toml
                                              makes a film, and writes such a file
  queenreel make lecture.toml                 makes it again
  queenreel make lecture.toml -o lecture.mp4  as a video
  queenreel make --schema > recipe.json       for an editor that checks keys")]
pub struct MakeArgs {
    /// The file
    #[arg(value_name = "FILE.toml", required_unless_present = "schema")]
    pub file: Option<PathBuf>,

    /// Write to this place instead of the one that the file says, if it describes one film
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,

    /// Also replace files that queenreel has not written
    #[arg(long)]
    pub force: bool,

    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,

    /// Print the JSON Schema of such files
    #[arg(long, conflicts_with_all = ["file", "output"])]
    pub schema: bool,
}

/// Makes what the file describes; `make` makes one job.
pub fn run(args: &MakeArgs, make: fn(&Job) -> Result<(), CliError>) -> Result<(), CliError> {
    let Some(file) = args.file.as_ref().filter(|_| !args.schema) else { return print(&schema()) };
    let name = shown(file);
    let jobs = jobs(args, file).map_err(|error| match error {
        CliError::Usage(error) => CliError::Usage(anyhow!("{name}: {error:#}")),
        other @ (CliError::Fault(_) | CliError::ClosedPipe | CliError::Interrupted(_)) => other,
    })?;
    let number = jobs.len();
    for (index, job) in (1..).zip(&jobs) {
        if number > 1 {
            report::note(&format!("{index} of {number}: {}", job.recipe.kind().name()), args.quiet);
        }
        let film = if number > 1 { format!("{name}, film {index}") } else { name.clone() };
        make(job).map_err(|error| match error {
            // Options have the names of keys.
            CliError::Usage(error) => {
                CliError::Usage(anyhow!("{film}: {}", format!("{error:#}").replace("--", "")))
            }
            CliError::Fault(error) => CliError::Fault(error.context(film)),
            other @ (CliError::ClosedPipe | CliError::Interrupted(_)) => other,
        })?;
    }
    Ok(())
}

/// The largest file that is read, in bytes.
const MAX_FILE: usize = 1_000_000;

/// All that is made; no two are written to the same place.
fn jobs(args: &MakeArgs, file: &Path) -> Result<Vec<Job>, CliError> {
    let bytes = inputs::read(file, MAX_FILE).map_err(|error| CliError::Usage(error.into()))?;
    if bytes.len() > MAX_FILE {
        return usage(format!("the file is larger than {} MB", MAX_FILE / 1_000_000));
    }
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].split(|byte| *byte == b'\n').count();
        CliError::Usage(anyhow!("line {line}: this is no text in UTF-8"))
    })?;
    let mut films = read_file(text, file.parent().unwrap_or(Path::new("")))?;
    let number = films.len();
    if args.output.is_some() && number > 1 {
        return usage(format!("--output is for one film, and this file describes {number}"));
    }
    let mut jobs: Vec<Job> = Vec::new();
    let mut outputs: Vec<PathBuf> = Vec::new();
    for film in &mut films {
        let flag = |is_given: bool| is_given.then(|| "true".into());
        let output = args.output.as_ref().map(|path| path.as_os_str().to_owned());
        let given = [(Key::Output, output), (Key::Force, flag(args.force)), (Key::Quiet, flag(args.quiet))];
        // The command line overrides the file.
        for (key, text) in given {
            if let Some(text) = text.filter(|_| key.kinds().contains(&film.recipe.kind())) {
                film.recipe.set(key, &text).map_err(|why| CliError::Usage(anyhow!(why)))?;
            }
        }
        let job = film.recipe.resolve(&inputs::read).map_err(|error| film.locate(&error))?;
        for log in job.logs().filter(|log| !outputs.iter().any(|made| is_same_place(made, log))) {
            fs::metadata(log).map_err(|error| film.error_at(Key::Log, format!("{}: {error}", shown(log))))?;
        }
        for (_, output) in job.outputs() {
            if !job.writes_directory(&output) {
                Destination::new(&output).check("", job.recipe.force, Overwrite::Own)?;
            }
            if let Some(same) = outputs.iter().find(|other| is_same_place(other, &output)) {
                let text = format!("'{}' is written twice; give each film another output", shown(same));
                return Err(film.error_at(Key::Output, text).into());
            }
            outputs.push(output);
        }
        jobs.push(job);
    }
    Ok(jobs)
}
