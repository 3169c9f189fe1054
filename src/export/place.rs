//! Where outputs will be, and what they may replace there.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::Path;

use super::directory::CreatedDirs;
use super::temporary::Temporary;
use super::{Directory, parent};
use crate::encode::{PROGRAM, is_own};
use crate::words::shown;

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
}

/// Where an output will be. Dropping removes the directories that were created for it.
#[derive(Debug)]
pub struct Place {
    pub directory: Directory,
    pub name: OsString,
    overwrite: Overwrite,
    created: CreatedDirs,
}

impl Place {
    /// The place of a path; its directory is created if it is missing.
    pub fn create(path: &Path, overwrite: Overwrite) -> io::Result<Self> {
        let name = path.file_name().ok_or(ErrorKind::IsADirectory)?.to_owned();
        let mut created = CreatedDirs::default();
        let directory = created.create(parent(path))?;
        Ok(Self { directory, name, overwrite, created })
    }

    /// Fails if there is what may not be replaced.
    pub fn check(&self) -> io::Result<()> {
        let is_allowed = match self.overwrite {
            Overwrite::Any => self.directory.open_directory(&self.name).is_err(),
            Overwrite::Own | Overwrite::Empty => match self.directory.open_file(&self.name) {
                Ok(file) => self.overwrite.allows(file),
                Err(error) => error.kind() == ErrorKind::NotFound,
            },
        };
        if is_allowed {
            return Ok(());
        }
        let why = "the file exists, and queenreel has not written it, or it was changed since";
        Err(io::Error::new(ErrorKind::AlreadyExists, why))
    }

    /// Moves what is complete here. When what may not be replaced has appeared meanwhile, it gets another name, which
    /// the error says.
    pub fn complete(self, complete: Temporary) -> io::Result<()> {
        let moved = self.receive(complete);
        if moved.as_ref().err().is_none_or(|error| error.kind() == ErrorKind::AlreadyExists) {
            self.created.keep();
        }
        moved
    }

    fn receive(&self, mut complete: Temporary) -> io::Result<()> {
        let Self { directory, name, .. } = self;
        match complete.place(directory, name) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            placed => return placed,
        }
        if complete.is_directory() || self.check().is_err() {
            let why = "another file has appeared there meanwhile, and is kept";
            return Err(kept(complete, directory, name, why));
        }
        let replaced = complete.replace(directory, name);
        replaced.map_err(|error| kept(complete, directory, name, &error.to_string()))
    }
}

/// More names are not tried.
const MOST_NUMBER: u32 = 10_000;

/// Gives what is complete a name like this one that is free; returns the error that says why, and where it is.
pub(super) fn kept(complete: Temporary, directory: &Directory, name: &OsStr, why: &str) -> io::Error {
    let path = directory.path().join(place_beside(complete, directory, Path::new(name)));
    let shown = shown(path.strip_prefix(".").unwrap_or(&path));
    io::Error::new(ErrorKind::AlreadyExists, format!("{why}; the complete output is '{shown}'"))
}

/// Gives what is complete a name like this one that is free, or leaves its own; returns it.
fn place_beside(mut complete: Temporary, directory: &Directory, name: &Path) -> OsString {
    // A longer name may be too long.
    for stem in [name.file_stem().unwrap_or_default(), OsStr::new(PROGRAM)] {
        for number in 2..=MOST_NUMBER {
            let mut free = stem.to_owned();
            free.push(format!("-{number}"));
            if let Some(extension) = name.extension() {
                free.push(".");
                free.push(extension);
            }
            match complete.place(directory, &free) {
                Ok(()) => return free,
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(_) => break,
            }
        }
    }
    complete.leave()
}
