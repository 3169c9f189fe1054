//! The directories of outputs.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::hidden::of_system;

/// Creates a file with the usual permissions, to write and to read.
pub fn create_file(path: &Path) -> io::Result<File> {
    File::options().read(true).write(true).create_new(true).open(path)
}

/// The directories that were created for an output, the innermost first. Dropping removes those that are empty, unless
/// [`CreatedDirs::keep`] is called.
#[derive(Debug, Default)]
pub struct CreatedDirs(Vec<PathBuf>);

impl CreatedDirs {
    /// Creates a directory and its parents, as far as they are missing, and something in it.
    pub fn with<T>(path: &Path, make: impl Fn() -> io::Result<T>) -> io::Result<(Self, T)> {
        let create = || Ok((Self::create(path)?, make().map_err(of_system)?));
        // Another run may remove an empty directory that it has created.
        create().or_else(|error: io::Error| match error.kind() {
            ErrorKind::NotFound => create(),
            _ => Err(error),
        })
    }

    fn create(path: &Path) -> io::Result<Self> {
        let missing = path.ancestors().take_while(|directory| !directory.exists());
        let created = Self(missing.map(Path::to_owned).collect());
        fs::create_dir_all(path)?;
        Ok(created)
    }

    pub fn keep(&mut self) {
        self.0.clear();
    }
}

impl Drop for CreatedDirs {
    fn drop(&mut self) {
        for directory in &self.0 {
            // Other runs may have files in it by now.
            let _ = fs::remove_dir(directory);
        }
    }
}
