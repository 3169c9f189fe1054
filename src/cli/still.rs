//! A picture of one scene: a position, or the poster of a film.

use std::path::{Path, PathBuf};

use crate::draw::BoardPainter;
use crate::encode::write_png;
use crate::export::StagedFile;
use crate::page::BoardStyle;
use crate::picture::Picture;
use crate::scene::Scene;
use anyhow::{Context, anyhow};

use super::failure::Failure;
use super::place::Place;
use super::target::Target;

/// Writes the picture of a scene; returns how many bytes it takes.
pub fn write(place: &Place, scene: &Scene, style: &BoardStyle) -> Result<u64, Failure> {
    let mut painter = BoardPainter::new(scene.size, style).map_err(Failure::usage)?;
    let picture = painter.paint(scene);
    place.write(|out| Ok(write_png(out, &picture)?))
}

/// A poster on its way. Its place is made sure of before the film, which may take long, begins.
pub struct Still {
    path: PathBuf,
    staged: StagedFile,
    file: Box<dyn std::io::Write>,
}

impl Still {
    /// Opens a place for the poster of a film that goes to `film`.
    pub fn begin(path: &Path, film: &Target) -> Result<Self, Failure> {
        if film.takes(path) {
            let shown = path.display();
            return Err(Failure::Usage(anyhow!(
                "the poster '{shown}' would lie where the film goes; put it beside"
            )));
        }
        let (staged, file) = StagedFile::create(path).with_context(|| cannot_write(path))?;
        Ok(Self { path: path.to_owned(), staged, file: Box::new(file) })
    }

    /// Writes the poster and puts it in its place.
    pub fn write(self, scene: &Scene, style: &BoardStyle) -> Result<(), Failure> {
        let mut painter = BoardPainter::new(scene.size, style).map_err(Failure::usage)?;
        self.write_picture(&painter.paint(scene))
    }

    /// Writes a picture that is painted already.
    pub fn write_picture(self, picture: &Picture<'_>) -> Result<(), Failure> {
        let written = write_png(self.file, picture).map_err(Failure::from);
        written.map_err(|failure| failure.context(cannot_write(&self.path)))?;
        Ok(self.staged.complete().with_context(|| cannot_write(&self.path))?)
    }
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write the poster {}", path.display())
}
