use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::TempPath;

use crate::words::io_words;

use super::directory::{CreatedDirs, create_file};
use super::path::{check_names, without_links};
use super::{Overwrite, hidden, parent};

/// An output file, written to a hidden file next to its destination. [`StagedFile::complete`] renames the hidden
/// file to the destination; dropping removes it.
///
/// Links are followed. On Unix, a pipe, a terminal or a character device is written to directly.
///
/// ```
/// use std::io::Write;
/// use queenreel::internals::export::{Overwrite, StagedFile};
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
pub struct StagedFile {
    /// `None` if the output is written directly to a device.
    staged: Option<Staged>,
}

struct Staged {
    /// The hidden file; dropped before `created`, the directories that may contain it.
    hidden: TempPath,
    created: CreatedDirs,
    destination: PathBuf,
    overwrite: Overwrite,
}

impl StagedFile {
    /// Creates the hidden file and missing parent directories, or opens a device; returns the output and a writer.
    pub fn create(path: &Path, overwrite: Overwrite) -> io::Result<(Self, impl Write + use<>)> {
        let Some(destination) = Self::check(path)? else {
            let device = File::options().write(true).open(path)?;
            // The path may lead to another file by now.
            let there = device.metadata()?;
            if there.is_file() || is_block_device(&there) {
                return Err(ErrorKind::AlreadyExists.into());
            }
            return Ok((Self { staged: None }, device));
        };
        overwrite.check(&destination)?;
        let directory = parent(&destination);
        // Unlike other temporary files, the hidden file gets the permissions of the umask.
        let make = || hidden::names().make_in(directory, create_file);
        let (created, made) = CreatedDirs::with(directory, make)?;
        let (file, hidden) = made.into_parts();
        #[cfg(unix)]
        keep_permissions(&destination, &file)?;
        Ok((Self { staged: Some(Staged { hidden, created, destination, overwrite }) }, file))
    }

    /// Refuses a path where no file can be written, without regard to an [`Overwrite`]; returns the path without
    /// links, or `None` for a device.
    ///
    /// # Errors
    /// For a directory, a disk, a write-protected file, a link into a missing directory, a path that the system
    /// cannot resolve, or, on Windows, a name that is not allowed.
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
            Ok(there) if !there.is_file() => return Ok(None),
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            Ok(_) | Err(_) => {}
        }
        without_links(path).map(Some)
    }

    /// Renames the file to its destination. All content must have been flushed.
    ///
    /// # Errors
    /// When the file cannot be renamed, or a file that may not be replaced has appeared meanwhile. If a file
    /// exists there, it is unchanged, and the complete file gets another name, which the error states.
    pub fn complete(self) -> io::Result<()> {
        let Some(mut staged) = self.staged else { return Ok(()) };
        let moved = staged.move_to_destination();
        if moved.as_ref().err().is_none_or(|error| error.kind() == ErrorKind::AlreadyExists) {
            // The output is complete: it stays, even under its hidden name if no other name was free.
            staged.hidden.disable_cleanup(true);
            staged.created.keep();
        }
        moved
    }
}

impl Staged {
    fn move_to_destination(&self) -> io::Result<()> {
        let Self { hidden, destination, overwrite, .. } = self;
        match hidden::place(hidden, destination) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            placed => return placed,
        }
        if overwrite.check(destination).is_err() {
            let why = "another file has appeared there meanwhile, and is kept";
            return Err(hidden::kept(hidden, destination, why));
        }
        let replaced = hidden::replace(hidden, destination);
        replaced.map_err(|error| hidden::kept(hidden, destination, &io_words(&error)))
    }
}

/// Copies the permissions of the file that will be replaced, if both files belong to one user.
#[cfg(unix)]
fn keep_permissions(replaced: &Path, file: &File) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    match fs::metadata(replaced) {
        // The permission bits without set-user-ID and set-group-ID.
        Ok(there) if there.uid() == file.metadata()?.uid() => {
            file.set_permissions(fs::Permissions::from_mode(there.mode() & 0o777))
        }
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Whether a file is a disk, on which writing would overwrite all data.
#[cfg(unix)]
fn is_block_device(there: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_block_device(&there.file_type())
}

#[cfg(not(unix))]
fn is_block_device(_: &Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::super::tests::{names, read};
    use super::*;

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
        assert_eq!(Path::new(kept).file_name().unwrap(), "queenreel-2.gif");
        assert_eq!((read(Path::new(kept)).as_str(), read(&path).as_str()), ("film", "mine"));
    }

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
