//! Animated PNG (PNG specification, third edition): a frame is the rectangle around its changes.

use std::io::Write;
use std::mem;
use std::time::Duration;

use png::chunk::{IDAT, fcTL, fdAT};
use png::{BlendOp, DisposeOp};
use xxhash_rust::xxh3::xxh3_128;

use crate::picture::{Canvas, Picture, Rect};
use crate::threads;

use crate::changed_pixels::{ChangedPixels, ReferenceFrames, TRANSPARENT};
use crate::compressed_once::{CompressedOnce, MAX_BYTES};
use crate::png::{END, RowDeflater, RowFilter, chunk, indexed, io_error, pixels_per_metre, without_end};
use crate::spool::Spool;
use crate::ticks::FrameTicks;
use crate::{Compression, Encoded, Encoder, Error, Plays, SHORTEST_DELAY};

const NAME: &str = "APNG";

/// The longest display time of a frame: 65,535 tenths of a second, since `delay_num` has 16 bits.
pub const LONGEST_FRAME: Duration = Duration::from_millis(u16::MAX as u64 * 100);

/// Writes an animated PNG.
///
/// The first frame is the whole picture, the only one that programs without APNG show. A later frame is the
/// smallest rectangle around its changes; unchanged pixels in it may be transparent. Delays are at least
/// [`SHORTEST_DELAY`], with a precision of 1 ms up to 65 s, 10 ms up to 655 s, then 100 ms.
///
/// A frame that the next picture mostly undoes has `APNG_DISPOSE_OP_PREVIOUS`. Pillow 13 shows the frames after
/// such a frame wrongly; ffmpeg and `image` show them correctly. Without this disposal, 26 test films are 6 %
/// larger, films with captions up to 19 %.
///
/// The `acTL` chunk at the start has the number of frames. Until the film is complete, compressed frames are in
/// memory up to 8 MiB, then in a temporary file.
pub struct Apng<W> {
    out: W,
    canvas: Canvas,
    plays: Plays,
    compression: Compression,
    spool: Spool,
    frames: u32,
    ticks: FrameTicks,
    playing_time: Duration,
    references: Option<ReferenceFrames<ChangedPixels>>,
    /// Frames that are not compressed yet; the next picture decides the `dispose_op` of the last frame.
    batch: Vec<Frame>,
    compressed: CompressedOnce,
    sequence_number: u32,
}

#[derive(Debug)]
struct Frame {
    area: Rect,
    pixels: Vec<u8>,
    /// `delay_num` and `delay_den`: the quotient is the delay in seconds.
    delay: (u16, u16),
    dispose_op: DisposeOp,
}

impl Frame {
    fn digest(&self) -> u128 {
        xxh3_128(&[&self.area.width.to_le_bytes()[..], &self.pixels].concat())
    }
}

/// Values of `delay_den`, finest first; the first whose `delay_num` fits 16 bits is used.
const TICKS_PER_SECOND: [u16; 3] = [1000, 100, 10];

const FRAMES_PER_CORE: usize = 8;

impl<W: Write> Apng<W> {
    /// Starts an animation.
    ///
    /// # Errors
    /// When the palette has more than [`Canvas::MAX_COLOURS`] colours.
    pub fn new(out: W, canvas: &Canvas, plays: Plays, compression: Compression) -> Result<Self, Error> {
        Error::check_animation(NAME, canvas, u32::MAX)?;
        Ok(Self {
            out,
            canvas: canvas.clone(),
            plays,
            compression,
            spool: Spool::new(),
            frames: 0,
            ticks: FrameTicks::for_delays(TICKS_PER_SECOND[0].into()),
            playing_time: Duration::ZERO,
            references: None,
            batch: Vec::new(),
            compressed: CompressedOnce::with_max_bytes(MAX_BYTES),
            sequence_number: 0,
        })
    }

    /// Returns the changed rectangle and its pixels; sets the `dispose_op` of the last frame.
    fn changed(&mut self, picture: &Picture<'_>) -> (Rect, Vec<u8>) {
        let (Some(references), Some(last_frame)) = (&mut self.references, self.batch.last_mut()) else {
            self.references = Some(ReferenceFrames::new(picture));
            let pixels = picture.pixels.iter().map(|index| index + 1).collect();
            return (Rect::whole(picture.canvas), pixels);
        };
        let (dispose_to_previous, changed) = references.encode(picture, |changed, reference| {
            changed.find(picture, reference);
            changed.pixels.iter().filter(|pixel| **pixel != TRANSPARENT).count()
        });
        if dispose_to_previous {
            last_frame.dispose_op = DisposeOp::Previous;
        }
        (changed.area, mem::take(&mut changed.pixels))
    }

    fn write_batch(&mut self, kept: usize) -> Result<(), Error> {
        let written = self.batch.len().saturating_sub(kept);
        let frames: Vec<Frame> = self.batch.drain(..written).collect();
        let streams = self.compressed.compress(&frames, Frame::digest, |Frame { area, pixels, .. }| {
            RowDeflater::new(area.width as usize, RowFilter::None, self.compression).all(pixels)
        });
        frames.iter().zip(streams).try_for_each(|(frame, stream)| self.write_frame(frame, &stream))
    }

