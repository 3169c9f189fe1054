//! Standard output that cannot be written to, for requests that print there.

use std::fs::File;
use std::process::Stdio;

use crate::common::lists;
use crate::common::sandbox::{Sandbox, full_device, stderr};

#[test]
fn output_that_is_lost_is_an_error() {
    for arguments in lists::commands(include_str!("printing.txt")) {
        let run = |out: Stdio| Sandbox::new().command(&arguments).stdout(out).output().unwrap();
        let full = run(full_device().into());
        assert_eq!(full.status.code(), Some(1), "{arguments:?}: {}", stderr(&full));
        let message = "error: cannot write to standard output: No space left on device\n";
        let message = if arguments.contains(&"--events") { "No space left on device\n" } else { message };
        assert!(stderr(&full).ends_with(message), "{}", stderr(&full));
        // Such a stream accepts no bytes, and the standard library reports no error.
        let read_only = run(File::open("/dev/null").unwrap().into());
        assert_eq!(read_only.status.code(), Some(1), "{arguments:?}");
        assert!(stderr(&read_only).contains("cannot write"), "{arguments:?}: {}", stderr(&read_only));
        #[cfg(any(target_os = "linux", target_os = "macos"))]
        {
            let mut shell = std::process::Command::new("/bin/sh");
            shell.args(["-c", "exec \"$0\" \"$@\" >&-", env!("CARGO_BIN_EXE_queenreel")]).args(&arguments);
            let closed = shell.current_dir(Sandbox::new().path("")).output().unwrap();
            assert_eq!(closed.status.code(), Some(1), "{arguments:?}");
            let message = "error: cannot write to standard output: it is not open for writing\n";
            assert!(stderr(&closed).ends_with(message), "{arguments:?}: {}", stderr(&closed));
        }
        for unread in
            [Stdio::null(), File::options().read(true).write(true).open("/dev/null").unwrap().into()]
        {
            assert!(run(unread).status.success(), "{arguments:?}");
        }
    }
}

#[test]
fn reports_may_be_lost() {
    for arguments in ["search 4", "board 2413", "gallery 4", "list 4 -o list.txt", "themes -o themes.txt"] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        for out in [full_device(), File::open("/dev/null").unwrap()] {
            let ended = Sandbox::new().command(&arguments).stdout(out).output().unwrap();
            assert!(ended.status.success(), "{arguments:?}: {}", stderr(&ended));
        }
    }
}

#[test]
fn help_without_a_command_is_an_error_and_has_no_colours_here() {
    let sandbox = Sandbox::new();
    let output = sandbox.run(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("Examples:") && !stderr(&output).contains('\u{1b}'));
    assert!(!sandbox.stdout(&["--help"]).contains('\u{1b}'));
}
