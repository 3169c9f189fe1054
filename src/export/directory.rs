//! Directories that are held open.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

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
    /// Opens a directory.
    ///
    /// # Errors
    /// When there is none, or it cannot be opened.
    pub fn open(path: &Path) -> io::Result<Self> {
        Ok(Self { path: path.to_owned(), handle: system::open(path)? })
    }

    /// Its path when it was opened.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Creates a file with the usual permissions, to write and to read.
    ///
    /// # Errors
    /// When there is something of this name, or the file cannot be created.
    pub fn create(&self, name: impl AsRef<OsStr>) -> io::Result<File> {
        system::create(&self.handle, name.as_ref())
    }

    /// Creates and opens a directory in it.
    pub(super) fn create_directory(&self, name: impl AsRef<OsStr>) -> io::Result<Self> {
        let name = name.as_ref();
        Ok(Self { path: self.path.join(name), handle: system::create_directory(&self.handle, name)? })
    }

    /// Opens a directory in it.
    pub(super) fn open_directory(&self, name: impl AsRef<OsStr>) -> io::Result<Self> {
        let name = name.as_ref();
        Ok(Self { path: self.path.join(name), handle: system::open_directory(&self.handle, name)? })
    }

    /// Opens a file to read.
    pub(super) fn open_file(&self, name: impl AsRef<OsStr>) -> io::Result<File> {
        system::open_file(&self.handle, name.as_ref())
    }

    /// Whether there is a regular file of this name.
    pub(super) fn has_file(&self, name: impl AsRef<OsStr>) -> bool {
        system::has_file(&self.handle, name.as_ref())
    }

    /// The owner and the permissions of a regular file.
    #[cfg(unix)]
    pub(super) fn owner_and_mode(&self, name: impl AsRef<OsStr>) -> Option<(u32, u32)> {
        let there = by_handle::file(&self.handle, name.as_ref())?;
        #[allow(clippy::unnecessary_cast, reason = "it has 16 bits on macOS")]
        Some((there.st_uid, there.st_mode as u32))
    }

    /// The names in it, in any order.
    pub(super) fn names(&self) -> io::Result<Vec<OsString>> {
        system::names(&self.handle)
    }

    /// Moves a file or a directory to another directory, where it replaces a file of that name.
    pub(super) fn rename(&self, name: &OsStr, to: &Self, new: impl AsRef<OsStr>) -> io::Result<()> {
        system::rename(&self.handle, name, &to.handle, new.as_ref())
    }

    /// Moves a file or a directory to another directory, where there must be nothing of that name.
    pub(super) fn rename_new(&self, name: &OsStr, to: &Self, new: impl AsRef<OsStr>) -> io::Result<()> {
        system::rename_new(&self.handle, name, &to.handle, new.as_ref())
    }

    pub(super) fn remove_file(&self, name: impl AsRef<OsStr>) -> io::Result<()> {
        system::remove_file(&self.handle, name.as_ref())
    }

    /// Removes a directory that is empty.
    pub(super) fn remove_directory(&self, name: impl AsRef<OsStr>) -> io::Result<()> {
        system::remove_directory(&self.handle, name.as_ref())
    }

    /// A file without a name: however the program ends, nothing of it is left. `None` where the file system has no
    /// such files, or they cannot get a name.
    #[cfg(target_os = "linux")]
    pub(super) fn create_unnamed(&self) -> Option<File> {
        by_handle::create_unnamed(&self.handle)
    }

    /// Gives a file without a name one; fails if there is something of that name.
    #[cfg(target_os = "linux")]
    pub(super) fn link(&self, file: &File, name: impl AsRef<OsStr>) -> io::Result<()> {
        by_handle::link(file, &self.handle, name.as_ref())
    }

    /// Marks a directory as in use for as long as it is open, `alone` or with other runs; returns whether others allow
    /// that.
    pub(super) fn lock(&self, alone: bool) -> bool {
        lock(&self.handle, alone)
    }
}

#[cfg(unix)]
mod by_handle {
    #[cfg(target_os = "linux")]
    use std::os::fd::AsRawFd;
    use std::os::fd::{AsFd, OwnedFd};
    use std::os::unix::ffi::OsStrExt;
    use std::sync::Arc;

