//! Output files and directories, which appear under their names only when they are complete.

mod directory;
mod embed;
mod path;
mod picture_list;
mod series;
mod staged_file;
mod staged_series;
mod temporary;
mod transcripts;

use std::path::Path;
use std::time::Duration;

pub use directory::Directory;
pub use path::Overwrite;
pub(crate) use path::without_links;
pub use series::{FileNames, PngFrames, Series};
pub use staged_file::StagedFile;
pub use staged_series::{SeriesError, StagedSeries};

// For the program and the tests of this repository; not part of the API.
#[doc(hidden)]
pub use embed::Embed;
#[doc(hidden)]
pub use picture_list::{ListWriter, Manifest, PictureList};
#[doc(hidden)]
pub use staged_series::is_own_series;
#[doc(hidden)]
pub use transcripts::{MarkdownTranscript, Subtitles};

/// How long a picture is shown: rounded down to the microsecond, the same in all lists.
fn listed_time(shown_for: Duration) -> Duration {
    Duration::new(shown_for.as_secs(), shown_for.subsec_micros() * 1000)
}

/// The directory of a path.
pub(crate) fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A text on one line, without control characters.
fn on_one_line(text: &str) -> String {
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
