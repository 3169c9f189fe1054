//! Creation of output directories.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::hidden::of_system;

/// Creates a file with default permissions, open for reading and writing.
pub fn create_file(path: &Path) -> io::Result<File> {
    File::options().read(true).write(true).create_new(true).open(path)
}

/// The directories created for an output, innermost first. Dropping removes the empty directories, unless
/// [`CreatedDirs::keep`] was called.
#[derive(Debug, Default)]
pub struct CreatedDirs(Vec<PathBuf>);

impl CreatedDirs {
    /// Creates a directory with its missing parents, and calls `make` to create something in it.
    pub fn with<T>(path: &Path, make: impl Fn() -> io::Result<T>) -> io::Result<(Self, T)> {
        let create = || Ok((Self::create(path)?, make().map_err(of_system)?));
        // Another run may have removed a directory that was still empty.
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
            // This fails if other runs have written files there by now.
            let _ = fs::remove_dir(directory);
        }
    }
}
