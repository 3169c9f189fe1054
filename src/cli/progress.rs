//! Progress on standard error: a line in a terminal, a note elsewhere.

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

/// Shorter work shows no progress line.
const LINE_AFTER: Duration = Duration::from_millis(300);

/// Shorter work prints no note where there is no terminal.
const NOTE_AFTER: Duration = Duration::from_secs(1);

const REDRAWN_EVERY: Duration = Duration::from_millis(100);

/// A progress line that appears after a delay and is removed at the end. A thread draws the line, so that it also
/// moves while nothing is counted.
pub struct Progress {
    /// The progress so far, shared with the thread: storing it is cheaper than reading the clock.
    position: Arc<AtomicU64>,
    thread: Option<(Sender<String>, JoinHandle<()>)>,
}

impl Progress {
    /// Starts a progress line; `length` is `None` if the amount of work is unknown.
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

    /// Starts a progress line with the number of `what` so far.
    pub fn counting(doing: &str, what: &str, quiet: bool) -> Self {
        Self::new(None, &format!("{{spinner}} {doing}: {{human_pos}} {what}"), quiet)
    }

    pub fn show(&self, done: u64) {
        self.position.store(done, Ordering::Relaxed);
    }

    /// Shows a message, if the template has a field for it.
    fn say(&self, message: String) {
        // If the thread has panicked, nothing is shown.
        let _ = self.thread.as_ref().map(|(messages, _)| messages.send(message));
    }
}

/// A [`Watch`] that shows progress on standard error and cancels the work after an interrupt.
pub struct Terminal {
    quiet: bool,
    output: Output,
    /// Whether the log is typed in this terminal, where progress would mix with the input.
    pub is_typed: bool,
    stage: Option<Stage>,
    shown: Option<Progress>,
}

/// How an output is written, which decides what an interrupt does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Output {
    /// To a file that appears when it is complete: an interrupt cancels the work and discards the file.
    Complete,
    /// Directly: an interrupt ends the program, or cancels the work while it counts or measures.
    Direct,
    /// Directly and visibly, so that the output itself shows the progress.
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
        // The note must not be printed on the progress line.
        self.shown = None;
        report::note(&note.to_string(), self.quiet);
    }

    fn go_on(&self) -> bool {
        !interrupt::is_interrupted()
    }
}

/// Runs `work` on a thread until the sender is dropped; without a thread, nothing is shown.
fn in_thread(
    work: impl FnOnce(Receiver<String>) + Send + 'static,
) -> Option<(Sender<String>, JoinHandle<()>)> {
    let (sender, receiver) = channel();
    Builder::new().spawn(move || work(receiver)).ok().map(|thread| (sender, thread))
}

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

fn left(state: &ProgressState, out: &mut dyn Write) {
    // A write error is ignored.
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
            // The next output must not be printed on the progress line.
            let _ = thread.join();
        }
    }
}
