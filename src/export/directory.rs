//! Directories that are held open, and those that are created for outputs.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::parent;

#[cfg(unix)]
use by_handle as system;
#[cfg(not(unix))]
use by_path as system;

pub(super) use system::lock;

/// A directory that is held open. On Unix, operations stay in this directory even if its path is changed to lead
/// elsewhere. No function follows a link.
#[derive(Debug, Clone)]
pub struct Directory {
    path: PathBuf,
    handle: system::Handle,
}

impl Directory {
    /// Its path when it was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Marks a directory as in use for as long as it is open, `alone` or with other runs; returns whether others
    /// allow that.
    pub(crate) fn lock(&self, alone: bool) -> bool {
        lock(&self.handle, alone)
    }
}

/// The directories that were created for an output: that in which each is, its name and itself, the outermost first.
/// Dropping removes them, unless [`CreatedDirs::keep`] is called.
#[derive(Debug, Default)]
pub struct CreatedDirs(Vec<(Directory, OsString, Directory)>);

impl CreatedDirs {
    /// Opens a directory, which is created if it is missing, as are its parents; it is marked as in use.
    pub fn create(&mut self, path: &Path) -> io::Result<Directory> {
        let directory = match Directory::open(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => self.create_in_parent(path, error)?,
            opened => opened?,
        };
        directory.lock(false);
        Ok(directory)
    }

    fn create_in_parent(&mut self, path: &Path, error: io::Error) -> io::Result<Directory> {
        let name = path.file_name().ok_or(error)?;
        let parent = self.create(parent(path))?;
        match parent.create_directory(name) {
            // Another run was faster.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => parent.open_directory(name),
            created => {
                let created = created?;
                self.0.push((parent, name.to_owned(), created.clone()));
                Ok(created)
            }
        }
    }

    pub fn keep(mut self) {
        self.0.clear();
    }
}

impl Drop for CreatedDirs {
    fn drop(&mut self) {
        for (parent, name, own) in self.0.iter().rev() {
            // A file of another run may have no name yet.
            if !own.lock(true) {
                return;
            }
            // Fails for a directory that is not empty.
            let _ = parent.remove_directory(name);
        }
    }
}

#[cfg(unix)]
mod by_handle {
    #[cfg(target_os = "linux")]
    use std::os::fd::AsRawFd;
    use std::os::fd::{AsFd, OwnedFd};
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::MetadataExt;
    use std::sync::Arc;
    use std::thread;
    use std::time::{Duration, Instant};

    use rustix::fs::{
        AtFlags, CWD, Dir, FileType, FlockOperation, Mode, OFlags, Stat, fchmod, flock, linkat, mkdirat,
        openat, renameat, statat, unlinkat,
    };
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    use rustix::fs::{RenameFlags, renameat_with};
    use rustix::io::Errno;

    use super::{Directory, File, OsStr, OsString, Path, io};

    pub type Handle = Arc<OwnedFd>;

    /// The name of the file in a directory that says that a run moves files to it.
    const MOVING: &str = ".queenreel-moving";

    /// The most time that a run waits for another.
    const MOST_WAIT: Duration = Duration::from_secs(10);

    /// While it lives, other runs wait. If the program is killed, the next run takes over its file.
    pub struct Turn {
        directory: Directory,
        _locked: File,
    }

    impl Drop for Turn {
        fn drop(&mut self) {
            // What cannot be removed stays.
            let _ = self.directory.remove_file(MOVING);
        }
    }

    /// As of other programs, before the umask.
    const FILE_MODE: Mode = Mode::from_raw_mode(0o666);
    const DIRECTORY_MODE: Mode = Mode::from_raw_mode(0o777);

