//! Pipes, devices and signals.

use std::fs;
use std::io::{BufWriter, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::common::children::{interrupt, start};
use crate::common::sample::{all_cases, sampled};
use crate::common::sandbox::{Sandbox, stderr, stdout, wait_until};
use crate::common::table::words;
use crate::common::tools::{run_in_terminal, run_tool};

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_leaves_no_film() {
    let sandbox = Sandbox::new();
    let message = sandbox.fail(1, &["search", "6", "-o", "a.gif", "--events", "/dev/full"]);
    assert!(message.contains("cannot write the events to /dev/full: No space left"), "{message}");
    assert!(sandbox.names().is_empty());
}

#[test]
fn a_directory_is_no_log() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("directory")).unwrap();
    sandbox.refuse(1, &["replay", "directory"], &["directory: it is a directory"]);
}

#[test]
fn events_of_an_endless_search_are_written_while_it_runs() {
    let sandbox = Sandbox::new();
    let mut child =
        start(sandbox.command(&["search", "64", "--all", "--events", "-"]).stdout(Stdio::piped()));
    let mut events = vec![0; 1 << 20];
    child.stdout.as_mut().unwrap().read_exact(&mut events).unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(141));
    assert!(events.starts_with(b"{\"queens\":64,"));
}

#[test]
fn a_fault_is_reported_while_the_solver_still_runs() {
    let sandbox = Sandbox::new();
    let mut child = start(sandbox.command(&["replay", "-"]).stdin(Stdio::piped()).stderr(Stdio::piped()));
    let mut solver = child.stdin.take().unwrap();
    solver.write_all(b"{\"place\":[1,1]}\n{\"place\":[1,1]}\n").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(1), "it does not wait for the end");
    drop(solver);
    assert!(sandbox.names().is_empty());
}

#[test]
fn a_line_without_end_is_refused_at_its_limit() {
    let sandbox = Sandbox::new();
    let mut child = start(sandbox.command(&["replay", "-"]).stdin(Stdio::piped()).stderr(Stdio::piped()));
    let mut solver = child.stdin.take().unwrap();
    let written = (0..1000).map_while(|_| solver.write_all(&[b' '; 1 << 10]).ok()).count();
    assert!(written < 1000, "nobody reads on");
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn an_interrupt_ends_the_wait_for_a_pipe() {
    let sandbox = Sandbox::new();
    for sent in ["", "{\"place\":[1,1]}\n"] {
        for options in [&["-o", "deep/film.gif"], &["--check", "-q"]] {
            let command = [&["replay", "-"], &options[..]].concat();
            let mut child = start(sandbox.command(&command).stdin(Stdio::piped()));
            child.stdin.as_mut().unwrap().write_all(sent.as_bytes()).unwrap();
            sleep(Duration::from_millis(100));
            interrupt(&child);
            assert_eq!(child.wait().unwrap().signal(), Some(2), "a shell reports it as 130");
        }
    }
    assert!(sandbox.names().is_empty());
}

#[test]
fn endless_blank_lines_are_refused_at_the_limit() {
    let sandbox = Sandbox::new();
    for check in [&[][..], &["--check"]] {
        let command = [&["replay", "-", "--max-log", "5MB"], check].concat();
        let mut child = start(sandbox.command(&command).stdin(Stdio::piped()).stderr(Stdio::piped()));
        let mut solver = child.stdin.take().unwrap();
        let written = (0..1000).map_while(|_| solver.write_all(&[b'\n'; 10_000]).ok()).count();
        assert!((500..600).contains(&written), "{written}");
        let output = child.wait_with_output();
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains("more than 5 MB; --max-log 10MB"), "{}", stderr(&output));
    }
    assert!(sandbox.names().is_empty());
}

#[test]
fn a_missing_directory_for_temporary_files_is_named() {
    let sandbox = Sandbox::new();
    let replay = |directory: &Path, input: &[u8]| {
        let mut command = sandbox.command(&["replay", "-"]);
        command.env("TMPDIR", directory).stdin(Stdio::piped());
        let mut child = start(command.stdout(Stdio::null()).stderr(Stdio::piped()));
        // It may have ended already.
        let _ = child.stdin.take().unwrap().write_all(input);
        child.wait_with_output()
    };
    let missing = sandbox.path("missing");
    let output = replay(&missing, b"{\"place\":[1,1]}\n");
    let message = stderr(&output);
    let place = format!("temporary file in {}: the file or directory does not exist", missing.display());
    assert!(output.status.code() == Some(1) && message.contains(&place), "{message}");
    assert!(message.starts_with("error: standard input: cannot copy the log to a "), "{message}");
    assert!(sandbox.names().is_empty());
    assert!(replay(Path::new(""), b"{\"place\":[1,1]}\n").status.success(), "it is as if it were not set");
}

