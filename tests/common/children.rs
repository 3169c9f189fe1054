//! Child processes, and signals to them.

use std::ops::{Deref, DerefMut};
use std::process::{Child, Command, Output};

#[cfg(unix)]
use rustix::process::{Pid, Signal, kill_process};

/// A program that ends when the test ends, also if the test fails.
pub struct Running(Option<Child>);

pub fn start(command: &mut Command) -> Running {
    let child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    Running(Some(child))
}

impl Running {
    pub fn wait_with_output(mut self) -> Output {
        self.0.take().unwrap().wait_with_output().unwrap()
    }
}

impl Deref for Running {
    type Target = Child;

    fn deref(&self) -> &Child {
        self.0.as_ref().unwrap()
    }
}

impl DerefMut for Running {
    fn deref_mut(&mut self) -> &mut Child {
        self.0.as_mut().unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            // It may have ended.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Sends a signal to a program, which may have ended.
#[cfg(unix)]
pub fn send(signal: Signal, child: &Child) {
    let _ = kill_process(Pid::from_child(child), signal);
}

/// Whether a program has ended, and was not waited for.
#[cfg(target_os = "linux")]
pub fn has_ended(child: &Child) -> bool {
    state(child) == Some('Z')
}

/// The state of a program, as the system names it: `T` if a signal has stopped it, `Z` if it has ended.
#[cfg(target_os = "linux")]
pub fn state(child: &Child) -> Option<char> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    status.lines().find_map(|line| line.strip_prefix("State:\t"))?.chars().next()
}

/// Sends SIGINT, like Ctrl-C.
#[cfg(unix)]
pub fn interrupt(child: &Child) {
    send(Signal::INT, child);
}

/// Children inherit ignored signals, as a background command of a shell does, but get the default action
/// for signals that are caught.
#[cfg(target_os = "linux")]
pub fn catch_ignored_signals() {
    use std::sync::atomic::AtomicBool;
    use std::sync::{Arc, Once};

    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = ignored.map_or(0, |digits| u64::from_str_radix(digits.trim(), 16).unwrap());
        for signal in [Signal::HUP, Signal::INT, Signal::TERM].map(Signal::as_raw) {
            if ignored >> (signal - 1) & 1 == 1 {
                signal_hook::flag::register(signal, Arc::new(AtomicBool::new(false))).unwrap();
            }
        }
    });
}
