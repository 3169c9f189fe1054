//! `queenreel make`: makes the documents that a recipe file describes.

mod conflicts;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;

use super::error::usage;
use super::progress::Progress;
use super::report::{self, print_text};
use super::writing::Writing;
use crate::error::Error;
use crate::limits::MAX_RECIPE_BYTES;
use crate::options::Files;
use crate::request::{Recipe, Request, read_recipes, schema};
use crate::words::{io_words, shown};

use conflicts::OutputConflicts;

/// Make what a file describes: films, pages and pictures
///
/// The file is TOML, with a [[film]] for each. Its keys are the long options of the command that 'kind' names;
/// arguments without a name are 'queens', 'names', 'placement' and 'log'. Relative paths start at the file, or at the
/// working directory if it comes through a pipe or standard input. All films are checked before the first is made;
/// what only a whole search can tell is found later.
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

    /// Write to this path instead of the one in the file, if it describes one film
    #[arg(short, long, value_name = "PATH")]
    pub output: Option<PathBuf>,

    /// Also replace files that queenreel has not written; a file cannot say so itself
    #[arg(long)]
    pub force: bool,

    /// Print errors only
    #[arg(short, long)]
    pub quiet: bool,

    /// Print the JSON Schema of such files
    #[arg(long, conflicts_with_all = ["file", "output"])]
    pub schema: bool,
}

/// Checks all films of the file, then makes them; with `--schema`, prints the schema instead.
pub fn run(args: &MakeArgs) -> Result<(), Error> {
    let Some(file) = args.file.as_ref().filter(|_| !args.schema) else { return print_text(&schema()) };
    let name = shown(file);
    // Themes and fonts are read once for all films.
    let files = Files::kept();
    let films = read(args, file).map_err(|error| error.within(&name))?;
    let writings = checked(args, file, &films, &files).map_err(|error| error.within(&name))?;
    let number = writings.len();
    for (index, writing) in (1..).zip(&writings) {
        if number > 1 {
            report::note(&format!("{index} of {number}: {}", writing.request.kind()), args.quiet);
        }
        let name = if number > 1 { format!("{name}, film {index}") } else { name.clone() };
        writing.make().map_err(|error| error.within(&name))?;
    }
    Ok(())
}

/// Returns the films of the file, with the overrides of the command line.
fn read(args: &MakeArgs, file: &Path) -> Result<Vec<Recipe>, Error> {
    let bytes =
        Files::system().read(file, MAX_RECIPE_BYTES).map_err(|error| Error::request(io_words(&error)))?;
    if bytes.len() > MAX_RECIPE_BYTES {
        return usage(format!("the file is larger than {} MB", MAX_RECIPE_BYTES / 1_000_000));
    }
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].split(|byte| *byte == b'\n').count();
        Error::request(format!("line {line}: this is no text in UTF-8"))
    })?;
    let films = read_recipes(text, directory(file)).map_err(Error::request)?;
    if args.output.is_some() && films.len() > 1 {
        return usage(format!("--output is for one film, and this file describes {}", films.len()));
    }
    let output = args.output.as_deref().map(Path::as_os_str);
    let given =
        [("output", output.is_some(), output), ("force", args.force, None), ("quiet", args.quiet, None)];
    let given = given.into_iter().filter(|(_, is_given, _)| *is_given);
    let overridden =
        |film| given.clone().try_fold(film, |film: Recipe, (name, _, value)| film.with(name, value));
    films.into_iter().map(overridden).collect()
}

fn checked<'a>(
    args: &MakeArgs,
    file: &Path,
    films: &'a [Recipe],
    files: &'a Files,
) -> Result<Vec<Writing<'a>>, Error> {
    let (mut conflicts, mut writings) = (OutputConflicts::default(), Vec::new());
    let progress = Progress::counting("checking", "films", args.quiet);
    for film in films {
        let located = |error: Error| film.locate(&error).map_or(error, Error::request);
        let mut writing = Writing::new(&film.request, files, &film.directory).map_err(located)?;
        let awaits_log = conflicts.add(film, &writing).map_err(Error::request)?;
        let check = |writing: &mut Writing<'_>| writing.check(file, awaits_log);
        let check_again = |request: &Request| check(&mut Writing::new(request, files, &film.directory)?);
        check(&mut writing).map_err(|error| fault(film, &error, check_again))?;
        writings.push(writing);
        progress.show(writings.len() as u64);
    }
    // A report between the bytes of a film would corrupt it.
    report::STANDARD_OUTPUT_IS_USED.store(conflicts.has_standard_output(), Ordering::Relaxed);
    Ok(writings)
}

/// Returns the base of relative paths: the directory of the file, or the working directory if the file is a pipe
/// or standard input.
fn directory(file: &Path) -> &Path {
    let directory = file.parent().unwrap_or(Path::new(""));
    let is_of_system =
        || fs::canonicalize(directory).is_ok_and(|at| at.starts_with("/dev") || at.starts_with("/proc"));
    // `/dev/stdin` may be a link to a regular file.
    let is_open_file = file.is_symlink() && is_of_system();
    if file.is_file() && !is_open_file { directory } else { Path::new("") }
}

/// Locates an error in the file: at the line of the wrong option, of a key whose removal fixes the error, of an
/// input path in its text, or of an argument like `queens`.
fn fault(film: &Recipe, error: &Error, check: impl Fn(&Request) -> Result<(), Error>) -> Error {
    if let Some(located) = film.locate(error) {
        return Error { kind: error.kind, ..Error::request(located) };
    }
    let is_sound = |key: &&str| film.without(key).is_ok_and(|request| check(&request).is_ok());
    let text = error.to_string().replace("\n  ", "; ");
    let mut keys: Vec<&str> = film.keys().map(|(key, _)| key).collect();
    // Tries keys in the order in which the text names them; all other keys come last, in reverse order.
    keys.reverse();
    keys.sort_by_key(|key| text.find(key).unwrap_or(usize::MAX));
    let named = || film.request.inputs().find(|(_, path)| text.contains(&shown(path))).map(|(key, _)| key);
    let subject = || film.keys().find(|(_, is_argument)| *is_argument).map(|(key, _)| key);
    let key = keys.iter().find(|key| is_sound(key)).copied().or_else(named).or_else(subject);
    let message = key.map_or(text.clone(), |key| film.error_at(key, text).to_string());
    Error { kind: error.kind, ..Error::request(message) }
}
