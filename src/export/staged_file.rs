//! An output file that appears when it is complete.

#[cfg(target_os = "linux")]
use std::ffi::OsStr;
use std::fs::{self, File, Metadata, OpenOptions};
#[cfg(target_os = "linux")]
use std::io::Seek;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use super::Overwrite;
use super::path::{Place, check_names, without_links};
use super::temporary::{Temporary, remove_stale};

/// An output file. It is written beside its destination, which it replaces on
/// [`StagedFile::complete`]; dropping discards it. On Linux, where the file system allows it, it has no name before
/// that, so that a killed program leaves no part of it; elsewhere, a hidden file may be left, which the next run over
/// the same destination removes when it is older than an hour.
///
/// Links are followed, and the directory is held open, so that the file is where its path led at the beginning.
/// On Unix, a pipe, a terminal or a character device is written to directly.
///
/// ```
/// use std::io::Write;
/// use queenreel::export::{Overwrite, StagedFile};
///
/// # fn main() -> std::io::Result<()> {
/// let directory = tempfile::tempdir()?;
/// let path = directory.path().join("films/film.gif");
/// let (staged, mut file) = StagedFile::create(&path, Overwrite::Own)?;
/// file.write_all(b"GIF89a")?;
/// assert!(!path.exists());
/// staged.complete()?;
/// assert!(path.exists());
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct StagedFile {
    /// `None` for direct writing.
    staged: Option<(Staged, Place)>,
}

/// A file before it is complete.
#[derive(Debug)]
enum Staged {
    /// A hidden file, which dropping removes.
    Named(Temporary),
    /// A file that the system removes when the program ends.
    #[cfg(target_os = "linux")]
    Unnamed(File),
}

impl StagedFile {
    /// Creates the temporary file, and parent directories as far as they are missing. Returns it with
    /// the writer of its content.
    ///
    /// # Errors
    /// When the destination cannot be written, or has what may not be replaced.
    pub fn create(path: &Path, overwrite: Overwrite) -> io::Result<(Self, impl Write + use<>)> {
        let Some(path) = Self::check(path)? else {
            let device = OpenOptions::new().write(true).open(path)?;
            // It may be another one now.
            let there = device.metadata()?;
            if there.is_file() || is_block_device(&there) {
                return Err(ErrorKind::AlreadyExists.into());
            }
            return Ok((Self { staged: None }, device));
        };
        let place = Place::create(&path, overwrite)?;
        place.check()?;
        remove_stale(&place.directory, &place.name);
        let (file, staged) = Staged::create(&place)?;
        place.directory.keep_mode(&place.name, &file)?;
        Ok((Self { staged: Some((staged, place)) }, file))
    }

    /// Refuses a place where no file can be written, whatever there is to replace; returns its path without links,
    /// unless it is a device.
    ///
    /// # Errors
    /// When there is a directory, a disk or a file that is protected, or a link leads nowhere.
    pub fn check(path: &Path) -> io::Result<Option<PathBuf>> {
        check_names(path)?;
        match fs::metadata(path) {
            Ok(there) if there.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            Ok(there) if there.is_file() && there.permissions().readonly() => {
                return Err(io::Error::new(ErrorKind::PermissionDenied, "the file is write-protected"));
            }
            Ok(there) if is_block_device(&there) => {
                return Err(io::Error::new(ErrorKind::InvalidInput, "it is a disk; name a file"));
            }
            Ok(there) if !there.is_file() => return without_links(path).map(|_| None),
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            Ok(_) | Err(_) => {}
        }
        without_links(path).map(Some)
    }

    /// Gives the file its name. All content must have been written and flushed.
    ///
    /// # Errors
    /// When that fails; an existing file is then kept. When what may not be replaced has appeared meanwhile, the
    /// complete file gets another name, which the error says.
    pub fn complete(self) -> io::Result<()> {
        let Some((staged, place)) = self.staged else { return Ok(()) };
        let Some(complete) = staged.named(&place)? else {
            place.keep();
            return Ok(());
        };
        place.complete(complete)
    }
}

/// Writing to a disk would overwrite all that is on it.
#[cfg(unix)]
fn is_block_device(there: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_block_device(&there.file_type())
}

#[cfg(not(unix))]
fn is_block_device(_: &Metadata) -> bool {
    false
}

impl Staged {
    /// Creates the file in the directory of its destination; returns it for writing, too.
    fn create(Place { directory, name, .. }: &Place) -> io::Result<(File, Self)> {
        #[cfg(target_os = "linux")]
        if let Some(file) = directory.create_unnamed() {
            return Ok((file.try_clone()?, Self::Unnamed(file)));
        }
        let (temporary, file) = Temporary::file(directory, name)?;
        Ok((file, Self::Named(temporary)))
    }

    /// The file with a hidden name; `None` if it could get that of its place at once.
    #[cfg_attr(not(target_os = "linux"), allow(unused_variables, clippy::unnecessary_wraps))]
    fn named(self, Place { directory, name, .. }: &Place) -> io::Result<Option<Temporary>> {
        match self {
            Self::Named(temporary) => Ok(Some(temporary)),
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => match directory.link(&file, name) {
                Ok(()) => Ok(None),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    let named = Temporary::make(directory, name, |hidden| directory.link(&file, hidden));
                    named.map(|(temporary, ())| Some(temporary))
                }
                // Some file systems have files without a name, but give them none later.
                Err(_) => copied(file, directory, name).map(Some),
            },
        }
    }
}

