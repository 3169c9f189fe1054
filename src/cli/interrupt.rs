//! Ctrl-C and termination: the work stops at the next event, and its output is discarded.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGINT, SIGTERM};

use crate::film::FilmError;

static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// From now on, an interrupt sets the flag instead of ending the program at once.
pub fn catch() {
    for signal in [SIGINT, SIGTERM] {
        // If this fails, the signal ends the program, as by default.
        let _ = signal_hook::flag::register(signal, flag());
    }
}

/// The flag that an interrupt sets.
pub fn flag() -> Arc<AtomicBool> {
    Arc::clone(&INTERRUPTED)
}

/// Fails after an interrupt.
pub fn check() -> Result<(), FilmError> {
    if INTERRUPTED.load(Ordering::Relaxed) { Err(FilmError::Stopped) } else { Ok(()) }
}
