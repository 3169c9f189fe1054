//! Where the work goes: a file or a directory appears under its name only when it is complete.

use std::collections::HashSet;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, TempDir, TempPath};

use crate::manifest;
use crate::series::Series;

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
    #[must_use]
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

/// A directory of pictures on its way; dropped with all that is in it unless
/// [`StagedSeries::complete`] is called.
#[derive(Debug)]
pub struct StagedSeries {
    staged: TempDir,
    place: PathBuf,
    /// The pictures of an earlier run; `None` if there is no such directory yet.
    earlier: Option<Vec<String>>,
    way: Way,
}

impl StagedSeries {
    /// Opens a place for pictures: a directory that does not exist yet, or is empty. With `force`
    /// it may hold anything; then only pictures of the same series that an earlier run has left
    /// there, as its manifest names them, will be replaced.
    ///
    /// # Errors
    /// [`PlaceError`] when it is no such directory, or nothing can be written there.
    pub fn create(place: &Path, series: Series, force: bool) -> Result<Self, PlaceError> {
        let (earlier, beside) = match fs::read_dir(place) {
            Ok(entries) => {
                let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
                let names: HashSet<String> = names.collect::<io::Result<_>>()?;
                if !names.is_empty() && !force {
                    return Err(PlaceError::NotEmpty);
                }
                (Some(earlier_pictures(place, series, &names)?), place)
            }
            Err(error) if error.kind() == ErrorKind::NotFound => (None, parent(place)),
            Err(error) => return Err(error.into()),
        };
        let way = Way::to(beside)?;
        let staged = builder(DIRECTORY_MODE).tempdir_in(beside).map_err(|error| without_path(&error))?;
        Ok(Self { staged, place: place.to_owned(), earlier, way })
    }

    /// Where pictures and manifest are to be written.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.staged.path()
    }

    /// Puts the pictures in their place.
    ///
    /// # Errors
    /// When they cannot be renamed, or pictures of an earlier run cannot be removed.
    pub fn complete(self) -> io::Result<()> {
        let Some(earlier) = self.earlier else {
            fs::rename(self.staged.path(), &self.place)?;
            // Nothing is left to clean up under the old name.
            let _ = self.staged.keep();
            self.way.stays();
            return Ok(());
        };
        let mut replaced = HashSet::new();
        for entry in fs::read_dir(self.staged.path())? {
            let entry = entry?;
            fs::rename(entry.path(), self.place.join(entry.file_name()))?;
            replaced.insert(entry.file_name().to_string_lossy().into_owned());
        }
        for name in earlier.iter().filter(|name| !replaced.contains(*name)) {
            fs::remove_file(self.place.join(name))?;
        }
        self.staged.close()
    }
}

/// Why pictures cannot go into a directory.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlaceError {
    /// There is something in it.
    #[error("the directory is not empty")]
    NotEmpty,
    /// There is a file in the way that no earlier run wrote.
    #[error("'{0}' was not written by an earlier run, and is in the way")]
    InTheWay(String),
    /// The system refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The pictures that are there and that the manifest beside them names.
fn earlier_pictures(
    place: &Path,
    series: Series,
    names: &HashSet<String>,
) -> Result<Vec<String>, PlaceError> {
    let in_the_way = |name: &str| PlaceError::InTheWay(name.to_owned());
    let manifest = series.manifest();
    let is_file = |name: &str| fs::symlink_metadata(place.join(name)).is_ok_and(|there| there.is_file());
    let listed = if names.contains(manifest) {
        let text = if is_file(manifest) { fs::read_to_string(place.join(manifest)).ok() } else { None };
        text.and_then(|text| manifest::pictures_in(&text, series)).ok_or_else(|| in_the_way(manifest))?
    } else {
        HashSet::new()
    };
    let is_own = |name: &String| listed.contains(name) && is_file(name);
    match names.iter().find(|name| series.has_like(name) && !is_own(name)) {
        Some(foreign) => Err(in_the_way(foreign)),
        None => Ok(listed.into_iter().filter(|name| names.contains(name)).collect()),
    }
}

const FILE_MODE: u32 = 0o666;
const DIRECTORY_MODE: u32 = 0o777;

/// Hidden while it is not complete, and open to the same people as any new file.
fn builder(mode: u32) -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    #[cfg(not(unix))]
    let _ = mode;
    builder.prefix(".queenreel-");
    builder
}

/// The directories that had to be made on the way to an output, which go again if it does not
/// come about.
#[derive(Debug, Default)]
struct Way {
    /// The outermost first.
    made: Vec<PathBuf>,
}

impl Way {
    fn to(directory: &Path) -> io::Result<Self> {
        let missing = directory.ancestors().take_while(|ancestor| !ancestor.as_os_str().is_empty());
        let mut made: Vec<PathBuf> = missing.take_while(|path| !path.exists()).map(Path::to_owned).collect();
        made.reverse();
        let way = Self { made };
        fs::create_dir_all(directory)?;
        Ok(way)
    }

