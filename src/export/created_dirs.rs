//! Parent directories that were created for an output.

use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::Path;

use super::Directory;

/// The directories that were created for an output. Dropping removes them, unless
/// [`CreatedDirs::keep`] is called.
#[derive(Debug, Default)]
pub struct CreatedDirs {
    /// With the directories that they are in, the outermost first.
    created: Vec<(Directory, OsString)>,
    /// The innermost, in use until this is dropped.
    inner: Option<Directory>,
}

impl CreatedDirs {
    /// Creates a directory and its parents as far as they are missing; returns it, too.
    pub fn create(path: &Path) -> io::Result<(Self, Directory)> {
        let here = Path::new(".");
        let ancestors = path.ancestors().map(|path| if path.as_os_str().is_empty() { here } else { path });
        let mut missing = Vec::new();
        for ancestor in ancestors {
            let mut directory = match Directory::open(ancestor) {
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    missing.extend(ancestor.file_name());
                    continue;
                }
                opened => opened?,
            };
            let mut created = Self::default();
            for name in missing.into_iter().rev() {
                directory = match directory.create_directory(name) {
                    // Another run was faster.
                    Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                        directory.open_directory(name)?
                    }
                    inner => {
                        let inner = inner?;
                        created.created.push((directory, name.to_owned()));
                        inner
                    }
                };
            }
            directory.lock(false);
            created.inner = Some(directory.clone());
            return Ok((created, directory));
        }
        Err(ErrorKind::NotFound.into())
    }

    pub fn keep(mut self) {
        self.created.clear();
    }
}

impl Drop for CreatedDirs {
    fn drop(&mut self) {
        // A file of another run may have no name yet.
        if !self.inner.as_ref().is_some_and(|inner| inner.lock(true)) {
            return;
        }
        for (parent, name) in self.created.iter().rev() {
            // Fails for a directory that is not empty.
            let _ = parent.remove_directory(name);
        }
    }
}
