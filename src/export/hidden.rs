//! Hidden names beside outputs, and how outputs get their own names.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempPath};

use crate::encode::PROGRAM;
use crate::words::shown;

/// The beginning of hidden names.
pub const PREFIX: &str = ".queenreel-";

/// Hidden names.
pub fn names() -> Builder<'static, 'static> {
    let mut names = Builder::new();
    names.prefix(PREFIX).suffix(".part");
    names
}

/// An error of the system, without the hidden path that `tempfile` adds to its text.
pub fn of_system(error: io::Error) -> io::Error {
    let (kind, text) = (error.kind(), error.to_string());
    match (kind, text.split_once(" at path ")) {
        (ErrorKind::PermissionDenied | ErrorKind::NotFound, Some(_)) => kind.into(),
        (_, Some((said, _))) => io::Error::new(kind, said.to_owned()),
        (_, None) => error,
    }
}

/// Moves a file or a directory, and replaces a file only if that is wanted.
fn rename(from: &Path, to: &Path, replaces: bool) -> io::Result<()> {
    let mut from = TempPath::try_from_path(from)?;
    from.disable_cleanup(true);
    let moved = if replaces { from.persist(to) } else { from.persist_noclobber(to) };
    Ok(moved?)
}

/// Moves a file or a directory to where a file may be.
pub fn replace(from: &Path, to: &Path) -> io::Result<()> {
    rename(from, to, true)
}

/// Moves a file or a directory to where nothing is.
pub fn place(from: &Path, to: &Path) -> io::Result<()> {
    rename(from, to, false).or_else(|_| match fs::symlink_metadata(to) {
        Ok(_) => Err(ErrorKind::AlreadyExists.into()),
        // Not all file systems can refuse to replace.
        Err(_) => rename(from, to, true),
    })
}

/// More names are not tried.
const MOST_NUMBER: u32 = 10_000;

/// Moves a complete output to a free name beside its destination; the error says why, and where it is.
pub fn kept(hidden: &Path, destination: &Path, why: &str) -> io::Error {
    let path = place_beside(hidden, destination).unwrap_or_else(|| hidden.to_owned());
    let here = fs::canonicalize(".").unwrap_or_default();
    let shown = shown(path.strip_prefix(here).unwrap_or(&path));
    io::Error::new(ErrorKind::AlreadyExists, format!("{why}; the complete output is '{shown}'"))
}

fn place_beside(hidden: &Path, destination: &Path) -> Option<PathBuf> {
    // A longer name may be too long.
    for stem in [destination.file_stem().unwrap_or_default(), OsStr::new(PROGRAM)] {
        for number in 2..=MOST_NUMBER {
            let mut name = stem.to_owned();
            name.push(format!("-{number}"));
            if let Some(extension) = destination.extension() {
                name.push(".");
                name.push(extension);
            }
            let free = destination.with_file_name(name);
            match place(hidden, &free) {
                Ok(()) => return Some(free),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(_) => break,
            }
        }
    }
    None
}
