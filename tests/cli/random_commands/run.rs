//! A run of the program, with limits of time, memory and space.

use std::fs::File;
use std::io::{Read, Seek, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::inputs::{STARTED_IN, TEMPORARY};
use super::line::Line;
#[cfg(target_os = "linux")]
use crate::common::children::catch_ignored_signals;
use crate::common::children::{send, start};

/// How a run has ended, and what it has printed.
pub struct Run {
    pub status: Status,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Code(i32),
    /// Ended by a signal of this number.
    Signal(i32),
    /// It had to be killed.
    Hangs,
}

/// The time limit of an ordinary run, even while other tests run.
const MOST_TIME: Duration = Duration::from_secs(60);

/// The time after which a demanding run is ended.
const SHORT_TIME: Duration = Duration::from_secs(2);

/// In blocks of 512 bytes, or of 1024 in some shells, and in kilobytes: more than small films need.
const LIMITS: &str = "ulimit -f 200000; ulimit -v 4000000; exec \"$0\" \"$@\"";

impl Run {
    /// Runs the program in a directory with the inputs; a demanding line is ended early, by a signal.
    pub fn of(line: &Line, directory: &Path, input: &[u8], ending: Signal) -> Self {
        #[cfg(target_os = "linux")]
        catch_ignored_signals();
        let mut printed = [tempfile::tempfile().unwrap(), tempfile::tempfile().unwrap()];
        let [stdout, stderr] = printed.each_ref().map(|file| file.try_clone().unwrap());
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", LIMITS, env!("CARGO_BIN_EXE_queenreel")]).args(&line.arguments);
        shell.current_dir(directory.join(STARTED_IN)).env("TMPDIR", directory.join(TEMPORARY));
        shell.stdin(Stdio::piped()).stdout(stdout).stderr(stderr);
        let mut child = start(&mut shell);
        // The input fits into a pipe, and need not be read.
        let _ = child.stdin.take().unwrap().write_all(input);
        let mut status = None;
        if line.asks_for_much {
            status = wait(&mut child, SHORT_TIME);
            if status.is_none() {
                send(ending, &child);
            }
        }
        let status = status.or_else(|| wait(&mut child, MOST_TIME)).map_or(Status::Hangs, Status::of);
        if status == Status::Hangs {
            child.kill().unwrap();
            child.wait().unwrap();
        }
        let [stdout, stderr] = printed.each_mut().map(whole);
        Self { status, stdout, stderr: String::from_utf8_lossy(&stderr).into_owned() }
    }
}

impl Status {
    fn of(status: ExitStatus) -> Self {
        let signal = || Self::Signal(status.signal().unwrap());
        status.code().map_or_else(signal, Self::Code)
    }
}

/// Waits for the end; `None` if it takes longer.
fn wait(child: &mut Child, most: Duration) -> Option<ExitStatus> {
    const EVERY: Duration = Duration::from_millis(4);
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        if began.elapsed() > most {
            return None;
        }
        thread::sleep(EVERY);
    }
}

fn whole(file: &mut File) -> Vec<u8> {
    let mut bytes = Vec::new();
    file.rewind().unwrap();
    file.read_to_end(&mut bytes).unwrap();
    bytes
}
