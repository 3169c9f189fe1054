//! Users who may start no more threads, and requests for too many.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use rustix::process::Signal;

use crate::common::children::{has_ended, send, start};
use crate::common::lists::rows;
use crate::common::sandbox::{Sandbox, stderr, wait_until};
use crate::common::table::words;
use crate::common::tools::{installed, program_of_no_root};

/// A program of a user who may start neither threads nor processes.
fn without_threads(sandbox: &Sandbox) -> Option<Command> {
    let program = program_of_no_root(sandbox).filter(|_| installed(&["prlimit"]))?;
    fs::set_permissions(sandbox.path(""), fs::Permissions::from_mode(0o777)).unwrap();
    let parts: Vec<_> = [program.get_program()].into_iter().chain(program.get_args()).collect();
    let (program, before) = parts.split_last().unwrap();
    let limited = [before, &["prlimit".as_ref(), "--nproc=1".as_ref(), program]].concat();
    let mut command = Command::new(limited[0]);
    command.args(&limited[1..]).current_dir(sandbox.path("")).stdin(Stdio::null());
    Some(command)
}

#[test]
fn one_thread_does_the_work_if_there_are_no_others() {
    for [arguments] in rows(include_str!("threads.txt")) {
        let arguments = words(arguments);
        let sandbox = Sandbox::new();
        let Some(mut command) = without_threads(&sandbox) else { return };
        let alone = command.args(&arguments).output().unwrap();
        assert!(alone.status.success(), "{arguments:?}: {}: {}", alone.status, stderr(&alone));
        if let Some(name) = arguments.iter().find(|word| word.contains('.') && !word.contains("..")) {
            let with_threads = Sandbox::new();
            with_threads.succeed(&arguments);
            assert_eq!(sandbox.read(name), with_threads.read(name), "{arguments:?}");
        }
    }
}

#[test]
fn a_search_without_threads_is_interrupted() {
    for (arguments, code) in [("list 40 --start 1,1 -o list", Some(130)), ("count 20", None)] {
        let sandbox = Sandbox::new();
        let Some(mut command) = without_threads(&sandbox) else { return };
        let mut child = start(command.args(words(arguments)).stdout(Stdio::null()).stderr(Stdio::null()));
        thread::sleep(Duration::from_millis(500));
        send(Signal::INT, &child);
        assert!(wait_until(|| has_ended(&child)), "{arguments}");
        let ended = child.wait().unwrap();
        let signal = code.is_none().then_some(Signal::INT.as_raw());
        assert_eq!((ended.code(), ended.signal()), (code, signal), "{arguments}: {ended}");
    }
}

#[test]
fn no_more_threads_are_started_than_there_are_cores() {
    let sandbox = Sandbox::new();
    let mut command = sandbox.command(&["count", "20"]);
    let command = command.env("RAYON_NUM_THREADS", "100000").stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = start(command);
    let threads = || fs::read_dir(format!("/proc/{}/task", child.id())).unwrap().count();
    assert!(wait_until(|| threads() >= 2));
    thread::sleep(Duration::from_millis(300));
    // One more thread waits for signals, and one serves the pool.
    let cores = thread::available_parallelism().unwrap().get();
    assert!(threads() <= cores + 2, "{} threads", threads());
    send(Signal::INT, &child);
    assert!(wait_until(|| has_ended(&child)));
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