    use rustix::fs::{
        AtFlags, CWD, Dir, FileType, FlockOperation, Mode, OFlags, Stat, flock, linkat, mkdirat, openat,
        renameat, statat, unlinkat,
    };
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    use rustix::fs::{RenameFlags, renameat_with};

    use super::{File, OsStr, OsString, Path, io};

    pub type Handle = Arc<OwnedFd>;

    /// As of other programs, before the umask.
    const FILE_MODE: Mode = Mode::from_raw_mode(0o666);
    const DIRECTORY_MODE: Mode = Mode::from_raw_mode(0o777);

    const DIRECTORY: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);

    pub fn open(path: &Path) -> io::Result<Handle> {
        let opened = openat(CWD, path, DIRECTORY | OFlags::NOFOLLOW, Mode::empty());
        // One that may not be listed.
        #[cfg(target_os = "linux")]
        let opened =
            opened.or_else(|_| openat(CWD, path, DIRECTORY | OFlags::NOFOLLOW | OFlags::PATH, Mode::empty()));
        Ok(Arc::new(opened?))
    }

    pub fn create(directory: &Handle, name: &OsStr) -> io::Result<File> {
        let flags = OFlags::CREATE | OFlags::EXCL | OFlags::RDWR | OFlags::CLOEXEC;
        Ok(openat(directory, name, flags, FILE_MODE)?.into())
    }

    /// Marks a file or a directory as in use for as long as it is open, `alone` or with other runs; returns whether
    /// others allow that.
    pub fn lock(file: impl AsFd, alone: bool) -> bool {
        let kind = if alone {
            FlockOperation::NonBlockingLockExclusive
        } else {
            FlockOperation::NonBlockingLockShared
        };
        !matches!(flock(file, kind), Err(rustix::io::Errno::WOULDBLOCK))
    }

    pub fn create_directory(directory: &Handle, name: &OsStr) -> io::Result<Handle> {
        mkdirat(directory, name, DIRECTORY_MODE)?;
        open_directory(directory, name)
    }

    pub fn open_directory(directory: &Handle, name: &OsStr) -> io::Result<Handle> {
        Ok(Arc::new(openat(directory, name, DIRECTORY | OFlags::NOFOLLOW, Mode::empty())?))
    }

    pub fn open_file(directory: &Handle, name: &OsStr) -> io::Result<File> {
        let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        Ok(openat(directory, name, flags, Mode::empty())?.into())
    }

    /// What is known of a regular file.
    pub fn file(directory: &Handle, name: &OsStr) -> Option<Stat> {
        let there = statat(directory, name, AtFlags::SYMLINK_NOFOLLOW).ok();
        there.filter(|there| FileType::from_raw_mode(there.st_mode).is_file())
    }

    pub fn has_file(directory: &Handle, name: &OsStr) -> bool {
        file(directory, name).is_some()
    }

    pub fn names(directory: &Handle) -> io::Result<Vec<OsString>> {
        let entries = Dir::read_from(directory)?.map(|entry| {
            let entry = entry?;
            Ok(OsStr::from_bytes(entry.file_name().to_bytes()).to_owned())
        });
        let names: Vec<OsString> = entries.collect::<io::Result<_>>()?;
        Ok(names.into_iter().filter(|name| name != "." && name != "..").collect())
    }

    pub fn rename(from: &Handle, name: &OsStr, to: &Handle, new: &OsStr) -> io::Result<()> {
        Ok(renameat(from, name, to, new)?)
    }

    pub fn rename_new(from: &Handle, name: &OsStr, to: &Handle, new: &OsStr) -> io::Result<()> {
        #[cfg(any(target_os = "linux", target_os = "macos"))]
        match renameat_with(from, name, to, new, RenameFlags::NOREPLACE) {
            // Not all file systems do this.
            Err(rustix::io::Errno::INVAL | rustix::io::Errno::NOSYS | rustix::io::Errno::NOTSUP) => {}
            renamed => return Ok(renamed?),
        }
        match linkat(from, name, to, new, AtFlags::empty()) {
            Ok(()) => Ok(unlinkat(from, name, AtFlags::empty())?),
            Err(error @ rustix::io::Errno::EXIST) => Err(error.into()),
            // Some have no links either, and directories have none.
            Err(_) if statat(to, new, AtFlags::SYMLINK_NOFOLLOW).is_ok() => {
                Err(io::ErrorKind::AlreadyExists.into())
            }
            Err(_) => rename(from, name, to, new),
        }
    }

    pub fn remove_file(directory: &Handle, name: &OsStr) -> io::Result<()> {
        Ok(unlinkat(directory, name, AtFlags::empty())?)
    }

    pub fn remove_directory(directory: &Handle, name: &OsStr) -> io::Result<()> {
        Ok(unlinkat(directory, name, AtFlags::REMOVEDIR)?)
    }

    #[cfg(target_os = "linux")]
    pub fn create_unnamed(directory: &Handle) -> Option<File> {
        let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
        let file: File = openat(directory, ".", flags, FILE_MODE).ok()?.into();
        // Without it, the file cannot get a name.
        path_of(&file).exists().then_some(file)
    }

    #[cfg(target_os = "linux")]
    pub fn link(file: &File, directory: &Handle, name: &OsStr) -> io::Result<()> {
        Ok(linkat(CWD, path_of(file), directory, name, AtFlags::SYMLINK_FOLLOW)?)
    }

    #[cfg(target_os = "linux")]
    fn path_of(file: &File) -> std::path::PathBuf {
        Path::new("/proc/self/fd").join(file.as_raw_fd().to_string())
    }
}

