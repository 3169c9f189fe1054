//! A directory of pictures that appears when it is complete.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::created_dirs::CreatedDirs;
use super::temporary::{TemporaryName, lock};
use super::windows_path::check_names;
use super::{DIRECTORY_MODE, PictureList, Series, is_own_picture, parent, without_path};

/// An output directory of pictures. They are written to a temporary directory and moved to their
/// destination by [`StagedSeries::complete`]; dropping discards them.
///
/// ```
/// use queenreel::export::{Series, StagedSeries};
///
/// # fn main() -> Result<(), queenreel::export::SeriesError> {
/// let directory = tempfile::tempdir()?;
/// let path = directory.path().join("frames");
/// let staged = StagedSeries::create(&path, Series::Frames, false)?;
/// std::fs::write(staged.path().join("frame-0001.png"), "")?;
/// staged.complete()?;
/// assert!(path.join("frame-0001.png").exists());
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct StagedSeries {
    staged: TempDir,
    /// Open, and so locked, until it is complete; Windows opens no directories.
    _in_use: Option<File>,
    destination: PathBuf,
    /// The pictures and lists of an earlier run; `None` if the destination does not exist.
    earlier: Option<Vec<String>>,
    created: CreatedDirs,
}

impl StagedSeries {
    /// Creates the temporary directory, and parent directories as far as they are missing. The
    /// destination must be new, empty or that of an earlier run, whose lists and pictures are replaced.
    /// With `force` it may be any, and files of the same names are replaced as well; others are kept.
    ///
    /// # Errors
    /// When the destination does not allow this, or cannot be written.
    pub fn create(destination: &Path, series: Series, force: bool) -> Result<Self, SeriesError> {
        check_names(destination)?;
        let (earlier, beside) = match fs::read_dir(destination) {
            Ok(entries) => {
                let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
                let names: HashSet<String> = names.collect::<io::Result<_>>()?;
                if !(names.is_empty() || force || is_own_series(destination, series)) {
                    return Err(SeriesError::NotEmpty);
                }
                (Some(earlier_files(destination, series, &names, force)?), destination)
            }
            Err(error) if error.kind() == ErrorKind::NotFound => (None, parent(destination)),
            Err(error) => return Err(error.into()),
        };
        let created = CreatedDirs::create(beside)?;
        let name = TemporaryName::of(destination);
        name.remove_stale(beside);
        let staged = name.directory(beside, DIRECTORY_MODE).map_err(|error| without_path(&error))?;
        let in_use = File::open(staged.path()).ok().filter(lock);
        Ok(Self { staged, _in_use: in_use, destination: destination.to_owned(), earlier, created })
    }

    /// The temporary directory, to write pictures and lists to.
    pub fn path(&self) -> &Path {
        self.staged.path()
    }

    /// Moves the pictures to their destination.
    ///
    /// # Errors
    /// When they cannot be renamed, or files of an earlier run cannot be removed.
    pub fn complete(self) -> io::Result<()> {
        let Some(earlier) = self.earlier else {
            // Windows may take a name that ends in a separator for that of a directory that exists.
            let destination: PathBuf = self.destination.components().collect();
            fs::rename(self.staged.path(), destination)?;
            // It no longer exists under its temporary name.
            let _ = self.staged.keep();
            self.created.keep();
            return Ok(());
        };
        let mut replaced = HashSet::new();
        for entry in fs::read_dir(self.staged.path())? {
            let entry = entry?;
            fs::rename(entry.path(), self.destination.join(entry.file_name()))?;
            replaced.insert(entry.file_name().to_string_lossy().into_owned());
        }
        for name in earlier.iter().filter(|name| !replaced.contains(*name)) {
            fs::remove_file(self.destination.join(name))?;
        }
        self.staged.close()
    }
}

/// Why pictures cannot be written to a directory.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SeriesError {
    /// The directory is not empty.
    #[error("the directory is not empty")]
    NotEmpty,
    /// It contains a file, named here, that would be replaced but was not written by an earlier run.
    #[error("'{0}' would be replaced, but was not written by an earlier run")]
    ForeignFile(String),
    /// The file system failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Whether a directory has the pictures of an earlier run, by the manifest of this series.
pub fn is_own_series(directory: &Path, series: Series) -> bool {
    let manifest = PictureList::Manifest;
    let text = read_file(&directory.join(series.list_name(manifest)));
    text.and_then(|text| manifest.replaceable(&text, series)).is_some()
}

/// The text of a regular file, not of one that a link leads to.
fn read_file(path: &Path) -> Option<String> {
    let is_file = fs::symlink_metadata(path).is_ok_and(|there| there.is_file());
    if is_file { fs::read_to_string(path).ok() } else { None }
}

