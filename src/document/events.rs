//! Event logs in JSON Lines: alone, or next to a film.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::encode::Format;
use crate::export::{Overwrite, StagedFile};
use crate::film::FilmError;
use crate::log::LogWriter;
use crate::options::Files;
use crate::search::{Event, Stages, Tally};
use crate::watch::{Meter, Stage};
use crate::words::shown;

use super::problem::SearchSpec;
use super::rules::refuse;
use super::search::SearchRequest;
use super::{Document, Error, Result, Run, Summary};

/// The options that apply without a film.
const OF_EVENTS: &str =
    "queens algorithm order seed all solutions start block events state force quiet save-recipe";

pub fn document<'a>(request: &'a SearchRequest, spec: SearchSpec, files: &Files) -> Document<'a> {
    let why = |_: &str| "is for films; with --events -, a film needs --output".to_owned();
    Document::new(
        "list of events",
        spec.stem(),
        [Format::Json],
        files,
        move |_| refuse(&request.given, |name| OF_EVENTS.split(' ').any(|of_events| of_events == name), why),
        move |run| make(&spec, request, run),
    )
}

fn make(spec: &SearchSpec, request: &SearchRequest, run: &mut Run<'_>) -> Result<Summary> {
    let tally = run.write(request.film.output.overwrite_text(), Stage::Logging, |out, run| {
        let (mut log, mut tally) = (TimedLog::new(out, spec, request.state)?, Tally::default());
        let mut meter = Meter::new(run.watch, Stage::Logging);
        for event in spec.events() {
            tally.count(event);
            meter.add()?;
            log.write(event)?;
        }
        log.flush()?;
        Ok(tally)
    })?;
    Ok(Summary::Events(tally, spec.algorithm))
}

const BLOCK: usize = 1 << 16;
/// Events are flushed when the last flush was longer ago.
const MAX_WAIT: Duration = Duration::from_millis(50);
/// The number of events between two readings of the clock: a reading takes longer than writing an event.
const CLOCK_EVERY: u32 = 1 << 10;

struct TimedLog<W: Write> {
    log: LogWriter<BufWriter<W>>,
    flushed: Instant,
    unflushed: u32,
}

impl<W: Write> TimedLog<W> {
    /// Begins the log of a search; with `has_stages`, the log includes the matrices of the search.
    fn new(out: W, spec: &SearchSpec, has_stages: bool) -> io::Result<Self> {
        let mut log = LogWriter::new(BufWriter::with_capacity(BLOCK, out), spec.problem.size());
        if has_stages {
            log = log.with_stages(Stages::new(&spec.problem, spec.order));
        }
        log.header(&spec.header())?;
        Ok(Self { log, flushed: Instant::now(), unflushed: 0 })
    }

    fn write(&mut self, event: Event) -> io::Result<()> {
        self.log.event(event)?;
        self.unflushed += 1;
        if self.unflushed == CLOCK_EVERY {
            self.unflushed = 0;
            if self.flushed.elapsed() > MAX_WAIT {
                self.flush()?;
                self.flushed = Instant::now();
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.log.flush()
    }
}

pub struct EventLog {
    /// `None` for standard output.
    path: Option<PathBuf>,
    log: TimedLog<Box<dyn Write>>,
    staged: Option<StagedFile>,
}

impl EventLog {
    pub fn create(path: &Path, overwrite: Overwrite, spec: &SearchSpec, has_stages: bool) -> Result<Self> {
        let path = (path != Path::new("-")).then(|| path.to_owned());
        let create = || -> Result<_, FilmError> {
            let (staged, out): (_, Box<dyn Write>) = match &path {
                Some(path) => {
                    let (staged, file) = StagedFile::create(path, overwrite)?;
                    (Some(staged), Box::new(file))
                }
                None => (None, Box::new(io::stdout())),
            };
            Ok((staged, TimedLog::new(out, spec, has_stages)?))
        };
        let (staged, log) = create().map_err(|error| failed(path.as_deref(), error))?;
        Ok(Self { path, log, staged })
    }

    pub fn write(&mut self, event: Event) -> Result<()> {
        self.log.write(event).map_err(|error| failed(self.path.as_deref(), error.into()))
    }

    pub fn flush(&mut self) -> Result<()> {
        self.log.flush().map_err(|error| failed(self.path.as_deref(), error.into()))
    }

    /// Moves the flushed log to its path; returns the size of the file, `None` for standard output.
    pub fn complete(self) -> Result<Option<u64>> {
        let Self { path, staged, .. } = self;
        let completed = staged.map_or(Ok(()), StagedFile::complete);
        completed.map_err(|error| failed(path.as_deref(), error.into()))?;
        Ok(path.and_then(|path| fs::metadata(path).ok()).map(|there| there.len()))
    }
}

fn failed(path: Option<&Path>, error: FilmError) -> Error {
    let failed = Error::of_output(path.map(shown).as_deref(), "the events to ", error);
    if path.is_some() { failed } else { failed.within("cannot write to standard output") }
}