/// A hidden file with the same content and permissions.
#[cfg(target_os = "linux")]
fn copied(mut file: File, directory: &super::Directory, name: &OsStr) -> io::Result<Temporary> {
    let (temporary, mut copy) = Temporary::file(directory, name)?;
    file.rewind()?;
    io::copy(&mut file, &mut copy)?;
    copy.set_permissions(file.metadata()?.permissions())?;
    Ok(temporary)
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    use super::super::Directory;
    use super::super::tests::{names, read};
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_gets_no_name_is_copied() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().unwrap();
        let destination = directory.path().join("film.gif");
        let (opened, name) = (Directory::open(directory.path()).unwrap(), OsStr::new("film.gif"));
        let mut file = opened.create_unnamed().unwrap();
        file.write_all(b"GIF89a").unwrap();
        file.set_permissions(fs::Permissions::from_mode(0o640)).unwrap();
        copied(file, &opened, name).unwrap().replace(&opened, name).unwrap();
        assert_eq!(read(&destination), "GIF89a");
        assert_eq!(fs::metadata(&destination).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(names(directory.path()), ["film.gif"]);
    }

    #[test]
    fn a_file_appears_only_when_it_is_complete() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a/b/film.gif");
        let (staged, mut file) = StagedFile::create(&path, Overwrite::Any).unwrap();
        file.write_all(b"new").unwrap();
        assert!(!path.exists());
        staged.complete().unwrap();
        assert_eq!(read(&path), "new");
    }

    #[test]
    fn an_abandoned_file_leaves_the_old_one_and_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("film.gif");
        fs::write(&path, "old").unwrap();
        let (staged, mut file) = StagedFile::create(&path, Overwrite::Any).unwrap();
        file.write_all(b"half").unwrap();
        drop(staged);
        assert_eq!(read(&path), "old");
        assert_eq!(names(directory.path()), ["film.gif"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_are_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let directory = tempfile::tempdir().unwrap();
        let (file, link) = (directory.path().join("film.gif"), directory.path().join("link.gif"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        let (staged, mut out) = StagedFile::create(&link, Overwrite::Any).unwrap();
        out.write_all(b"new").unwrap();
        staged.complete().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(read(&file), "new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn nothing_is_seen_of_a_file_before_it_is_complete() {
        let directory = tempfile::tempdir().unwrap();
        if Directory::open(directory.path()).unwrap().create_unnamed().is_none() {
            return;
        }
        let path = directory.path().join("film.gif");
        for text in ["one", "two"] {
            let (staged, mut file) = StagedFile::create(&path, Overwrite::Any).unwrap();
            file.write_all(text.as_bytes()).unwrap();
            assert_eq!(names(directory.path()).len(), usize::from(text == "two"));
            staged.complete().unwrap();
            assert_eq!((read(&path).as_str(), names(directory.path())), (text, vec!["film.gif".to_owned()]));
        }
    }

    #[test]
    fn a_write_protected_file_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("film.gif");
        fs::write(&path, "old").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        assert!(StagedFile::create(&path, Overwrite::Any).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn the_target_of_a_dangling_link_is_created() {
        let directory = tempfile::tempdir().unwrap();
        let link = directory.path().join("link.gif");
        std::os::unix::fs::symlink("film.gif", &link).unwrap();
        let (staged, mut out) = StagedFile::create(&link, Overwrite::Any).unwrap();
        out.write_all(b"new").unwrap();
        staged.complete().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(read(&directory.path().join("film.gif")), "new");
    }

    #[test]
    fn a_complete_file_is_kept_also_if_its_name_is_too_long_for_another() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a".repeat(250) + ".gif");
        let (staged, mut file) = StagedFile::create(&path, Overwrite::Own).unwrap();
        file.write_all(b"film").unwrap();
        fs::write(&path, "mine").unwrap();
        let said = staged.complete().unwrap_err().to_string();
        let (_, kept) = said.trim_end_matches('\'').rsplit_once('\'').unwrap();
        assert_eq!(Path::new(kept), directory.path().join("queenreel-2.gif"));
        assert_eq!((read(Path::new(kept)).as_str(), read(&path).as_str()), ("film", "mine"));
    }

    #[cfg(unix)]
    #[test]
    fn a_directory_in_which_another_run_has_begun_is_kept() {
        let directory = tempfile::tempdir().unwrap();
        for other in ["new/deep/other.gif", "new/other.gif"] {
            let create = |name| StagedFile::create(&directory.path().join(name), Overwrite::Own).unwrap().0;
            let (one, other_run) = (create("new/deep/one.gif"), create(other));
            drop(one);
            other_run.complete().unwrap();
            assert!(directory.path().join(other).is_file());
            fs::remove_dir_all(directory.path().join("new")).unwrap();
        }
    }
}
