//! Films as iterators of pictures, for encoders of others.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use image::error::{DecodingError, ImageFormatHint};
use image::{Delay, Frame, ImageError, ImageResult, RgbaImage};

use crate::encode::{EncodeError, Encoded};
use crate::log::Entry;
use crate::picture::{Canvas, Picture};
use crate::record::Recorder;

use super::plan::{Plan, film_entry, finish};
use super::{Camera, Exposure, FilmError, FilmSink, Sinks};

/// The pictures of a step with their times, as palette indices, until they are taken.
type Queue = Arc<Mutex<VecDeque<(Vec<u8>, Duration)>>>;

/// The pictures of a film with their times. Each step is drawn when the pictures of the one before have been taken.
pub(super) struct Frames<I> {
    canvas: Canvas,
    /// Empty at the end of the film, and after an error.
    film: Option<(I, Recorder, Camera<'static>)>,
    pictures: Queue,
}

impl<I: Iterator<Item = Result<Entry, FilmError>>> Frames<I> {
    /// The pictures of a film with this plan, whose look-ahead has read the same entries.
    pub fn new(plan: Plan, entries: I) -> Self {
        let (canvas, pictures) = (plan.canvas(), Queue::default());
        let film = Box::new(QueueSink(pictures.clone()));
        let (recorder, camera) = plan.into_parts(Sinks { film, others: Vec::new() });
        Self { canvas, film: Some((entries, recorder, camera)), pictures }
    }

    /// Films up to the next picture; `None` at the end and after an error.
    fn next_picture(&mut self) -> Result<Option<(Vec<u8>, Duration)>, FilmError> {
        loop {
            let picture = self.pictures().pop_front();
            if picture.is_some() {
                return Ok(picture);
            }
            let Some((mut entries, mut recorder, mut camera)) = self.film.take() else { return Ok(None) };
            match entries.next() {
                Some(entry) => {
                    film_entry(&mut recorder, &mut camera, &entry?)?;
                    self.film = Some((entries, recorder, camera));
                }
                // The card after the last frame may fail, when that frame is there.
                None => finish(recorder, camera).map(drop).inspect_err(|_| self.pictures().clear())?,
            }
        }
    }
}

impl<I> Frames<I> {
    fn pictures(&self) -> MutexGuard<'_, VecDeque<(Vec<u8>, Duration)>> {
        self.pictures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<I: Iterator<Item = Result<Entry, FilmError>>> Iterator for Frames<I> {
    type Item = ImageResult<Frame>;

    fn next(&mut self) -> Option<Self::Item> {
        let (pixels, shown_for) = match self.next_picture() {
            Ok(picture) => picture?,
            Err(FilmError::Encode(EncodeError::Io(error))) => return Some(Err(ImageError::IoError(error))),
            Err(error) => {
                let error = DecodingError::new(ImageFormatHint::Unknown, error);
                return Some(Err(ImageError::Decoding(error)));
            }
        };
        let picture = RgbaImage::from(Picture::new(&self.canvas, &pixels, &[]));
        Some(Ok(Frame::from_parts(picture, 0, 0, Delay::from_saturating_duration(shown_for))))
    }
}

struct QueueSink(Queue);

impl FilmSink for QueueSink {
    fn frame(&mut self, exposure: &mut Exposure<'_>) -> Result<(), FilmError> {
        let shown_for = exposure.shot.shown_for;
        self.between(&exposure.picture(), shown_for)
    }

    fn between(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), FilmError> {
        let mut pictures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pictures.push_back((picture.pixels.to_vec(), shown_for));
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Encoded, FilmError> {
        Ok(Encoded { pictures: 0, playing_time: Duration::ZERO, bytes: 0 })
    }
}
