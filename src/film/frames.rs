//! Films as iterators of pictures, for encoders of other crates.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use image::error::{DecodingError, ImageFormatHint};
use image::{Delay, Frame, ImageError, ImageResult, RgbaImage};

use crate::encode::EncodeError;
use crate::picture::{Canvas, Picture};
use crate::watch::{Silent, Watch};

use super::{Camera, FilmError, FilmFrames, Plan, Result, Sink, Sinks};

/// The pictures of a step as palette indices, with their times.
type Queue = Arc<Mutex<VecDeque<(Vec<u8>, Duration)>>>;

/// The pictures of a film with their times. A step is drawn when all pictures of the previous step have been
/// returned.
pub(super) struct Frames<'a> {
    canvas: Canvas,
    film: Option<(Box<dyn FilmFrames + 'a>, Camera<'static>)>,
    pictures: Queue,
}

impl<'a> Frames<'a> {
    pub fn new(plan: Plan, frames: Box<dyn FilmFrames + 'a>) -> Self {
        let (canvas, pictures) = (plan.output_spec.canvas.clone(), Queue::default());
        let camera = Camera::of_plan(plan, Sinks::new(Box::new(QueueSink(pictures.clone()))));
        Self { canvas, film: Some((frames, camera)), pictures }
    }

    /// Films up to the next picture; returns `None` at the end and after an error.
    fn next_picture(&mut self) -> Result<Option<(Vec<u8>, Duration)>> {
        loop {
            let picture = self.pictures.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            if picture.is_some() {
                return Ok(picture);
            }
            let Some((mut frames, mut camera)) = self.film.take() else { return Ok(None) };
            match frames.next_frame(&Silent)? {
                Some(film_frame) => {
                    camera.show(film_frame, &mut Silent)?;
                    self.film = Some((frames, camera));
                }
                None => drop(camera.finish(&Silent)?),
            }
        }
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
    fn picture(&mut self, picture: &Picture<'_>, shown_for: Duration, _: &dyn Watch) -> Result<()> {
        let mut pictures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pictures.push_back((picture.pixels.to_vec(), shown_for));
        Ok(())
    }
}