#[cfg(target_os = "linux")]
#[test]
fn the_copy_is_on_the_disk_of_the_film() {
    use std::path::PathBuf;

    let sandbox = Sandbox::new();
    let (here, other) = (fs::canonicalize(sandbox.path(".")).unwrap(), sandbox.path("other"));
    fs::create_dir(&other).unwrap();
    let other = fs::canonicalize(other).unwrap();
    // The directory of the unnamed file that is open while a pipe is read.
    let place = |output: &[&str], directory: Option<&Path>| -> PathBuf {
        let mut command = sandbox.command(&[&["replay", "-", "-o"], output].concat());
        command.env_remove("TMPDIR").envs(directory.map(|directory| ("TMPDIR", directory)));
        let mut child = start(command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()));
        let open_files = PathBuf::from(format!("/proc/{}/fd", child.id()));
        let unnamed = || {
            let mut files = fs::read_dir(&open_files).unwrap().map(|file| file.unwrap().path());
            files.find_map(|file| {
                fs::read_link(file).ok().filter(|to| to.to_string_lossy().ends_with(" (deleted)"))
            })
        };
        assert!(wait_until(|| unnamed().is_some()), "{output:?}");
        let place = unnamed().unwrap().parent().unwrap().to_owned();
        interrupt(&child);
        child.wait().unwrap();
        place
    };
    assert_eq!(place(&["film.gif"], None), here);
    assert_eq!(place(&["new/deep/film.gif"], None), here);
    assert_eq!(place(&["other/frames/"], None), other);
    assert_eq!(place(&["other/film.gif"], Some(&here)), here);
    std::os::unix::fs::symlink(other.join("film.gif"), sandbox.path("link.gif")).unwrap();
    fs::write(other.join("film.gif"), "").unwrap();
    assert_eq!(place(&["link.gif"], None), other, "links are followed");
    for elsewhere in [&["-"][..], &["/dev/null", "--format", "gif"], &["/proc/film.gif"]] {
        assert_eq!(place(elsewhere, None), Path::new("/tmp"), "{elsewhere:?}");
    }
    assert_eq!(sandbox.names(), ["link.gif", "other"], "nothing is created");
}

#[test]
fn a_terminal_is_told_what_is_awaited() {
    let sandbox = Sandbox::new();
    let film = sandbox.path("film.gif").display().to_string();
    let command = [env!("CARGO_BIN_EXE_queenreel"), "replay", "-", "-o", &film];
    let events = "{\"place\":[1,1]}\n\u{4}";
    let Some(said) = run_in_terminal("'queenreel help replay')", events, &command) else { return };
    assert!(said.starts_with("note: reading events from the terminal: one JSON object per line"), "{said}");
    assert!(said.contains("1 placement") && said.ends_with("\n0\n"), "{said}");
    let quiet = [&command[..], &["-q"]].concat();
    let said = run_in_terminal("", events, &quiet).unwrap();
    assert!(!said.contains("note") && said.ends_with("\n0\n"), "{said}");
    let of_pipe = sandbox.feed("{\"place\":[1,1]}\n", &["replay", "-"]);
    assert!(!stderr(&of_pipe).contains("terminal"), "{}", stderr(&of_pipe));
}

#[test]
fn a_log_that_takes_a_while_has_progress() {
    let sandbox = Sandbox::new();
    let slow =
        "(for k in 1 2 3 4 5 6; do echo '{\"place\":[1,1]}'; sleep 0.2; echo '{\"remove\":[1,1]}'; done)";
    let film = sandbox.path("film.gif").display().to_string();
    for (options, has_progress) in sampled(2, [("", true), ("--check", true), ("-q", false)]) {
        let command = format!("{slow} | \"$0\" replay - -o {film} {options}");
        let command = ["/bin/sh", "-c", &command, env!("CARGO_BIN_EXE_queenreel")];
        let Some(said) = run_in_terminal("", "", &command) else { return };
        assert_eq!(said.contains("reading the log: "), has_progress, "{said}");
        assert_eq!(said.contains(" 7 events"), has_progress, "the number is up to date: {said}");
        assert!(said.ends_with("\n0\n"), "{said}");
    }
}

#[test]
fn a_named_pipe_is_read_like_standard_input() {
    let sandbox = Sandbox::new();
    if run_tool(Command::new("mkfifo").args(["log.fifo", "pipe"].map(|name| sandbox.path(name)))).is_none() {
        return;
    }
    for (command, pipe, log, report) in [
        ("replay pipe", "pipe", "{\"place\":[1,1]}\n", "output/replay.gif: 2 frames"),
        ("race 4 ./pipe backtracking", "pipe", "{\"place\":[1,1]}\n", "output/race-4.gif: "),
        (
            "race 4 log.fifo backtracking",
            "log.fifo",
            "{\"queens\":4}\n{\"board\":[2,4,1,3]}\n",
            "1. log, 1 tick",
        ),
    ] {
        let child = start(sandbox.command(&words(command)).stdout(Stdio::piped()));
        fs::write(sandbox.path(pipe), log).unwrap();
        let output = child.wait_with_output();
        assert!(
            output.status.success() && stdout(&output).contains(report),
            "{command}: {}",
            stdout(&output)
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn three_million_lines_fit_into_little_memory() {
    let sandbox = Sandbox::new();
    // The log itself has 50 MB, in the suite 10.
    let limited = "ulimit -v 40000 && exec \"$0\" \"$@\"";
    let mut child = start(
        Command::new("/bin/sh")
            .args(["-c", limited, env!("CARGO_BIN_EXE_queenreel"), "replay", "-", "-q"])
            .args(["-o", "film.gif", "--duration", "1s", "--size", "64"])
            .current_dir(sandbox.path("."))
            .stdin(Stdio::piped()),
    );
    let mut log = BufWriter::with_capacity(1 << 16, child.stdin.take().unwrap());
    for _ in 0..if all_cases() { 1_500_000 } else { 100_000 } {
        log.write_all(b"{\"place\":[4,4]}\n{\"remove\":[4,4]}\n").unwrap();
    }
    drop(log);
    assert!(child.wait().unwrap().success());
    assert_eq!(sandbox.names(), ["film.gif"]);
}
