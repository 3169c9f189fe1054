//! Ctrl-C and its like: the work stops at the next event, and what is half done is removed.

use std::io::ErrorKind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use crate::encode::{EncodeError, Encoder, Format};
use crate::picture::Picture;

use signal_hook::consts::{SIGINT, SIGTERM};

use super::failure::Failure;

static ASKED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// From here on, an interrupt is noted instead of ending the program at once.
pub fn catch() {
    for signal in [SIGINT, SIGTERM] {
        // Where it cannot be caught it ends the program as usual; no reason not to begin.
        let _ = signal_hook::flag::register(signal, Arc::clone(&ASKED));
    }
}

/// Whether an interrupt has come.
pub fn has_come() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// Fails once an interrupt has come, for work that leaves nothing behind.
pub fn check() -> Result<(), Failure> {
    if has_come() { Err(Failure::Interrupted("nothing was written".to_owned())) } else { Ok(()) }
}

/// An encoder of `format` that listens for an interrupt at every second of a frame that lasts: a
/// video repeats such a frame many times.
pub fn at_every_second<'a>(encoder: Box<dyn Encoder + 'a>, format: Format) -> Box<dyn Encoder + 'a> {
    if format.has_frame_rate() { Box::new(Listening(encoder)) } else { encoder }
}

struct Listening<'a>(Box<dyn Encoder + 'a>);

impl Encoder for Listening<'_> {
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), EncodeError> {
        let second = Duration::from_secs(1);
        let mut left = shown_for;
        let mut part = *picture;
        while left > second {
            self.0.write(&part, second)?;
            left -= second;
            part.changes = &[];
            if has_come() {
                return Err(EncodeError::Io(ErrorKind::Interrupted.into()));
            }
        }
        self.0.write(&part, left)
    }

    fn finish(self: Box<Self>) -> Result<u64, EncodeError> {
        self.0.finish()
    }
}
