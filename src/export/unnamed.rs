//! Files without a name: however the program ends, nothing of them is left.

use std::fs::File;
use std::io;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open};

use super::FILE_MODE;

/// A file in this directory; `None` where the file system has none without a name.
pub fn create(directory: &Path) -> Option<File> {
    let mode = Mode::from_raw_mode(FILE_MODE);
    let file: File = open(directory, OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC, mode).ok()?.into();
    // Without it, the file cannot get a name.
    path_of(&file).exists().then_some(file)
}

/// Gives the file a name.
///
/// # Errors
/// When there is a file of this name, or it cannot be created.
pub fn link(file: &File, path: &Path) -> io::Result<()> {
    Ok(linkat(CWD, path_of(file), CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

fn path_of(file: &File) -> PathBuf {
    Path::new("/proc/self/fd").join(file.as_raw_fd().to_string())
}
