//! An output file that appears when it is complete.

use std::fs::{self, File, OpenOptions};
#[cfg(target_os = "linux")]
use std::io::Seek;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::created_dirs::CreatedDirs;
use super::temporary::{TemporaryName, lock};
#[cfg(target_os = "linux")]
use super::unnamed;
use super::windows_path::{check_names, of_any_length};
use super::{FILE_MODE, parent, without_path};

/// An output file. It is written beside its destination, which it replaces on
/// [`StagedFile::complete`]; dropping discards it. On Linux, where the file system allows it, it has no name before
/// that, so that a killed program leaves no part of it; elsewhere, a hidden file may be left, which the next run over
/// the same destination removes when it is older than an hour.
///
/// On Unix, a pipe, a terminal or a device is written to directly.
///
/// ```
/// use std::io::Write;
/// use queenreel::export::StagedFile;
///
/// # fn main() -> std::io::Result<()> {
/// let directory = tempfile::tempdir()?;
/// let path = directory.path().join("films/film.gif");
/// let (staged, mut file) = StagedFile::create(&path)?;
/// file.write_all(b"GIF89a")?;
/// assert!(!path.exists());
/// staged.complete()?;
/// assert!(path.exists());
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct StagedFile {
    /// The temporary file and the destination; `None` for direct writing.
    staged: Option<(Staged, PathBuf)>,
    /// Dropped after the file, which they contain.
    created: CreatedDirs,
}

/// A file before it is complete.
#[derive(Debug)]
enum Staged {
    /// A hidden file, which dropping removes.
    Named(TempPath),
    /// A file that the system removes when the program ends.
    #[cfg(target_os = "linux")]
    Unnamed(File),
}

impl StagedFile {
    /// Creates the temporary file, and parent directories as far as they are missing. Returns it with
    /// the writer of its content.
    ///
    /// # Errors
    /// When the destination cannot be written.
    pub fn create(path: &Path) -> io::Result<(Self, impl Write + use<>)> {
        check_names(path)?;
        let destination = match fs::metadata(path) {
            Ok(there) if there.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            Ok(there) if there.is_file() && there.permissions().readonly() => {
                return Err(io::Error::new(ErrorKind::PermissionDenied, "the file is write-protected"));
            }
            // Resolves symbolic links, so that they are kept.
            Ok(there) if there.is_file() => fs::canonicalize(path)?,
            Ok(_) => {
                let device = OpenOptions::new().write(true).open(path)?;
                return Ok((Self { staged: None, created: CreatedDirs::default() }, device));
            }
            Err(error) if error.kind() == ErrorKind::NotFound => match fs::read_link(path) {
                Ok(to) => parent(path).join(to),
                Err(_) => path.to_owned(),
            },
            Err(error) => return Err(error),
        };
        let created = CreatedDirs::create(parent(&destination))?;
        let destination = of_any_length(&destination);
        TemporaryName::of(&destination).remove_stale(parent(&destination));
        let (file, staged) = Staged::create(&destination)?;
        if let Ok(there) = fs::metadata(&destination) {
            file.set_permissions(there.permissions())?;
        }
        Ok((Self { staged: Some((staged, destination)), created }, file))
    }

    /// Gives the file its name. All content must have been written and flushed.
    ///
    /// # Errors
    /// When that fails; an existing file is then kept.
    pub fn complete(self) -> io::Result<()> {
        if let Some((staged, destination)) = self.staged {
            staged.complete(&destination)?;
        }
        self.created.keep();
        Ok(())
    }
}

impl Staged {
    /// Creates the file in the directory of its destination; returns it for writing, too.
    fn create(destination: &Path) -> io::Result<(File, Self)> {
        #[cfg(target_os = "linux")]
        if let Some(file) = unnamed::create(parent(destination)) {
            return Ok((file.try_clone()?, Self::Unnamed(file)));
        }
        let (file, path) = Self::named(destination)?;
        Ok((file, Self::Named(path)))
    }

    fn named(destination: &Path) -> io::Result<(File, TempPath)> {
        let name = TemporaryName::of(destination);
        let file = name.builder(FILE_MODE).tempfile_in(parent(destination));
        let (file, path) = file.map_err(|error| without_path(&error))?.into_parts();
        lock(&file);
        Ok((file, path))
    }

    fn complete(self, destination: &Path) -> io::Result<()> {
        let replace = |path: TempPath| path.persist(destination).map_err(|error| error.error);
        match self {
            Self::Named(path) => replace(path),
            #[cfg(target_os = "linux")]
            Self::Unnamed(file) => match unnamed::link(&file, destination) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    let name = TemporaryName::of(destination);
                    let linked = name
                        .builder(FILE_MODE)
                        .make_in(parent(destination), |path| unnamed::link(&file, path));
                    replace(linked.map_err(|error| without_path(&error))?.into_temp_path())
                }
                // Some file systems have files without a name, but give them none later.
                Err(_) => replace(Self::copied(file, destination)?),
                Ok(()) => Ok(()),
            },
        }
    }

    /// A hidden file with the same content and permissions.
    #[cfg(target_os = "linux")]
    fn copied(mut file: File, destination: &Path) -> io::Result<TempPath> {
        let (mut copy, path) = Self::named(destination)?;
        file.rewind()?;
        io::copy(&mut file, &mut copy)?;
        copy.set_permissions(file.metadata()?.permissions())?;
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{names, read};
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_gets_no_name_is_copied() {
        use std::os::unix::fs::PermissionsExt;
        let directory = tempfile::tempdir().unwrap();
        let destination = directory.path().join("film.gif");
        let mut file = unnamed::create(directory.path()).unwrap();
        file.write_all(b"GIF89a").unwrap();
        file.set_permissions(fs::Permissions::from_mode(0o640)).unwrap();
        Staged::copied(file, &destination).unwrap().persist(&destination).unwrap();
        assert_eq!(read(&destination), "GIF89a");
        assert_eq!(fs::metadata(&destination).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(names(directory.path()), ["film.gif"]);
    }

    #[test]
    fn a_file_appears_only_when_it_is_complete() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("a/b/film.gif");
        let (staged, mut file) = StagedFile::create(&path).unwrap();
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
        let (staged, mut file) = StagedFile::create(&path).unwrap();
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
        let (staged, mut out) = StagedFile::create(&link).unwrap();
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
        if unnamed::create(directory.path()).is_none() {
            return;
        }
        let path = directory.path().join("film.gif");
        for text in ["one", "two"] {
            let (staged, mut file) = StagedFile::create(&path).unwrap();
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
        assert!(StagedFile::create(&path).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn the_target_of_a_dangling_link_is_created() {
        let directory = tempfile::tempdir().unwrap();
        let link = directory.path().join("link.gif");
        std::os::unix::fs::symlink("film.gif", &link).unwrap();
        let (staged, mut out) = StagedFile::create(&link).unwrap();
        out.write_all(b"new").unwrap();
        staged.complete().unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(read(&directory.path().join("film.gif")), "new");
    }
}
