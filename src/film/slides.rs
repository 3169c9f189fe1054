//! The sink of a presentation: a slide for each frame.

use std::io::Write;
use std::time::Duration;

use crate::encode::Encoded;
use crate::encode::png::IndexedPng;
use crate::record::Description;
use crate::slides::{Deck, Slide, SlideSize};
use crate::vector::{VectorOptions, write_svg};

use super::{Exposure, FilmError, FilmSink, OutputSpec};

/// Writes a slide for each frame, with its picture, and its caption as notes.
pub(super) struct SlideSink<W: Write> {
    deck: Deck<W>,
    spec: OutputSpec,
    slides: u64,
    playing_time: Duration,
    png: Vec<u8>,
    svg: Vec<u8>,
}

impl<W: Write> SlideSink<W> {
    /// A presentation of the film's frames.
    pub(super) fn new(out: W, spec: &OutputSpec) -> Result<Self, FilmError> {
        let (width, height) = (spec.canvas.width, spec.canvas.height);
        let size = SlideSize::of_pixels(width, height).ok_or(FilmError::NoSlide { width, height })?;
        let slides = spec.frames.unwrap_or_default().try_into().unwrap_or(u32::MAX);
        Ok(Self {
            deck: Deck::new(out, size, &spec.subject, slides)?,
            spec: spec.clone(),
            slides: 0,
            playing_time: Duration::ZERO,
            png: Vec::new(),
            svg: Vec::new(),
        })
    }
}

impl<W: Write + Send> FilmSink for SlideSink<W> {
    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        let OutputSpec { squares, options, .. } = self.spec;
        let Description { title, notes, alt } = Description::of(&exposure.shot, squares);
        self.png.clear();
        IndexedPng::of(&exposure.picture()).write(&mut self.png, None, options.compression)?;
        self.svg.clear();
        // Without words, so that equal pictures are equal; the slide has them.
        write_svg(&mut self.svg, exposure.page, &VectorOptions::default())?;
        let advance = options.advance.then_some(exposure.shot.shown_for);
        let svg = str::from_utf8(&self.svg).expect("SVG is UTF-8");
        self.deck.add(&Slide { title: &title, notes: &notes, alt: &alt, png: &self.png, svg, advance })?;
        self.slides += 1;
        self.playing_time = self.playing_time.saturating_add(advance.unwrap_or_default());
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Encoded, FilmError> {
        let Self { deck, slides, playing_time, .. } = *self;
        Ok(Encoded { pictures: slides, playing_time, bytes: deck.finish()? })
    }
}
