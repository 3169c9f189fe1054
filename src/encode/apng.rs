//! Animated PNG: frames are the rectangles of changes, losslessly compressed.

use std::io::Write;
use std::time::Duration;

use crate::picture::{Canvas, Picture, Rect};

use super::counting_writer::CountingWriter;
use super::frame_ticks::FrameTicks;
use super::png::{indexed, io_error, write_head};
use super::shared::{Shared, Spool, spool, write_spooled};
use super::{EncodeError, EncodeOptions, Encoded, Encoder, Format, Plays, SHORTEST_DELAY};

/// Writes an animated PNG.
///
/// The first frame is whole, and is what programs without support for animations show; each later
/// one is the rectangle around the changes. Delays are exact to the millisecond up to 65 seconds,
/// and to the hundredth of a second beyond. No frame is shorter than [`SHORTEST_DELAY`].
///
/// The number of frames comes first in the file: until it is known, the frames are kept in a
/// temporary file, or in memory up to 8 MiB.
pub struct Apng<W> {
    out: CountingWriter<W>,
    canvas: Canvas,
    plays: Plays,
    /// Writes to the spool, which it does not return.
    writer: png::Writer<Shared<Spool>>,
    /// The file, without its final number of frames.
    spool: Shared<Spool>,
    frames: u32,
    ticks: FrameTicks,
    playing_time: Duration,
    pixels: Vec<u8>,
}

/// Denominators of delays; the first with which the numerator has 16 bits is used.
const TICKS_PER_SECOND: [u16; 3] = [1000, 100, 10];

/// The bytes of the chunk that ends a PNG.
const END_BYTES: usize = 12;

impl<W: Write> Apng<W> {
    /// Starts an animation of pictures with this size and palette, played
    /// [`EncodeOptions::plays`] times.
    ///
    /// # Errors
    /// When the format does not allow such pictures.
    pub fn new(out: W, canvas: &Canvas, options: &EncodeOptions) -> Result<Self, EncodeError> {
        let spool = Shared::new(spool());
        Ok(Self {
            out: CountingWriter::new(out),
            canvas: canvas.clone(),
            plays: options.plays,
            writer: begin(spool.share(), canvas, options.plays, u32::MAX)?,
            spool,
            frames: 0,
            ticks: FrameTicks::for_delays(TICKS_PER_SECOND[0].into()),
            playing_time: Duration::ZERO,
            pixels: Vec::new(),
        })
    }
}

/// Writes everything before the first frame.
fn begin<O: Write>(
    out: O,
    canvas: &Canvas,
    plays: Plays,
    frames: u32,
) -> Result<png::Writer<O>, EncodeError> {
    // Some decoders misread partial frames with fewer bits.
    let depth = png::BitDepth::Eight;
    let mut encoder = indexed(out, canvas.width, canvas.height, depth, canvas.palette_bytes());
    encoder.set_compression(png::Compression::High);
    // Overrides the filter of that compression: differences of palette indices mean nothing.
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_animated(frames, plays.number()).map_err(io_error)?;
    write_head(encoder)
}

impl<W: Write + Send> Encoder for Apng<W> {
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), EncodeError> {
        let (numerator, denominator) = delay(self.ticks.next(shown_for.max(SHORTEST_DELAY)))
            .ok_or_else(|| EncodeError::too_long(Format::Apng, shown_for))?;
        let changed = picture.changes.iter().map(|change| change.area);
        let area = match self.frames {
            0 => Rect::whole(picture.canvas),
            _ => Rect::around(changed).unwrap_or(Rect::FIRST_PIXEL),
        };
        self.pixels.clear();
        for row in area.rows(picture.pixels, picture.canvas.width) {
            self.pixels.extend_from_slice(row);
        }
        let writer = &mut self.writer;
        writer.set_frame_delay(numerator, denominator).map_err(io_error)?;
        // The size is checked against the previous position.
        writer.reset_frame_position().map_err(io_error)?;
        writer.set_frame_dimension(area.width, area.height).map_err(io_error)?;
        writer.set_frame_position(area.x, area.y).map_err(io_error)?;
        writer.write_image_data(&self.pixels).map_err(io_error)?;
        self.frames += 1;
        self.playing_time += Duration::from_secs(numerator.into()) / denominator.into();
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<Encoded, EncodeError> {
        let Self { mut out, canvas, plays, writer, spool, frames, playing_time, .. } = *self;
        writer.finish().map_err(io_error)?;
        let mut head = Vec::new();
        // This also writes the end of the file.
        begin(&mut head, &canvas, plays, frames)?.finish().map_err(io_error)?;
        head.truncate(head.len() - END_BYTES);
        write_spooled(&mut out, &head, spool.into_inner(), head.len() as u64)?;
        Ok(Encoded { pictures: frames.into(), playing_time, bytes: out.close()? })
    }
}

/// A delay in milliseconds as a fraction of a second.
fn delay(millis: u64) -> Option<(u16, u16)> {
    TICKS_PER_SECOND.into_iter().find_map(|denominator| {
        let numerator = millis / u64::from(TICKS_PER_SECOND[0] / denominator);
        u16::try_from(numerator).ok().map(|numerator| (numerator, denominator))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_are_as_precise_as_possible() {
        assert_eq!(delay(20), Some((20, 1000)));
        assert_eq!(delay(65_535), Some((65_535, 1000)));
        assert_eq!(delay(65_536), Some((6553, 100)));
        assert_eq!(delay(600_000), Some((60_000, 100)));
        let longest = Format::Apng.longest_frame().unwrap().as_millis() as u64;
        assert_eq!(delay(longest), Some((65_535, 10)));
        assert_eq!(delay(longest + 100), None);
    }
}
