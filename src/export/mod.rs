//! Output files and directories, which appear under their names only when they are complete.

mod directory;
mod embed;
mod hidden;
mod lock;
mod path;
mod picture_list;
mod series;
mod staged_file;
mod staged_series;

use std::path::{Path, PathBuf};
use std::time::Duration;

pub use embed::Embed;
pub use path::Overwrite;
use path::without_links;
pub use picture_list::PictureList;
pub(crate) use picture_list::end_of_manifest;
pub use series::{FileNames, PngFrames, Series};
pub use staged_file::StagedFile;
pub use staged_series::{SeriesError, StagedSeries, is_own_series};

/// Rounds the display time of a picture down to the microsecond, for all lists.
pub(crate) fn listed_time(shown_for: Duration) -> Duration {
    Duration::new(shown_for.as_secs(), shown_for.subsec_micros() * 1000)
}

/// Returns the directory of a path; `.` for a bare name.
pub(crate) fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether two paths lead to the same file, which need not exist yet.
pub(crate) fn is_same_place(one: &Path, other: &Path) -> bool {
    place(one) == place(other)
}

/// Returns a key that is equal for all paths to a file. Windows and macOS usually ignore case.
pub(crate) fn place(path: &Path) -> PathBuf {
    let path = canonical(path);
    if cfg!(any(windows, target_os = "macos")) { path.to_string_lossy().to_lowercase().into() } else { path }
}

/// Returns the absolute path without links; the file need not exist.
pub(crate) fn canonical(path: &Path) -> PathBuf {
    let resolved = without_links(path).or_else(|_| std::path::absolute(path));
    resolved.unwrap_or_else(|_| path.to_owned())
}

/// Collapses white space to single spaces and replaces control characters.
pub(crate) fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace(char::is_control, "\u{fffd}")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    pub fn read(path: &Path) -> String {
        fs::read_to_string(path).unwrap()
    }

    pub fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn created_directories_are_removed_with_an_abandoned_output() {
        let directory = tempfile::tempdir().unwrap();
        drop(StagedFile::create(&directory.path().join("a/b/film.gif"), Overwrite::Own).unwrap());
        drop(
            StagedSeries::create(&directory.path().join("c/d/frames"), Series::Frames, Overwrite::Own)
                .unwrap(),
        );
        assert!(names(directory.path()).is_empty(), "{:?}", names(directory.path()));
    }
}
