//! `queenreel search`: its arguments, and what it does.

use std::iter::from_fn;
use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::anyhow;
use clap::Args;
use clap::builder::{Resettable, Str};

use crate::board::{BoardSize, MAX_SIZE, Problem};
use crate::cli::args::{
    FilmArgs, ProblemArgs, STEPS_OF_A_SOLUTION, ViewArgs, film_output, in_this_build, in_words, no_solution,
    number_of_solutions, stem_ending,
};
use crate::cli::destination::Destination;
use crate::cli::error::CliError;
use crate::cli::event_log::EventLog;
use crate::cli::film_job::{FilmJob, with_advice};
use crate::cli::progress::Progress;
use crate::cli::{report, values};
use crate::export::{Overwrite, Series};
use crate::film::Subject;
use crate::log::{Entry, Header};
use crate::record::{Detail, LONGEST_SEARCH, ScheduleError};
use crate::search::{Algorithm, DEFAULT_SEED, Event, Order, Stages, Tally, until_solutions};
use crate::words::{counted, listed, shown};

/// Film the search for N queens on an N×N board
///
/// There is a frame for the empty board, for every queen placed and for every queen removed; for
/// algorithms that try whole boards, one for every board and every queen moved. The film ends with
/// the first solution, unless --all or --solutions is given.
#[derive(Debug, Args)]
#[command(
    mut_arg("output", |arg| arg.help(film_output("queens-N.gif, or queens-N-ALGORITHM.gif"))),
    after_help = in_this_build("\
Times are written like 120ms or 1.5s. Beside PNG frames are frames.json, with what each frame shows,
and their times for ffmpeg (frames.ffconcat) and LaTeX (frames.timeline).

Examples:
  queenreel search 8                          to the first solution, as a GIF
  queenreel search 6 --all --duration 20s     the whole search in twenty seconds
  queenreel search 4 --all --detail tests     every test, with the queen that attacks
  queenreel search 6 --start 100000 --all     no solution has a queen in a corner
  queenreel search 8 --block d4,e5            a board with two closed squares
  queenreel search 6 --algorithm marking      another algorithm: see 'queenreel algorithms'
  queenreel search 8 --no-highlight           queens only: the smallest file
  queenreel search 5 --size 240 --theme dark  small, for a dark page
  queenreel search 6 --view article           with caption and counters, for a column of text
  queenreel search 4 --view lecture --canvas 1280x720 -o lecture.gif
                                              with tree and code as well, for a slide
  queenreel search 8 --poster solution.png    and a picture of the solution
  queenreel search 8 -o frames/               PNG frames and lists of them, for slides
  queenreel search 8 --select 37 -o 37.png    one of them
  queenreel search 8 -o frames.pdf            a page for each frame, for LaTeX
  queenreel search 8 --select first-backtrack..+10
                                              some of them, as a GIF
  queenreel search 8 -o queens.mp4            a video, for slides
  queenreel search 4 -o - | display           piped to another program
  queenreel search 8 --events -               no film, but the events as JSON Lines

'queenreel help replay' describes the events.")
)]
pub struct SearchArgs {
    /// Number of queens, and of rows and columns: 1 to 64
    #[arg(value_name = "N", allow_negative_numbers = true)]
    pub queens: BoardSize,

    /// Also write every event as a line of JSON; with - and without --output there is no film,
    /// and no limit to the length of the search; to replace a file always needs --force
    #[arg(long, value_name = "FILE|-")]
    pub events: Option<PathBuf>,

    /// Also write the matrices of marking into the events: 'now' after each placement and removal,
    /// and the 'stage' that was kept or restored
    #[arg(long = "state", requires = "events")]
    pub stages: bool,

    #[command(flatten, next_help_heading = "What is filmed")]
    pub problem: ProblemArgs,

    #[command(flatten, next_help_heading = "What is filmed")]
    pub spec: SearchSpecArgs,

    #[command(flatten, next_help_heading = "Panels")]
    pub view: ViewArgs,

    // Its first options have no heading.
    #[command(flatten, next_help_heading = Resettable::<Str>::Reset)]
    pub film: FilmArgs,
}

