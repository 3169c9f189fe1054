//! Ctrl-C and termination: the work stops at the next event, and its output is discarded.

use std::iter::from_fn;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::Duration;

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

/// The items of a search that may take any time for the next: it runs in a thread, so that an interrupt
/// that is caught ends the wait.
pub fn interruptible<T: Send + 'static>(
    items: impl Iterator<Item = T> + Send + 'static,
) -> impl Iterator<Item = Result<T, FilmError>> {
    let (sender, receiver) = sync_channel(1 << 10);
    // It ends with the items, or with the program.
    thread::spawn(move || items.map(|item| sender.send(item)).take_while(Result::is_ok).for_each(drop));
    from_fn(move || {
        loop {
            match receiver.recv_timeout(CHECK_EVERY) {
                Ok(item) => return Some(Ok(item)),
                Err(RecvTimeoutError::Disconnected) => return None,
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(error) = check() {
                        return Some(Err(error));
                    }
                }
            }
        }
    })
}

const CHECK_EVERY: Duration = Duration::from_millis(50);