    const DIRECTORY: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);

    /// Marks a file or a directory as in use for as long as it is open, `alone` or with other runs; returns whether
    /// others allow that.
    pub fn lock(file: impl AsFd, alone: bool) -> bool {
        let kind = if alone {
            FlockOperation::NonBlockingLockExclusive
        } else {
            FlockOperation::NonBlockingLockShared
        };
        !matches!(flock(file, kind), Err(Errno::WOULDBLOCK))
    }

    impl Directory {
        /// Opens a directory.
        ///
        /// # Errors
        /// When there is none, or it cannot be opened.
        pub fn open(path: &Path) -> io::Result<Self> {
            let opened = openat(CWD, path, DIRECTORY | OFlags::NOFOLLOW, Mode::empty());
            // One that may not be listed.
            #[cfg(target_os = "linux")]
            let opened = opened
                .or_else(|_| openat(CWD, path, DIRECTORY | OFlags::NOFOLLOW | OFlags::PATH, Mode::empty()));
            Ok(Self { path: path.to_owned(), handle: Arc::new(opened?) })
        }

        /// Creates a file with the usual permissions, to write and to read.
        ///
        /// # Errors
        /// When there is something of this name, or the file cannot be created.
        pub fn create(&self, name: impl AsRef<OsStr>) -> io::Result<File> {
            let flags = OFlags::CREATE | OFlags::EXCL | OFlags::RDWR | OFlags::CLOEXEC;
            Ok(openat(&self.handle, name.as_ref(), flags, FILE_MODE)?.into())
        }

        /// Creates and opens a directory in it.
        pub(crate) fn create_directory(&self, name: impl AsRef<OsStr>) -> io::Result<Self> {
            mkdirat(&self.handle, name.as_ref(), DIRECTORY_MODE)?;
            // No more files may be open.
            self.open_directory(&name).inspect_err(|_| drop(self.remove_directory(&name)))
        }

        /// Opens a directory in it.
        pub(crate) fn open_directory(&self, name: impl AsRef<OsStr>) -> io::Result<Self> {
            let name = name.as_ref();
            let opened = openat(&self.handle, name, DIRECTORY | OFlags::NOFOLLOW, Mode::empty())?;
            Ok(Self { path: self.path.join(name), handle: Arc::new(opened) })
        }

        /// Waits until no other run moves files here.
        ///
        /// # Errors
        /// When another run takes too long, or no file can be created.
        pub(crate) fn take_turn(&self) -> io::Result<Turn> {
            let began = Instant::now();
            let flags = OFlags::CREATE | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
            loop {
                let file: File = openat(&self.handle, MOVING, flags, FILE_MODE)?.into();
                // The run before has removed what it had locked.
                if lock(&file, true) && file.metadata()?.nlink() > 0 {
                    return Ok(Turn { directory: self.clone(), _locked: file });
                }
                if began.elapsed() > MOST_WAIT {
                    return Err(io::Error::other("another run has been moving files there for ten seconds"));
                }
                thread::sleep(Duration::from_millis(5));
            }
        }

        /// Opens a file to read.
        pub(crate) fn open_file(&self, name: impl AsRef<OsStr>) -> io::Result<File> {
            let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
            Ok(openat(&self.handle, name.as_ref(), flags, Mode::empty())?.into())
        }

        /// What is known of a regular file.
        fn file(&self, name: &OsStr) -> Option<Stat> {
            let there = statat(&self.handle, name, AtFlags::SYMLINK_NOFOLLOW).ok();
            there.filter(|there| FileType::from_raw_mode(there.st_mode).is_file())
        }

        /// Whether there is a regular file of this name.
        pub(crate) fn has_file(&self, name: impl AsRef<OsStr>) -> bool {
            self.file(name.as_ref()).is_some()
        }

        /// Gives a file the permissions of the one that it will replace, if that belongs to the same user.
        pub(crate) fn keep_mode(&self, replaced: &OsStr, file: &File) -> io::Result<()> {
            match self.file(replaced) {
                // Reading, writing and executing: never as another user.
                Some(there) if there.st_uid == file.metadata()?.uid() => {
                    Ok(fchmod(file, Mode::from_raw_mode(there.st_mode) & Mode::from_raw_mode(0o777))?)
                }
                Some(_) | None => Ok(()),
            }
        }

        /// The names in it, in any order.
        pub(crate) fn names(&self) -> io::Result<Vec<OsString>> {
            let entries = Dir::read_from(&self.handle)?.map(|entry| {
                let entry = entry.map_err(|error| match error {
                    // It is open only to pass through it.
                    Errno::BADF => {
                        io::Error::other("the directory may not be listed: allow reading it, or name another")
                    }
                    error => error.into(),
                })?;
                Ok(OsStr::from_bytes(entry.file_name().to_bytes()).to_owned())
            });
            let names: Vec<OsString> = entries.collect::<io::Result<_>>()?;
            Ok(names.into_iter().filter(|name| name != "." && name != "..").collect())
        }

        /// Moves a file or a directory to another directory, where it replaces a file of that name.
        pub(crate) fn rename(&self, name: &OsStr, to: &Self, new: impl AsRef<OsStr>) -> io::Result<()> {
            Ok(renameat(&self.handle, name, &to.handle, new.as_ref())?)
        }

        /// Moves a file or a directory to another directory, where there must be nothing of that name.
        pub(crate) fn rename_new(&self, name: &OsStr, to: &Self, new: impl AsRef<OsStr>) -> io::Result<()> {
            let new = new.as_ref();
            #[cfg(any(target_os = "linux", target_os = "macos"))]
            match renameat_with(&self.handle, name, &to.handle, new, RenameFlags::NOREPLACE) {
                // Not all file systems do this.
                Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => {}
                renamed => return Ok(renamed?),
            }
            match linkat(&self.handle, name, &to.handle, new, AtFlags::empty()) {
                Ok(()) => self.remove_file(name),
                Err(error @ Errno::EXIST) => Err(error.into()),
                // Some have no links either, and directories have none.
                Err(_) if statat(&to.handle, new, AtFlags::SYMLINK_NOFOLLOW).is_ok() => {
                    Err(io::ErrorKind::AlreadyExists.into())
                }
                Err(_) => self.rename(name, to, new),
            }
        }

        pub(crate) fn remove_file(&self, name: impl AsRef<OsStr>) -> io::Result<()> {
            Ok(unlinkat(&self.handle, name.as_ref(), AtFlags::empty())?)
        }

        /// Removes a directory that is empty.
        pub(crate) fn remove_directory(&self, name: impl AsRef<OsStr>) -> io::Result<()> {
            Ok(unlinkat(&self.handle, name.as_ref(), AtFlags::REMOVEDIR)?)
        }

        /// A file without a name: however the program ends, nothing of it is left. `None` where the file system has
        /// no such files, or they cannot get a name.
        #[cfg(target_os = "linux")]
        pub(crate) fn create_unnamed(&self) -> Option<File> {
            let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
            let file: File = openat(&self.handle, ".", flags, FILE_MODE).ok()?.into();
            // Without it, the file cannot get a name.
            path_of(&file).exists().then_some(file)
        }

        /// Gives a file without a name one; fails if there is something of that name.
        #[cfg(target_os = "linux")]
        pub(crate) fn link(&self, file: &File, name: impl AsRef<OsStr>) -> io::Result<()> {
            Ok(linkat(CWD, path_of(file), &self.handle, name.as_ref(), AtFlags::SYMLINK_FOLLOW)?)
        }
    }

    #[cfg(target_os = "linux")]
    fn path_of(file: &File) -> std::path::PathBuf {
        Path::new("/proc/self/fd").join(file.as_raw_fd().to_string())
    }
}