#[derive(Debug, Args)]
pub struct SearchSpecArgs {
    /// The algorithm; 'queenreel algorithms' describes each
    #[arg(long, value_name = "NAME", value_parser = values::algorithm(), default_value = Algorithm::default().name())]
    pub algorithm: Algorithm,

    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, help = seed_help())]
    pub seed: Option<u64>,

    /// Film the whole search, with all solutions
    #[arg(long, conflicts_with = "solutions")]
    pub all: bool,

    /// End with the K-th solution [default: 1]
    #[arg(long, alias = "limit", value_name = "K", value_parser = values::number, allow_negative_numbers = true)]
    pub solutions: Option<NonZeroU64>,

    /// Place queens column by column, or row by row
    #[arg(long, value_enum, default_value_t)]
    pub order: Order,
}

pub fn seed_help() -> String {
    format!(
        "A number that determines the random choices of {}: the same number gives the same film \
         [default: {DEFAULT_SEED}]",
        listed(Algorithm::ALL.into_iter().filter(|algorithm| algorithm.uses_seed()), "and")
    )
}

impl SearchSpecArgs {
    /// Refuses options that the algorithm does not support.
    pub fn check(&self, problem: &Problem) -> Result<(), CliError> {
        let algorithm = self.algorithm;
        if self.more_solutions() && !algorithm.visits_all_solutions() {
            return Err(CliError::Usage(anyhow!(
                "{algorithm} ends with the first solution; --all and --solutions K are for {}",
                names(Algorithm::visits_all_solutions)
            )));
        }
        let found = number_of_solutions(problem).map(|(total, _)| total);
        if let (Some(wanted), Some(found)) = (self.solutions, found)
            && wanted.get() > found.max(1)
        {
            let (found, what) = (counted(found, "solution"), in_words(problem));
            return Err(CliError::Usage(anyhow!(
                "{what} have {found}, fewer than {wanted}; --all films the whole search"
            )));
        }
        check(&[algorithm], problem, self.seed, self.order)
    }

    /// Whether the film continues after the first solution.
    pub fn more_solutions(&self) -> bool {
        self.all || self.solutions.is_some_and(|solutions| solutions.get() > 1)
    }

    /// Why the search is known to be too long for a film, before it is run.
    fn check_length(&self, problem: &Problem, max_frames: u64) -> Result<(), ScheduleError> {
        // A start may leave few solutions of a large board.
        let unknown = if problem.is_plain() { u64::MAX } else { 0 };
        let total = number_of_solutions(problem).map_or(unknown, |(total, _)| total);
        let solutions = if self.all { total } else { self.solutions.map_or(1, NonZeroU64::get) };
        let steps = solutions.saturating_mul(STEPS_OF_A_SOLUTION);
        if self.algorithm.takes_too_long(problem) || steps > LONGEST_SEARCH {
            return Err(ScheduleError::TooLong { events: LONGEST_SEARCH });
        }
        if solutions > max_frames {
            return Err(ScheduleError::TooManyAlwaysShown { frames: solutions, more: true, max: max_frames });
        }
        Ok(())
    }

    /// How the search becomes shorter.
    pub fn shorter(&self, problem: &Problem) -> &'static str {
        match self.algorithm {
            algorithm if algorithm.takes_too_long(problem) && self.more_solutions() => {
                "a smaller N ends earlier, and so does --algorithm min-conflicts, with its first solution"
            }
            algorithm if algorithm.takes_too_long(problem) => {
                "a smaller N or --algorithm min-conflicts ends earlier"
            }
            _ if self.more_solutions() => "--solutions K ends earlier",
            Algorithm::MinConflicts => "a smaller N or another --seed may end earlier",
            Algorithm::Random => "a smaller N, another --seed or --algorithm min-conflicts may end earlier",
            Algorithm::Backtracking
            | Algorithm::Eager
            | Algorithm::Marking
            | Algorithm::Bitfield
            | Algorithm::ForwardChecking
            | Algorithm::Permutations
            | Algorithm::Loops
            | Algorithm::Anywhere => "a smaller N or --algorithm min-conflicts ends earlier",
        }
    }

    /// The name of a default output, without its extension.
    pub fn stem(&self, problem: &Problem) -> String {
        let (size, ending) = (problem.size(), stem_ending(problem));
        match self.algorithm {
            Algorithm::Backtracking => format!("queens-{size}{ending}"),
            algorithm => format!("queens-{size}{ending}-{algorithm}"),
        }
    }

    /// The seed for random choices.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(DEFAULT_SEED)
    }

    pub fn events(&self, problem: &Problem) -> impl Iterator<Item = Event> + use<> {
        let solutions = (!self.all).then(|| self.solutions.map_or(1, NonZeroU64::get));
        until_solutions(self.algorithm.events(problem.clone(), self.order, self.seed()), solutions)
    }
}

