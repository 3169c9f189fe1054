//! Ctrl-C and its like: the work stops at the next event, and what is half done is removed.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use super::failure::Failure;

static FIRST: OnceLock<Instant> = OnceLock::new();

/// Some programs send a signal both to a process and to its group: that is one interrupt.
const ONE_INTERRUPT: Duration = Duration::from_millis(500);

/// From here on, an interrupt is noted instead of ending the program at once; a second one ends it.
pub fn catch() {
    // Without a handler an interrupt ends the program as usual; no reason not to begin.
    let _ = ctrlc::set_handler(|| {
        if FIRST.get_or_init(Instant::now).elapsed() > ONE_INTERRUPT {
            std::process::exit(130);
        }
    });
}

/// Whether an interrupt has come.
pub fn has_come() -> bool {
    FIRST.get().is_some()
}

/// Fails once an interrupt has come, for work that leaves nothing behind.
pub fn check() -> Result<(), Failure> {
    if has_come() { Err(Failure::Interrupted("nothing was written".to_owned())) } else { Ok(()) }
}
