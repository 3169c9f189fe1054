//! Progress on standard error: a bar in a terminal, and a note elsewhere.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::film::{Exposure, FilmError, Sink};

use super::{interrupt, report};

/// Shorter work gets no bar.
const BAR_AFTER: Duration = Duration::from_millis(300);

/// Shorter work gets no note where there is no terminal.
const NOTE_AFTER: Duration = Duration::from_secs(1);

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
    /// What takes long, to be said once where there is no terminal for a bar.
    note: Option<&'static str>,
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
            note: None,
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
        let template = "{spinner} looking ahead: {human_pos} events".to_owned();
        let mut progress = Self::new(None, template, quiet);
        progress.note = Some("looking ahead: the events are counted before the film is made");
        progress
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
        if self.done >= self.read_clock_at {
            self.show(self.done, String::new());
            let is_early = self.clock_read.elapsed() < LATENESS;
            self.clock_step = if is_early { 2 * self.clock_step } else { 1 };
            self.clock_read = Instant::now();
            self.read_clock_at = self.done + self.clock_step;
        }
    }

    /// Shows how much is done, and the message if the template has one.
    pub fn show(&mut self, done: u64, message: String) {
        let elapsed = self.began.elapsed();
        if self.quiet || (self.bar.is_none() && elapsed < BAR_AFTER) {
            return;
        }
        if elapsed >= NOTE_AFTER
            && !stderr().is_terminal()
            && let Some(note) = self.note.take()
        {
            report::note(note, self.quiet);
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