/// Refuses tests of an algorithm that makes none, and the tree of one that has none.
fn check_view(algorithm: Algorithm, view: &ViewArgs) -> Result<(), CliError> {
    let has_tests = view.detail.is_some_and(|detail| detail != Detail::Steps);
    if has_tests && !algorithm.makes_tests() {
        let names = names(Algorithm::makes_tests);
        let error = anyhow!("{algorithm} makes no tests; --detail tests and columns are for {names}");
        return Err(CliError::Usage(error));
    }
    if view.tree && !algorithm.has_tree() {
        let names = names(Algorithm::has_tree);
        return Err(CliError::Usage(anyhow!("{algorithm} has no search tree; --tree works with {names}")));
    }
    Ok(())
}

/// Refuses a seed or an order that none of the algorithms uses, and algorithms that never end or are
/// not for so many queens.
pub fn check(
    algorithms: &[Algorithm],
    problem: &Problem,
    seed: Option<u64>,
    order: Order,
) -> Result<(), CliError> {
    let size = problem.size();
    let none = |which: fn(Algorithm) -> bool| !algorithms.iter().copied().any(which);
    let given = || algorithms.iter().map(Algorithm::to_string).collect::<Vec<_>>().join(", ");
    let refused = if let Some(algorithm) = algorithms.iter().find(|one| size.get() > one.most_queens()) {
        too_many_queens(*algorithm, size)
    } else if seed.is_some() && none(Algorithm::uses_seed) {
        anyhow!("--seed is for randomised algorithms ({}), not for {}", names(Algorithm::uses_seed), given())
    } else if order == Order::Rows && none(Algorithm::has_order) {
        anyhow!(
            "--order rows is for algorithms that go by columns or by rows ({}), not for {}",
            names(Algorithm::has_order),
            given()
        )
    } else if let Some(algorithm) = algorithms.iter().find(|algorithm| algorithm.never_ends(problem)) {
        let what = in_words(problem);
        anyhow!("{what} have no solution, and {algorithm} only ends with one: it would never end")
    } else {
        return Ok(());
    };
    Err(CliError::Usage(refused))
}

/// Whether it is known that a problem has no solution.
pub fn has_no_solution(problem: &Problem) -> bool {
    number_of_solutions(problem).is_some_and(|(total, _)| total == 0)
}

/// Says that an algorithm is not for so many queens.
pub fn too_many_queens(algorithm: Algorithm, size: BoardSize) -> anyhow::Error {
    let (most, given) = (algorithm.most_queens(), counted(size.get().into(), "queen"));
    let all = names(|algorithm| algorithm.visits_all_solutions() && algorithm.most_queens() == MAX_SIZE);
    anyhow!("{algorithm} is for 1 to {most} queens, not for {given}; for more name one of {all}")
}

pub fn names(which: fn(Algorithm) -> bool) -> String {
    let names = Algorithm::ALL.into_iter().filter(|algorithm| which(*algorithm)).map(Algorithm::name);
    names.collect::<Vec<_>>().join(", ")
}

