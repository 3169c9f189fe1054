//! Signals: once [`catch`] is called, Ctrl-C, SIGTERM and SIGHUP cancel the work instead of ending the program.

use std::fs;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag::{register, register_conditional_default, register_usize};

static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// The number of the signal that interrupted the program.
static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

const NONE: usize = 0;

/// The signals that end the program, except those that were ignored when it started: `nohup`
/// ignores SIGHUP, and a shell without job control ignores Ctrl-C for background commands.
static ENDING: LazyLock<Vec<i32>> = LazyLock::new(|| {
    let signals = [
        SIGINT,
        SIGTERM,
        #[cfg(unix)]
        signal_hook::consts::SIGHUP,
    ];
    signals.into_iter().filter(|signal| !is_ignored(*signal)).collect()
});

/// Returns whether a signal was ignored at the start; to be called before handlers are installed.
fn is_ignored(signal: i32) -> bool {
    let Ok(status) = fs::read_to_string("/proc/self/status") else { return is_ignored_by_shell(signal) };
    let digits = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = digits.and_then(|digits| u64::from_str_radix(digits.trim(), 16).ok());
    ignored.is_some_and(|ignored| ignored >> (signal - 1) & 1 == 1)
}

/// Like [`is_ignored`], without `/proc`: a shell only survives a signal that was ignored when the shell started.
fn is_ignored_by_shell(signal: i32) -> bool {
    let ended = || Command::new("/bin/sh").args(["-c", &format!("kill -{signal} $$")]).status();
    cfg!(unix) && ended().is_ok_and(|ended| ended.success())
}

/// Installs handlers that set a flag instead of ending the program.
pub fn catch() {
    for &signal in ENDING.iter() {
        // If this fails, the signal ends the program, as by default.
        let _ = register_usize(signal, Arc::clone(&SIGNAL), signal as usize);
        let _ = register(signal, Arc::clone(&INTERRUPTED));
    }
    // A signal may have arrived between the two calls.
    if SIGNAL.load(Ordering::Relaxed) != NONE {
        INTERRUPTED.store(true, Ordering::Relaxed);
    }
}

/// Lets a signal end the program at once, also after [`catch`].
pub fn end_at_once() {
    for &signal in ENDING.iter() {
        // If this fails, the signal is still caught, or ends the program.
        let _ = register_conditional_default(signal, Arc::new(AtomicBool::new(true)));
    }
}

/// Makes writing beyond the limit of file sizes an error, like a full disk, instead of a signal.
pub fn report_too_large_files() {
    #[cfg(unix)]
    let _ = register(signal_hook::consts::SIGXFSZ, Arc::default());
}

pub fn status() -> u8 {
    128 + SIGNAL.load(Ordering::Relaxed) as u8
}

pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// The test itself may have been started with ignored signals.
    #[test]
    fn a_shell_finds_what_is_ignored() {
        for signal in [SIGINT, SIGTERM, signal_hook::consts::SIGHUP] {
            assert_eq!(is_ignored_by_shell(signal), is_ignored(signal), "{signal}");
        }
        // The standard library ignores SIGPIPE, but resets it in child processes.
        assert!(cfg!(not(target_os = "linux")) || is_ignored(signal_hook::consts::SIGPIPE));
    }
}
