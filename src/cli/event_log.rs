//! `--events`: writes a search as a log.

use std::io::{BufWriter, Write};
use std::time::{Duration, Instant};

use crate::export::{Overwrite, StagedFile};
use crate::film::FilmError;
use crate::log::LogWriter;
use crate::recipe::SearchSpec;
use crate::search::{Event, Stages};

use super::destination::Destination;
use super::error::CliError;

const BLOCK: usize = 1 << 16;
/// The time after which slow events are flushed.
const MAX_WAIT: Duration = Duration::from_millis(50);
/// Reading the clock takes longer than writing a line.
const CLOCK_EVERY: u32 = 1 << 10;

/// A log that is being written.
pub struct EventLog {
    destination: Destination,
    writer: LogWriter<BufWriter<Box<dyn Write + Send>>>,
    staged: Option<StagedFile>,
    flushed: Instant,
    unflushed: u32,
}

impl EventLog {
    /// Begins the log of a search, with its matrices if they are wanted.
    pub fn create(
        destination: Destination,
        overwrite: Overwrite,
        spec: &SearchSpec,
        has_stages: bool,
    ) -> Result<Self, CliError> {
        let (staged, out) =
            destination.create(overwrite).map_err(|error| cannot_write(&destination, error))?;
        let mut writer = LogWriter::new(BufWriter::with_capacity(BLOCK, out), spec.problem.size());
        if has_stages {
            writer = writer.with_stages(Stages::new(&spec.problem, spec.order));
        }
        let mut log = Self { destination, writer, staged, flushed: Instant::now(), unflushed: 0 };
        let written = log.writer.header(&spec.header());
        written.map_err(|error| cannot_write(&log.destination, error.into()))?;
        Ok(log)
    }

    /// Writes an event.
    pub fn write(&mut self, event: Event) -> Result<(), CliError> {
        let mut written = self.writer.event(event);
        self.unflushed += 1;
        if self.unflushed == CLOCK_EVERY {
            self.unflushed = 0;
            if self.flushed.elapsed() > MAX_WAIT {
                written = written.and_then(|()| self.writer.flush());
                self.flushed = Instant::now();
            }
        }
        written.map_err(|error| cannot_write(&self.destination, error.into()))
    }

    /// Writes buffered events.
    pub fn flush(&mut self) -> Result<(), CliError> {
        self.writer.flush().map_err(|error| cannot_write(&self.destination, error.into()))
    }

    /// Moves the log, which has been flushed, to its path.
    pub fn complete(self) -> Result<(), CliError> {
        let completed = self.staged.map_or(Ok(()), StagedFile::complete);
        completed.map_err(|error| cannot_write(&self.destination, error.into()))
    }
}

fn cannot_write(destination: &Destination, error: FilmError) -> CliError {
    destination.cannot_write("the events to ", error)
}
