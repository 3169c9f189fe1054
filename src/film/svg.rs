//! Films and stills as SVG.

use std::io::Write;
use std::time::Duration;

use crate::encode::Encoded;
use crate::record::Description;
use crate::vector::{SvgFilm, VectorOptions};

use super::{Exposure, FilmError, FilmSink, OutputSpec};

/// Collects the frames of a film, and writes it at the end.
pub(super) struct SvgSink<W> {
    out: W,
    spec: OutputSpec,
    film: Option<SvgFilm>,
    /// What the last frame shows, in words.
    description: String,
}

impl<W> SvgSink<W> {
    pub fn new(out: W, spec: &OutputSpec) -> Self {
        Self { out, spec: spec.clone(), film: None, description: String::new() }
    }
}

impl<W: Write + Send> FilmSink for SvgSink<W> {
    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        let options = self.spec.options;
        let film = self.film.get_or_insert_with(|| SvgFilm::new(exposure.page, options.text, options.plays));
        film.add(exposure.page, exposure.shot.shown_for)?;
        if exposure.shot.is_last {
            self.description = Description::of(&exposure.shot, self.spec.squares).alt;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Encoded, FilmError> {
        let Self { out, spec, description, film } = *self;
        let Some(film) = film else {
            return Ok(Encoded { pictures: 0, playing_time: Duration::ZERO, bytes: 0 });
        };
        let (pictures, playing_time) = (film.frames(), film.length());
        let bytes = film
            .finish(out, &VectorOptions { title: spec.subject, description, ..VectorOptions::default() })?;
        Ok(Encoded { pictures, playing_time, bytes })
    }
}
