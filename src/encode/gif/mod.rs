//! Animated GIF: an exact palette, frames with only the changes, and a cache of compressed data.

mod busy_detector;
mod combined_changes;
mod lzw;
#[cfg(test)]
mod tests;

use std::io::{self, BufWriter, Write};
use std::sync::Arc;
use std::time::Duration;

use gif::{DisposalMethod, EncodingError, Repeat};
use xxhash_rust::xxh3::xxh3_128;

use crate::picture::{Canvas, Change, Picture, Rect};

use super::changed_pixels::TRANSPARENT;
use super::compressed_once::{CompressedOnce, MAX_BYTES};
use super::frame_ticks::FrameTicks;
use super::marked_writer::MarkedWriter;
use super::{EncodeError, EncodeOptions, Encoded, Encoder, Format, Plays, SHORTEST_DELAY};
use busy_detector::BusyDetector;
use lzw::Lzw;

/// The time base of delays.
const TICKS_PER_SECOND: u32 = 100;

/// Width and height have 16 bits.
const MAX_SIDE: u32 = u16::MAX as u32;

/// A frame without its data, and the data, which may also be in the cache.
type Frame = (gif::Frame<'static>, Arc<[u8]>);

/// Writes an animated GIF.
///
/// The first frame is whole; each later one is the bounding box of the changes, with transparency
/// between them. Where a picture undoes changes of the previous one, that is disposed to previous.
/// No frame is shorter than [`SHORTEST_DELAY`].
pub struct Gif<W: Write> {
    encoder: gif::Encoder<BufWriter<MarkedWriter<W>>>,
    full_frames: bool,
    frames: u64,
    ticks: FrameTicks,
    lzw: Lzw,
    /// A search draws the same queen on the same kind of square repeatedly.
    cache: CompressedOnce,
    /// The last frame; the next picture decides its disposal.
    last: Option<Frame>,
    /// The changes of the last frame relative to the canvas before it; none if it is whole.
    last_changes: Vec<Change>,
    busy_detector: BusyDetector,
}

impl<W: Write> Gif<W> {
    /// Starts a GIF of pictures with this size and palette, with [`EncodeOptions::plays`] and
    /// [`EncodeOptions::full_frames`].
    ///
    /// # Errors
    /// When a side of the canvas is longer than 65,535 pixels, the palette has more than
    /// [`Canvas::MAX_COLOURS`], or the writer fails.
    pub fn new(out: W, canvas: &Canvas, options: &EncodeOptions) -> Result<Self, EncodeError> {
        EncodeError::check_animation(Format::Gif, canvas, MAX_SIDE)?;
        let palette = [&[0; 3][..], &canvas.palette_bytes()].concat();
        let (width, height) = (canvas.width as u16, canvas.height as u16);
        let out = MarkedWriter::buffered(out);
        let mut encoder = gif::Encoder::new(out, width, height, &palette).map_err(io_error)?;
        encoder.set_repeat(repeat(options.plays)).map_err(io_error)?;
        Ok(Self {
            encoder,
            full_frames: options.full_frames,
            frames: 0,
            ticks: FrameTicks::for_delays(TICKS_PER_SECOND),
            lzw: Lzw::default(),
            cache: CompressedOnce::with_max_bytes(MAX_BYTES),
            last: None,
            last_changes: Vec::new(),
            busy_detector: BusyDetector::default(),
        })
    }

    /// The frame for a picture; decides how the last frame is disposed.
    fn frame(&mut self, picture: &Picture<'_>) -> Frame {
        let last = match &mut self.last {
            Some((last, _)) if !self.full_frames => last,
            Some(_) | None => return self.whole(picture),
        };
        if let Some(references) = self.busy_detector.references(picture) {
            let (is_undone, (changed, _, data)) =
                references.encode(picture, |(changed, lzw, data), reference| {
                    changed.find(picture, reference);
                    *data = lzw.compress_either(&changed.pixels, &changed.alternatives, TRANSPARENT);
                    data.len()
                });
            if is_undone {
                last.dispose = DisposalMethod::Previous;
            }
            self.last_changes.clear();
            return (without_data(changed.area, Some(TRANSPARENT)), data.as_slice().into());
        }
        self.busy_detector.keep(picture);
        if let Some(combined) = combined_changes::combined_if_smaller(&self.last_changes, picture) {
            last.dispose = DisposalMethod::Previous;
            self.last_changes = combined;
        } else {
            self.last_changes.clear();
            self.last_changes.extend_from_slice(picture.changes);
        }
        let changed = self.last_changes.iter().map(|change| change.area);
        let area = Rect::around(changed).unwrap_or(Rect::FIRST_PIXEL);
        let (key, transparent) = match *self.last_changes {
            [Change { digest, .. }] => (digest, None),
            _ => (layout_digest(&self.last_changes, area), Some(TRANSPARENT)),
        };
        let data = self.cache.get_or_compress(key, || {
            let mut pixels = vec![TRANSPARENT; area.pixels() as usize];
            self.last_changes.iter().for_each(|change| copy(picture, change.area, area, &mut pixels));
            self.lzw.compress(&pixels, transparent)
        });
        (without_data(area, transparent), data)
    }

    fn whole(&mut self, picture: &Picture<'_>) -> Frame {
        let area = Rect::whole(picture.canvas);
        let digest = combined_changes::area_digest(picture, area);
        let data = self.cache.get_or_compress(digest, || {
            let pixels: Vec<u8> = picture.pixels.iter().map(|index| index + 1).collect();
            self.lzw.compress(&pixels, None)
        });
        (without_data(area, None), data)
    }

    /// Writes the last frame, whose disposal is decided.
    fn write_last(&mut self) -> Result<(), EncodeError> {
        let Some((frame, data)) = self.last.take() else { return Ok(()) };
        let frame = gif::Frame { buffer: (&*data).into(), ..frame };
        self.encoder.write_lzw_pre_encoded_frame(&frame).map_err(io_error)
    }
}

impl<W: Write + Send> Encoder for Gif<W> {
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), EncodeError> {
        let delay = u16::try_from(self.ticks.next(shown_for.max(SHORTEST_DELAY)))
            .map_err(|_| EncodeError::too_long(Format::Gif, shown_for))?;
        let (frame, data) = self.frame(picture);
        self.write_last()?;
        self.last = Some((gif::Frame { delay, ..frame }, data));
        self.frames += 1;
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<Encoded, EncodeError> {
        self.write_last()?;
        let out = self.encoder.get_mut();
        out.flush()?;
        // The encoder writes the last byte.
        let end = out.get_ref().end(|name| Format::Gif.mark(name));
        out.write_all(&end[..end.len() - 1])?;
        let mut out = self.encoder.into_inner().map_err(io_error)?;
        out.flush()?;
        let bytes = out.get_ref().bytes();
        Ok(Encoded { pictures: self.frames, playing_time: self.ticks.total_time(), bytes })
    }
}

/// The file has the number of repetitions after the first play.
fn repeat(plays: Plays) -> Repeat {
    match plays {
        Plays::Forever => Repeat::Infinite,
        Plays::Times(times) => Repeat::Finite(u16::try_from(times.get() - 1).unwrap_or(u16::MAX)),
    }
}

fn without_data(area: Rect, transparent: Option<u8>) -> gif::Frame<'static> {
    gif::Frame {
        left: area.x as u16,
        top: area.y as u16,
        width: area.width as u16,
        height: area.height as u16,
        transparent,
        ..gif::Frame::default()
    }
}

/// The digest of an area that shows only these changes.
fn layout_digest(changes: &[Change], area: Rect) -> u128 {
    let mut layout = Vec::with_capacity(24 * changes.len());
    for Change { area: rectangle, digest, .. } in changes {
        layout.extend_from_slice(&(rectangle.x - area.x).to_le_bytes());
        layout.extend_from_slice(&(rectangle.y - area.y).to_le_bytes());
        layout.extend_from_slice(&digest.to_le_bytes());
    }
    xxh3_128(&layout)
}

/// Copies a rectangle of a picture, as indices of the file, into the pixels of an area around it.
fn copy(picture: &Picture<'_>, rectangle: Rect, area: Rect, pixels: &mut [u8]) {
    let target = Rect { x: rectangle.x - area.x, y: rectangle.y - area.y, ..rectangle };
    let source = rectangle.rows(picture.pixels, picture.canvas.width);
    for (to, from) in target.rows_mut(pixels, area.width).zip(source) {
        to.iter_mut().zip(from).for_each(|(to, index)| *to = index + 1);
    }
}

fn io_error(error: EncodingError) -> EncodeError {
    match error {
        EncodingError::Io(error) => EncodeError::Io(error),
        other => EncodeError::Io(io::Error::other(other)),
    }
}
