//! The progress of a count, and how to stop it.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Shared with a running count, so that other threads can watch or stop it. Each count needs its
/// own.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    all: AtomicU64,
    stop: AtomicBool,
}

impl Progress {
    /// The progress of a count that has not started.
    pub fn new() -> Self {
        Self::default()
    }

    /// The fraction done, from 0 to 1, roughly in proportion to the time.
    pub fn fraction(&self) -> f64 {
        match self.all.load(Ordering::Relaxed) {
            0 => 0.0,
            all => self.done.load(Ordering::Relaxed) as f64 / all as f64,
        }
    }

    /// An estimate of the time left, `elapsed` after the start; `None` before any progress.
    pub fn left(&self, elapsed: Duration) -> Option<Duration> {
        let done = self.fraction();
        Duration::try_from_secs_f64(elapsed.as_secs_f64() * (1.0 - done) / done).ok()
    }

    /// Makes the count return with an error within a fraction of a second.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub(super) fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    pub(super) fn start(&self, all: usize) {
        self.done.store(0, Ordering::Relaxed);
        self.all.store(all as u64, Ordering::Relaxed);
    }

    pub(super) fn advance(&self, steps: usize) {
        self.done.fetch_add(steps as u64, Ordering::Relaxed);
    }
}
