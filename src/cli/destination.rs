//! Writing to where the user said, whole or not at all.

use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::export::StagedFile;

use super::error::CliError;
use super::interrupt;

/// Where a single file goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    StandardOutput,
    File(PathBuf),
}

/// The name that stands for standard output.
const DASH: &str = "-";

impl Destination {
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
    pub fn write<T>(
        &self,
        work: impl FnOnce(&mut (dyn Write + Send)) -> Result<T, CliError>,
    ) -> Result<T, CliError> {
        let path = match self {
            Self::StandardOutput => return work(&mut stdout()).map_err(CliError::on_standard_output),
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

/// The path by which two names of one file can be compared, also before there is one.
pub fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| {
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let parent = fs::canonicalize(parent).unwrap_or_else(|_| parent.to_owned());
        path.file_name().map_or_else(|| parent.clone(), |name| parent.join(name))
    })
}
