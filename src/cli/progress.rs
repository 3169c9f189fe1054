//! Progress on standard error: a line in a terminal, and a note elsewhere.

use std::fmt::{Display, Write};
use std::io::{IsTerminal, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::watch::{Stage, Watch};

use super::{interrupt, report};

/// Shorter work gets no line.
const LINE_AFTER: Duration = Duration::from_millis(300);

/// Shorter work gets no note where there is no terminal.
const NOTE_AFTER: Duration = Duration::from_secs(1);

/// How often the line is drawn.
const REDRAWN_EVERY: Duration = Duration::from_millis(100);

/// A line that appears after a while, and is removed at the end.
///
/// A thread draws it, so that it also moves while there is nothing to count.
pub struct Progress {
    /// What is done, for the thread: it costs less than to look at the clock.
    position: Arc<AtomicU64>,
    thread: Option<(Sender<String>, JoinHandle<()>)>,
}

impl Progress {
    /// Progress up to this length, if it is known.
    fn new(length: Option<u64>, template: &str, quiet: bool) -> Self {
        let style = ProgressStyle::with_template(template).expect("templates are written in this program");
        let style = style.with_key("left", left);
        let position = Arc::new(AtomicU64::new(0));
        let done = Arc::clone(&position);
        let is_shown = !quiet && stderr().is_terminal();
        let draw = move |messages| draw(length, style, &done, &messages);
        let thread = is_shown.then_some(draw).and_then(in_thread);
        Self { position, thread }
    }

    /// Progress of a stage of this length, if it is known.
    fn of_stage(stage: Stage, length: Option<u64>, quiet: bool) -> Option<Self> {
        let counted = |doing: &str, what: &str| format!("{{spinner}} {doing}: {{human_pos}} {what}");
        let template = match (stage, length) {
            (Stage::Writing | Stage::Unwatched, _) => return None,
            (Stage::Reading, _) => counted("reading the log", "events"),
            (Stage::Checking, _) => counted("checking the log", "events"),
            (Stage::LookingAhead, _) => counted("looking ahead", "events"),
            (Stage::Fitting, _) => counted("making it smaller", "attempts"),
            (Stage::Searching | Stage::Listing, _) => counted("searching", "solutions"),
            (Stage::Logging, _) => counted("searching", "events"),
            (Stage::Arranging, _) => "{spinner} arranging the boards".to_owned(),
            (Stage::Drawing, None) => "{spinner} {human_pos} pictures".to_owned(),
            (Stage::Drawing, Some(_)) => {
                "{spinner} {bar:40} {human_pos} of {human_len} pictures{left}".to_owned()
            }
            (Stage::Counting(size), _) => format!("{size} queens {{bar:40}}{{left}}"),
            (Stage::Measuring(..), _) => "{spinner} {bar:40} {msg}".to_owned(),
        };
        let mut progress = Self::new(length, &template, quiet);
        if stage == Stage::LookingAhead && !quiet && progress.thread.is_none() {
            progress.thread = in_thread(move |messages| {
                if messages.recv_timeout(NOTE_AFTER) == Err(RecvTimeoutError::Timeout) {
                    report::note("looking ahead: the events are counted before the film is made", quiet);
                }
            });
        }
        Some(progress)
    }

    /// Progress of counting, with the number of these things so far.
    pub fn counting(doing: &str, what: &str, quiet: bool) -> Self {
        Self::new(None, &format!("{{spinner}} {doing}: {{human_pos}} {what}"), quiet)
    }

    /// Shows how much is done.
    pub fn show(&self, done: u64) {
        self.position.store(done, Ordering::Relaxed);
    }

    /// Shows a message, if the template has one.
    fn say(&self, message: String) {
        // After a panic in the thread nothing is shown.
        let _ = self.thread.as_ref().map(|(messages, _)| messages.send(message));
    }
}

/// Shows on standard error what is done, and stops it after an interrupt.
pub struct Terminal {
    quiet: bool,
    output: Output,
    /// Whether the log is typed: progress would stand between its lines.
    pub is_typed: bool,
    stage: Option<Stage>,
    /// Once it is known how long the stage is.
    shown: Option<Progress>,
}

/// Where a document goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// To its place when it is complete: an interrupt discards it, instead of ending the program at once.
    Complete,
    /// Somewhere at once.
    Direct,
    /// To where it is seen at once, so that it shows the progress itself.
    Seen,
}

