//! Runs that move files to the same directory, one after the other.

use std::io;
use std::path::Path;

#[cfg(unix)]
pub use locked::take_turn;

/// Nobody waits: Rust locks files on all systems only from 1.89 on.
#[cfg(not(unix))]
pub struct Turn;

#[cfg(not(unix))]
#[allow(clippy::unnecessary_wraps, reason = "it may fail on Unix")]
pub const fn take_turn(_: &Path) -> io::Result<Turn> {
    Ok(Turn)
}

#[cfg(unix)]
mod locked {
    use std::fs::File;
    use std::os::unix::fs::MetadataExt;
    use std::thread;
    use std::time::{Duration, Instant};

    use rustix::fs::{FlockOperation, Mode, OFlags, flock, open};
    use rustix::io::Errno;
    use tempfile::TempPath;

    use super::{Path, io};

    /// The most time that a run waits for another.
    const MOST_WAIT: Duration = Duration::from_secs(10);

    /// Waits until no other run moves files here. Until what it returns is dropped, other runs wait; if the program is
    /// killed, the next run takes over its file.
    ///
    /// # Errors
    /// When another run takes too long, or no file can be created.
    pub fn take_turn(directory: &Path) -> io::Result<(TempPath, File)> {
        let path = directory.join(".queenreel-moving");
        let began = Instant::now();
        // Others may own it: it is only locked. A link is not followed, and a pipe not waited for.
        let flags = OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        loop {
            let file = File::from(open(&path, flags, Mode::from_raw_mode(0o666))?);
            // Some file systems have no locks.
            let is_free = flock(&file, FlockOperation::NonBlockingLockExclusive) != Err(Errno::WOULDBLOCK);
            // The run before has removed what it had locked.
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
