//! Progress on standard error: a line in a terminal, and a note elsewhere.

use std::fmt::Write;
use std::io::{IsTerminal, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::film::{Exposure, FilmError, Sink};

use super::{interrupt, report};

/// Shorter work gets no line.
const LINE_AFTER: Duration = Duration::from_millis(300);

/// Shorter work gets no note where there is no terminal.
const NOTE_AFTER: Duration = Duration::from_secs(1);

/// How often the line is drawn.
const REDRAWN_EVERY: Duration = Duration::from_millis(100);

/// A line that appears after a while, and is removed at the end. As a sink of a film, it also checks
/// for interrupts.
///
/// A thread draws it, so that it also moves while there is nothing to count.
pub struct Progress {
    done: u64,
    message: String,
    /// What is done, for the thread: it costs less than to look at the clock.
    position: Arc<AtomicU64>,
    thread: Option<(Sender<String>, JoinHandle<()>)>,
}

impl Progress {
    /// Progress up to this length, if it is known.
    pub fn new(length: Option<u64>, template: &str, quiet: bool) -> Self {
        let style = ProgressStyle::with_template(template).expect("templates are written in this program");
        let style = style.with_key("left", left);
        let position = Arc::new(AtomicU64::new(0));
        let done = Arc::clone(&position);
        let is_shown = !quiet && stderr().is_terminal();
        let draw = move |messages| draw(length, style, &done, &messages);
        let thread = is_shown.then_some(draw).and_then(in_thread);
        Self { done: 0, message: String::new(), position, thread }
    }

    /// Progress of drawing this number of pictures, if it is known, and of what completes their file.
    pub fn pictures(pictures: Option<u64>, quiet: bool) -> Self {
        let template = match pictures {
            Some(_) => "{spinner} {bar:40} {human_pos} of {human_len} pictures{left}",
            None => "{spinner} {human_pos} pictures",
        };
        Self::new(pictures, template, quiet)
    }

    /// Progress of finding out where on the page many boards are.
    pub fn arranging(quiet: bool) -> Self {
        Self::new(None, "{spinner} arranging the boards", quiet)
    }

    /// Progress of counting the events of a search before its first frame.
    pub fn look_ahead(quiet: bool) -> Self {
        let mut progress = Self::counting("looking ahead", "events", quiet);
        if !quiet && progress.thread.is_none() {
            let note = "looking ahead: the events are counted before the film is made";
            progress.thread = in_thread(move |messages| {
                if messages.recv_timeout(NOTE_AFTER) == Err(RecvTimeoutError::Timeout) {
                    report::note(note, quiet);
                }
            });
        }
        progress
    }

    /// Progress of doing something, with the number of these things so far.
    pub fn counting(doing: &str, what: &str, quiet: bool) -> Self {
        Self::new(None, &format!("{{spinner}} {doing}: {{human_pos}} {what}"), quiet)
    }

    /// Adds pictures or events.
    pub fn add(&mut self, count: u64) {
        self.done += count;
        self.position.store(self.done, Ordering::Relaxed);
    }

    /// Shows how much is done, and the message if the template has one.
    pub fn show(&mut self, done: u64, message: &str) {
        self.done = done;
        self.position.store(done, Ordering::Relaxed);
        if self.message != message {
            message.clone_into(&mut self.message);
            // After a panic in the thread nothing is shown.
            let _ = self.thread.as_ref().map(|(messages, _)| messages.send(message.to_owned()));
        }
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

impl Sink for Progress {
    fn frame(&mut self, _: &mut Exposure<'_>) -> Result<(), FilmError> {
        interrupt::check()?;
        self.add(1);
        Ok(())
    }
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
