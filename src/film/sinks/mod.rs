//! Sinks, which receive the frames of a film.

mod beside;
pub(super) mod pages;
mod picture_list;
mod transcripts;

use std::mem;
use std::time::Duration;

use crate::encode::{EncodeError, Encoded, Encoder};
use crate::picture::Picture;
use crate::watch::{self, Watch};

pub use beside::{AltText, BesideKind, FileBeside};
pub use picture_list::{Manifest, begin_list};
pub use transcripts::Subtitles;

use super::{Exposure, FilmError};

/// Receives the frames of a film in order: writes the film, or a file beside it.
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
pub trait Sink: Send {
    /// Receives the frame that previews show, before all frames, if there is one.
    ///
    /// # Errors
    /// As [`Sink::frame`].
    fn thumbnail(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        let _ = exposure;
        Ok(())
    }

    /// Receives the next frame: films of pictures show its picture.
    ///
    /// # Errors
    /// When it cannot be written; the film ends.
    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        let (shown_for, watch) = (exposure.shot.shown_for, exposure.watch);
        self.picture(&exposure.picture(), shown_for, watch)
    }

    /// Receives a picture that is no frame: it is shown before or after all, and in a film of pictures also between two
    /// of them.
    ///
    /// # Errors
    /// When it cannot be written, or the film does not go on; it ends.
    fn picture(
        &mut self,
        picture: &Picture<'_>,
        shown_for: Duration,
        watch: &dyn Watch,
    ) -> Result<(), FilmError> {
        let _ = (picture, shown_for, watch);
        Ok(())
    }

    /// Completes the output; returns what the film has become, if it is one.
    ///
    /// # Errors
    /// When the rest cannot be written.
    fn finish(self: Box<Self>) -> Result<Encoded, FilmError> {
        Ok(Encoded::default())
    }
}

/// A sink of any kind.
pub type AnySink<'a> = Box<dyn Sink + 'a>;

/// The sinks of a film: the one that writes it, and others.
pub struct Sinks<'a> {
    /// Writes the film. Its length and its size are what this sink has written.
    pub film: AnySink<'a>,
    /// Receive the same frames.
    pub others: Vec<AnySink<'a>>,
    /// Receive them, too, for the files beside the film.
    pub(in crate::film) beside: Vec<(FileBeside, AnySink<'a>)>,
}

impl<'a> Sinks<'a> {
    /// Only the film.
    pub fn new(film: AnySink<'a>) -> Self {
        Self { film, others: Vec::new(), beside: Vec::new() }
    }
}

impl<'a> From<EncoderSink<'a>> for Sinks<'a> {
    fn from(film: EncoderSink<'a>) -> Self {
        Self::new(Box::new(film))
    }
}

impl Sinks<'_> {
    /// Passes something to all but the film.
    fn others(
        &mut self,
        mut pass: impl FnMut(&mut AnySink<'_>) -> Result<(), FilmError>,
    ) -> Result<(), FilmError> {
        self.others.iter_mut().try_for_each(&mut pass)?;
        let mut beside = self.beside.iter_mut();
        beside.try_for_each(|(file, sink)| pass(sink).map_err(|error| file.cannot_write(error)))
    }

    /// Passes a frame to each; in the film its own picture is shown for so long, after those before it.
    pub(in crate::film) fn frame(
        &mut self,
        exposure: &mut Exposure<'_>,
        own: Duration,
    ) -> Result<(), FilmError> {
        let whole = mem::replace(&mut exposure.shot.shown_for, own);
        self.film.frame(exposure)?;
        exposure.shot.shown_for = whole;
        self.others(|sink| sink.frame(exposure))
    }

    /// Passes on the thumbnail; in the film it is shown for so long, if it is a picture besides the frames.
    pub(in crate::film) fn thumbnail(
        &mut self,
        exposure: &mut Exposure<'_>,
        shown_for: Option<Duration>,
    ) -> Result<(), FilmError> {
        self.film.thumbnail(exposure)?;
        if let Some(time) = shown_for {
            let watch = exposure.watch;
            self.card(&exposure.picture(), time, watch)?;
        }
        self.others(|sink| sink.thumbnail(exposure))
    }

    /// Shows a picture in the film that is around its frames.
    pub(in crate::film) fn card(
        &mut self,
        picture: &Picture<'_>,
        shown_for: Duration,
        watch: &dyn Watch,
    ) -> Result<(), FilmError> {
        self.film.picture(picture, shown_for, watch)?;
        self.others(|sink| sink.picture(picture, shown_for, watch))
    }

    /// Completes all; returns what the film has become.
    pub(in crate::film) fn finish(self) -> Result<Encoded, FilmError> {
        let encoded = self.film.finish()?;
        self.others.into_iter().try_for_each(|sink| sink.finish().map(drop))?;
        for (file, sink) in self.beside {
            sink.finish().map_err(|error| file.cannot_write(error))?;
        }
        Ok(encoded)
    }
}

/// Passes the pictures to an encoder.
pub struct EncoderSink<'a> {
    encoder: Box<dyn Encoder + 'a>,
    /// Whether a picture that is shown for long is repeated.
    pub(in crate::film) repeats: bool,
}

/// Between parts of this length of a repeated picture, the watch is asked whether to go on.
const PART: Duration = Duration::from_secs(1);

impl<'a> EncoderSink<'a> {
    /// A sink for this encoder.
    pub const fn new(encoder: Box<dyn Encoder + 'a>) -> Self {
        Self { encoder, repeats: false }
    }
}

impl Sink for EncoderSink<'_> {
    fn picture(
        &mut self,
        picture: &Picture<'_>,
        shown_for: Duration,
        watch: &dyn Watch,
    ) -> Result<(), FilmError> {
        let (mut picture, mut left) = (*picture, shown_for);
        while self.repeats && left > PART {
            self.encoder.write(&picture, PART).map_err(EncodeError::from)?;
            (left, picture.changes) = (left.saturating_sub(PART), &[]);
            watch::check(watch)?;
        }
        Ok(self.encoder.write(&picture, left).map_err(EncodeError::from)?)
    }

    fn finish(self: Box<Self>) -> Result<Encoded, FilmError> {
        Ok(self.encoder.finish().map_err(EncodeError::from)?)
    }
}