    fn stays(mut self) {
        self.made.clear();
    }
}

impl Drop for Way {
    fn drop(&mut self) {
        for directory in self.made.iter().rev() {
            // One that somebody else has put something into stays.
            let _ = fs::remove_dir(directory);
        }
    }
}

/// The hidden name of what is not complete yet tells the user nothing.
fn without_path(error: &io::Error) -> io::Error {
    error.kind().into()
}

fn parent(place: &Path) -> &Path {
    place.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &Path) -> String {
        fs::read_to_string(path).unwrap()
    }

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

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

    fn stage(place: &Path, force: bool, frames: &[&str]) {
        let staged = StagedSeries::create(place, Series::Frames, force).unwrap();
        let entries: Vec<String> = frames.iter().map(|name| format!("{{\"file\": \"{name}\"}}")).collect();
        for name in frames {
            fs::write(staged.path().join(name), name).unwrap();
        }
        let manifest = format!("{{\"program\": \"queenreel\", \"frames\": [{}]}}", entries.join(","));
        fs::write(staged.path().join(Series::Frames.manifest()), manifest).unwrap();
        staged.complete().unwrap();
    }

    #[test]
    fn force_replaces_the_frames_of_an_earlier_run_and_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("frames");
        stage(&place, false, &["frame-0001.png", "frame-0002.png", "frame-0003.png"]);
        fs::write(place.join("notes.txt"), "mine").unwrap();
        assert!(matches!(StagedSeries::create(&place, Series::Frames, false), Err(PlaceError::NotEmpty)));
        stage(&place, true, &["frame-0001.png"]);
        assert_eq!(names(&place), ["frame-0001.png", "frames.json", "notes.txt"]);
        assert_eq!(names(directory.path()), ["frames"]);
    }

    #[test]
    fn a_frame_that_no_manifest_names_is_not_touched() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(directory.path().join("frame-0007.png"), "mine").unwrap();
        let refused = StagedSeries::create(directory.path(), Series::Frames, true);
        assert!(matches!(refused, Err(PlaceError::InTheWay(name)) if name == "frame-0007.png"));
        fs::remove_file(directory.path().join("frame-0007.png")).unwrap();
        for foreign in ["{\"mine\": 1}", "{\"frames\": [], \"mine\": \"precious\"}", "not JSON"] {
            fs::write(directory.path().join("frames.json"), foreign).unwrap();
            let refused = StagedSeries::create(directory.path(), Series::Frames, true);
            assert!(matches!(refused, Err(PlaceError::InTheWay(name)) if name == "frames.json"));
        }
    }

    #[test]
    fn a_directory_with_the_name_of_a_frame_is_seen_before_anything_is_touched() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("frames");
        stage(&place, false, &["frame-0001.png", "frame-0002.png"]);
        fs::remove_file(place.join("frame-0002.png")).unwrap();
        fs::create_dir(place.join("frame-0002.png")).unwrap();
        let refused = StagedSeries::create(&place, Series::Frames, true);
        assert!(matches!(refused, Err(PlaceError::InTheWay(name)) if name == "frame-0002.png"));
        assert_eq!(names(&place), ["frame-0001.png", "frame-0002.png", "frames.json"]);
    }

    #[test]
    fn directories_made_on_the_way_go_again_if_nothing_comes_of_it() {
        let directory = tempfile::tempdir().unwrap();
        drop(StagedFile::create(&directory.path().join("a/b/film.gif")).unwrap());
        drop(StagedSeries::create(&directory.path().join("c/d/frames"), Series::Frames, false).unwrap());
        assert!(names(directory.path()).is_empty(), "{:?}", names(directory.path()));
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

    #[test]
    fn a_hostile_manifest_removes_nothing_elsewhere() {
        let directory = tempfile::tempdir().unwrap();
        let place = directory.path().join("frames");
        fs::create_dir(&place).unwrap();
        fs::write(directory.path().join("frame-0001.png"), "precious").unwrap();
        let names_elsewhere =
            r#"{"program": "queenreel", "frames": [{"file": "../frame-0001.png"}, {"file": "notes.txt"}]}"#;
        fs::write(place.join("frames.json"), names_elsewhere).unwrap();
        fs::write(place.join("notes.txt"), "mine").unwrap();
        stage(&place, true, &["frame-0001.png"]);
        assert_eq!(read(&directory.path().join("frame-0001.png")), "precious");
        assert_eq!(names(&place), ["frame-0001.png", "frames.json", "notes.txt"]);
    }

    #[test]
    fn abandoned_frames_leave_nothing() {
        let directory = tempfile::tempdir().unwrap();
        for place in [directory.path().to_owned(), directory.path().join("new")] {
            let staged = StagedSeries::create(&place, Series::Frames, false).unwrap();
            fs::write(staged.path().join("frame-0001.png"), "half").unwrap();
            drop(staged);
            assert!(names(directory.path()).is_empty());
        }
    }
}
