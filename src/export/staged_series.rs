use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::encode::is_own;

use super::directory::{CreatedDirs, create_file};
use super::lock::lock_directory;
use super::path::{check_names, without_links};
use super::picture_list::{listed_files, write_unfinished};
use super::{Overwrite, PictureList, Series, hidden, parent};

/// An output directory of pictures, written to a hidden directory. [`StagedSeries::complete`] moves the pictures
/// to the destination; dropping removes them.
///
/// ```
/// use queenreel::internals::export::{Overwrite, Series, StagedSeries};
///
/// # fn main() -> Result<(), queenreel::internals::export::SeriesError> {
/// let directory = tempfile::tempdir()?;
/// let path = directory.path().join("frames");
/// let staged = StagedSeries::create(&path, Series::Frames, Overwrite::Own)?;
/// staged.file("frame-0001.png")?;
/// staged.complete()?;
/// assert!(path.join("frame-0001.png").exists());
/// # Ok(())
/// # }
/// ```
pub struct StagedSeries {
    /// The hidden directory; dropped before `created`, the directories that may contain it.
    hidden: TempDir,
    created: CreatedDirs,
    destination: PathBuf,
    is_new: bool,
    series: Series,
    overwrite: Overwrite,
}

impl StagedSeries {
    /// Creates the hidden directory and missing parent directories. The destination must be new, empty or from an
    /// earlier run, whose lists and marked pictures will be replaced. With [`Overwrite::Any`], the destination may
    /// be any directory; files with the names of new files will be replaced as well, and all other files stay.
    pub fn create(path: &Path, series: Series, overwrite: Overwrite) -> Result<Self, SeriesError> {
        check_names(path)?;
        let destination = without_links(path)?;
        let is_new = match fs::metadata(&destination) {
            Ok(there) if there.is_dir() => false,
            Ok(_) => return Err(io::Error::from(ErrorKind::NotADirectory).into()),
            Err(error) if error.kind() == ErrorKind::NotFound => true,
            Err(error) => return Err(error.into()),
        };
        if !is_new {
            let mut checked = earlier_files(&destination, series, overwrite);
            if let Err(SeriesError::ForeignFile(_) | SeriesError::NoFile(_)) = checked {
                // Another run may be moving its pictures.
                let _lock = lock_directory(&destination)?;
                checked = earlier_files(&destination, series, overwrite);
            }
            checked?;
        }
        let directory = if is_new { parent(&destination) } else { &destination };
        let (created, hidden) = CreatedDirs::with(directory, || hidden::names().tempdir_in(directory))?;
        if let Err(error) = fs::read_dir(hidden.path()) {
            // Later removal would list the directory, too, and fail: the empty directory is removed now.
            let _ = fs::remove_dir(hidden.path());
            return Err(error.into());
        }
        Ok(Self { hidden, created, destination, is_new, series, overwrite })
    }

    pub fn directory(&self) -> &Path {
        self.hidden.path()
    }

    pub fn file(&self, name: impl AsRef<Path>) -> io::Result<File> {
        create_file(&self.directory().join(name))
    }

    /// Moves the pictures to their destination. While they replace pictures of an earlier run, the manifest is marked
    /// as unfinished and lists the pictures of both runs, so that the next run can replace all.
    ///
    /// # Errors
    /// When a file cannot be renamed or removed. When a file that may not be replaced has appeared meanwhile, the
    /// pictures are in another directory, which the error states.
    pub fn complete(mut self) -> io::Result<()> {
        let (beside, why) = if self.is_new {
            match hidden::place(self.hidden.path(), &self.destination) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    (self.destination, "another file has appeared there meanwhile, and is kept".to_owned())
                }
                placed => return placed.inspect(|()| self.created.keep()),
            }
        } else {
            let prepared = lock_directory(&self.destination)
                .map_err(SeriesError::from)
                .and_then(|lock| Ok((lock, earlier_files(&self.destination, self.series, self.overwrite)?)));
            match prepared {
                Ok((_lock, earlier)) => return self.replace(&earlier),
                Err(why) => (self.destination.join(self.series.key()), why.to_string()),
            }
        };
        self.created.keep();
        Err(hidden::kept(&self.hidden.keep(), &beside, &why))
    }

    fn replace(&self, earlier: &[OsString]) -> io::Result<()> {
        let destination = |name: &OsString| self.destination.join(name);
        let manifest: OsString = self.series.list_name(PictureList::Manifest).into();
        let names = names(self.directory())?;
        let (last, others): (Vec<_>, Vec<_>) = names.iter().partition(|name| **name == manifest);
        let rename = |name: &OsString| fs::rename(self.directory().join(name), destination(name));
        if !last.is_empty() {
            let both: HashSet<&str> = earlier.iter().chain(&names).filter_map(|name| name.to_str()).collect();
            let pictures = both.into_iter().filter(|name| self.series.is_picture_name(name));
            write_unfinished(self.file("unfinished")?, self.series, pictures)?;
            fs::rename(self.directory().join("unfinished"), destination(&manifest))?;
        }
        others.into_iter().try_for_each(rename)?;
        let mut left = earlier.iter().filter(|name| !names.contains(name));
        left.try_for_each(|name| fs::remove_file(destination(name)))?;
        last.into_iter().try_for_each(rename)
    }
}

