//! `queenreel replay`: its arguments, and what it does.

use std::io::stdin;
use std::path::PathBuf;

use anyhow::{Error, anyhow};
use clap::Args;
use clap::builder::{Resettable, Str};

use crate::cli::args::{FilmArgs, ViewArgs, film_output};
use crate::cli::destination::Destination;
use crate::cli::error::CliError;
use crate::cli::film_job::FilmJob;
use crate::film::Subject;
use crate::log::{LogError, SpooledLog};

/// Film a log of events, from any program in any language
///
/// The log is checked: an error names the line, and nothing is written.
#[derive(Debug, Args)]
#[command(
    mut_arg("output", |arg| arg.help(film_output("LOG.gif, output/replay.gif for standard input"))),
    after_help = "\
A log has one JSON object per line; squares are [row, column], both counted from 1, row 1 at the top:
  {\"place\":[1,1]}                   a queen is placed in row 1, column 1
  {\"remove\":[1,1]}                  it is removed
  {\"move\":[[2,1],[4,1]]}            a queen moves
  {\"board\":[2,4,1,3]}               a whole board: the row of the queen in each column, 0 for none
  {\"test\":[3,2],\"attacker\":[2,1]}   a square is tested; without an attacker it is safe
  {\"backtrack\":3}                   column (or row) 3 has run out of squares
  {\"dead_end\":5}                    forward checking finds no free square in column (or row) 5
  {\"solution\":true}                 the queens are a solution; found automatically if the log has none
  {\"end\":true}                      the search is over
The first line may be the size of the board: {\"queens\":8}; otherwise it is the largest row or
column in the log. Any event may have a \"caption\".

Examples:
  python3 my_solver.py | queenreel replay - -o mine.gif
  queenreel search 8 --events log.jsonl; queenreel replay log.jsonl -o again.gif
  printf '{\"place\":[1,1]}\\n{\"remove\":[1,1]}\\n{\"place\":[2,1]}\\n' | queenreel replay -"
)]
pub struct ReplayArgs {
    /// The log: a file, or - for standard input
    #[arg(value_name = "FILE|-")]
    pub log: PathBuf,

    #[command(flatten, next_help_heading = "Panels")]
    pub view: ViewArgs,

    // Its first options have no heading.
    #[command(flatten, next_help_heading = Resettable::<Str>::Reset)]
    pub film: FilmArgs,
}

pub fn run(args: &ReplayArgs) -> Result<(), CliError> {
    let (film, log) = (&args.film, Destination::new(&args.log));
    let job = FilmJob::new(&film.output, film.format, &stem(&log))?;
    if let Destination::Path(path) = &log
        && path.is_file()
    {
        let is_film = job.destination.is_same_file(path) && !job.format.is_directory();
        if is_film || film.output.poster.as_deref().is_some_and(|poster| log.is_same_file(poster)) {
            let shown = path.display();
            return Err(CliError::Usage(anyhow!("'{shown}' is the log itself; write to another file")));
        }
    }
    let (name, spooled) = match &log {
        Destination::StandardOutput => ("standard input".to_owned(), SpooledLog::read(stdin().lock())),
        Destination::Path(path) => (log.name(), SpooledLog::open(path)),
    };
    let named = |error: LogError| CliError::Fault(Error::from(error).context(name.clone()));
    let spooled = spooled.map_err(named)?;
    let entries = || spooled.entries().map(|entry| entry.map_err(named));
    let subject = Subject::of_log(spooled.outline());
    let plan = job.plan(film, &args.view, subject, entries(), "a shorter log ends earlier")?;
    job.film_search(plan, !film.style.no_highlight, entries())
}

/// The default name of the film: that of the log, if it is a file.
fn stem(log: &Destination) -> String {
    let stem = match log {
        Destination::Path(path) if path.is_file() => path.file_stem(),
        Destination::Path(_) | Destination::StandardOutput => None,
    };
    stem.map_or_else(|| "replay".to_owned(), |stem| stem.to_string_lossy().into_owned())
}
