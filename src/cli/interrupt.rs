//! Ctrl-C and its like: the work stops at the next event, and what is half done is removed.

use std::sync::atomic::{AtomicBool, Ordering};

use super::failure::Failure;

static ASKED: AtomicBool = AtomicBool::new(false);

/// From here on, an interrupt is noted instead of ending the program at once; a second one ends it.
pub fn catch() {
    // Without a handler an interrupt ends the program as usual; no reason not to begin.
    let _ = ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
}

/// Fails once an interrupt has come.
pub fn check() -> Result<(), Failure> {
    if ASKED.load(Ordering::Relaxed) { Err(Failure::Interrupted) } else { Ok(()) }
}
