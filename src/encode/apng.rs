//! Animated PNGs: the rectangle of what changed, losslessly.

use std::cell::RefCell;
use std::io::{self, BufWriter, Write};
use std::rc::Rc;
use std::time::Duration;

use png::{BitDepth, ColorType, Compression, Filter};

use crate::picture::{Canvas, Picture, Rect};

use super::clock::Clock;
use super::format::{Format, Plays};
use super::png::io_error;
use super::{Counted, EncodeError, Encoder, SHORTEST_DELAY};

/// Writes an animated PNG.
///
/// The first frame is whole, and what programs show that know no animated PNGs; each further one
/// is the rectangle around what changed. Delays are exact to the millisecond up to 65 seconds;
/// beyond, to a hundredth. No frame is shorter than [`SHORTEST_DELAY`].
pub struct Apng<W: Write> {
    writer: png::Writer<Shared<W>>,
    out: Shared<W>,
    announced: u64,
    frames: u64,
    clock: Clock,
    pixels: Vec<u8>,
}

/// Parts of a second that a delay is counted in: the finest that hold it in 16 bits are taken.
const UNITS: [u16; 3] = [1000, 100, 10];

const LONGEST: Duration = Duration::from_millis(u16::MAX as u64 * 100);

impl<W: Write> Apng<W> {
    /// Begins an animated PNG of so many pictures with this size and palette.
    ///
    /// # Errors
    /// When the header cannot be written.
    pub fn new(out: W, canvas: &Canvas, plays: Plays, frames: u64) -> Result<Self, EncodeError> {
        // No film has none or that many, and what comes is counted.
        let number = u32::try_from(frames).unwrap_or(u32::MAX).max(1);
        let out = Shared(Rc::new(RefCell::new(BufWriter::new(Counted { out, bytes: 0 }))));
        let mut encoder = png::Encoder::new(Shared(Rc::clone(&out.0)), canvas.width, canvas.height);
        encoder.set_color(ColorType::Indexed);
        // Fewer bits would do for many palettes, but a widespread decoder misreads partial frames then.
        encoder.set_depth(BitDepth::Eight);
        encoder.set_palette(canvas.palette.iter().flat_map(|colour| colour.0).collect::<Vec<u8>>());
        encoder.set_compression(Compression::High);
        // Differences of palette indices mean nothing.
        encoder.set_filter(Filter::NoFilter);
        encoder.set_animated(number, plays.number()).map_err(io_error)?;
        let writer = encoder.write_header().map_err(io_error)?;
        let clock = Clock::of_delays(UNITS[0].into());
        Ok(Self { writer, out, announced: frames, frames: 0, clock, pixels: Vec::new() })
    }

    fn check_number(&self, complete: bool) -> Result<(), EncodeError> {
        if self.frames > self.announced || (complete && self.frames < self.announced) {
            return Err(EncodeError::WrongNumber { announced: self.announced, came: self.frames });
        }
        Ok(())
    }
}

impl<W: Write> Encoder for Apng<W> {
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), EncodeError> {
        self.frames += 1;
        self.check_number(false)?;
        let (numerator, denominator) = delay(self.clock.ticks(shown_for.max(SHORTEST_DELAY)))
            .ok_or(EncodeError::TooLong { format: Format::Apng, longest: LONGEST, shown_for })?;
        let changed = picture.changes.iter().map(|change| change.area);
        let area = match self.frames {
            1 => Rect::whole(picture.canvas),
            _ => Rect::around(changed).unwrap_or(Rect { x: 0, y: 0, width: 1, height: 1 }),
        };
        self.pixels.clear();
        for row in area.rows(picture.pixels, picture.canvas.width) {
            self.pixels.extend_from_slice(row);
        }
        let writer = &mut self.writer;
        writer.set_frame_delay(numerator, denominator).map_err(io_error)?;
        // Checked against the position of the frame before.
        writer.reset_frame_position().map_err(io_error)?;
        writer.set_frame_dimension(area.width, area.height).map_err(io_error)?;
        writer.set_frame_position(area.x, area.y).map_err(io_error)?;
        writer.write_image_data(&self.pixels).map_err(io_error)
    }

    fn finish(self: Box<Self>) -> Result<u64, EncodeError> {
        self.check_number(true)?;
        self.writer.finish().map_err(io_error)?;
        let out = Rc::into_inner(self.out.0).expect("the writer has given its share back").into_inner();
        Ok(Counted::close(out)?)
    }
}

/// A delay in milliseconds as a fraction of a second.
fn delay(millis: u64) -> Option<(u16, u16)> {
    UNITS.into_iter().find_map(|unit| {
        let numerator = millis / u64::from(UNITS[0] / unit);
        u16::try_from(numerator).ok().map(|numerator| (numerator, unit))
    })
}

/// The `png` writer keeps what it writes to; this is a second way to it.
struct Shared<W: Write>(Rc<RefCell<BufWriter<Counted<W>>>>);

impl<W: Write> Write for Shared<W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(data)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.borrow_mut().flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_are_as_fine_as_they_fit() {
        assert_eq!(delay(20), Some((20, 1000)));
        assert_eq!(delay(65_535), Some((65_535, 1000)));
        assert_eq!(delay(65_536), Some((6553, 100)));
        assert_eq!(delay(600_000), Some((60_000, 100)));
        assert_eq!(delay(LONGEST.as_millis() as u64), Some((65_535, 10)));
        assert_eq!(delay(LONGEST.as_millis() as u64 + 100), None);
    }
}
