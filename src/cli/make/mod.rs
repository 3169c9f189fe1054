//! `queenreel make`: makes what a file describes.

mod files;

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;

use super::error::usage;
use super::job::{check_job, make_job};
use super::progress::Progress;
use super::report::print_text;
use super::{inputs, report};
use crate::document::Error;
use crate::recipe::{FileRecipe, Job, Key, ReadFile, read_file, schema};
use crate::words::{io_words, shown};

use files::Files;

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

    /// Write to this place instead of the one that the file says, if it describes one film
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

/// Makes what the file describes.
pub fn run(args: &MakeArgs) -> Result<(), Error> {
    let Some(file) = args.file.as_ref().filter(|_| !args.schema) else { return print_text(&schema()) };
    let name = shown(file);
    let films = films(args, file).map_err(|error| error.within(&name))?;
    let number = films.len();
    for (index, job) in (1..).zip(&films) {
        if number > 1 {
            report::note(&format!("{index} of {number}: {}", job.recipe.kind().name()), args.quiet);
        }
        let name = if number > 1 { format!("{name}, film {index}") } else { name.clone() };
        make_job(job).map_err(|error| error.within(&name))?;
    }
    Ok(())
}

/// The largest file that is read, in bytes.
const MAX_FILE: usize = 1_000_000;

/// The jobs of the films in the file; what is wrong with one is found before any is made.
fn films(args: &MakeArgs, file: &Path) -> Result<Vec<Job>, Error> {
    let bytes = inputs::read(file, MAX_FILE).map_err(|error| Error::request(io_words(&error)))?;
    if bytes.len() > MAX_FILE {
        return usage(format!("the file is larger than {} MB", MAX_FILE / 1_000_000));
    }
    let text = std::str::from_utf8(&bytes).map_err(|error| {
        let line = bytes[..error.valid_up_to()].split(|byte| *byte == b'\n').count();
        Error::request(format!("line {line}: this is no text in UTF-8"))
    })?;
    let films = read_file(text, directory(file)).map_err(Error::request)?;
    let number = films.len();
    if args.output.is_some() && number > 1 {
        return usage(format!("--output is for one film, and this file describes {number}"));
    }
    // Films share themes and fonts.
    let known: RefCell<HashMap<(PathBuf, usize), Vec<u8>>> = RefCell::default();
    let read = |path: &Path, most: usize| {
        let key = (path.to_owned(), most);
        if let Some(bytes) = known.borrow().get(&key) {
            return Ok(bytes.clone());
        }
        let bytes = inputs::read(path, most)?;
        known.borrow_mut().insert(key, bytes.clone());
        Ok(bytes)
    };
    let (mut files, mut jobs) = (Files::default(), Vec::new());
    let progress = Progress::counting("checking", "films", args.quiet);
    for mut film in films {
        let flag = |is_given: bool| is_given.then(|| "true".into());
        let output = args.output.as_ref().map(|path| path.as_os_str().to_owned());
        let given = [(Key::Output, output), (Key::Force, flag(args.force)), (Key::Quiet, flag(args.quiet))];
        // The command line overrides the file.
        for (key, text) in given {
            if let Some(text) = text.filter(|_| key.kinds().contains(&film.recipe.kind())) {
                film.recipe.set(key, &text).map_err(Error::request)?;
            }
        }
        let job = film.recipe.resolve(&read).map_err(|error| Error::request(film.locate(&error)))?;
        let awaits_log = files.add(&film, &job).map_err(Error::request)?;
        let check = |job: Job| {
            let mut inputs = job.inputs.clone();
            inputs.push(file.to_owned());
            check_job(&Job { inputs, awaits_log, ..job })
        };
        check(job.clone()).map_err(|error| located(&film, &error, &read, check))?;
        jobs.push(job);
        progress.show(jobs.len() as u64);
    }
    // Reports of one film would be between the bytes of another.
    report::STANDARD_OUTPUT_IS_USED.store(files.has_standard_output(), Ordering::Relaxed);
    Ok(jobs)
}

/// From where relative paths start: the directory of the file, or the working directory if it comes through a pipe or
/// standard input.
fn directory(file: &Path) -> &Path {
    let directory = file.parent().unwrap_or(Path::new(""));
    let is_of_system =
        || fs::canonicalize(directory).is_ok_and(|at| at.starts_with("/dev") || at.starts_with("/proc"));
    // Standard input may lead to a file.
    let is_open_file = file.is_symlink() && is_of_system();
    if file.is_file() && !is_open_file { directory } else { Path::new("") }
}

/// Says where in the file a fault is: in the line of the key without which there is none, or else of what is filmed.
fn located(
    film: &FileRecipe,
    error: &Error,
    read: ReadFile<'_>,
    check: impl Fn(Job) -> Result<(), Error>,
) -> Error {
    let is_sound = |key: &Key| {
        let job = film.recipe.without(*key).resolve(read);
        job.is_ok_and(|job| check(job).is_ok())
    };
    let text = error.to_string().replace("\n  ", "; ");
    let kind = film.recipe.kind();
    let mut keys: Vec<Key> = Key::of(kind).filter(|key| film.recipe.is_given(*key)).collect();
    // What the text names first, and otherwise what is only about the look.
    keys.reverse();
    keys.sort_by_key(|key| text.find(key.name()).unwrap_or(usize::MAX));
    let named = || film.recipe.inputs().find(|(_, path)| text.contains(&shown(path))).map(|(key, _)| key);
    let subject = || keys.iter().copied().find(|key| key.is_positional(kind));
    let key = keys.iter().copied().find(is_sound).or_else(named).or_else(subject);
    let message = key.map_or(text.clone(), |key| film.error_at(key, text).to_string());
    Error { kind: error.kind, ..Error::request(message) }
}
