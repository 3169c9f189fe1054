//! Directories that cannot be written to, or are gone.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::process::Command;

use crate::common::sandbox::{Sandbox, stderr};
use crate::common::tools::skip;
use crate::films::Film;

/// A copy of the program that every user may run, and a command for it by a user that is not root.
fn program_of_others(sandbox: &Sandbox) -> Option<Command> {
    let program = sandbox.path("queenreel");
    fs::copy(env!("CARGO_BIN_EXE_queenreel"), &program).unwrap();
    fs::set_permissions(sandbox.path(""), Permissions::from_mode(0o755)).unwrap();
    let is_root = Command::new("id").arg("-u").output().unwrap().stdout == b"0\n";
    if !is_root {
        return Some(Command::new(program));
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid", "65534", "--regid", "65534", "--clear-groups"]).arg(program);
    let works = Command::new("setpriv").args(["--reuid", "65534", "--clear-groups", "true"]).status();
    works.is_ok_and(|status| status.success()).then_some(command)
}

#[test]
fn a_directory_that_cannot_be_written_to_is_reported() {
    for film in Film::all() {
        let sandbox = Sandbox::new();
        let Some(mut command) = program_of_others(&sandbox) else {
            return skip("setpriv, where root runs the tests,");
        };
        let closed = sandbox.path("closed");
        fs::create_dir(&closed).unwrap();
        fs::set_permissions(&closed, Permissions::from_mode(0o555)).unwrap();
        let ended = command.args(film.arguments()).current_dir(&closed).output().unwrap();
        let said = stderr(&ended);
        assert_eq!(ended.status.code(), Some(1), "{}: {said}", film.format);
        assert!(said.contains("permission denied"), "{}: {said}", film.format);
        assert!(fs::read_dir(&closed).unwrap().next().is_none(), "{}", film.format);
    }
}

#[test]
fn a_working_directory_that_is_gone_is_reported() {
    for film in Film::all() {
        let ended = film.after("mkdir gone; cd gone; rmdir ../gone").output().unwrap();
        let said = stderr(&ended);
        assert_eq!(ended.status.code(), Some(1), "{}: {said}", film.format);
        assert!(said.contains("cannot write"), "{}: {said}", film.format);
        film.assert_old("a working directory that is gone");
        // A path from the root needs no working directory.
        let path = film.sandbox.path(film.name()).display().to_string();
        let ended = film.after_to("mkdir gone; cd gone; rmdir ../gone", &path).output().unwrap();
        assert!(ended.status.success(), "{}: {}", film.format, stderr(&ended));
        film.assert_new("a path from the root");
    }
}
