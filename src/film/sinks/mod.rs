//! Sinks, which receive the frames of a film.

pub(super) mod pages;
mod picture_list;
mod sidecars;
mod transcripts;

use std::mem;
use std::time::Duration;

use crate::encode::{EncodeError, Encoded, Encoder};
use crate::picture::Picture;
use crate::watch::{self, Watch};

pub use picture_list::{Manifest, begin_list};
pub use sidecars::{AltText, Sidecar, SidecarKind};
pub use transcripts::Subtitles;

use super::{Result, ShownFrame};

/// Receives the frames of a film in order, to write the film or a file next to it.
///
/// A frame is painted only if a sink asks for its [picture](ShownFrame::picture).
///
/// ```
/// use queenreel::film::{ShownFrame, FilmError, Sink};
///
/// /// Counts frames without painting them.
/// struct FrameCount(u64);
///
/// impl Sink for FrameCount {
///     fn frame(&mut self, _: &mut ShownFrame<'_>) -> Result<(), FilmError> {
///         self.0 += 1;
///         Ok(())
///     }
/// }
/// ```
pub trait Sink: Send {
    /// Receives the frame that previews show, if the film has a thumbnail, before all frames.
    fn thumbnail(&mut self, shown: &mut ShownFrame<'_>) -> Result<()> {
        let _ = shown;
        Ok(())
    }

    fn frame(&mut self, shown: &mut ShownFrame<'_>) -> Result<()> {
        let (shown_for, watch) = (shown.film_frame.shown_for, shown.watch);
        self.picture(&shown.picture(), shown_for, watch)
    }

    /// Receives a card before or after all frames, or a tween; without an own [`Sink::frame`], also each frame.
    fn picture(&mut self, picture: &Picture<'_>, shown_for: Duration, watch: &dyn Watch) -> Result<()> {
        let _ = (picture, shown_for, watch);
        Ok(())
    }

    /// Completes the output; the sink that writes the film returns the properties of the film.
    fn finish(self: Box<Self>) -> Result<Encoded> {
        Ok(Encoded::default())
    }
}

pub type AnySink<'a> = Box<dyn Sink + 'a>;

pub struct Sinks<'a> {
    /// The sink that writes the film, and so determines the length and the size.
    pub film: AnySink<'a>,
    pub others: Vec<AnySink<'a>>,
    pub(in crate::film) sidecars: Vec<(Sidecar, AnySink<'a>)>,
}

impl<'a> Sinks<'a> {
    pub fn new(film: AnySink<'a>) -> Self {
        Self { film, others: Vec::new(), sidecars: Vec::new() }
    }
}

impl<'a> From<EncoderSink<'a>> for Sinks<'a> {
    fn from(film: EncoderSink<'a>) -> Self {
        Self::new(Box::new(film))
    }
}

impl Sinks<'_> {
    fn others(&mut self, mut pass: impl FnMut(&mut AnySink<'_>) -> Result<()>) -> Result<()> {
        self.others.iter_mut().try_for_each(&mut pass)?;
        let mut sidecars = self.sidecars.iter_mut();
        sidecars.try_for_each(|(file, sink)| pass(sink).map_err(|error| file.cannot_write(error)))
    }

    /// Passes a frame to each sink. In the film, the picture of the frame is shown for `own`, after the tweens
    /// before it.
    pub(in crate::film) fn frame(&mut self, shown: &mut ShownFrame<'_>, own: Duration) -> Result<()> {
        let whole = mem::replace(&mut shown.film_frame.shown_for, own);
        self.film.frame(shown)?;
        shown.film_frame.shown_for = whole;
        self.others(|sink| sink.frame(shown))
    }

    /// Passes on the thumbnail. With `shown_for`, the film begins with the picture of the thumbnail, for this time.
    pub(in crate::film) fn thumbnail(
        &mut self,
        shown: &mut ShownFrame<'_>,
        shown_for: Option<Duration>,
    ) -> Result<()> {
        self.film.thumbnail(shown)?;
        if let Some(time) = shown_for {
            let watch = shown.watch;
            self.card(&shown.picture(), time, watch)?;
        }
        self.others(|sink| sink.thumbnail(shown))
    }

    pub(in crate::film) fn card(
        &mut self,
        picture: &Picture<'_>,
        shown_for: Duration,
        watch: &dyn Watch,
    ) -> Result<()> {
        self.film.picture(picture, shown_for, watch)?;
        self.others(|sink| sink.picture(picture, shown_for, watch))
    }

    pub(in crate::film) fn finish(self) -> Result<Encoded> {
        let encoded = self.film.finish()?;
        self.others.into_iter().try_for_each(|sink| sink.finish().map(drop))?;
        for (file, sink) in self.sidecars {
            sink.finish().map_err(|error| file.cannot_write(error))?;
        }
        Ok(encoded)
    }
}

pub struct EncoderSink<'a> {
    encoder: Box<dyn Encoder + 'a>,
    /// Whether a picture with a long time is repeated.
    pub(in crate::film) repeats: bool,
}

/// A long picture is repeated in parts of this length, between which the watch is polled.
const PART: Duration = Duration::from_secs(1);

impl<'a> EncoderSink<'a> {
    pub const fn new(encoder: Box<dyn Encoder + 'a>) -> Self {
        Self { encoder, repeats: false }
    }
}

impl Sink for EncoderSink<'_> {
    fn picture(&mut self, picture: &Picture<'_>, shown_for: Duration, watch: &dyn Watch) -> Result<()> {
        let (mut picture, mut left) = (*picture, shown_for);
        while self.repeats && left > PART {
            self.encoder.write(&picture, PART).map_err(EncodeError::from)?;
            (left, picture.changes) = (left.saturating_sub(PART), &[]);
            watch::check(watch)?;
        }
        Ok(self.encoder.write(&picture, left).map_err(EncodeError::from)?)
    }

    fn finish(self: Box<Self>) -> Result<Encoded> {
        Ok(self.encoder.finish().map_err(EncodeError::from)?)
    }
}
