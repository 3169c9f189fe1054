//! Progress on standard error, where that is a terminal.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::film::{Exposure, FilmError, Sink};

use super::interrupt;

/// Shorter work gets no bar.
const BAR_AFTER: Duration = Duration::from_millis(300);

/// A bar for drawing; as a sink, also a check for interrupts.
pub struct Progress {
    pictures: u64,
    done: u64,
    bar: LateBar,
}

impl Progress {
    pub fn new(pictures: u64, quiet: bool) -> Self {
        Self { pictures, done: 0, bar: LateBar::new(quiet) }
    }

    /// Counts more pictures.
    pub fn add(&mut self, pictures: u64) {
        self.done += pictures;
        let template = "{bar:40} {human_pos} of {human_len} pictures, {eta} left";
        self.bar.show(self.done, Some(self.pictures), template, "");
    }
}

impl Sink for Progress {
    fn frame(&mut self, _: &mut Exposure<'_>) -> Result<(), FilmError> {
        interrupt::check()?;
        self.add(1);
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<u64, FilmError> {
        Ok(0)
    }
}

/// Shows that a long search is being counted before the first frame.
pub struct LookAhead {
    events: u64,
    bar: LateBar,
}

impl LookAhead {
    pub fn new(quiet: bool) -> Self {
        Self { events: 0, bar: LateBar::new(quiet) }
    }

    /// Counts an event.
    pub fn event(&mut self) {
        const SHOW_EVERY: u64 = 1 << 22;
        self.events += 1;
        if self.events.is_multiple_of(SHOW_EVERY) {
            self.bar.show(self.events, None, "{spinner} looking ahead: {human_pos} events", "");
        }
    }
}

/// A bar that appears after a while, and is removed at the end.
pub struct LateBar {
    began: Instant,
    bar: Option<ProgressBar>,
    quiet: bool,
}

impl LateBar {
    pub fn new(quiet: bool) -> Self {
        Self { began: Instant::now(), bar: None, quiet }
    }

    /// Shows how much is done, and `message` if the template has one.
    pub fn show(&mut self, done: u64, length: Option<u64>, template: &str, message: &str) {
        if self.quiet || (self.bar.is_none() && self.began.elapsed() < BAR_AFTER) {
            return;
        }
        let new = || {
            let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template(template);
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        };
        let bar = self.bar.get_or_insert_with(new);
        bar.set_position(done);
        if !message.is_empty() {
            bar.set_message(message.to_owned());
        }
    }
}

impl Drop for LateBar {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
