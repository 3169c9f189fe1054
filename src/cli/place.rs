//! Writing to where the user said, whole or not at all.

use std::fs::{self, File};
use std::io::{BufWriter, Write, stdout};
use std::path::{Path, PathBuf};

use crate::board::BoardSize;
use crate::export::FileNames;
use crate::export::Manifest;
use crate::export::PngFrames;
use crate::export::{PlaceError, StagedFile, StagedSeries};
use anyhow::{Context, Error, anyhow};

use super::failure::Failure;
use super::interrupt;

/// Where a single file goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    StandardOutput,
    File(PathBuf),
}

/// The name that stands for standard output.
const DASH: &str = "-";

impl Place {
    /// The place that a path names.
    pub fn of(path: &Path) -> Self {
        if path == Path::new(DASH) { Self::StandardOutput } else { Self::File(path.to_owned()) }
    }

    /// What the summary calls it.
    pub fn name(&self) -> String {
        match self {
            Self::StandardOutput => "standard output".to_owned(),
            Self::File(path) => path.display().to_string(),
        }
    }

    /// Lets `work` write there.
    pub fn write<T>(&self, work: impl FnOnce(&mut dyn Write) -> Result<T, Failure>) -> Result<T, Failure> {
        let path = match self {
            Self::StandardOutput => return work(&mut stdout().lock()).map_err(Failure::on_standard_output),
            Self::File(path) => path,
        };
        let cannot_write = || format!("cannot write {}", path.display());
        let (staged, mut file) = StagedFile::create(path).with_context(cannot_write)?;
        // What is written to as it is cannot be taken back: there an interrupt may end it at once.
        if staged.is_beside() {
            interrupt::catch();
        }
        let done = work(&mut file).map_err(|failure| failure.of_unfinished(cannot_write()))?;
        staged.complete().with_context(cannot_write)?;
        Ok(done)
    }
}

/// Lets `work` write a series of pictures into a directory, with a manifest.
pub fn write_series<T>(
    path: &Path,
    size: BoardSize,
    names: FileNames,
    force: bool,
    work: impl FnOnce(PngFrames, &mut Manifest<BufWriter<File>>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let cannot_write = || format!("cannot write pictures to {}", path.display());
    let series = names.series();
    let staged = StagedSeries::create(path, series, force).map_err(with_force).with_context(cannot_write)?;
    interrupt::catch();
    let list = File::create(staged.path().join(series.manifest())).with_context(cannot_write)?;
    let mut manifest = Manifest::begin(BufWriter::new(list), size, names).with_context(cannot_write)?;
    let pictures = PngFrames::new(staged.path(), names);
    let done = work(pictures, &mut manifest).map_err(|failure| failure.of_unfinished(cannot_write()))?;
    manifest.finish().with_context(cannot_write)?;
    staged.complete().with_context(cannot_write)?;
    Ok(done)
}

fn with_force(error: PlaceError) -> Error {
    match error {
        PlaceError::NotEmpty => {
            anyhow!("{error}\n  --force replaces what an earlier run wrote there, and leaves all other files")
        }
        other => other.into(),
    }
}

/// The path by which two names of one file can be compared, also before there is one.
pub fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let parent = fs::canonicalize(parent).unwrap_or_else(|_| parent.to_owned());
        path.file_name().map_or_else(|| parent.clone(), |name| parent.join(name))
    })
}
