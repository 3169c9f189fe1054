//! Hidden temporary files and directories beside outputs.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use tempfile::{Builder, TempDir};
use xxhash_rust::xxh3::xxh3_64;

/// The number of random letters and digits at the end of a name.
const RANDOM: usize = 6;

/// The end of a name.
const SUFFIX: &str = ".part";

/// The most characters of a destination's name in a temporary name; file systems allow 255 bytes.
const MOST_OF_NAME: usize = 50;

/// Older ones are removed, unless a run that goes on has locked them.
const STALE: Duration = Duration::from_secs(3600);

/// The name of temporary files and directories for a destination, without its random end.
pub struct TemporaryName(String);

impl TemporaryName {
    pub fn of(destination: &Path) -> Self {
        let name = destination.file_name().unwrap_or_else(|| OsStr::new("output")).to_string_lossy();
        if name.chars().count() > MOST_OF_NAME {
            return Self(format!(".queenreel-{:016x}-", xxh3_64(name.as_bytes())));
        }
        Self(format!(".queenreel-{name}-"))
    }

    /// Makes files with these permissions (before the umask).
    pub fn builder(&self, mode: u32) -> Builder<'_, 'static> {
        let mut builder = Builder::new();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(mode));
        }
        #[cfg(not(unix))]
        let _ = mode;
        builder.prefix(&self.0).rand_bytes(RANDOM).suffix(SUFFIX);
        builder
    }

    /// Makes a directory.
    pub fn directory(&self, parent: &Path, mode: u32) -> io::Result<TempDir> {
        self.builder(mode).tempdir_in(parent)
    }

    /// Removes what earlier runs over the same destination left in this directory, if it is older than an hour.
    pub fn remove_stale(&self, directory: &Path) {
        // What cannot be read or removed stays.
        for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
            let (name, path) = (entry.file_name(), entry.path());
            let end = name.to_str().and_then(|name| name.strip_prefix(&self.0)?.strip_suffix(SUFFIX));
            let is_ours = end.is_some_and(|end| {
                end.len() == RANDOM && end.bytes().all(|byte| byte.is_ascii_alphanumeric())
            });
            // Not what a link leads to.
            let Some(there) = entry.metadata().ok().filter(|_| is_ours) else { continue };
            let age = there.modified().map(|time| SystemTime::now().duration_since(time).unwrap_or_default());
            let is_unused = || fs::File::open(&path).is_ok_and(|file| lock(&file));
            if age.is_ok_and(|age| age > STALE) && (there.is_file() || there.is_dir()) && is_unused() {
                let _ = if there.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            }
        }
    }
}

/// Marks a file or a directory as in use for as long as it is open; returns whether no other run uses it. Where the
/// system has no such locks, only age counts.
pub fn lock(file: &fs::File) -> bool {
    #[cfg(unix)]
    {
        use rustix::fs::{FlockOperation, flock};
        use rustix::io::Errno;
        !matches!(flock(file, FlockOperation::NonBlockingLockExclusive), Err(Errno::WOULDBLOCK))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::names;
    use super::*;

    #[test]
    fn only_what_earlier_runs_left_long_ago_is_removed() {
        let directory = tempfile::tempdir().unwrap();
        let long_ago = SystemTime::now() - 2 * STALE;
        let add = |name: &str, time: SystemTime| {
            let file = fs::File::create(directory.path().join(name)).unwrap();
            file.set_modified(time).unwrap();
        };
        add(".queenreel-film.gif-Ab12cD.part", long_ago);
        add(".queenreel-film.gif-young1.part", SystemTime::now());
        add(".queenreel-other.gif-Ab12cD.part", long_ago);
        add(".queenreel-film.gif-backup", long_ago);
        add(".queenreel-film.gif-long-1.part", long_ago);
        add("film.gif", long_ago);
        #[cfg(unix)]
        {
            let frames = directory.path().join(".queenreel-film.gif-Frames.part");
            fs::create_dir(&frames).unwrap();
            fs::write(frames.join("frame-1.png"), "").unwrap();
            fs::File::open(&frames).unwrap().set_modified(long_ago).unwrap();
            let link = directory.path().join(".queenreel-film.gif-linked.part");
            std::os::unix::fs::symlink("film.gif", link).unwrap();
        }
        TemporaryName::of(Path::new("films/film.gif")).remove_stale(directory.path());
        let mut kept = vec![
            ".queenreel-film.gif-backup",
            ".queenreel-film.gif-long-1.part",
            ".queenreel-film.gif-young1.part",
            ".queenreel-other.gif-Ab12cD.part",
            "film.gif",
        ];
        if cfg!(unix) {
            kept.insert(1, ".queenreel-film.gif-linked.part");
        }
        assert_eq!(names(directory.path()), kept);
    }

    #[cfg(unix)]
    #[test]
    fn what_a_run_still_uses_is_kept() {
        let (directory, name) = (tempfile::tempdir().unwrap(), TemporaryName::of(Path::new("film.gif")));
        let file = name.builder(0o666).tempfile_in(directory.path()).unwrap();
        let frames = name.directory(directory.path(), 0o777).unwrap();
        let used = [file.reopen().unwrap(), fs::File::open(frames.path()).unwrap()];
        for file in &used {
            assert!(lock(file));
            file.set_modified(SystemTime::now() - 2 * STALE).unwrap();
        }
        name.remove_stale(directory.path());
        assert_eq!(names(directory.path()).len(), 2);
        drop(used);
        name.remove_stale(directory.path());
        assert!(names(directory.path()).is_empty());
    }

    #[test]
    fn names_are_short_enough_for_file_systems() {
        let directory = tempfile::tempdir().unwrap();
        let [one, other] = ["é", "è"].map(|last| TemporaryName::of(Path::new(&("é".repeat(125) + last))));
        assert_ne!(one.0, other.0);
        one.builder(0o666).tempfile_in(directory.path()).unwrap();
    }
}
