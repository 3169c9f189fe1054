//! Watching work that may take long: its progress, and whether it goes on.

use std::fmt::Display;

use crate::board::BoardSize;

/// What is being done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stage {
    /// A log is read; its events are counted.
    Reading,
    /// A log is checked; its events are counted.
    Checking,
    /// The events of a search are counted, before the first frame is drawn.
    LookingAhead,
    /// Films are made until one is within its limits; attempts are counted.
    Fitting,
    /// Solutions are searched for, and counted, before a page of them is drawn.
    Searching,
    /// The same, while what is found is written.
    Listing,
    /// Events are written, and counted.
    Logging,
    /// The output is begun, or something is written that takes no time.
    Writing,
    /// Something takes long, and nobody asks whether to go on.
    Unwatched,
    /// The boards of a page are arranged.
    Arranging,
    /// Pictures are drawn and written, and counted.
    Drawing,
    /// The solutions of a board are counted; thousandths of the work are done.
    Counting(BoardSize),
    /// An algorithm is measured on a board; searches are counted.
    Measuring(BoardSize, &'static str),
}

/// Watches work, on the command line, on a page or in a window.
pub trait Watch {
    /// Something else is done from here on.
    fn stage(&mut self, stage: Stage) {
        let _ = stage;
    }

    /// So much of the stage is done, of so much if that is known.
    fn progress(&mut self, done: u64, of: Option<u64>) {
        let _ = (done, of);
    }

    /// Something should be known about what is made, before it is.
    fn note(&mut self, note: &dyn Display) {
        let _ = note;
    }

    /// Whether the work goes on. Once it does not, it ends with an error, and its outputs are discarded.
    fn go_on(&self) -> bool {
        true
    }
}

/// The watch that watches nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Watch for Silent {}

/// The work does not go on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stopped;

/// Fails once the work does not go on.
pub(crate) fn check(watch: &dyn Watch) -> Result<(), Stopped> {
    if watch.go_on() { Ok(()) } else { Err(Stopped) }
}

/// Counts events, and tells a watch now and then.
pub(crate) struct Meter<'w> {
    pub watch: &'w mut dyn Watch,
    done: u64,
    /// Whether the watch counts them, too.
    is_told: bool,
}

/// A watch is told after so many events: to tell it takes longer than an event.
const EVERY: u64 = 256;

impl<'w> Meter<'w> {
    /// A meter of a stage.
    pub fn new(watch: &'w mut dyn Watch, stage: Stage) -> Self {
        watch.stage(stage);
        Self { watch, done: 0, is_told: true }
    }

    /// A meter that only asks whether the work goes on.
    pub fn untold(watch: &'w mut dyn Watch) -> Self {
        Self { watch, done: 0, is_told: false }
    }

    /// Counts one more.
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