#[cfg(not(unix))]
mod by_path {
    use std::fs;
    use std::path::PathBuf;

    use super::{File, OsStr, OsString, Path, io};

    /// In a form that may be of any length on Windows.
    pub type Handle = PathBuf;

    pub fn open(path: &Path) -> io::Result<Handle> {
        if !fs::metadata(path)?.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        // Some drives have no canonical paths.
        Ok(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()))
    }

    pub fn create(directory: &Handle, name: &OsStr) -> io::Result<File> {
        File::options().read(true).write(true).create_new(true).open(directory.join(name))
    }

    /// Here are no such locks: only age counts.
    pub fn lock<F>(_: F, _: bool) -> bool {
        true
    }

    pub fn create_directory(directory: &Handle, name: &OsStr) -> io::Result<Handle> {
        let path = directory.join(name);
        fs::create_dir(&path)?;
        Ok(path)
    }

    pub fn open_directory(directory: &Handle, name: &OsStr) -> io::Result<Handle> {
        let path = directory.join(name);
        if fs::symlink_metadata(&path)?.is_dir() {
            Ok(path)
        } else {
            Err(io::ErrorKind::NotADirectory.into())
        }
    }

    pub fn open_file(directory: &Handle, name: &OsStr) -> io::Result<File> {
        let path = directory.join(name);
        if fs::symlink_metadata(&path)?.is_symlink() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        File::open(path)
    }

    pub fn has_file(directory: &Handle, name: &OsStr) -> bool {
        fs::symlink_metadata(directory.join(name)).is_ok_and(|there| there.is_file())
    }

    pub fn names(directory: &Handle) -> io::Result<Vec<OsString>> {
        fs::read_dir(directory)?.map(|entry| Ok(entry?.file_name())).collect()
    }

    pub fn rename(from: &Handle, name: &OsStr, to: &Handle, new: &OsStr) -> io::Result<()> {
        fs::rename(from.join(name), to.join(new))
    }

    pub fn rename_new(from: &Handle, name: &OsStr, to: &Handle, new: &OsStr) -> io::Result<()> {
        match fs::hard_link(from.join(name), to.join(new)) {
            Ok(()) => fs::remove_file(from.join(name)),
            // Some file systems have no links, and directories have none.
            Err(_) if to.join(new).symlink_metadata().is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
            Err(_) => rename(from, name, to, new),
        }
    }

    pub fn remove_file(directory: &Handle, name: &OsStr) -> io::Result<()> {
        fs::remove_file(directory.join(name))
    }

    pub fn remove_directory(directory: &Handle, name: &OsStr) -> io::Result<()> {
        fs::remove_dir(directory.join(name))
    }
}
