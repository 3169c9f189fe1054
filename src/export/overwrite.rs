//! What outputs may replace.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, ErrorKind};

use super::Directory;
use crate::encode::is_own;

/// What an output may replace, when it begins and when it is complete.
#[derive(Debug, Clone, Copy, Default)]
pub enum Overwrite {
    /// Any file.
    Any,
    /// A file that this program has written, unchanged since, or an empty one.
    #[default]
    Own,
    /// Only an empty file.
    Empty,
}

impl Overwrite {
    /// Any file by force, and otherwise [its own](Self::Own).
    pub const fn by_force(is_forced: bool) -> Self {
        if is_forced { Self::Any } else { Self::Own }
    }

    /// Whether a file may be replaced; one that cannot be read may be anything.
    pub fn allows(self, file: File) -> bool {
        match (self, file.metadata()) {
            (Self::Any, _) => true,
            // An empty file holds nothing that could be lost.
            (Self::Own | Self::Empty, Ok(there)) if there.is_file() && there.len() == 0 => true,
            (Self::Own, Ok(there)) => there.is_file() && is_own(file).unwrap_or(false),
            (Self::Own, Err(_)) | (Self::Empty, _) => false,
        }
    }

    /// Fails if there is what may not be replaced.
    pub(super) fn check(self, directory: &Directory, name: &OsStr) -> io::Result<()> {
        let is_allowed = match self {
            Self::Any => directory.open_directory(name).is_err(),
            Self::Own | Self::Empty => match directory.open_file(name) {
                Ok(file) => self.allows(file),
                Err(error) => error.kind() == ErrorKind::NotFound,
            },
        };
        if is_allowed {
            return Ok(());
        }
        let why = "the file exists, and queenreel has not written it, or it was changed since";
        Err(io::Error::new(ErrorKind::AlreadyExists, why))
    }
}