pub fn run(args: &SearchArgs) -> Result<(), CliError> {
    let SearchArgs { queens: size, spec, film, .. } = args;
    let problem = args.problem.on_board(*size)?;
    spec.check(&problem)?;
    check_view(spec.algorithm, &args.view)?;
    if args.stages && !spec.algorithm.has_stages() {
        let (names, algorithm) = (names(Algorithm::has_stages), spec.algorithm);
        return Err(CliError::Usage(anyhow!(
            "--state writes the matrices of {names}; {algorithm} has none: add --algorithm {names}"
        )));
    }
    let log = args.events.as_deref().map(Destination::new);
    if log == Some(Destination::StandardOutput) && film.output.output.is_none() {
        return write_events(args, &problem);
    }
    let mut job = FilmJob::new(&film.output, film.format(), Series::Frames, &spec.stem(&problem))?;
    let log = log.map(|log| {
        check_paths(&log, &job)?;
        let checked = log.check("the events to ", film.output.force, Overwrite::Empty)?;
        Ok::<_, CliError>((log, checked))
    });
    let log = log.transpose()?;
    if has_no_solution(&problem) {
        job.note(&no_solution(&problem));
    }
    let entries = || spec.events(&problem).map(|event| Ok::<_, CliError>(Entry::from(event)));
    let SearchSpecArgs { algorithm, order, .. } = *spec;
    let subject =
        Subject { algorithm: Some(algorithm), order, is_complete: true, ..Subject::unknown(&problem) };
    let shorter = spec.shorter(&problem);
    let too_long = spec.check_length(&problem, film.max_frames(job.format));
    too_long.map_err(|error| with_advice(error.into(), film, shorter))?;
    let plan = job.plan(film, &args.view, &subject, None, entries, shorter)?;
    let Some((log, checked)) = log else { return job.film_search(plan, entries()) };
    job.standard_output_is_used |= log.is_standard_output();
    let mut event_log = EventLog::create(
        log.clone(),
        checked.overwrite,
        *size,
        &header(args, &problem),
        stages(args, &problem),
    )?;
    job.film_search(plan, written(entries(), &mut event_log))?;
    event_log.complete()?;
    job.report_file(&log, "events", checked.replaces);
    Ok(())
}

/// Writes only the events, to standard output.
fn write_events(args: &SearchArgs, problem: &Problem) -> Result<(), CliError> {
    let film = &args.film;
    let options = [
        ("--poster", film.output.poster.is_some()),
        ("--subtitles", film.output.subtitles.is_some()),
        ("--transcript", film.output.transcript.is_some()),
        ("--alt", film.output.alt),
        ("--format", film.format.is_some()),
        ("--select", args.view.select.is_some()),
        ("--fit", film.limits.fit.is_some()),
        ("--for", film.limits.place.is_some()),
    ];
    if let Some((option, _)) = options.iter().find(|(_, given)| *given) {
        return Err(CliError::Usage(anyhow!(
            "{option} is for films; with --events -, a film needs --output"
        )));
    }
    let began = Instant::now();
    let (header, stages) = (header(args, problem), stages(args, problem));
    let mut log =
        EventLog::create(Destination::StandardOutput, Overwrite::Own, args.queens, &header, stages)?;
    let mut tally = Tally::default();
    let quiet = film.output.quiet || Destination::StandardOutput.may_be_seen();
    let mut progress = Progress::counting("searching", "events", quiet);
    for event in args.spec.events(problem) {
        tally.count(event);
        progress.add(1);
        log.write(event)?;
    }
    log.flush()?;
    drop(progress);
    if !film.output.quiet {
        let (search, elapsed) = (report::of_search(&tally, true), report::time(began.elapsed()));
        report::print(true, &format!("standard output: {search}, in {elapsed}\n"));
    }
    Ok(())
}

/// The entries, each written to the log when it is read, and flushed at the end.
fn written(
    mut entries: impl Iterator<Item = Result<Entry, CliError>>,
    log: &mut EventLog,
) -> impl Iterator<Item = Result<Entry, CliError>> {
    from_fn(move || match entries.next() {
        Some(Ok(entry)) => Some(log.write(entry.event).map(|()| entry)),
        Some(failed) => Some(failed),
        None => log.flush().err().map(Err),
    })
}

/// Checks that film, files beside it and events have different destinations.
fn check_paths(log: &Destination, job: &FilmJob<'_>) -> Result<(), CliError> {
    Err(CliError::Usage(match log {
        Destination::StandardOutput if job.destination.is_standard_output() => {
            anyhow!("film and events cannot both go to standard output")
        }
        Destination::Path(path) if job.writes_any(path) => {
            let shown = shown(path);
            anyhow!(
                "the events '{shown}' would overwrite the film or a file beside it; give them another path"
            )
        }
        Destination::StandardOutput | Destination::Path(_) => return Ok(()),
    }))
}

/// The matrices for the log, if they are wanted.
fn stages(args: &SearchArgs, problem: &Problem) -> Option<Stages> {
    args.stages.then(|| Stages::new(problem, args.spec.order))
}

fn header(args: &SearchArgs, problem: &Problem) -> Header {
    let SearchSpecArgs { algorithm, order, .. } = args.spec;
    Header {
        algorithm: Some(algorithm.to_string()),
        order: algorithm.order(order),
        seed: algorithm.uses_seed().then(|| args.spec.seed()),
        ..Header::new(problem)
    }
}
