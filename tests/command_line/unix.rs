//! Devices, pipes, terminals, interrupts and permissions.

use std::fs;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

use crate::common::sandbox::{Sandbox, closed_pipe, full_device, interrupt, stderr, wait_until};
use crate::common::tools::run_in_terminal;

#[test]
fn a_device_is_written_to_directly_and_its_error_is_reported() {
    let sandbox = Sandbox::new();
    let message = sandbox.fail(1, &["search", "4", "-o", "/dev/full", "--format", "gif"]);
    assert!(message.contains("No space left"), "{message}");
    sandbox.succeed(&["search", "4", "-o", "/dev/null", "--format", "gif"]);
    assert!(!fs::metadata("/dev/null").unwrap().is_file(), "it is still a device");
}

#[test]
fn a_closed_pipe_prints_no_error_message() {
    let sandbox = Sandbox::new();
    for arguments in [&["search", "8", "--all", "-o", "-"][..], &["themes"], &["board", "2413", "-o", "-"]] {
        let output = sandbox.command(arguments).stdout(closed_pipe()).output().unwrap();
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(141), ""), "{arguments:?}");
    }
}

#[test]
fn an_unread_summary_is_no_error() {
    let sandbox = Sandbox::new();
    assert!(sandbox.command(&["search", "4"]).stdout(closed_pipe()).status().unwrap().success());
    assert!(sandbox.path("output/queens-4.gif").is_file());
}

#[test]
fn an_interrupt_leaves_the_old_file_and_nothing_else() {
    let sandbox = Sandbox::new();
    sandbox.write("film.gif", "old");
    for output in ["film.gif", "frames/"] {
        let endless = ["search", "12", "--all", "--max-frames", "100000000", "-o", output, "--force"];
        let mut child = sandbox.command(&endless).stderr(Stdio::piped()).spawn().unwrap();
        let begun = || sandbox.names().len() > 1;
        assert!(wait_until(begun), "it begins to write");
        interrupt(&child);
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let mut message = String::new();
        child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
        assert!(message.contains("interrupted"), "{message}");
        assert_eq!(sandbox.names(), ["film.gif"]);
        assert_eq!(sandbox.read("film.gif"), b"old");
    }
}

#[test]
fn a_search_for_the_next_solution_of_a_list_is_interrupted() {
    let sandbox = Sandbox::new();
    let mut child = sandbox.command(&["list", "60", "--limit", "1", "-o", "list.txt"]).spawn().unwrap();
    assert!(wait_until(|| !sandbox.names().is_empty()), "it begins to write");
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(sandbox.names().is_empty());
}

#[test]
fn a_directory_without_write_permission_is_reported() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("closed")).unwrap();
    fs::set_permissions(sandbox.path("closed"), fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(sandbox.path("closed/probe"), "").is_ok() {
        println!("skipped: this user may write anywhere");
        return;
    }
    for output in ["closed/film.gif", "closed/frames/", "closed/"] {
        assert!(sandbox.fail(1, &["search", "4", "-o", output]).contains("Permission denied"));
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
fn an_error_in_the_last_bytes_on_standard_output_is_reported() {
    for command in
        [&["search", "4", "-o", "-"][..], &["board", "2413", "-o", "-"], &["gallery", "4", "-o", "-"]]
    {
        let output = Sandbox::new().command(command).stdout(full_device()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{command:?}");
        assert!(stderr(&output).contains("No space left"), "{}", stderr(&output));
    }
}

#[test]
fn pictures_are_not_written_to_a_terminal() {
    for command in [["search", "4"], ["board", "2413"], ["gallery", "4"]] {
        let command = [&[env!("CARGO_BIN_EXE_queenreel")], &command[..], &["-o", "-"]].concat();
        let Some(said) = run_in_terminal("", "", &command) else { return };
        assert!(said.contains("standard output is a terminal") && said.contains("-o FILE"), "{said}");
        assert!(said.ends_with("2\n"), "{said}");
    }
}
