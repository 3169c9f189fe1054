//! The poster of a film.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};

use crate::export::StagedFile;
use crate::film::{AnySink, Exposure, FilmError, PosterSink, Sink};

use super::error::CliError;
use super::film_target::FilmTarget;

/// A poster that is being written. Its file is opened before the film, which may take long.
pub struct Poster {
    path: PathBuf,
    staged: StagedFile,
}

impl Poster {
    /// Opens the file for the poster of a film that goes to `film`, and the sink that writes it.
    pub fn begin(
        path: &Path,
        film: &FilmTarget,
        solutions: u64,
    ) -> Result<(Self, AnySink<'static>), CliError> {
        if film.takes(path) {
            let shown = path.display();
            return Err(CliError::Usage(anyhow!(
                "the poster '{shown}' would be written where the film goes; put it elsewhere"
            )));
        }
        let (staged, file) = StagedFile::create(path).with_context(|| cannot_write(path))?;
        let poster = Box::new(PosterSink::new(file, solutions));
        let sink = NamedSink { sink: poster, path: path.to_owned() };
        Ok((Self { path: path.to_owned(), staged }, Box::new(sink)))
    }

    /// Puts the poster in its place.
    pub fn complete(self) -> Result<(), CliError> {
        Ok(self.staged.complete().with_context(|| cannot_write(&self.path))?)
    }
}

/// Adds the poster's name to its errors.
struct NamedSink<W> {
    sink: Box<PosterSink<W>>,
    path: PathBuf,
}

impl<W: Write> Sink for NamedSink<W> {
    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        let named = |error| CliError::from(error).context(cannot_write(&self.path)).into();
        self.sink.frame(exposure).map_err(named)
    }

    fn finish(self: Box<Self>) -> Result<u64, FilmError> {
        self.sink.finish()
    }
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write the poster {}", path.display())
}
