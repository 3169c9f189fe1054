//! Films in each format, written over older ones.

use std::fmt::Display;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use queenreel::encode::Format;

use crate::common::sandbox::{Sandbox, names, stderr};

/// Checks that a run has failed with this message.
pub fn assert_refused(ended: &Output, message: &str, context: impl Display) {
    let said = stderr(ended);
    assert_eq!(ended.status.code(), Some(1), "{context}: {said}");
    assert!(said.contains(message), "{context}: no {message:?} in {said}");
}

/// A command that makes a film, with the older film that it replaces.
pub struct Film {
    pub format: Format,
    /// The name of its file or directory.
    pub name: String,
    pub sandbox: Sandbox,
    old: Vec<(String, Vec<u8>)>,
    new: Vec<(String, Vec<u8>)>,
}

impl Film {
    /// One film in each format.
    pub fn all() -> impl Iterator<Item = Self> {
        Format::drawn().map(|format| {
            let stem = if format.is_still() { "picture" } else { "film" };
            let file = format!("{stem}.{}", format.extension());
            let name = if format.is_directory() { "frames/".to_owned() } else { file };
            let film = Self { format, name, sandbox: Sandbox::new(), old: Vec::new(), new: Vec::new() };
            film.sandbox.succeed(&film.arguments());
            let new = film.files();
            film.make_old();
            let old = film.files();
            assert!(old != new && !old.is_empty(), "{format}");
            Self { old, new, ..film }
        })
    }

    /// Its arguments: it takes a noticeable time, but much less than a second.
    pub fn arguments(&self) -> Vec<&str> {
        self.arguments_to(&self.name)
    }

    /// Its arguments with another output.
    pub fn arguments_to<'a>(&self, output: &'a str) -> Vec<&'a str> {
        let film = ["search", "6", "--view", "article", "--quiet", "-o", output];
        let frames: &[&str] = if self.format.is_still() {
            &["--select", "40", "--size", "960"]
        } else {
            &["--duration", "2s", "--size", "240"]
        };
        [&film[..], frames, self.force()].concat()
    }

    /// The option needed to replace its file: some formats have no mark.
    pub const fn force(&self) -> &'static [&'static str] {
        if matches!(self.format, Format::Qoi | Format::Y4m) { &["--force"] } else { &[] }
    }

    /// Its arguments with standard output as its output.
    pub fn arguments_to_standard_output(&self) -> Vec<&'static str> {
        [&self.arguments_to("-")[..], &["--format", self.format.extension()]].concat()
    }

    /// Makes the film in a shell that runs `before` first.
    pub fn after(&self, before: &str) -> Command {
        self.after_to(before, &self.name)
    }

    /// The same with another output.
    pub fn after_to(&self, before: &str, output: &str) -> Command {
        let mut shell = Command::new("/bin/sh");
        shell.args(["-c", &format!("{before}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_queenreel")]);
        shell.args(self.arguments_to(output)).current_dir(self.sandbox.path(""));
        shell
    }

    /// The size of its largest file in bytes.
    pub fn largest(&self) -> usize {
        self.new.iter().map(|(_, bytes)| bytes.len()).max().unwrap()
    }

    /// The number of memory pages that its files take.
    #[cfg(target_os = "linux")]
    pub fn pages(&self) -> usize {
        self.new.iter().map(|(_, bytes)| bytes.len().div_ceil(4096)).sum()
    }

    /// Checks that the older film is there, and nothing else.
    pub fn assert_old(&self, why: &str) {
        assert!(self.files() == self.old, "{} {why}: {:?}", self.format, self.sandbox.names());
    }

    /// Checks that the new film is there, and nothing else; then restores the older one.
    pub fn assert_new(&self, why: &str) {
        assert!(self.files() == self.new, "{} {why}: {:?}", self.format, self.sandbox.names());
        self.make_old();
        self.assert_old("again");
    }

    fn make_old(&self) {
        let film = ["search", "4", "--select", "first-solution", "-o", &self.name, "--quiet"];
        self.sandbox.succeed(&[&film[..], self.force()].concat());
    }

    /// Whether the new film is there.
    pub fn is_new(&self) -> bool {
        self.files() == self.new
    }

    /// Removes the files that a killed run has left.
    pub fn remove_parts(&self) {
        for name in names(&self.sandbox.path("")) {
            if name.starts_with(".queenreel-") && name.ends_with(".part") {
                fs::remove_file(self.sandbox.path(&name)).unwrap();
            }
        }
    }

    /// All files in the sandbox, including hidden ones, with their bytes.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        files(&self.sandbox.path(""))
    }
}

/// All files in a directory and below it, with their bytes; a file itself has an empty name.
pub fn files(directory: &Path) -> Vec<(String, Vec<u8>)> {
    if directory.is_file() {
        return vec![(String::new(), fs::read(directory).unwrap())];
    }
    let in_entry = |name: String| {
        let path = directory.join(&name);
        if !path.is_dir() {
            return vec![(name, fs::read(path).unwrap())];
        }
        let inside = files(&path).into_iter().map(|(file, bytes)| (format!("{name}/{file}"), bytes));
        // An empty directory counts, too.
        [(format!("{name}/"), Vec::new())].into_iter().chain(inside).collect()
    };
    names(directory).into_iter().flat_map(in_entry).collect()
}
