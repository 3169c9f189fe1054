//! Ctrl-C and its like: the work stops at the next event, and what is half done is removed.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGINT, SIGTERM};

use super::error::CliError;

static ASKED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// From here on, an interrupt is noted instead of ending the program at once.
pub fn catch() {
    for signal in [SIGINT, SIGTERM] {
        // Where it cannot be caught it ends the program as usual; no reason not to begin.
        let _ = signal_hook::flag::register(signal, Arc::clone(&ASKED));
    }
}

/// The flag that is set once an interrupt has come.
pub fn flag() -> Arc<AtomicBool> {
    Arc::clone(&ASKED)
}

/// Whether an interrupt has come.
pub fn has_come() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// Fails once an interrupt has come, for work that leaves nothing behind.
pub fn check() -> Result<(), CliError> {
    if has_come() { Err(CliError::Interrupted("nothing was written".to_owned())) } else { Ok(()) }
}
