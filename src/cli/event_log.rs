//! `--events`: a search written down.

use std::io::{self, BufWriter, Write, stdout};
use std::time::{Duration, Instant};

use crate::export::StagedFile;
use crate::log::{Header, LogWriter};
use crate::search::Event;
use anyhow::{Context, Error};

use super::destination::Destination;
use super::error::CliError;
use super::interrupt;

const BLOCK: usize = 1 << 16;
/// How long a reader of standard output waits for events that come slowly.
const PATIENCE: Duration = Duration::from_millis(50);
/// A look at the clock takes longer than a line.
const LOOK_EVERY: u32 = 1 << 10;

/// A log that is being written.
pub struct EventLog {
    place: Destination,
    writer: LogWriter<BufWriter<Box<dyn Write>>>,
    staged: Option<StagedFile>,
    flushed: Instant,
    unflushed: u32,
}

impl EventLog {
    /// Begins a log.
    pub fn begin(place: Destination, header: &Header) -> Result<Self, CliError> {
        let (staged, out): (_, Box<dyn Write>) = match &place {
            Destination::StandardOutput => (None, Box::new(stdout().lock())),
            Destination::File(path) => {
                let (staged, file) = StagedFile::create(path).with_context(|| cannot_write(&place))?;
                if staged.is_beside() {
                    interrupt::catch();
                }
                (Some(staged), Box::new(file))
            }
        };
        let writer = LogWriter::new(BufWriter::with_capacity(BLOCK, out), header.queens);
        let mut log = Self { place, writer, staged, flushed: Instant::now(), unflushed: 0 };
        let written = log.writer.header(header);
        log.told(written)?;
        Ok(log)
    }

    /// Writes an event.
    pub fn write(&mut self, event: Event) -> Result<(), CliError> {
        let mut written = self.writer.event(event);
        self.unflushed += 1;
        if self.unflushed == LOOK_EVERY {
            self.unflushed = 0;
            if self.flushed.elapsed() > PATIENCE {
                written = written.and_then(|()| self.writer.flush());
                self.flushed = Instant::now();
            }
        }
        self.told(written)
    }

    /// Sees to it that all events are out.
    pub fn flush(&mut self) -> Result<(), CliError> {
        let written = self.writer.flush();
        self.told(written)
    }

    /// Puts the log, all of it flushed, in its place.
    pub fn complete(self) -> Result<(), CliError> {
        if let Some(staged) = self.staged {
            staged.complete().with_context(|| cannot_write(&self.place))?;
        }
        Ok(())
    }

    fn told(&self, written: io::Result<()>) -> Result<(), CliError> {
        let failure = match written {
            Ok(()) => return Ok(()),
            Err(error) => CliError::Fault(Error::from(error)),
        };
        Err(match self.place {
            Destination::StandardOutput => failure.on_standard_output(),
            Destination::File(_) => failure.context(cannot_write(&self.place)),
        })
    }
}

fn cannot_write(place: &Destination) -> String {
    format!("cannot write the events to {}", place.name())
}
