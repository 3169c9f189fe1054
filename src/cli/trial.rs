//! Trials, which find the faults of a job before anything is made: it is planned with the first events of its search, its
//! outputs are begun, and nothing is written.

use std::sync::atomic::{AtomicBool, Ordering};

use super::CliError;

/// Most pages are laid out by then as they are for the whole search.
const MOST_EVENTS: usize = 500;

static IS_ON: AtomicBool = AtomicBool::new(false);

/// Runs a job as a trial.
pub fn of(run: impl FnOnce() -> Result<(), CliError>) -> Result<(), CliError> {
    IS_ON.store(true, Ordering::Relaxed);
    let outcome = run();
    IS_ON.store(false, Ordering::Relaxed);
    if matches!(outcome, Err(CliError::Sound)) { Ok(()) } else { outcome }
}

pub fn is_on() -> bool {
    IS_ON.load(Ordering::Relaxed)
}

/// Ends a trial here: all faults that it finds are behind.
pub fn end() -> Result<(), CliError> {
    if is_on() { Err(CliError::Sound) } else { Ok(()) }
}

/// The number of events that a search has at most.
pub fn most_events() -> usize {
    if is_on() { MOST_EVENTS } else { usize::MAX }
}
