//! Hidden temporary files and directories beside outputs.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind};
use std::iter;
use std::mem;
use std::time::{Duration, SystemTime};

use xxhash_rust::xxh3::xxh3_64;

use super::Directory;
use super::directory::lock;

/// The number of random letters and digits at the end of a name.
const RANDOM: usize = 6;

/// The end of a name.
const SUFFIX: &str = ".part";

/// The most characters of a destination's name in a temporary name; file systems allow 255 bytes.
const MOST_OF_NAME: usize = 50;

/// Older ones are removed, unless a run that goes on has locked them.
const STALE: Duration = Duration::from_secs(3600);

/// A file or a directory with a temporary name, which dropping removes, unless it has been moved.
#[derive(Debug)]
pub struct Temporary {
    parent: Directory,
    name: OsString,
    /// Its own directory, if it is one.
    inner: Option<Directory>,
}

impl Temporary {
    /// Creates a hidden file for an output of this name.
    pub fn file(parent: &Directory, output: &OsStr) -> io::Result<(Self, File)> {
        let (temporary, file) = Self::make(parent, output, |name| parent.create(name))?;
        lock(&file, true);
        Ok((temporary, file))
    }

    /// Creates a hidden directory for an output of this name; returns it, too.
    pub fn directory(parent: &Directory, output: &OsStr) -> io::Result<(Self, Directory)> {
        let (mut temporary, inner) = Self::make(parent, output, |name| parent.create_directory(name))?;
        inner.lock(true);
        temporary.inner = Some(inner.clone());
        // With fewer open files, it could not be removed with what will be in it.
        inner.names()?;
        Ok((temporary, inner))
    }

    /// Gives what `make` creates a name that nothing else has.
    pub fn make<T>(
        parent: &Directory,
        output: &OsStr,
        make: impl Fn(&OsStr) -> io::Result<T>,
    ) -> io::Result<(Self, T)> {
        let prefix = prefix(output);
        loop {
            let name: OsString = format!("{prefix}{}{SUFFIX}", random()).into();
            match make(&name) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                made => return made.map(|made| (Self { parent: parent.clone(), name, inner: None }, made)),
            }
        }
    }

    /// Whether it is a directory.
    pub const fn is_directory(&self) -> bool {
        self.inner.is_some()
    }

    /// Moves it to its name in another directory, where it replaces a file.
    pub fn replace(&mut self, to: &Directory, name: &OsStr) -> io::Result<()> {
        self.parent.rename(&self.name, to, name)?;
        self.leave();
        Ok(())
    }

    /// The same, if there is nothing of that name.
    pub fn place(&mut self, to: &Directory, name: &OsStr) -> io::Result<()> {
        self.parent.rename_new(&self.name, to, name)?;
        self.leave();
        Ok(())
    }

    /// Leaves it where it is; returns its name.
    pub fn leave(&mut self) -> OsString {
        mem::take(&mut self.name)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.name.is_empty() {
            // What cannot be removed stays.
            let _ = remove(&self.parent, &self.name, self.inner.as_ref());
        }
    }
}

/// Removes a file, or an open directory with the files in it.
fn remove(parent: &Directory, name: &OsStr, directory: Option<&Directory>) -> io::Result<()> {
    let Some(directory) = directory else { return parent.remove_file(name) };
    directory.names().unwrap_or_default().iter().try_for_each(|file| directory.remove_file(file))?;
    parent.remove_directory(name)
}

/// The beginning of temporary names for an output.
fn prefix(output: &OsStr) -> String {
    let name = output.to_string_lossy();
    if name.chars().count() > MOST_OF_NAME {
        return format!(".queenreel-{:016x}-", xxh3_64(name.as_bytes()));
    }
    format!(".queenreel-{name}-")
}

/// Letters and digits that others cannot predict.
fn random() -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let number = RandomState::new().hash_one(SystemTime::now());
    let digits = iter::successors(Some(number), |number| Some(number / LETTERS.len() as u64));
    digits.take(RANDOM).map(|number| char::from(LETTERS[(number % LETTERS.len() as u64) as usize])).collect()
}

/// Removes what earlier runs left in this directory for an output of this name, if it is older than an hour.
pub fn remove_stale(parent: &Directory, output: &OsStr) {
    let prefix = prefix(output);
    // What cannot be read or removed stays.
    for name in parent.names().unwrap_or_default() {
        let end = name.to_str().and_then(|name| name.strip_prefix(&prefix)?.strip_suffix(SUFFIX));
        if end.is_some_and(|end| end.len() == RANDOM && end.bytes().all(|byte| byte.is_ascii_alphanumeric()))
        {
            let _ = remove_if_stale(parent, &name);
        }
    }
}

fn remove_if_stale(parent: &Directory, name: &OsStr) -> io::Result<()> {
    // Not what a link leads to.
    let left = parent.open_file(name)?;
    let there = left.metadata()?;
    let age = SystemTime::now().duration_since(there.modified()?).unwrap_or_default();
    if age <= STALE || !(there.is_file() || there.is_dir()) || !lock(&left, true) {
        return Ok(());
    }
    let inner = there.is_dir().then(|| parent.open_directory(name)).transpose()?;
    remove(parent, name, inner.as_ref())
}

#[cfg(test)]
mod tests {
    use std::fs;

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
        remove_stale(&Directory::open(directory.path()).unwrap(), "film.gif".as_ref());
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
        let (directory, name) = (tempfile::tempdir().unwrap(), OsStr::new("film.gif"));
        let parent = Directory::open(directory.path()).unwrap();
        let (mut one, file) = Temporary::file(&parent, name).unwrap();
        let (mut other, frames) = Temporary::directory(&parent, name).unwrap();
        frames.create("frame-0001.png").unwrap();
        for name in names(directory.path()) {
            let file = File::open(directory.path().join(name)).unwrap();
            file.set_modified(SystemTime::now() - 2 * STALE).unwrap();
        }
        remove_stale(&parent, name);
        assert_eq!(names(directory.path()).len(), 2);
        // As when the program was killed.
        for temporary in [&mut one, &mut other] {
            temporary.name.clear();
            temporary.inner = None;
        }
        drop((file, frames));
        remove_stale(&parent, name);
        assert!(names(directory.path()).is_empty());
    }

    #[test]
    fn names_are_short_enough_for_file_systems() {
        let directory = tempfile::tempdir().unwrap();
        let parent = Directory::open(directory.path()).unwrap();
        let [one, other] = ["é", "è"].map(|last| "é".repeat(125) + last);
        assert_ne!(prefix(one.as_ref()), prefix(other.as_ref()));
        Temporary::file(&parent, one.as_ref()).unwrap();
    }
}
