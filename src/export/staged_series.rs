//! A series of pictures on its way to its directory.

use std::collections::HashSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::{DIRECTORY_MODE, Series, Way, builder, parent, pictures_in, without_path};

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
        text.and_then(|text| pictures_in(&text, series)).ok_or_else(|| in_the_way(manifest))?
    } else {
        HashSet::new()
    };
    let is_own = |name: &String| listed.contains(name) && is_file(name);
    match names.iter().find(|name| series.has_like(name) && !is_own(name)) {
        Some(foreign) => Err(in_the_way(foreign)),
        None => Ok(listed.into_iter().filter(|name| names.contains(name)).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{names, read};
    use super::*;

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
