//! Signals: after Ctrl-C, termination and the end of a terminal, the work stops at the next event, and its output
//! is discarded.

use std::fs;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_default, register_usize};

static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// The signal that interrupted the program.
static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// No signal has this number.
const NONE: usize = 0;

/// Signals that end the program, but those that were ignored when it started: `nohup` ignores the end of a terminal,
/// and a shell without job control Ctrl-C for commands in the background.
static ENDING: LazyLock<Vec<i32>> = LazyLock::new(|| {
    let signals = [
        SIGINT,
        SIGTERM,
        #[cfg(unix)]
        signal_hook::consts::SIGHUP,
    ];
    signals.into_iter().filter(|signal| !is_ignored(*signal)).collect()
});

/// Whether a signal is ignored, before it is caught.
fn is_ignored(signal: i32) -> bool {
    let Ok(status) = fs::read_to_string("/proc/self/status") else { return is_ignored_by_shell(signal) };
    let digits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = digits.and_then(|digits| u64::from_str_radix(digits.trim(), 16).ok());
    ignored.is_some_and(|ignored| ignored >> (signal - 1) & 1 == 1)
}

/// The same without the files of Linux: a shell ignores what this program ignores, or the signal ends it.
fn is_ignored_by_shell(signal: i32) -> bool {
    let ended = || Command::new("/bin/sh").args(["-c", &format!("kill -{signal} $$")]).status();
    cfg!(unix) && ended().is_ok_and(|ended| ended.success())
}

/// From now on, an interrupt sets the flag instead of ending the program at once.
pub fn catch() {
    for &signal in ENDING.iter() {
        // If this fails, the signal ends the program, as by default.
        let _ = register_usize(signal, Arc::clone(&SIGNAL), signal as usize);
        let _ = register(signal, Arc::clone(&INTERRUPTED));
    }
    // A signal may have come between the two.
    if SIGNAL.load(Ordering::Relaxed) != NONE {
        INTERRUPTED.store(true, Ordering::Relaxed);
    }
}

/// From now on, an interrupt ends the program at once, also after [`catch`].
pub fn end_at_once() {
    for &signal in ENDING.iter() {
        // If this fails, the signal is caught, or ends the program.
        let _ = register_conditional_default(signal, Arc::new(AtomicBool::new(true)));
    }
}

/// A file that exceeds a limit of the system becomes an error of its writer, as a full disk does, instead of a
/// signal.
pub fn report_too_large_files() {
    #[cfg(unix)]
    let _ = register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// The exit status after an interrupt, as a shell reports it.
pub fn status() -> u8 {
    128 + SIGNAL.load(Ordering::Relaxed) as u8
}

/// Whether there was an interrupt.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// This program may have been started with signals that are ignored.
    #[test]
    fn a_shell_finds_what_is_ignored() {
        for signal in [SIGINT, SIGTERM, signal_hook::consts::SIGHUP] {
            assert_eq!(is_ignored_by_shell(signal), is_ignored(signal), "{signal}");
        }
        // The standard library ignores it, and gives children the usual effect.
        assert!(cfg!(not(target_os = "linux")) || is_ignored(signal_hook::consts::SIGPIPE));
    }
}