    fn write_frame(&mut self, frame: &Frame, data: &[u8]) -> Result<(), Error> {
        let is_first = self.sequence_number == 0;
        let mut number = || {
            self.sequence_number += 1;
            (self.sequence_number - 1).to_be_bytes()
        };
        let Rect { x, y, width, height } = frame.area;
        let (numerator, denominator) = frame.delay;
        let blend_op = if is_first { BlendOp::Source } else { BlendOp::Over };
        let fctl = [
            &number()[..],
            &[width, height, x, y].map(u32::to_be_bytes).concat(),
            &[numerator, denominator].map(u16::to_be_bytes).concat(),
            &[frame.dispose_op as u8, blend_op as u8],
        ];
        let fctl = chunk(fcTL.0, &fctl.concat());
        let data =
            if is_first { chunk(IDAT.0, data) } else { chunk(fdAT.0, &[&number()[..], data].concat()) };
        Ok([fctl, data].iter().try_for_each(|chunk| self.spool.write_all(chunk))?)
    }
}

fn head(canvas: &Canvas, plays: Plays, frames: u32) -> Result<Vec<u8>, Error> {
    // Some decoders misread partial frames with fewer than 8 bits per pixel.
    let depth = png::BitDepth::Eight;
    let palette = [&[0; 3][..], &canvas.palette_bytes()].concat();
    let mut head = Vec::new();
    let mut encoder = indexed(&mut head, canvas.width, canvas.height, depth, palette);
    encoder.set_pixel_dims(canvas.dpi.map(pixels_per_metre));
    // Colour 0 is transparent; colours without an entry are opaque.
    encoder.set_trns([0].as_slice());
    encoder.set_animated(frames, plays.number()).map_err(io_error)?;
    encoder.write_header().and_then(png::Writer::finish).map_err(io_error)?;
    Ok(without_end(head))
}

impl<W: Write + Send> Encoder for Apng<W> {
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), Error> {
        let delay = delay(self.ticks.next(shown_for.max(SHORTEST_DELAY))).ok_or(Error::TooLong {
            format: NAME,
            longest: LONGEST_FRAME,
            shown_for,
        })?;
        let (area, pixels) = self.changed(picture);
        self.batch.push(Frame { area, pixels, delay, dispose_op: DisposeOp::None });
        self.frames += 1;
        self.playing_time += Duration::from_secs(delay.0.into()) / delay.1.into();
        if self.batch.len() > FRAMES_PER_CORE * threads::number() { self.write_batch(1) } else { Ok(()) }
    }

    fn finish(mut self: Box<Self>) -> Result<Encoded, Error> {
        self.write_batch(0)?;
        let Self { out, canvas, plays, spool, frames, playing_time, .. } = *self;
        let bytes = spool.write_to(out, &head(&canvas, plays, frames)?, &END)?;
        Ok(Encoded { pictures: frames.into(), playing_time, bytes })
    }
}

fn delay(millis: u64) -> Option<(u16, u16)> {
    TICKS_PER_SECOND.into_iter().find_map(|denominator| {
        let numerator = millis / u64::from(TICKS_PER_SECOND[0] / denominator);
        u16::try_from(numerator).ok().map(|numerator| (numerator, denominator))
    })
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::AnimationDecoder;
    use image::codecs::png::PngDecoder;

    use super::*;
    use crate::tests::RandomPictures;

    fn film(side: u32, steps: usize, compression: Compression) -> Vec<u8> {
        let mut pictures = RandomPictures::new(side, side);
        let (mut out, mut painted) = (Vec::new(), Vec::new());
        let mut apng = Apng::new(&mut out, &pictures.canvas, Plays::Forever, compression).unwrap();
        for _ in 0..steps {
            apng.write(&pictures.picture(), SHORTEST_DELAY).unwrap();
            painted.push(pictures.colours());
            pictures.step();
        }
        assert_eq!(Box::new(apng).finish().unwrap().bytes, out.len() as u64);
        let frames = PngDecoder::new(Cursor::new(&out)).unwrap().apng().unwrap().into_frames();
        let frames = frames.collect_frames().unwrap();
        assert_eq!(frames.len(), steps);
        for (number, (frame, picture)) in frames.iter().zip(&painted).enumerate() {
            assert!(frame.buffer().as_raw() == picture, "frame {number}");
        }
        out
    }

    #[test]
    fn every_pixel_is_read_back() {
        for compression in Compression::ALL {
            for steps in [1, 2, 3, 500] {
                film(16, steps, compression);
            }
        }
    }

    #[test]
    fn some_frames_are_disposed_to_previous_but_not_the_first_or_the_last() {
        let apng = film(16, 300, Compression::Normal);
        let controls = apng.windows(4).enumerate().filter(|(_, name)| name == b"fcTL");
        let disposals: Vec<u8> = controls.map(|(at, _)| apng[at + 4 + 24]).collect();
        let (keep, previous) = (DisposeOp::None as u8, DisposeOp::Previous as u8);
        assert_eq!((disposals.len(), disposals[0], disposals[299]), (300, keep, keep));
        assert!(disposals.contains(&previous));
    }

    #[test]
    fn delays_are_as_precise_as_possible() {
        assert_eq!(delay(20), Some((20, 1000)));
        assert_eq!(delay(65_535), Some((65_535, 1000)));
        assert_eq!(delay(65_536), Some((6553, 100)));
        assert_eq!(delay(600_000), Some((60_000, 100)));
        let longest = LONGEST_FRAME.as_millis() as u64;
        assert_eq!(delay(longest), Some((65_535, 10)));
        assert_eq!(delay(longest + 100), None);
    }
}