#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SeriesError {
    #[error("the directory is not empty")]
    NotEmpty,
    /// The named file would be replaced, but was not written by an earlier run, or was changed since.
    #[error("'{0}' would be replaced, but was not written by an earlier run, or was changed since")]
    ForeignFile(String),
    /// A directory or a link has the name of a picture or a list.
    #[error("'{0}' is a directory or a link, which is not replaced")]
    NoFile(String),
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Whether a directory has pictures of an earlier run, according to its manifest.
pub fn is_own_series(path: &Path, series: Series) -> bool {
    is_own_file(&path.join(series.list_name(PictureList::Manifest)))
}

fn is_own_file(path: &Path) -> bool {
    is_file(path) && File::open(path).and_then(is_own).unwrap_or(false)
}

fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|there| there.is_file())
}

fn names(directory: &Path) -> io::Result<Vec<OsString>> {
    fs::read_dir(directory)?.map(|entry| Ok(entry?.file_name())).collect()
}

/// Returns the existing lists and pictures of an earlier run, which may be replaced.
fn earlier_files(
    directory: &Path,
    series: Series,
    overwrite: Overwrite,
) -> Result<Vec<OsString>, SeriesError> {
    let is_forced = matches!(overwrite, Overwrite::Any);
    let mut names = names(directory)?;
    // Hidden directories of unfinished runs are ignored.
    names.retain(|name| !name.as_encoded_bytes().starts_with(hidden::PREFIX.as_bytes()));
    let manifest = directory.join(series.list_name(PictureList::Manifest));
    let has_manifest = is_own_file(&manifest);
    if !(names.is_empty() || is_forced || has_manifest) {
        return Err(SeriesError::NotEmpty);
    }
    let listed = if has_manifest { listed_files(&fs::read_to_string(manifest)?) } else { HashSet::new() };
    let is_list = |name: &OsString| series.lists().iter().any(|list| *name == *series.list_name(*list));
    names.retain(|name| is_list(name) || series.is_picture_name(&name.to_string_lossy()));
    // Errors in lists are reported first.
    names.sort_by_cached_key(|name| (!is_list(name), name.clone()));
    let mut earlier = Vec::new();
    for name in names {
        let (shown, path) = (name.to_string_lossy(), directory.join(&name));
        if !is_file(&path) {
            return Err(SeriesError::NoFile(shown.into_owned()));
        }
        if (is_list(&name) || listed.contains(&*shown)) && is_own_file(&path) {
            earlier.push(name);
        } else if !is_forced {
            return Err(SeriesError::ForeignFile(shown.into_owned()));
        }
    }
    Ok(earlier)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::super::tests::{names, read};
    use super::*;
    use crate::encode::{Compression, write_png};
    use crate::picture::{Canvas, Picture, Rgb};

    fn stage(path: &Path, overwrite: Overwrite, frames: &[&str]) {
        let staged = StagedSeries::create(path, Series::Frames, overwrite).unwrap();
        write(&staged, frames);
        staged.complete().unwrap();
    }

    fn write(staged: &StagedSeries, frames: &[&str]) {
        let canvas = Canvas::new(1, 1, vec![Rgb([0, 0, 0])]);
        for name in frames {
            write_png(staged.file(name).unwrap(), &Picture::new(&canvas, &[0], &[]), Compression::default())
                .unwrap();
        }
        let manifest = staged.file(Series::Frames.list_name(PictureList::Manifest)).unwrap();
        write_unfinished(manifest, Series::Frames, frames.iter().copied()).unwrap();
    }

    #[test]
    fn the_frames_of_an_earlier_run_are_replaced_and_nothing_else() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("frames");
        stage(&path, Overwrite::Own, &["frame-0001.png", "frame-0002.png", "frame-0003.png"]);
        fs::write(path.join("notes.txt"), "mine").unwrap();
        assert!(matches!(
            StagedSeries::create(&path, Series::Solutions, Overwrite::Own),
            Err(SeriesError::NotEmpty)
        ));
        stage(&path, Overwrite::Own, &["frame-0001.png"]);
        assert_eq!(names(&path), ["frame-0001.png", "frames.json", "notes.txt"]);
        assert_eq!(names(directory.path()), ["frames"]);
    }

    #[test]
    fn files_of_others_are_only_replaced_by_force_and_never_removed() {
        for foreign in ["frame-0007.png", "frames.json"] {
            let directory = tempfile::tempdir().unwrap();
            let path = directory.path().join(foreign);
            fs::write(&path, "mine").unwrap();
            let refused = StagedSeries::create(directory.path(), Series::Frames, Overwrite::Own);
            assert!(matches!(refused, Err(SeriesError::NotEmpty)), "{foreign}");
            stage(directory.path(), Overwrite::Any, &["frame-0001.png"]);
            assert_eq!(fs::read(&path).unwrap() == b"mine", foreign == "frame-0007.png");
        }
        let directory = tempfile::tempdir().unwrap();
        stage(directory.path(), Overwrite::Own, &["frame-0001.png", "frame-0002.png"]);
        fs::write(directory.path().join("frame-0002.png"), "mine").unwrap();
        let refused = StagedSeries::create(directory.path(), Series::Frames, Overwrite::Own);
        assert!(matches!(refused, Err(SeriesError::ForeignFile(name)) if name == "frame-0002.png"));
        stage(directory.path(), Overwrite::Any, &["frame-0001.png"]);
        assert_eq!(read(&directory.path().join("frame-0002.png")), "mine");
    }

    #[test]
    fn only_lists_of_an_earlier_run_are_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let create = || StagedSeries::create(directory.path(), Series::Frames, Overwrite::Any);
        for list in Series::Frames.lists() {
            let name = Series::Frames.list_name(*list);
            let path = directory.path().join(&name);
            let file = fs::File::create(&path).unwrap();
            crate::encode::MarkedWriter::new(file).close(|name| [b"# ", name, b"\n"].concat()).unwrap();
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
        stage(&path, Overwrite::Own, &["frame-0001.png", "frame-0002.png"]);
        fs::remove_file(path.join("frame-0002.png")).unwrap();
        fs::create_dir(path.join("frame-0002.png")).unwrap();
        let refused = StagedSeries::create(&path, Series::Frames, Overwrite::Any);
        assert!(matches!(refused, Err(SeriesError::NoFile(name)) if name == "frame-0002.png"));
        assert_eq!(names(&path), ["frame-0001.png", "frame-0002.png", "frames.json"]);
    }

    #[test]
    fn a_hostile_manifest_removes_nothing_elsewhere() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("frames");
        fs::create_dir(&path).unwrap();
        fs::write(directory.path().join("frame-0001.png"), "precious").unwrap();
        let manifest = fs::File::create(path.join("frames.json")).unwrap();
        let elsewhere = ["../frame-0001.png", "notes.txt"];
        write_unfinished(manifest, Series::Frames, elsewhere.into_iter()).unwrap();
        fs::write(path.join("notes.txt"), "mine").unwrap();
        stage(&path, Overwrite::Any, &["frame-0001.png"]);
        assert_eq!(read(&directory.path().join("frame-0001.png")), "precious");
        assert_eq!(names(&path), ["frame-0001.png", "frames.json", "notes.txt"]);
    }

    #[test]
    fn abandoned_frames_leave_nothing() {
        let directory = tempfile::tempdir().unwrap();
        for path in [directory.path().to_owned(), directory.path().join("new")] {
            let staged = StagedSeries::create(&path, Series::Frames, Overwrite::Own).unwrap();
            staged.file("frame-0001.png").unwrap();
            drop(staged);
            assert!(names(directory.path()).is_empty());
        }
    }
}
