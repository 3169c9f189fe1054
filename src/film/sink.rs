//! Sinks, which receive the frames of a film.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::encode::{Encoded, Encoder};
use crate::export::ListWriter;
use crate::picture::Picture;
use crate::record::Shot;

use super::{Exposure, FilmError};

/// Receives the frames of a film in order.
///
/// A frame is painted only if a sink asks for its [picture](Exposure::picture).
///
/// ```
/// use queenreel::film::{Exposure, FilmError, Sink};
///
/// /// Counts frames without painting them.
/// struct FrameCount(u64);
///
/// impl Sink for FrameCount {
///     fn frame(&mut self, _: &mut Exposure<'_>) -> Result<(), FilmError> {
///         self.0 += 1;
///         Ok(())
///     }
/// }
/// ```
pub trait Sink {
    /// Receives the next frame.
    ///
    /// # Errors
    /// When it cannot be written; the film ends.
    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError>;

    /// Receives the frame that previews show, before all frames, if there is one.
    ///
    /// # Errors
    /// As [`Sink::frame`].
    fn thumbnail(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        let _ = exposure;
        Ok(())
    }

    /// So much time of the film passes without a frame.
    ///
    /// # Errors
    /// As [`Sink::frame`].
    fn pass(&mut self, time: Duration) -> Result<(), FilmError> {
        let _ = time;
        Ok(())
    }

    /// Completes the output.
    ///
    /// # Errors
    /// When the rest cannot be written.
    fn finish(self: Box<Self>) -> Result<(), FilmError> {
        Ok(())
    }
}

/// A sink of any kind.
pub type AnySink<'a> = Box<dyn Sink + Send + 'a>;

/// The sink that writes the film.
pub trait FilmSink: Send {
    /// Receives the frame that previews show, before all frames, if there is one.
    fn thumbnail(&mut self, shot: &Shot<'_>) {
        let _ = shot;
    }

    /// Receives the next frame: films of pictures show its picture.
    ///
    /// # Errors
    /// When it cannot be written; the film ends.
    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        let shown_for = exposure.shot.shown_for;
        self.picture(&exposure.picture(), shown_for)
    }

    /// Receives a picture, also one that is no frame: it is shown between two of them, or before or after all. Only
    /// films of pictures have some.
    ///
    /// # Errors
    /// When it cannot be written; the film ends.
    fn picture(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), FilmError> {
        let _ = (picture, shown_for);
        Ok(())
    }

    /// Completes the film; returns what it has become.
    ///
    /// # Errors
    /// When the rest cannot be written.
    fn finish(self: Box<Self>) -> Result<Encoded, FilmError>;
}

/// The sinks of a film: the one that writes it, and others.
pub struct Sinks<'a> {
    /// Writes the film. Its length and its size are what this sink has written.
    pub film: Box<dyn FilmSink + 'a>,
    /// Receive the same frames.
    pub others: Vec<AnySink<'a>>,
}

/// Only the film.
impl<'a> From<EncoderSink<'a>> for Sinks<'a> {
    fn from(film: EncoderSink<'a>) -> Self {
        Self { film: Box::new(film), others: Vec::new() }
    }
}

impl Sinks<'_> {
    /// Passes a frame to each; in the film its own picture is shown for so long, after those before it.
    pub(super) fn frame(&mut self, exposure: &mut Exposure<'_>, own: Duration) -> Result<(), FilmError> {
        let whole = mem::replace(&mut exposure.shot.shown_for, own);
        self.film.frame(exposure)?;
        exposure.shot.shown_for = whole;
        self.others.iter_mut().try_for_each(|sink| sink.frame(exposure))
    }

    /// Passes on the thumbnail; in the film it is shown for so long, if it is a picture besides the frames.
    pub(super) fn thumbnail(
        &mut self,
        exposure: &mut Exposure<'_>,
        shown_for: Option<Duration>,
    ) -> Result<(), FilmError> {
        self.film.thumbnail(&exposure.shot);
        if let Some(time) = shown_for {
            self.card(&exposure.picture(), time)?;
        }
        self.others.iter_mut().try_for_each(|sink| sink.thumbnail(exposure))
    }

    /// Shows a picture in the film that is around its frames.
    pub(super) fn card(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), FilmError> {
        self.film.picture(picture, shown_for)?;
        self.others.iter_mut().try_for_each(|sink| sink.pass(shown_for))
    }

    /// Completes all; returns what the film has become.
    pub(super) fn finish(self) -> Result<Encoded, FilmError> {
        let encoded = self.film.finish()?;
        self.others.into_iter().try_for_each(Sink::finish)?;
        Ok(encoded)
    }
}

/// Passes the pictures to an encoder.
pub struct EncoderSink<'a> {
    encoder: Box<dyn Encoder + 'a>,
    /// Stops the film with [`FilmError::Stopped`] once it is set, also within a picture that a video
    /// repeats for long.
    pub(super) stop: Option<Arc<AtomicBool>>,
}

/// Videos repeat a picture that is shown for long; the stop flag is checked between parts of this length.
const PART: Duration = Duration::from_secs(1);

impl<'a> EncoderSink<'a> {
    /// A sink for this encoder.
    pub const fn new(encoder: Box<dyn Encoder + 'a>) -> Self {
        Self { encoder, stop: None }
    }
}

impl FilmSink for EncoderSink<'_> {
    fn picture(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), FilmError> {
        let (mut picture, mut left) = (*picture, shown_for);
        if let Some(stop) = &self.stop {
            while left > PART {
                self.encoder.write(&picture, PART)?;
                (left, picture.changes) = (left.saturating_sub(PART), &[]);
                if stop.load(Ordering::Relaxed) {
                    return Err(FilmError::Stopped);
                }
            }
        }
        Ok(self.encoder.write(&picture, left)?)
    }

    fn finish(self: Box<Self>) -> Result<Encoded, FilmError> {
        Ok(self.encoder.finish()?)
    }
}

/// A list of the frames needs no pictures.
impl Sink for Box<dyn ListWriter + Send + '_> {
    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        Ok(self.add(&exposure.shot)?)
    }

    fn pass(&mut self, time: Duration) -> Result<(), FilmError> {
        Ok((**self).pass(time)?)
    }

    fn finish(self: Box<Self>) -> Result<(), FilmError> {
        Ok((*self).finish()?)
    }
}
