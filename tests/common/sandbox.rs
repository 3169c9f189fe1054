//! The program, run in a temporary directory.

use std::fs;
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// Runs the program in a temporary directory.
pub struct Sandbox {
    directory: TempDir,
}

impl Sandbox {
    pub fn new() -> Self {
        #[cfg(target_os = "linux")]
        super::children::catch_ignored_signals();
        Self { directory: tempfile::tempdir().unwrap() }
    }

    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_queenreel"));
        command.args(arguments).current_dir(self.directory.path()).stdin(Stdio::null());
        command
    }

    pub fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments).output().unwrap()
    }

    /// Runs the program with these bytes on standard input.
    pub fn feed(&self, input: impl AsRef<[u8]>, arguments: &[&str]) -> Output {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(input.as_ref()).unwrap();
        file.rewind().unwrap();
        self.command(arguments).stdin(Stdio::from(file)).output().unwrap()
    }

    /// Replays a log from standard input, which must succeed.
    pub fn replay(&self, log: impl AsRef<[u8]>, options: &[&str]) -> Output {
        let output = self.feed(log, &[&["replay", "-"], options].concat());
        assert!(output.status.success(), "{options:?}: {}", stderr(&output));
        output
    }

    pub fn succeed(&self, arguments: &[&str]) -> Output {
        let output = self.run(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", stderr(&output));
        output
    }

    /// Standard output of a run that must succeed.
    pub fn stdout(&self, arguments: &[&str]) -> String {
        stdout(&self.succeed(arguments))
    }

    /// The message of a run that must fail with this status.
    pub fn fail(&self, status: i32, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {}", stderr(&output));
        assert!(output.stdout.is_empty(), "errors go to standard error");
        stderr(&output)
    }

    /// A run that must fail with this status and a message with all of these parts.
    pub fn refuse(&self, status: i32, arguments: &[&str], parts: &[&str]) {
        let message = self.fail(status, arguments);
        for part in parts {
            assert!(message.contains(part), "{arguments:?}: no {part:?} in {message}");
        }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    pub fn read_json(&self, name: &str) -> serde_json::Value {
        serde_json::from_slice(&self.read(name)).unwrap()
    }

    /// The entries of a list of pictures, like those under `frames` in `frames.json`.
    pub fn listed(&self, name: &str) -> Vec<serde_json::Value> {
        let key = Path::new(name).file_stem().unwrap().to_str().unwrap();
        self.read_json(name)[key].as_array().unwrap().clone()
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        fs::write(self.path(name), bytes).unwrap();
    }

    /// The number of unfinished hidden files and directories.
    #[cfg(unix)]
    pub fn begun(&self) -> usize {
        begun(self.directory.path())
    }

    /// The names in the directory, sorted.
    pub fn names(&self) -> Vec<String> {
        names(self.directory.path())
    }
}

#[cfg(unix)]
fn begun(directory: &Path) -> usize {
    // A file that existed a moment ago may have been renamed.
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let begun = entries.map(|entry| match entry.file_name().as_encoded_bytes() {
        name if name.starts_with(b".queenreel-") && name.ends_with(b".part") => 1,
        _ => begun(&entry.path()),
    });
    begun.sum()
}

pub fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// A file of the repository.
pub fn repository_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

#[cfg(unix)]
pub fn closed_pipe() -> std::io::PipeWriter {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    writer
}

/// A device without free space.
#[cfg(target_os = "linux")]
pub fn full_device() -> fs::File {
    fs::File::options().write(true).open("/dev/full").unwrap()
}

/// Waits up to 20 seconds for a condition; returns whether it became true.
#[cfg(unix)]
pub fn wait_until(condition: impl Fn() -> bool) -> bool {
    (0..4000).any(|_| {
        condition() || {
            std::thread::sleep(std::time::Duration::from_millis(5));
            false
        }
    })
}
