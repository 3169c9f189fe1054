//! Parent directories that were created for an output.

use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::Path;

use super::Directory;

/// The directories that were created for an output. Dropping removes them, unless
/// [`CreatedDirs::keep`] is called.
#[derive(Debug, Default)]
pub struct CreatedDirs {
    /// The directories that they are in, their names and themselves, the outermost first.
    created: Vec<(Directory, OsString, Directory)>,
}

impl CreatedDirs {
    /// Creates a directory and its parents as far as they are missing; returns it, too. It is
    /// marked as in use.
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
                        inner.lock(false);
                        created.created.push((directory, name.to_owned(), inner.clone()));
                        inner
                    }
                };
            }
            directory.lock(false);
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
        for (parent, name, own) in self.created.iter().rev() {
            // A file of another run may have no name yet.
            if !own.lock(true) {
                return;
            }
            // Fails for a directory that is not empty.
            let _ = parent.remove_directory(name);
        }
    }
}
