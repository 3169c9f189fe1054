//! Films as iterators of pictures, for encoders of others.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use image::error::{DecodingError, ImageFormatHint};
use image::{Delay, Frame, ImageError, ImageResult, RgbaImage};

use crate::encode::EncodeError;
use crate::picture::{Canvas, Picture};
use crate::watch::{Silent, Watch};

use super::{Camera, FilmError, Plan, Shots, Sink, Sinks};

/// The pictures of a step with their times, as palette indices, until they are taken.
type Queue = Arc<Mutex<VecDeque<(Vec<u8>, Duration)>>>;

/// The pictures of a film with their times. Each step is drawn when the pictures of the one before have been taken.
pub(super) struct Frames<'a> {
    canvas: Canvas,
    /// Empty at the end of the film, and after an error.
    film: Option<(Box<dyn Shots + 'a>, Camera<'static>)>,
    pictures: Queue,
}

impl<'a> Frames<'a> {
    /// The pictures of a film of these frames with this plan.
    pub fn new(plan: Plan, shots: Box<dyn Shots + 'a>) -> Self {
        let (canvas, pictures) = (plan.output_spec.canvas.clone(), Queue::default());
        let camera = Camera::of_plan(plan, Sinks::new(Box::new(QueueSink(pictures.clone()))));
        Self { canvas, film: Some((shots, camera)), pictures }
    }

    /// Films up to the next picture; `None` at the end and after an error.
    fn next_picture(&mut self) -> Result<Option<(Vec<u8>, Duration)>, FilmError> {
        loop {
            let picture = self.pictures().pop_front();
            if picture.is_some() {
                return Ok(picture);
            }
            let Some((mut shots, mut camera)) = self.film.take() else { return Ok(None) };
            match shots.next_shot(&Silent)? {
                Some(shot) => {
                    camera.show(shot, &mut Silent)?;
                    self.film = Some((shots, camera));
                }
                None => drop(camera.finish(&Silent)?),
            }
        }
    }

    fn pictures(&self) -> MutexGuard<'_, VecDeque<(Vec<u8>, Duration)>> {
        self.pictures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Iterator for Frames<'_> {
    type Item = ImageResult<Frame>;

    fn next(&mut self) -> Option<Self::Item> {
        let (pixels, shown_for) = match self.next_picture() {
            Ok(picture) => picture?,
            Err(FilmError::Encode(EncodeError::Film(flatfilm::Error::Io(error)))) => {
                return Some(Err(ImageError::IoError(error)));
            }
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

impl Sink for QueueSink {
    fn picture(
        &mut self,
        picture: &Picture<'_>,
        shown_for: Duration,
        _: &dyn Watch,
    ) -> Result<(), FilmError> {
        let mut pictures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pictures.push_back((picture.pixels.to_vec(), shown_for));
        Ok(())
    }
}
