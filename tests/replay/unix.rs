//! Pipes, devices and signals.

use std::fs::OpenOptions;
use std::io::{BufWriter, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::common::sandbox::{Sandbox, closed_pipe, full_device, interrupt, stderr};
use crate::common::tools::run_tool;

#[test]
fn a_reader_that_stops_early_is_no_error() {
    let sandbox = Sandbox::new();
    for options in
        [&["search", "64", "--all", "--events", "-"][..], &["search", "6", "-o", "a.gif", "--events", "-"]]
    {
        let output = sandbox.command(options).stdout(closed_pipe()).output().unwrap();
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(141), ""), "{options:?}");
    }
    assert!(sandbox.names().is_empty());
}

#[test]
fn a_full_disk_is_reported_and_leaves_no_film() {
    let sandbox = Sandbox::new();
    let message = sandbox.fail(1, &["search", "6", "-o", "a.gif", "--events", "/dev/full"]);
    assert!(message.contains("cannot write the events to /dev/full: No space left"), "{message}");
    let output = sandbox.command(&["search", "6", "--events", "-"]).stdout(full_device()).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("No space left"));
    assert!(sandbox.names().is_empty());
}

#[test]
fn events_of_an_endless_search_are_written_while_it_runs() {
    let sandbox = Sandbox::new();
    let mut child =
        sandbox.command(&["search", "64", "--all", "--events", "-"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut events = vec![0; 1 << 20];
    child.stdout.as_mut().unwrap().read_exact(&mut events).unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(141));
    assert!(events.starts_with(b"{\"queens\":64,"));
}

#[test]
fn a_fault_is_reported_while_the_solver_still_runs() {
    let sandbox = Sandbox::new();
    let mut child =
        sandbox.command(&["replay", "-"]).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut solver = child.stdin.take().unwrap();
    solver.write_all(b"{\"place\":[1,1]}\n{\"place\":[1,1]}\n").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1), "it does not wait for the end");
    drop(solver);
    assert!(sandbox.names().is_empty());
}

#[test]
fn a_line_without_end_is_refused_at_its_limit() {
    let sandbox = Sandbox::new();
    let mut child =
        sandbox.command(&["replay", "-"]).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut solver = child.stdin.take().unwrap();
    let written = (0..1000).map_while(|_| solver.write_all(&[b' '; 1 << 10]).ok()).count();
    assert!(written < 1000, "nobody reads on");
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn an_interrupt_ends_the_wait_for_a_pipe() {
    let sandbox = Sandbox::new();
    let mut child =
        sandbox.command(&["replay", "-", "-o", "deep/film.gif"]).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.as_mut().unwrap().write_all(b"{\"place\":[1,1]}\n").unwrap();
    sleep(Duration::from_millis(100));
    interrupt(&child);
    assert_eq!(child.wait().unwrap().signal(), Some(2));
    assert!(sandbox.names().is_empty());
}

#[test]
fn a_named_pipe_is_read_like_standard_input() {
    let sandbox = Sandbox::new();
    if run_tool(Command::new("mkfifo").arg(sandbox.path("pipe"))).is_none() {
        return;
    }
    let mut child = sandbox.command(&["replay", "pipe", "-q"]).spawn().unwrap();
    let mut pipe = OpenOptions::new().write(true).open(sandbox.path("pipe")).unwrap();
    pipe.write_all(b"{\"place\":[1,1]}\n").unwrap();
    drop(pipe);
    assert!(child.wait().unwrap().success());
    assert!(sandbox.path("output/replay.gif").is_file());
}

#[cfg(target_os = "linux")]
#[test]
fn three_million_lines_fit_into_little_memory() {
    let sandbox = Sandbox::new();
    // The log itself has 50 MB.
    let limited = "ulimit -v 40000 && exec \"$0\" \"$@\"";
    let mut child = Command::new("sh")
        .args(["-c", limited, env!("CARGO_BIN_EXE_queenreel"), "replay", "-", "-q"])
        .args(["-o", "film.gif", "--duration", "1s", "--size", "64"])
        .current_dir(sandbox.path("."))
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut log = BufWriter::with_capacity(1 << 16, child.stdin.take().unwrap());
    for _ in 0..1_500_000 {
        log.write_all(b"{\"place\":[4,4]}\n{\"remove\":[4,4]}\n").unwrap();
    }
    drop(log);
    assert!(child.wait().unwrap().success());
    assert_eq!(sandbox.names(), ["film.gif"]);
}