impl Terminal {
    pub const fn new(quiet: bool, output: Output) -> Self {
        Self { quiet, output, is_typed: false, stage: None, shown: None }
    }
}

impl Watch for Terminal {
    fn stage(&mut self, stage: Stage) {
        let is_long = match stage {
            Stage::Reading | Stage::Checking | Stage::LookingAhead | Stage::Searching | Stage::Arranging => {
                false
            }
            Stage::Fitting | Stage::Listing | Stage::Logging | Stage::Writing | Stage::Drawing => {
                self.output == Output::Complete
            }
            Stage::Counting(_) | Stage::Measuring(..) => true,
            Stage::Unwatched => {
                interrupt::end_at_once();
                false
            }
        };
        if is_long {
            interrupt::catch();
        }
        match (self.stage, stage, &self.shown) {
            (Some(Stage::Measuring(..)), Stage::Measuring(size, what), Some(shown)) => {
                shown.say(format!("{size} queens: {what}"));
            }
            (_, Stage::Reading, _) if self.is_typed => self.shown = None,
            (_, Stage::Measuring(..) | Stage::Drawing | Stage::Counting(_), _) => self.shown = None,
            (_, stage, _) => {
                self.shown = None;
                self.shown = Progress::of_stage(
                    stage,
                    None,
                    self.quiet || stage == Stage::Logging && self.output == Output::Seen,
                );
            }
        }
        self.stage = Some(stage);
    }

    fn progress(&mut self, done: u64, of: Option<u64>) {
        if self.stage == Some(Stage::Listing) && self.output == Output::Seen {
            self.shown = None;
            return;
        }
        if self.shown.is_none()
            && let Some(stage @ (Stage::Drawing | Stage::Counting(_) | Stage::Measuring(..))) = self.stage
        {
            self.shown = Progress::of_stage(stage, of, self.quiet);
            if let (Stage::Measuring(size, what), Some(shown)) = (stage, &self.shown) {
                shown.say(format!("{size} queens: {what}"));
            }
        }
        if let Some(shown) = &self.shown {
            shown.show(done);
        }
    }

    fn note(&mut self, note: &dyn Display) {
        // It must not meet the line.
        self.shown = None;
        report::note(&note.to_string(), self.quiet);
    }

    fn go_on(&self) -> bool {
        !interrupt::is_interrupted()
    }
}

/// Runs `work` until the sender is dropped; without a thread, nothing is shown.
fn in_thread(
    work: impl FnOnce(Receiver<String>) + Send + 'static,
) -> Option<(Sender<String>, JoinHandle<()>)> {
    let (sender, receiver) = channel();
    Builder::new().spawn(move || work(receiver)).ok().map(|thread| (sender, thread))
}

/// Draws the line until the sender of its messages is dropped.
fn draw(length: Option<u64>, style: ProgressStyle, done: &AtomicU64, messages: &Receiver<String>) {
    let began = Instant::now();
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden()).with_style(style);
    loop {
        let wait = if bar.is_hidden() { LINE_AFTER } else { REDRAWN_EVERY };
        match messages.recv_timeout(wait) {
            Ok(message) => bar.set_message(message),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if bar.is_hidden() && began.elapsed() >= LINE_AFTER {
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        bar.set_position(done.load(Ordering::Relaxed));
        bar.tick();
    }
    bar.finish_and_clear();
}

/// The time that is left, once something is done.
fn left(state: &ProgressState, out: &mut dyn Write) {
    // A line that cannot be written is not shown.
    let _ = match state.pos() {
        0 => Ok(()),
        done if Some(done) >= state.len() => write!(out, ", finishing"),
        _ => write!(out, ", {:#} left", HumanDuration(state.eta())),
    };
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((messages, thread)) = self.thread.take() {
            drop(messages);
            // What is printed next must not meet the line.
            let _ = thread.join();
        }
    }
}
