//! `queenreel search`: films a search, or writes its events.

use std::io::{BufWriter, Write};
use std::iter::from_fn;
use std::time::{Duration, Instant};

use crate::cli::{Checked, CliError, Destination, FilmJob, Progress, report, trial, with_advice};
use crate::export::{Overwrite, Series, StagedFile};
use crate::film::{FilmError, Subject};
use crate::log::{Entry, LogWriter};
use crate::recipe::{Job, Made, SearchSpec};
use crate::search::{Event, Stages, Tally};

pub fn run(job: &Job, spec: &SearchSpec) -> Result<(), CliError> {
    let SearchSpec { problem, algorithm, order, .. } = spec;
    if job.made == Made::Events {
        return write_events(job, spec);
    }
    let mut film = FilmJob::new(job, Series::Frames)?;
    let log = job.recipe.events.as_deref().map(Destination::new);
    let file = match &log {
        Some(log) => Some(log.check("the events to ", job.recipe.force, Overwrite::Empty)?),
        None => None,
    };
    film.standard_output_is_used |= log.as_ref().is_some_and(Destination::is_standard_output);
    if let Some(text) = spec.without_solution() {
        film.note(&text);
    }
    let entries =
        || spec.events().take(trial::most_events()).map(|event| Ok::<_, CliError>(Entry::from(event)));
    let subject = Subject { is_complete: true, ..Subject::unknown(problem).of(*algorithm, *order) };
    let shorter = spec.shorter();
    let too_long = spec.check_length(job.recipe.most_frames(film.format));
    too_long.map_err(|error| with_advice(error.into(), &job.recipe, shorter))?;
    let (plan, shots) = film.plan(&subject, None, entries, shorter)?;
    let Some(file) = file else { return film.film_search(plan, shots, Some(*algorithm)) };
    if trial::is_on() {
        file.try_out()?;
        return film.film_search(plan, shots, Some(*algorithm));
    }
    let mut event_log = EventLog::create(file, spec, job.recipe.stages)?;
    film.film_search(plan, shots.map(|entries| written(entries, &mut event_log)), Some(*algorithm))?;
    event_log.complete()?;
    film.report_file(file.destination, "events", file.replaces);
    Ok(())
}

/// Writes only the events, to standard output.
fn write_events(job: &Job, spec: &SearchSpec) -> Result<(), CliError> {
    trial::end()?;
    let (began, out) = (Instant::now(), Destination::StandardOutput);
    let mut log = EventLog::create(out.check("", false, Overwrite::Own)?, spec, job.recipe.stages)?;
    let mut tally = Tally::default();
    let quiet = job.recipe.quiet || out.may_be_seen();
    let mut progress = Progress::counting("searching", "events", quiet);
    for event in spec.events() {
        tally.count(event);
        progress.add(1);
        log.write(event)?;
    }
    log.flush()?;
    drop(progress);
    if !job.recipe.quiet {
        let (search, elapsed) =
            (report::of_search(&tally, Some(spec.algorithm)), report::time(began.elapsed()));
        report::print(true, &format!("standard output: {search}, in {elapsed}\n"));
    }
    Ok(())
}

/// The entries, each written to the log when it is read, and flushed at the end.
fn written(
    mut entries: impl Iterator<Item = Result<Entry, FilmError>>,
    log: &mut EventLog<'_>,
) -> impl Iterator<Item = Result<Entry, FilmError>> {
    from_fn(move || match entries.next() {
        Some(Ok(entry)) => Some(log.write(entry.event).map(|()| entry).map_err(Into::into)),
        Some(failed) => Some(failed),
        None => log.flush().err().map(|error| Err(error.into())),
    })
}

const BLOCK: usize = 1 << 16;
/// The time after which slow events are flushed.
const MAX_WAIT: Duration = Duration::from_millis(50);
/// Reading the clock takes longer than writing a line.
const CLOCK_EVERY: u32 = 1 << 10;

/// A log that is being written.
struct EventLog<'a> {
    destination: &'a Destination,
    writer: LogWriter<BufWriter<Box<dyn Write + Send>>>,
    staged: Option<StagedFile>,
    flushed: Instant,
    unflushed: u32,
}

impl<'a> EventLog<'a> {
    /// Begins the log of a search, with its matrices if they are wanted.
    fn create(file: Checked<'a>, spec: &SearchSpec, has_stages: bool) -> Result<Self, CliError> {
        let Checked { destination, overwrite, .. } = file;
        let (staged, out) =
            destination.create(overwrite).map_err(|error| cannot_write(destination, error))?;
        let mut writer = LogWriter::new(BufWriter::with_capacity(BLOCK, out), spec.problem.size());
        if has_stages {
            writer = writer.with_stages(Stages::new(&spec.problem, spec.order));
        }
        let mut log = Self { destination, writer, staged, flushed: Instant::now(), unflushed: 0 };
        let written = log.writer.header(&spec.header());
        written.map_err(|error| cannot_write(log.destination, error.into()))?;
        Ok(log)
    }

    /// Writes an event.
    fn write(&mut self, event: Event) -> Result<(), CliError> {
        let mut written = self.writer.event(event);
        self.unflushed += 1;
        if self.unflushed == CLOCK_EVERY {
            self.unflushed = 0;
            if self.flushed.elapsed() > MAX_WAIT {
                written = written.and_then(|()| self.writer.flush());
                self.flushed = Instant::now();
            }
        }
        written.map_err(|error| cannot_write(self.destination, error.into()))
    }

    /// Writes buffered events.
    fn flush(&mut self) -> Result<(), CliError> {
        self.writer.flush().map_err(|error| cannot_write(self.destination, error.into()))
    }

    /// Moves the log, which has been flushed, to its path.
    fn complete(self) -> Result<(), CliError> {
        let completed = self.staged.map_or(Ok(()), StagedFile::complete);
        completed.map_err(|error| cannot_write(self.destination, error.into()))
    }
}

fn cannot_write(destination: &Destination, error: FilmError) -> CliError {
    destination.cannot_write("the events to ", error)
}
