//! Devices, pipes, terminals, interrupts and permissions.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use rustix::process::Signal;

use crate::common::children::{has_ended, interrupt, send, start};
use crate::common::lists;
use crate::common::sample::sampled;
use crate::common::sandbox::{Sandbox, closed_pipe, stderr, wait_until};
use crate::common::table::{files, words};
use crate::common::tools::{program_of_no_root, run_in_terminal, run_tool};

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_to_directly_and_its_error_is_reported() {
    let sandbox = Sandbox::new();
    sandbox.refuse(1, &["search", "4", "-o", "/dev/full", "--format", "gif"], &["No space left"]);
    sandbox.succeed(&["search", "4", "-o", "/dev/null", "--format", "gif"]);
    assert!(!fs::metadata("/dev/null").unwrap().is_file(), "it is still a device");
}

#[test]
fn a_closed_pipe_prints_no_error_message() {
    let sandbox = Sandbox::new();
    for command in lists::commands(include_str!("piped.txt")) {
        let output = sandbox.command(&command).stdout(closed_pipe()).output().unwrap();
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(141), ""), "{command:?}");
    }
    assert!(sandbox.names().is_empty());
}

#[test]
fn an_unread_summary_is_no_error() {
    let sandbox = Sandbox::new();
    assert!(sandbox.command(&["search", "4"]).stdout(closed_pipe()).status().unwrap().success());
    assert!(sandbox.path("output/queens-4.gif").is_file());
}

#[test]
fn an_interrupt_leaves_old_files_and_nothing_else() {
    for [command, number] in lists::rows(include_str!("interrupted.txt")) {
        let sandbox = Sandbox::new();
        fs::create_dir(sandbox.path("charts")).unwrap();
        sandbox.write("film.gif", "old");
        sandbox.write("charts/chart.png", "old");
        let before = files(&sandbox.path(""));
        let printed = tempfile::tempfile().unwrap();
        let mut program = sandbox.command(&words(command));
        let child = start(program.stdout(printed.try_clone().unwrap()).stderr(Stdio::piped()));
        let number: usize = number.parse().unwrap();
        assert!(wait_until(|| sandbox.begun() >= number), "{command} begins to write");
        interrupt(&child);
        let ended = child.wait_with_output();
        assert_eq!(ended.status.code(), Some(130), "{command}");
        let said = stderr(&ended);
        assert!(said.contains("interrupted; nothing was written"), "{command}: {said}");
        assert!(command.contains("-o - ") || printed.metadata().unwrap().len() == 0, "{command}");
        assert!(files(&sandbox.path("")) == before, "{command}: {:?}", sandbox.names());
    }
}

#[test]
fn signals_that_end_a_program_leave_nothing_and_are_its_status() {
    let sandbox = Sandbox::new();
    let signals = [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)];
    let cases =
        signals.into_iter().flat_map(|one| ["film.gif", "film.mp4", "frames/"].map(|output| (one, output)));
    // In the suite, each signal and each output once.
    for ((signal, status), output) in sampled(4, cases) {
        let endless = ["search", "12", "--all", "--max-frames", "100000000", "-o", output, "--quiet"];
        let mut child = start(sandbox.command(&endless).stderr(Stdio::null()));
        assert!(wait_until(|| sandbox.begun() > 0), "it begins to write");
        send(signal, &child);
        assert_eq!(child.wait().unwrap().code(), Some(status), "{signal:?} {output}");
        assert!(sandbox.names().is_empty(), "{signal:?} {output}");
    }
}

