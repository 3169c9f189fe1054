//! Animated lossless WebP (RFC 9649): a frame is the rectangle around its changes.

mod container;
mod lossless;
#[cfg(test)]
mod read_back;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::time::Duration;

use xxhash_rust::xxh3::xxh3_128;

use crate::changed_pixels::{ChangedPixels, TRANSPARENT};
use crate::compressed_once::{CompressedOnce, MAX_BYTES};
use crate::picture::{Canvas, Picture, Rect, differing};
use crate::spool::Spool;
use crate::ticks::FrameTicks;
use crate::{Encoded, Encoder, Error, Plays, SHORTEST_DELAY, threads};

pub use container::chunk;
use lossless::Indexed;

/// Writes an animated WebP without loss.
///
/// The first frame is the whole picture. A later frame is the smallest rectangle around its changes, from even
/// coordinates; unchanged pixels in it may be transparent. Consecutive equal pictures are one frame, up to
/// [`LONGEST_FRAME`]. Delays are at least [`SHORTEST_DELAY`], with a precision of 1 ms.
///
/// The RIFF header has the size of the file. Until the film is complete, compressed frames are in memory up to 8
/// MiB, then in a temporary file.
pub struct WebP<W> {
    out: W,
    metadata: Vec<u8>,
    canvas: Canvas,
    plays: u16,
    ticks: FrameTicks,
    last: Vec<u8>,
    /// Frames that are not compressed yet, with their display times in milliseconds. If the next picture is equal
    /// to the last picture, its time is added to the time of the last frame.
    batch: Vec<(u32, Frame)>,
    compressed: CompressedOnce,
    frames: Spool,
    frames_bytes: u64,
    number_of_frames: u64,
    has_transparency: bool,
}

const MAX_SIDE: u32 = (1 << 14) - 1;

const MAX_MILLIS: u64 = (1 << 24) - 1;

/// A batch of more pixels is compressed, if it has more frames than there are cores.
const BATCH_PIXELS: u64 = 4 << 20;

const FRAMES_PER_CORE: usize = 16;

/// The longest display time of a frame.
pub const LONGEST_FRAME: Duration = Duration::from_millis(MAX_MILLIS);

const NAME: &str = "WebP";

/// Writes a lossless still image, with EXIF metadata unless `exif` is empty; returns the number of bytes written.
///
/// # Errors
/// When the writer fails, a side exceeds 16,383 pixels, the palette has more than [`Canvas::MAX_COLOURS`] colours,
/// or the picture is inconsistent.
pub fn write_webp(out: impl Write, picture: &Picture<'_>, exif: &[u8]) -> Result<u64, Error> {
    Error::check_picture(picture)?;
    Error::check_animation(NAME, picture.canvas, MAX_SIDE)?;
    let Canvas { width, height, .. } = *picture.canvas;
    let stream = Frame::whole(picture).compress(picture.canvas);
    let metadata = metadata(exif);
    let head = container::still((width, height), &stream, &metadata).ok_or(Error::FileTooLarge(NAME))?;
    Ok(Spool::new().write_to(out, &head, &metadata)?)
}

fn metadata(exif: &[u8]) -> Vec<u8> {
    if exif.is_empty() { Vec::new() } else { chunk(*b"EXIF", exif) }
}

impl<W: Write> WebP<W> {
    /// Starts an animation, with EXIF metadata unless `exif` is empty.
    ///
    /// # Errors
    /// When a side exceeds 16,383 pixels, or the palette has more than [`Canvas::MAX_COLOURS`] colours.
    pub fn new(out: W, canvas: &Canvas, plays: Plays, exif: &[u8]) -> Result<Self, Error> {
        Error::check_animation(NAME, canvas, MAX_SIDE)?;
        Ok(Self {
            out,
            metadata: metadata(exif),
            canvas: canvas.clone(),
            plays: u16::try_from(plays.number()).unwrap_or(u16::MAX),
            ticks: FrameTicks::for_delays(1000),
            last: Vec::new(),
            batch: Vec::new(),
            compressed: CompressedOnce::with_max_bytes(MAX_BYTES),
            frames: Spool::new(),
            frames_bytes: 0,
            number_of_frames: 0,
            has_transparency: false,
        })
    }

