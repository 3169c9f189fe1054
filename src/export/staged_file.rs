//! One file on its way to its place.

use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use super::{FILE_MODE, Way, builder, parent, without_path};

/// A file on its way: it is written beside its place, and dropped with all that is in it unless
/// [`StagedFile::complete`] is called.
///
/// A pipe, a terminal or a device is written to as it is.
#[derive(Debug)]
pub struct StagedFile {
    /// The file beside its place, and the place.
    staged: Option<(TempPath, PathBuf)>,
    /// Goes after the file, which is in it.
    way: Way,
}

impl StagedFile {
    /// Opens a place for a file; directories on the way to it are made. What is there already
    /// stays as it is until the new file is complete.
    ///
    /// # Errors
    /// When nothing can be written there.
    pub fn create(path: &Path) -> io::Result<(Self, impl Write + use<>)> {
        let place = match fs::metadata(path) {
            Ok(there) if there.is_dir() => return Err(ErrorKind::IsADirectory.into()),
            Ok(there) if there.is_file() && there.permissions().readonly() => {
                return Err(io::Error::new(ErrorKind::PermissionDenied, "the file is write-protected"));
            }
            // Through a symbolic link, so that the link stays one.
            Ok(there) if there.is_file() => fs::canonicalize(path)?,
            Ok(_) => {
                let device = OpenOptions::new().write(true).open(path)?;
                return Ok((Self { staged: None, way: Way::default() }, device));
            }
            Err(error) if error.kind() == ErrorKind::NotFound => match fs::read_link(path) {
                Ok(to) => parent(path).join(to),
                Err(_) => path.to_owned(),
            },
            Err(error) => return Err(error),
        };
        let parent = parent(&place);
        let way = Way::to(parent)?;
        let (file, staged) =
            builder(FILE_MODE).tempfile_in(parent).map_err(|error| without_path(&error))?.into_parts();
        if let Ok(there) = fs::metadata(&place) {
            fs::set_permissions(&staged, there.permissions())?;
        }
        Ok((Self { staged: Some((staged, place)), way }, file))
    }

    /// Whether the file is written beside its place, instead of straight to where it goes.
    pub const fn is_beside(&self) -> bool {
        self.staged.is_some()
    }

    /// Puts the file in its place, over one that is there. All must have been written and flushed.
    ///
    /// # Errors
    /// When it cannot be renamed; then what was there stays.
    pub fn complete(self) -> io::Result<()> {
        if let Some((staged, place)) = self.staged {
            staged.persist(place).map_err(|error| error.error)?;
        }
        self.way.stays();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{names, read};
    use super::*;

    #[test]
    fn a_file_appears_only_when_it_is_complete() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("a/b/film.gif");
        let (staged, mut file) = StagedFile::create(&place).unwrap();
        file.write_all(b"new").unwrap();
        assert!(!place.exists());
        staged.complete().unwrap();
        assert_eq!(read(&place), "new");
    }

    #[test]
    fn an_abandoned_file_leaves_the_old_one_and_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("film.gif");
        fs::write(&place, "old").unwrap();
        let (staged, mut file) = StagedFile::create(&place).unwrap();
        file.write_all(b"half").unwrap();
        drop(staged);
        assert_eq!(read(&place), "old");
        assert_eq!(names(directory.path()), ["film.gif"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_permissions_stay_as_they_were() {
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

    #[test]
    fn a_write_protected_file_is_refused() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("film.gif");
        fs::write(&place, "old").unwrap();
        let mut permissions = fs::metadata(&place).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&place, permissions).unwrap();
        assert!(StagedFile::create(&place).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_nowhere_gets_its_file() {
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
