//! Disks and devices without space.

#[cfg(target_os = "linux")]
use std::process::Command;

#[cfg(target_os = "linux")]
use crate::common::sandbox::{Sandbox, full_device};
use crate::common::sandbox::{closed_pipe, stderr};
#[cfg(target_os = "linux")]
use crate::common::tools::skip_unless;
use crate::films::{Film, assert_refused};

/// The unit of a shell's limits, in bytes.
const BLOCK: usize = 512;

#[test]
fn a_limit_of_file_sizes_is_an_error_that_leaves_the_old_film() {
    for film in Film::all() {
        let blocks = film.largest().div_ceil(BLOCK);
        for tenth in 0..10 {
            let limit = (blocks - 1) * tenth / 10;
            let ended = film.after(&format!("ulimit -f {limit}")).output().unwrap();
            let why = format!("{}: {limit} of {blocks} blocks: {}", film.format, stderr(&ended));
            assert_refused(&ended, "cannot write", &why);
            assert_refused(&ended, "File too large", &why);
            film.assert_old(&why);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_that_leaves_the_old_film() {
    for film in Film::all() {
        let disk = Sandbox::new();
        let directory = disk.path("");
        // The old film is elsewhere, so that all space is for the new one.
        for tenth in 1..=10 {
            let size = format!("nr_blocks={}", ((film.pages() - 1) * tenth / 10).max(1));
            let mut mount = Command::new("mount");
            mount.args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(&directory);
            if !mount.output().is_ok_and(|mounted| mounted.status.success()) {
                return skip_unless("QUEENREEL_REQUIRE_MOUNT", "the permission to mount a disk");
            }
            let ended = disk.run(&film.arguments());
            let left = disk.names();
            // If this fails, a disk stays in memory.
            let _ = Command::new("umount").arg("-l").arg(&directory).status();
            let why = format!("{}: {size}", film.format);
            assert_refused(&ended, "No space left", &why);
            assert!(left.is_empty(), "{why}: {left:?}");
        }
    }
}

#[test]
fn standard_output_that_is_closed_is_the_status() {
    for film in Film::all().filter(|film| !film.format.is_directory()) {
        let format = film.format.extension();
        let arguments = film.arguments_to_standard_output();
        let closed = film.sandbox.command(&arguments).stdout(closed_pipe()).output().unwrap();
        assert_eq!((closed.status.code(), stderr(&closed).as_str()), (Some(141), ""), "{format}");
        film.assert_old(format);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_is_full_is_reported() {
    for film in Film::all().filter(|film| !film.format.is_directory()) {
        let format = film.format.extension();
        let arguments = film.arguments_to_standard_output();
        let full = film.sandbox.command(&arguments).stdout(full_device()).output().unwrap();
        assert_refused(&full, "No space left", format);
        film.assert_old(format);
    }
}

#[test]
fn films_do_not_need_standard_output() {
    for film in Film::all() {
        let ended = film.after("exec >&-").output().unwrap();
        assert!(ended.status.success(), "{}: {}", film.format, stderr(&ended));
        film.assert_new("without standard output");
    }
}