    fn write_batch(&mut self, kept: usize) -> Result<(), Error> {
        let written = self.batch.len().saturating_sub(kept);
        let (times, frames): (Vec<u32>, Vec<Frame>) = self.batch.drain(..written).unzip();
        let streams = self.compressed.compress(&frames, Frame::digest, |frame| frame.compress(&self.canvas));
        for ((millis, frame), stream) in times.into_iter().zip(frames).zip(streams) {
            let is_transparent = lossless::has_transparency(&stream);
            let chunk = container::frame(frame.area, millis, !is_transparent, &stream);
            self.has_transparency |= is_transparent;
            self.frames_bytes += chunk.len() as u64;
            self.number_of_frames += 1;
            self.frames.write_all(&chunk)?;
        }
        // Files over 4 GiB fail here, and not only at the end.
        self.head().map(drop)
    }

    fn head(&self) -> Result<Vec<u8>, Error> {
        let Canvas { width, height, .. } = self.canvas;
        let head = container::head(
            (width, height),
            self.plays,
            self.has_transparency,
            self.frames_bytes,
            &self.metadata,
        );
        head.ok_or(Error::FileTooLarge(NAME))
    }
}

impl<W: Write + Send> Encoder for WebP<W> {
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), Error> {
        Error::check_frame(NAME, LONGEST_FRAME, shown_for)?;
        let millis = self.ticks.next(shown_for.max(SHORTEST_DELAY)) as u32;
        let frame = if self.last.is_empty() {
            Some(Frame::whole(picture))
        } else {
            Frame::of_changes(picture, &self.last)
        };
        match (frame, self.batch.last_mut()) {
            (None, Some((last, _))) if u64::from(*last + millis) <= MAX_MILLIS => *last += millis,
            (frame, _) => self.batch.push((millis, frame.unwrap_or_else(Frame::without_changes))),
        }
        self.last.clear();
        self.last.extend_from_slice(picture.pixels);
        let cores = threads::number();
        let pixels: u64 = self.batch.iter().map(|(_, frame)| frame.area.pixels()).sum();
        let is_full =
            self.batch.len() > FRAMES_PER_CORE * cores || pixels > BATCH_PIXELS && self.batch.len() > cores;
        if is_full { self.write_batch(1) } else { Ok(()) }
    }

    fn finish(mut self: Box<Self>) -> Result<Encoded, Error> {
        self.write_batch(0)?;
        let head = self.head()?;
        let Self { out, metadata, frames, number_of_frames, ticks, .. } = *self;
        let bytes = frames.write_to(out, &head, &metadata)?;
        Ok(Encoded { pictures: number_of_frames, playing_time: ticks.total_time(), bytes })
    }
}

#[derive(Debug)]
struct Frame {
    /// The place of the frame; `x` and `y` are even.
    area: Rect,
    /// Palette indices of the picture plus 1, or [`TRANSPARENT`].
    pixels: Vec<u8>,
}

impl Frame {
    fn whole(picture: &Picture<'_>) -> Self {
        let pixels = picture.pixels.iter().map(|index| index + 1).collect();
        Self { area: Rect::whole(picture.canvas), pixels }
    }

    fn of_changes(picture: &Picture<'_>, last: &[u8]) -> Option<Self> {
        let tight = differing(last, picture.pixels, picture.canvas.width);
        if tight.pixels() == 0 {
            return None;
        }
        let area = tight.with(Rect { x: tight.x & !1, y: tight.y & !1, ..Rect::FIRST_PIXEL });
        let mut changed = ChangedPixels::default();
        changed.find_in(area, picture, last);
        Some(Self { area, pixels: changed.pixels })
    }

    fn without_changes() -> Self {
        Self { area: Rect::FIRST_PIXEL, pixels: vec![TRANSPARENT] }
    }

    fn digest(&self) -> u128 {
        xxh3_128(&[&self.area.width.to_le_bytes()[..], &self.pixels].concat())
    }

    fn compress(&self, canvas: &Canvas) -> Vec<u8> {
        let colour = |pixel: u8| match pixel.checked_sub(1) {
            Some(index) => {
                let [red, green, blue] = canvas.palette[usize::from(index)].0;
                [red, green, blue, u8::MAX]
            }
            None => [0; 4],
        };
        Indexed::new(self.area.width as usize, &self.pixels, colour).compress()
    }
}