/// The same by paths.
#[cfg(not(unix))]
mod by_path {
    use std::fs;
    use std::path::PathBuf;

    use super::{Directory, File, OsStr, OsString, Path, io};

    /// In a form that may be of any length on Windows.
    pub type Handle = PathBuf;

    pub struct Turn;

    /// Here are no such locks: only age counts.
    pub fn lock<F>(_: F, _: bool) -> bool {
        true
    }

    impl Directory {
        /// Opens a directory.
        ///
        /// # Errors
        /// When there is none, or it cannot be opened.
        pub fn open(path: &Path) -> io::Result<Self> {
            if !fs::metadata(path)?.is_dir() {
                return Err(io::ErrorKind::NotADirectory.into());
            }
            // Some drives have no canonical paths.
            let handle = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
            Ok(Self { path: path.to_owned(), handle })
        }

        fn at(&self, name: impl AsRef<OsStr>) -> PathBuf {
            self.handle.join(name.as_ref())
        }

        /// Creates a file with the usual permissions, to write and to read.
        ///
        /// # Errors
        /// When there is something of this name, or the file cannot be created.
        pub fn create(&self, name: impl AsRef<OsStr>) -> io::Result<File> {
            File::options().read(true).write(true).create_new(true).open(self.at(name))
        }

        pub(crate) fn create_directory(&self, name: impl AsRef<OsStr>) -> io::Result<Self> {
            fs::create_dir(self.at(&name))?;
            self.open_directory(name)
        }

        pub(crate) fn open_directory(&self, name: impl AsRef<OsStr>) -> io::Result<Self> {
            let handle = self.at(&name);
            if fs::symlink_metadata(&handle)?.is_dir() {
                Ok(Self { path: self.path.join(name.as_ref()), handle })
            } else {
                Err(io::ErrorKind::NotADirectory.into())
            }
        }

        /// Runs do not wait for each other.
        #[allow(clippy::unused_self, clippy::unnecessary_wraps, reason = "they do on Unix")]
        pub(crate) fn take_turn(&self) -> io::Result<Turn> {
            Ok(Turn)
        }

        pub(crate) fn open_file(&self, name: impl AsRef<OsStr>) -> io::Result<File> {
            let path = self.at(name);
            if fs::symlink_metadata(&path)?.is_symlink() {
                return Err(io::ErrorKind::InvalidInput.into());
            }
            File::open(path)
        }

        pub(crate) fn has_file(&self, name: impl AsRef<OsStr>) -> bool {
            fs::symlink_metadata(self.at(name)).is_ok_and(|there| there.is_file())
        }

        /// Files have no such permissions.
        #[allow(clippy::unused_self, clippy::unnecessary_wraps, reason = "they do on Unix")]
        pub(crate) fn keep_mode(&self, _: &OsStr, _: &File) -> io::Result<()> {
            Ok(())
        }

        pub(crate) fn names(&self) -> io::Result<Vec<OsString>> {
            fs::read_dir(&self.handle)?.map(|entry| Ok(entry?.file_name())).collect()
        }

        pub(crate) fn rename(&self, name: &OsStr, to: &Self, new: impl AsRef<OsStr>) -> io::Result<()> {
            fs::rename(self.at(name), to.at(new))
        }

        pub(crate) fn rename_new(&self, name: &OsStr, to: &Self, new: impl AsRef<OsStr>) -> io::Result<()> {
            match fs::hard_link(self.at(name), to.at(&new)) {
                Ok(()) => self.remove_file(name),
                // Some file systems have no links, and directories have none.
                Err(_) if to.at(&new).symlink_metadata().is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
                Err(_) => self.rename(name, to, new),
            }
        }

        pub(crate) fn remove_file(&self, name: impl AsRef<OsStr>) -> io::Result<()> {
            fs::remove_file(self.at(name))
        }

        pub(crate) fn remove_directory(&self, name: impl AsRef<OsStr>) -> io::Result<()> {
            fs::remove_dir(self.at(name))
        }
    }
}
