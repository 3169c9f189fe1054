//! A lock for runs that move files to the same directory.

use std::io;
use std::path::Path;

#[cfg(unix)]
pub use unix::lock_directory;

/// No lock: Rust supports file locks on all systems only from 1.89 on.
#[cfg(not(unix))]
pub struct DirectoryLock;

#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "it may fail on Unix")]
pub const fn lock_directory(_: &Path) -> io::Result<DirectoryLock> {
    Ok(DirectoryLock)
}

#[cfg(unix)]
mod unix {
    use std::fs::File;
    use std::os::unix::fs::MetadataExt;
    use std::thread;
    use std::time::{Duration, Instant};

    use rustix::fs::{FlockOperation, Mode, OFlags, flock, open};
    use rustix::io::Errno;
    use tempfile::TempPath;

    use super::{Path, io};

    const MOST_WAIT: Duration = Duration::from_secs(10);

    /// Waits until no other run moves files to the directory, and keeps other runs out until the result is
    /// dropped. The lock file that a killed program leaves does not block the next run.
    ///
    /// # Errors
    /// When another run takes too long, or the file cannot be created.
    pub fn lock_directory(directory: &Path) -> io::Result<(TempPath, File)> {
        let path = directory.join(".queenreel-moving");
        let began = Instant::now();
        // The file is opened only to lock it, since it may belong to another user. Links are not followed, and
        // pipes do not block.
        let flags = OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        loop {
            let file = File::from(open(&path, flags, Mode::from_raw_mode(0o666))?);
            // Other errors are ignored, since some file systems have no locks.
            let is_free = flock(&file, FlockOperation::NonBlockingLockExclusive) != Err(Errno::WOULDBLOCK);
            // A file without links is one that the previous run has removed before it was locked here.
            if is_free && file.metadata()?.nlink() > 0 {
                return Ok((TempPath::try_from_path(path)?, file));
            }
            if began.elapsed() > MOST_WAIT {
                return Err(io::Error::other("another run has been moving files there for ten seconds"));
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}
