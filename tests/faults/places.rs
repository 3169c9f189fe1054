//! Directories that cannot be written to, or have been removed.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use crate::common::sandbox::{Sandbox, stderr};
use crate::common::table::words;
use crate::common::tools::program_of_no_root;
use crate::films::{Film, assert_refused};

#[test]
fn a_directory_that_cannot_be_written_to_is_reported() {
    for film in Film::all() {
        let sandbox = Sandbox::new();
        let Some(mut command) = program_of_no_root(&sandbox) else { return };
        let closed = sandbox.path("closed");
        fs::create_dir(&closed).unwrap();
        fs::set_permissions(&closed, Permissions::from_mode(0o555)).unwrap();
        let ended = command.args(film.arguments()).current_dir(&closed).output().unwrap();
        assert_refused(&ended, "permission denied", film.format);
        assert!(fs::read_dir(&closed).unwrap().next().is_none(), "{}", film.format);
    }
}

#[test]
fn a_working_directory_that_is_gone_is_reported() {
    for film in Film::all() {
        let ended = film.after("mkdir gone; cd gone; rmdir ../gone").output().unwrap();
        assert_refused(&ended, "cannot write", film.format);
        film.assert_old("a working directory that is gone");
        // An absolute path needs no working directory.
        let path = film.sandbox.path(&film.name).display().to_string();
        let ended = film.after_to("mkdir gone; cd gone; rmdir ../gone", &path).output().unwrap();
        assert!(ended.status.success(), "{}: {}", film.format, stderr(&ended));
        film.assert_new("a path from the root");
    }
}

#[test]
fn a_directory_that_may_not_be_listed_is_reported() {
    let sandbox = Sandbox::new();
    let blind = sandbox.path("blind");
    fs::create_dir(&blind).unwrap();
    fs::set_permissions(&blind, Permissions::from_mode(0o333)).unwrap();
    for command in ["search 4", "sheet 4", "gallery 4"] {
        for force in ["", "--force"] {
            let Some(mut program) = program_of_no_root(&sandbox) else { return };
            program.args(words(&format!("{command} -o blind/ {force}")));
            let ended = program.current_dir(sandbox.path("")).output().unwrap();
            assert_refused(&ended, "permission denied", command);
            assert_eq!(stderr(&ended).lines().count(), 1, "{command}: {}", stderr(&ended));
        }
    }
    fs::set_permissions(&blind, Permissions::from_mode(0o755)).unwrap();
    assert!(fs::read_dir(&blind).unwrap().next().is_none());
}

#[test]
fn few_open_files_leave_the_old_film_or_the_new_one() {
    for film in Film::all() {
        for most in 4..=16 {
            let ended = film.after(&format!("ulimit -n {most}")).output().unwrap();
            let why = format!("{most} open files: {}", stderr(&ended));
            if ended.status.success() {
                film.assert_new(&why);
            } else {
                assert!(most < 16, "{}: {why}", film.format);
                assert_refused(&ended, "Too many open files", film.format);
                film.assert_old(&why);
            }
        }
    }
}
