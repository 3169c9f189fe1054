//! Where the work goes: a file or a directory appears under its name only when it is complete.

mod frames;
mod manifest;
mod names;
mod staged_file;
mod staged_series;

use std::path::{Path, PathBuf};
use std::{fs, io};

use tempfile::Builder;

pub use frames::PngFrames;
pub use manifest::{Manifest, pictures_in};
pub use names::{FileNames, Series};
pub use staged_file::StagedFile;
pub use staged_series::{PlaceError, StagedSeries};

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
    use super::Series;
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
    fn directories_made_on_the_way_go_again_if_nothing_comes_of_it() {
        let directory = tempfile::tempdir().unwrap();
        drop(StagedFile::create(&directory.path().join("a/b/film.gif")).unwrap());
        drop(StagedSeries::create(&directory.path().join("c/d/frames"), Series::Frames, false).unwrap());
        assert!(names(directory.path()).is_empty(), "{:?}", names(directory.path()));
    }
}
