//! Progress and cancellation of long work.

use std::fmt::Display;

use crate::board::BoardSize;

/// A stage of the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// Reads a log; counts events.
    Reading,
    /// Checks a log; counts events.
    Checking,
    /// Runs a search before the first frame is drawn; counts events.
    LookingAhead,
    /// Makes films until one is within its limits; counts attempts.
    Fitting,
    /// Searches before a page is drawn; counts solutions.
    Searching,
    /// Searches and writes at the same time; counts solutions.
    Listing,
    /// Writes events; counts events.
    Logging,
    /// Begins the output, or writes a short output.
    Writing,
    /// Long work that cannot be cancelled.
    Unwatched,
    /// Arranges the boards of a page.
    Arranging,
    /// Draws and writes pictures; counts pictures.
    Drawing,
    /// Counts the solutions of a board; progress is in thousandths of the work.
    Counting(BoardSize),
    /// Measures an algorithm, by name, or `the search tree`, on a board; counts searches.
    Measuring(BoardSize, &'static str),
}

/// Observes and cancels long work. See [`Document`](crate::Document).
pub trait Watch {
    /// Receives the stage that begins.
    fn stage(&mut self, stage: Stage) {
        let _ = stage;
    }

    /// Reports progress in a stage: `done` units, out of `of` if that is known.
    fn progress(&mut self, done: u64, of: Option<u64>) {
        let _ = (done, of);
    }

    /// Receives a remark about the output before the output is made.
    fn note(&mut self, note: &dyn Display) {
        let _ = note;
    }

    /// Is polled during the work; returning false cancels the work, and incomplete files are discarded.
    fn go_on(&self) -> bool {
        true
    }
}

/// A [`Watch`] that ignores everything. See [`Document`](crate::Document).
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Watch for Silent {}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Stopped;

pub(crate) fn check(watch: &dyn Watch) -> Result<(), Stopped> {
    if watch.go_on() { Ok(()) } else { Err(Stopped) }
}

/// Counts events, and reports them to a watch every [`EVERY`] events.
pub(crate) struct Meter<'w> {
    pub watch: &'w mut dyn Watch,
    done: u64,
    /// Whether progress is reported.
    is_told: bool,
}

/// Number of events between two reports, since a report costs more than an event.
const EVERY: u64 = 256;

impl<'w> Meter<'w> {
    pub fn new(watch: &'w mut dyn Watch, stage: Stage) -> Self {
        watch.stage(stage);
        Self { watch, done: 0, is_told: true }
    }

    /// Returns a meter that only polls for cancellation.
    pub fn untold(watch: &'w mut dyn Watch) -> Self {
        Self { watch, done: 0, is_told: false }
    }

    pub fn add(&mut self) -> Result<(), Stopped> {
        self.done += 1;
        if self.done.is_multiple_of(EVERY) { self.tell() } else { Ok(()) }
    }

    #[inline(never)]
    fn tell(&mut self) -> Result<(), Stopped> {
        if self.is_told {
            self.watch.progress(self.done, None);
        }
        check(self.watch)
    }
}