/// The existing lists, and the existing pictures that may be replaced with them.
fn earlier_files(
    destination: &Path,
    series: Series,
    names: &HashSet<String>,
    force: bool,
) -> Result<Vec<String>, SeriesError> {
    let foreign = |name: &str| SeriesError::ForeignFile(name.to_owned());
    let is_file =
        |name: &str| fs::symlink_metadata(destination.join(name)).is_ok_and(|there| there.is_file());
    let mut earlier = HashSet::new();
    for list in series.lists() {
        let name = series.list_name(*list);
        if names.contains(&name) {
            let text = read_file(&destination.join(&name));
            match text.and_then(|text| list.replaceable(&text, series)) {
                Some(pictures) => earlier.extend(pictures.into_iter().chain([name])),
                None if force && is_file(&name) => {}
                None => return Err(foreign(&name)),
            }
        }
    }
    let is_picture = |name: &String| series.is_picture_name(name);
    earlier.retain(|name| {
        names.contains(name)
            && is_file(name)
            && (!is_picture(name) || is_own_picture(&destination.join(name)).unwrap_or(false))
    });
    let mut others = names.iter().filter(|name| is_picture(name) && !earlier.contains(*name));
    match others.find(|name| !(force && is_file(name))) {
        Some(name) => Err(foreign(name)),
        None => Ok(earlier.into_iter().collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{names, read};
    use super::*;
    use crate::board::BoardSize;
    use crate::encode::write_png;
    use crate::picture::{Canvas, Picture, Rgb};

    fn stage(path: &Path, force: bool, frames: &[&str]) {
        let staged = StagedSeries::create(path, Series::Frames, force).unwrap();
        let entries: Vec<String> = frames.iter().map(|name| format!("{{\"file\": \"{name}\"}}")).collect();
        let canvas = Canvas::new(1, 1, vec![Rgb([0, 0, 0])]);
        for name in frames {
            let file = fs::File::create(staged.path().join(name)).unwrap();
            write_png(file, &Picture::new(&canvas, &[0], &[])).unwrap();
        }
        let manifest = format!("{{\"program\": \"queenreel\", \"frames\": [{}]}}", entries.join(","));
        fs::write(staged.path().join(Series::Frames.list_name(PictureList::Manifest)), manifest).unwrap();
        staged.complete().unwrap();
    }

    #[test]
    fn the_frames_of_an_earlier_run_are_replaced_and_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("frames");
        stage(&path, false, &["frame-0001.png", "frame-0002.png", "frame-0003.png"]);
        fs::write(path.join("notes.txt"), "mine").unwrap();
        assert!(matches!(StagedSeries::create(&path, Series::Solutions, false), Err(SeriesError::NotEmpty)));
        stage(&path, false, &["frame-0001.png"]);
        assert_eq!(names(&path), ["frame-0001.png", "frames.json", "notes.txt"]);
        assert_eq!(names(directory.path()), ["frames"]);
    }

    #[test]
    fn files_of_others_are_only_replaced_by_force_and_never_removed() {
        for foreign in ["frame-0007.png", "frames.json"] {
            let directory = tempfile::tempdir().unwrap();
            let path = directory.path().join(foreign);
            fs::write(&path, "mine").unwrap();
            let refused = StagedSeries::create(directory.path(), Series::Frames, false);
            assert!(matches!(refused, Err(SeriesError::NotEmpty)), "{foreign}");
            stage(directory.path(), true, &["frame-0001.png"]);
            assert_eq!(fs::read(&path).unwrap() == b"mine", foreign == "frame-0007.png");
        }
        let directory = tempfile::tempdir().unwrap();
        stage(directory.path(), false, &["frame-0001.png", "frame-0002.png"]);
        fs::write(directory.path().join("frame-0002.png"), "mine").unwrap();
        let refused = StagedSeries::create(directory.path(), Series::Frames, false);
        assert!(matches!(refused, Err(SeriesError::ForeignFile(name)) if name == "frame-0002.png"));
        stage(directory.path(), true, &["frame-0001.png"]);
        assert_eq!(read(&directory.path().join("frame-0002.png")), "mine");
    }

    #[test]
    fn only_lists_of_an_earlier_run_are_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let create = || StagedSeries::create(directory.path(), Series::Frames, true);
        for list in Series::Frames.lists() {
            let name = Series::Frames.list_name(*list);
            let path = directory.path().join(&name);
            let size = BoardSize::new(4).unwrap();
            let file = fs::File::create(&path).unwrap();
            list.begin(file, size, crate::board::SquareNames::Chess, Series::Frames.names(0))
                .unwrap()
                .finish()
                .unwrap();
            create().unwrap().complete().unwrap();
            assert!(!path.exists(), "the run wrote no lists");
            for foreign in ["", "{}", "ffconcat version 1.0\nfile mine.png\n", "% mine\n:1:0\n"] {
                fs::write(&path, foreign).unwrap();
                create().unwrap().complete().unwrap();
                assert_eq!(read(&path), foreign, "{name} is not ours");
            }
            fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn a_directory_with_the_name_of_a_frame_is_refused_before_any_change() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("frames");
        stage(&path, false, &["frame-0001.png", "frame-0002.png"]);
        fs::remove_file(path.join("frame-0002.png")).unwrap();
        fs::create_dir(path.join("frame-0002.png")).unwrap();
        let refused = StagedSeries::create(&path, Series::Frames, true);
        assert!(matches!(refused, Err(SeriesError::ForeignFile(name)) if name == "frame-0002.png"));
        assert_eq!(names(&path), ["frame-0001.png", "frame-0002.png", "frames.json"]);
    }

    #[test]
    fn a_hostile_manifest_removes_nothing_elsewhere() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("frames");
        fs::create_dir(&path).unwrap();
        fs::write(directory.path().join("frame-0001.png"), "precious").unwrap();
        let names_elsewhere =
            r#"{"program": "queenreel", "frames": [{"file": "../frame-0001.png"}, {"file": "notes.txt"}]}"#;
        fs::write(path.join("frames.json"), names_elsewhere).unwrap();
        fs::write(path.join("notes.txt"), "mine").unwrap();
        stage(&path, true, &["frame-0001.png"]);
        assert_eq!(read(&directory.path().join("frame-0001.png")), "precious");
        assert_eq!(names(&path), ["frame-0001.png", "frames.json", "notes.txt"]);
    }

    #[test]
    fn abandoned_frames_leave_nothing() {
        let directory = tempfile::tempdir().unwrap();
        for path in [directory.path().to_owned(), directory.path().join("new")] {
            let staged = StagedSeries::create(&path, Series::Frames, false).unwrap();
            fs::write(staged.path().join("frame-0001.png"), "half").unwrap();
            drop(staged);
            assert!(names(directory.path()).is_empty());
        }
    }
}
