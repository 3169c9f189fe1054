//! Parent directories that were created for an output.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The directories that were created for an output. Dropping removes them, unless
/// [`CreatedDirs::keep`] is called.
#[derive(Debug, Default)]
pub struct CreatedDirs {
    /// The outermost first.
    created: Vec<PathBuf>,
}

impl CreatedDirs {
    /// Creates a directory and its parents as far as they are missing.
    pub fn create(directory: &Path) -> io::Result<Self> {
        let ancestors = directory.ancestors().take_while(|ancestor| !ancestor.as_os_str().is_empty());
        let mut created: Vec<_> = ancestors.take_while(|path| !path.exists()).map(Path::to_owned).collect();
        created.reverse();
        let dirs = Self { created };
        fs::create_dir_all(directory)?;
        Ok(dirs)
    }

    pub fn keep(mut self) {
        self.created.clear();
    }
}

impl Drop for CreatedDirs {
    fn drop(&mut self) {
        for directory in self.created.iter().rev() {
            // Fails for a directory that is not empty.
            let _ = fs::remove_dir(directory);
        }
    }
}
