//! When the frames of a film begin.

use std::time::Duration;

/// The time from the start of a film to each frame, in milliseconds, rounded down as in the formats that have
/// a delay for each frame.
#[derive(Debug, Default)]
pub struct StartTimes {
    shown: Duration,
}

impl StartTimes {
    /// When the next frame begins, which is shown for this time.
    pub fn next(&mut self, shown_for: Duration) -> u64 {
        let start = self.end();
        self.shown = self.shown.saturating_add(shown_for);
        start
    }

    /// When the last frame ends.
    pub fn end(&self) -> u64 {
        self.shown.as_millis().try_into().unwrap_or(u64::MAX)
    }
}
