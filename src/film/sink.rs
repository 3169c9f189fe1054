//! Sinks: what receives the frames of a film.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::encode::{Encoder, write_png};
use crate::export::Manifest;
use crate::record::{Content, Moment};

use super::{Exposure, FilmError};

/// Receives the frames of a film in their order.
///
/// A frame is painted only if a sink asks for its [picture](Exposure::picture).
pub trait Sink {
    /// Receives the next frame.
    ///
    /// # Errors
    /// When it cannot be written; the film ends.
    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError>;

    /// Completes what was written; returns the number of its bytes that count as the film's.
    ///
    /// # Errors
    /// When the rest cannot be written.
    fn finish(self: Box<Self>) -> Result<u64, FilmError>;
}

/// A sink of any kind.
pub type AnySink<'a> = Box<dyn Sink + Send + 'a>;

/// Gives the pictures to an encoder.
pub struct EncoderSink<'a> {
    encoder: Box<dyn Encoder + 'a>,
    stop: Option<Arc<AtomicBool>>,
}

/// A video repeats a picture that lasts: between parts of this length it may be stopped.
const PART: Duration = Duration::from_secs(1);

impl<'a> EncoderSink<'a> {
    /// A sink for this encoder.
    pub const fn new(encoder: Box<dyn Encoder + 'a>) -> Self {
        Self { encoder, stop: None }
    }

    /// Stops with [`FilmError::Stopped`] once the flag is set, also within a picture that a video
    /// repeats for long.
    pub fn stoppable(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop: Some(stop), ..self }
    }
}

impl Sink for EncoderSink<'_> {
    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        let mut left = exposure.shot.shown_for;
        let mut picture = exposure.picture();
        if let Some(stop) = &self.stop {
            while left > PART {
                self.encoder.write(&picture, PART)?;
                (left, picture.changes) = (left - PART, &[]);
                if stop.load(Ordering::Relaxed) {
                    return Err(FilmError::Stopped);
                }
            }
        }
        Ok(self.encoder.write(&picture, left)?)
    }

    fn finish(self: Box<Self>) -> Result<u64, FilmError> {
        Ok(self.encoder.finish()?)
    }
}

/// Writes the manifest of a film, for which no picture is needed.
#[derive(Debug)]
pub struct ManifestSink<W> {
    manifest: Manifest<W>,
}

impl<W: Write> ManifestSink<W> {
    /// A sink for this manifest.
    pub const fn new(manifest: Manifest<W>) -> Self {
        Self { manifest }
    }
}

impl<W: Write> Sink for ManifestSink<W> {
    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        Ok(self.manifest.add(&exposure.shot)?)
    }

    fn finish(self: Box<Self>) -> Result<u64, FilmError> {
        self.manifest.finish()?;
        Ok(0)
    }
}

/// Writes one frame as a PNG: the last solution of a search or, where there is none, the last frame.
#[derive(Debug)]
pub struct PosterSink<W> {
    out: W,
    solutions: u64,
}

impl<W: Write> PosterSink<W> {
    /// A poster of a search with so many solutions.
    pub const fn new(out: W, solutions: u64) -> Self {
        Self { out, solutions }
    }
}

impl<W: Write> Sink for PosterSink<W> {
    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        let shot = &exposure.shot;
        let is_poster = match shot.content {
            Content::Search(frame) if self.solutions > 0 => {
                matches!(frame.moment, Moment::Solution(_)) && frame.tally.solutions == self.solutions
            }
            Content::Search(_) | Content::Race(_) | Content::Solution(_) => shot.is_last,
        };
        if is_poster {
            write_png(&mut self.out, &exposure.picture())?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<u64, FilmError> {
        Ok(0)
    }
}
