//! What outputs may replace.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, ErrorKind};

use super::Directory;
use crate::encode::is_own;

/// What an output may replace, when it begins and when it is complete.
#[derive(Debug, Clone, Copy)]
pub enum Overwrite {
    /// Any file.
    Any,
    /// A file that is empty, or of which this is true.
    If(fn(File) -> io::Result<bool>),
}

impl Overwrite {
    /// Files that this program has written, unchanged since.
    pub const OWN: Self = Self::If(is_own);

    /// Fails if there is what may not be replaced.
    pub(super) fn check(self, directory: &Directory, name: &OsStr) -> io::Result<()> {
        let file = match directory.open_file(name) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            opened => opened,
        };
        let is_allowed = match self {
            Self::Any => file.and_then(|file| file.metadata()).is_ok_and(|there| !there.is_dir()),
            Self::If(is_own) => file.and_then(|file| may_replace(file, is_own)).unwrap_or(false),
        };
        if is_allowed {
            return Ok(());
        }
        Err(io::Error::new(
            ErrorKind::AlreadyExists,
            "the file exists, and queenreel has not written it, or it was changed since",
        ))
    }
}

/// Whether a file may be replaced: it is empty, or this is true of it.
pub fn may_replace(file: File, is_own: impl FnOnce(File) -> io::Result<bool>) -> io::Result<bool> {
    let there = file.metadata()?;
    // An empty file holds nothing that could be lost.
    Ok(there.is_file() && (there.len() == 0 || is_own(file)?))
}
