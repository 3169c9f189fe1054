//! Animated WebP, lossless: frames are the rectangles of changes.

mod container;
mod frame;
mod lossless;
#[cfg(test)]
mod read_back;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::time::Duration;

use crate::picture::{Canvas, Picture};
use crate::threads;

use super::compressed_once::{CompressedOnce, MAX_BYTES};
use super::frame_ticks::FrameTicks;
use super::mark::{sign, unsigned_name};
use super::marked_writer::MarkedWriter;
use super::shared::{Spool, spool, write_spooled};
use super::{EncodeError, EncodeOptions, Encoded, Encoder, Format, SHORTEST_DELAY};
use frame::Frame;

/// Writes an animated WebP that shows the exact pixels.
///
/// The first frame is whole; each later one is the rectangle around the changes, with transparency between
/// them where that takes fewer bytes. Equal pictures that follow each other are one frame. Delays are exact
/// to the millisecond. No frame is shorter than [`SHORTEST_DELAY`].
///
/// The size of the file comes first in it: until it is known, the frames are kept in a temporary file, or
/// in memory up to 8 MiB.
pub struct WebP<W> {
    out: MarkedWriter<W>,
    canvas: Canvas,
    /// The number of plays, 0 for an endless loop.
    plays: u16,
    ticks: FrameTicks,
    /// The last picture; empty before the first.
    last: Vec<u8>,
    /// The frames that are compressed next, on all cores, each with its time in milliseconds. The last of
    /// them may last longer.
    batch: Vec<(u32, Frame)>,
    compressed: CompressedOnce,
    frames: Spool,
    frames_bytes: u64,
    number_of_frames: u64,
    has_transparency: bool,
}

/// Width and height have 14 bits.
const MAX_SIDE: u32 = (1 << 14) - 1;

/// The longest time of a frame, in milliseconds, has 24 bits.
const MAX_MILLIS: u64 = (1 << 24) - 1;

/// The size of a batch in pixels; but at least one frame for each core.
const BATCH_PIXELS: u64 = 4 << 20;

/// The largest batch, in frames for each core.
const FRAMES_PER_CORE: usize = 16;

/// Writes one picture, lossless; returns the number of bytes written.
pub(super) fn write_webp(mut out: impl Write, picture: &Picture<'_>) -> Result<u64, EncodeError> {
    EncodeError::check_animation(Format::WebP, picture.canvas, MAX_SIDE)?;
    let Canvas { width, height, .. } = *picture.canvas;
    let stream = Frame::whole(picture).compress(picture.canvas);
    let file = container::still((width, height), &stream);
    let mut file = file.ok_or(EncodeError::FileTooLarge(Format::WebP))?;
    file.extend(Format::WebP.mark(&unsigned_name()));
    sign(&mut file);
    out.write_all(&file)?;
    out.flush()?;
    Ok(file.len() as u64)
}

impl<W: Write> WebP<W> {
    /// Starts an animation of pictures with this size and palette, played
    /// [`EncodeOptions::plays`] times.
    ///
    /// # Errors
    /// When a side of the canvas is longer than 16,383 pixels, or the palette has more than
    /// [`Canvas::MAX_COLOURS`].
    pub fn new(out: W, canvas: &Canvas, options: &EncodeOptions) -> Result<Self, EncodeError> {
        EncodeError::check_animation(Format::WebP, canvas, MAX_SIDE)?;
        Ok(Self {
            out: MarkedWriter::new(out),
            canvas: canvas.clone(),
            plays: u16::try_from(options.plays.number()).unwrap_or(u16::MAX),
            ticks: FrameTicks::for_delays(1000),
            last: Vec::new(),
            batch: Vec::new(),
            compressed: CompressedOnce::with_max_bytes(MAX_BYTES),
            frames: spool(),
            frames_bytes: 0,
            number_of_frames: 0,
            has_transparency: false,
        })
    }

    /// Compresses and writes the frames of the batch but the last `kept`.
    fn write_batch(&mut self, kept: usize) -> Result<(), EncodeError> {
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
        // A file that has become too large is noticed here, and not only at its end.
        self.head().map(drop)
    }

    /// Everything before the frames that have been written.
    fn head(&self) -> Result<Vec<u8>, EncodeError> {
        let Canvas { width, height, .. } = self.canvas;
        let head = container::head((width, height), self.plays, self.has_transparency, self.frames_bytes);
        head.ok_or(EncodeError::FileTooLarge(Format::WebP))
    }
}

impl<W: Write + Send> Encoder for WebP<W> {
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), EncodeError> {
        EncodeError::check_frame(Format::WebP, shown_for)?;
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

    fn finish(mut self: Box<Self>) -> Result<Encoded, EncodeError> {
        self.write_batch(0)?;
        let head = self.head()?;
        let Self { mut out, frames, number_of_frames, ticks, .. } = *self;
        write_spooled(&mut out, &head, frames)?;
        let bytes = out.close(|name| Format::WebP.mark(name))?;
        Ok(Encoded { pictures: number_of_frames, playing_time: ticks.total_time(), bytes })
    }
}
