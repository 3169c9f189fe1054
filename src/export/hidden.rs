//! Hidden temporary files next to outputs, and renaming to the final names.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempPath};

use crate::encode::PROGRAM;
use crate::words::shown;

pub const PREFIX: &str = ".queenreel-";

pub fn names() -> Builder<'static, 'static> {
    let mut names = Builder::new();
    names.prefix(PREFIX).suffix(".part");
    names
}

/// Strips the hidden path that `tempfile` adds to an error of the system.
pub fn of_system(error: io::Error) -> io::Error {
    let (kind, text) = (error.kind(), error.to_string());
    match (kind, text.split_once(" at path ")) {
        (ErrorKind::PermissionDenied | ErrorKind::NotFound, Some(_)) => kind.into(),
        (_, Some((said, _))) => io::Error::new(kind, said.to_owned()),
        (_, None) => error,
    }
}

/// Renames a file or a directory; `replaces` allows to overwrite a file.
fn rename(from: &Path, to: &Path, replaces: bool) -> io::Result<()> {
    let mut from = TempPath::try_from_path(from)?;
    from.disable_cleanup(true);
    let moved = if replaces { from.persist(to) } else { from.persist_noclobber(to) };
    Ok(moved?)
}

/// Renames a file or a directory, replacing a file at `to`.
pub fn replace(from: &Path, to: &Path) -> io::Result<()> {
    rename(from, to, true)
}

/// Renames a file or a directory; an error if `to` exists.
pub fn place(from: &Path, to: &Path) -> io::Result<()> {
    rename(from, to, false).or_else(|_| match fs::symlink_metadata(to) {
        Ok(_) => Err(ErrorKind::AlreadyExists.into()),
        // Not all file systems support renaming without replacing.
        Err(_) => rename(from, to, true),
    })
}

/// The largest number that is tried in a name.
const MOST_NUMBER: u32 = 10_000;

/// Moves a complete output to a free name next to its destination, if possible; returns an error with `why` and
/// the path of the output.
pub fn kept(hidden: &Path, destination: &Path, why: &str) -> io::Error {
    let path = place_beside(hidden, destination).unwrap_or_else(|| hidden.to_owned());
    let here = fs::canonicalize(".").unwrap_or_default();
    let shown = shown(path.strip_prefix(here).unwrap_or(&path));
    io::Error::new(ErrorKind::AlreadyExists, format!("{why}; the complete output is '{shown}'"))
}

fn place_beside(hidden: &Path, destination: &Path) -> Option<PathBuf> {
    // The destination's name with a number may be too long.
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