#[test]
fn a_limit_of_file_sizes_is_an_error_and_leaves_nothing() {
    let sandbox = Sandbox::new();
    for output in ["film.gif", "film.apng", "film.webp", "film.mp4", "film.y4m", "film.pptx", "frames/"] {
        // 8 blocks of 512 bytes, or of 1024 in some shells.
        let script = "ulimit -f 8; exec \"$0\" search 6 --canvas 640x640 -o \"$1\"";
        let program = env!("CARGO_BIN_EXE_queenreel");
        let mut shell = Command::new("/bin/sh");
        let command = shell.args(["-c", script, program, output]).current_dir(sandbox.path(""));
        let ended = command.output().unwrap();
        assert_eq!(ended.status.code(), Some(1), "{output}: {}", stderr(&ended));
        assert!(stderr(&ended).contains("cannot write"), "{output}: {}", stderr(&ended));
        assert!(sandbox.names().is_empty(), "{output}");
    }
}

#[test]
fn a_named_pipe_as_theme_or_font_is_refused() {
    let sandbox = Sandbox::new();
    if run_tool(Command::new("mkfifo").args([sandbox.path("pipe.toml"), sandbox.path("pipe.ttf")])).is_none()
    {
        return;
    }
    for (option, pipe) in [("--theme", "pipe.toml"), ("--font", "pipe.ttf")] {
        sandbox.refuse(2, &["search", "4", option, pipe], &["named pipe"]);
    }
}

#[test]
fn a_directory_without_write_permission_is_reported() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("closed")).unwrap();
    fs::set_permissions(sandbox.path("closed"), fs::Permissions::from_mode(0o555)).unwrap();
    for output in ["closed/film.gif", "closed/frames/", "closed/"] {
        let Some(mut program) = program_of_no_root(&sandbox) else { return };
        let ended =
            program.args(["search", "4", "-o", output]).current_dir(sandbox.path("")).output().unwrap();
        let said = stderr(&ended);
        assert_eq!(ended.status.code(), Some(1), "{output}: {said}");
        assert!(said.contains("permission denied"), "{output}: {said}");
    }
}

#[test]
fn new_files_have_the_permissions_of_the_umask() {
    let sandbox = Sandbox::new();
    sandbox.succeed(&["search", "4", "-o", "film.gif"]);
    sandbox.succeed(&["search", "4", "-o", "frames/"]);
    sandbox.write("usual", "");
    fs::create_dir(sandbox.path("usual-directory")).unwrap();
    let mode = |name: &str| fs::metadata(sandbox.path(name)).unwrap().permissions().mode();
    assert_eq!(mode("film.gif"), mode("usual"));
    assert_eq!(mode("frames/frame-0001.png"), mode("usual"));
    assert_eq!(mode("frames"), mode("usual-directory"));
}

#[test]
fn pictures_are_not_written_to_a_terminal() {
    for command in [["search", "4"], ["board", "2413"], ["gallery", "4"], ["compare", "4"]] {
        let command = [&[env!("CARGO_BIN_EXE_queenreel")], &command[..], &["-o", "-"]].concat();
        let Some(said) = run_in_terminal("", "", &command) else { return };
        assert!(said.contains("standard output is a terminal") && said.contains("-o FILE"), "{said}");
        assert!(said.ends_with("2\n"), "{said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_list_and_a_film_under_a_size_are_interrupted() {
    let sandbox = Sandbox::new();
    let list = ["list", "18", "-o", "list.txt"];
    let film = ["search", "8", "--view", "lecture", "--all", "--max-frames", "100000", "--fit", "9MB"];
    for arguments in [&list[..], &[&film[..], &["-o", "film.mp4"]].concat()] {
        let mut child = start(sandbox.command(arguments).stderr(Stdio::piped()));
        assert!(wait_until(|| status(&child, "SigCgt").ends_with(['2', '3', '6', '7', 'a', 'b', 'e', 'f'])));
        interrupt(&child);
        assert!(wait_until(|| has_ended(&child)), "{arguments:?} ends");
        assert_eq!(child.wait().unwrap().code(), Some(130), "{arguments:?}");
        assert!(sandbox.names().is_empty(), "{arguments:?}");
    }
}

/// A field of a process's status: the signals that it catches in hexadecimal digits, or its state.
#[cfg(target_os = "linux")]
fn status(child: &std::process::Child, key: &str) -> String {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let value = status.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':'));
    value.unwrap_or_default().trim().to_owned()
}
