//! Progress on standard error, if that is a terminal.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::film::{Exposure, FilmError, Sink};

use super::interrupt;

/// Shorter work gets no bar.
const BAR_AFTER: Duration = Duration::from_millis(300);

/// At a steady pace, the bar is at most about this late.
const LATENESS: Duration = Duration::from_millis(50);

/// A bar that appears after a while, and is removed at the end. As a sink of a film, it also checks
/// for interrupts.
pub struct Progress {
    began: Instant,
    done: u64,
    /// When the clock was last read, and how much is to be done before it is read again: reading it
    /// takes longer than an event.
    clock_read: Instant,
    clock_step: u64,
    read_clock_at: u64,
    length: Option<u64>,
    template: String,
    bar: Option<ProgressBar>,
    quiet: bool,
}

impl Progress {
    pub fn new(length: Option<u64>, template: String, quiet: bool) -> Self {
        let began = Instant::now();
        Self {
            began,
            done: 0,
            clock_read: began,
            clock_step: 1,
            read_clock_at: 1,
            length,
            template,
            bar: None,
            quiet,
        }
    }

    /// Progress of drawing.
    pub fn pictures(pictures: u64, quiet: bool) -> Self {
        let template = "{bar:40} {human_pos} of {human_len} pictures, {eta} left";
        Self::new(Some(pictures), template.to_owned(), quiet)
    }

    /// Progress of counting the events of a search before its first frame.
    pub fn look_ahead(quiet: bool) -> Self {
        Self::new(None, "{spinner} looking ahead: {human_pos} events".to_owned(), quiet)
    }

    /// Progress of reading a log for the first time.
    pub fn reading(quiet: bool) -> Self {
        Self::new(None, "{spinner} reading the log: {human_pos} events".to_owned(), quiet)
    }

    /// Progress of reading it for the second time, to find its errors.
    pub fn checking(quiet: bool) -> Self {
        Self::new(None, "{spinner} checking the log: {human_pos} events".to_owned(), quiet)
    }

    /// Adds pictures or events.
    pub fn add(&mut self, count: u64) {
        self.done += count;
        if self.length.is_some() || self.done >= self.read_clock_at {
            self.show(self.done, String::new());
            let is_early = self.clock_read.elapsed() < LATENESS;
            self.clock_step = if is_early { 2 * self.clock_step } else { 1 };
            self.clock_read = Instant::now();
            self.read_clock_at = self.done + self.clock_step;
        }
    }

    /// Shows how much is done, and the message if the template has one.
    pub fn show(&mut self, done: u64, message: String) {
        if self.quiet || (self.bar.is_none() && self.began.elapsed() < BAR_AFTER) {
            return;
        }
        let new = || {
            let bar = ProgressBar::with_draw_target(self.length, ProgressDrawTarget::stderr());
            let style = ProgressStyle::with_template(&self.template);
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        };
        let bar = self.bar.get_or_insert_with(new);
        bar.set_position(done);
        if !message.is_empty() {
            bar.set_message(message);
        }
    }
}

impl Sink for Progress {
    fn frame(&mut self, _: &mut Exposure<'_>) -> Result<(), FilmError> {
        interrupt::check()?;
        self.add(1);
        Ok(())
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
