//! Animated WebP, lossless, through libwebp.

use std::io::Write;
use std::time::Duration;

use webp_animation::{AnimParams, ColorMode, Encoder as Animation, EncoderOptions, EncodingConfig, Error};

use crate::picture::{Canvas, Picture, Rgb};

use super::clock::Clock;
use super::format::{Format, Plays};
use super::{Counted, EncodeError, Encoder, SHORTEST_DELAY};

/// Writes an animated WebP that shows the very pictures.
///
/// libwebp finds out by itself what changed, and joins frames that show the same. It holds the
/// compressed frames until the end. Delays are exact to the millisecond. No frame is shorter than
/// [`SHORTEST_DELAY`].
pub struct WebP<W> {
    out: Counted<W>,
    animation: Animation,
    palette: Vec<Rgb>,
    clock: Clock,
    /// When the next frame begins, in milliseconds.
    now: u64,
    colours: Vec<u8>,
}

/// The format has 24 bits for the milliseconds of a frame.
const LONGEST: Duration = Duration::from_millis((1 << 24) - 1);
/// The format has 14 bits for the pixels of a side.
const MOST_PIXELS: u32 = (1 << 14) - 1;

/// libwebp's effort, from 0 to 100. On boards more of it makes nothing smaller.
const EFFORT: f32 = 0.0;

impl<W: Write> WebP<W> {
    /// Begins an animation of pictures with this size and palette.
    ///
    /// # Errors
    /// When the canvas is beyond 16,383 pixels a side, or libwebp refuses.
    pub fn new(out: W, canvas: &Canvas, plays: Plays) -> Result<Self, EncodeError> {
        EncodeError::check_size(Format::WebP, canvas, (MOST_PIXELS, MOST_PIXELS))?;
        let options = EncoderOptions {
            // The format counts them in 16 bits.
            anim_params: AnimParams { loop_count: plays.number().min(u16::MAX.into()) as i32 },
            color_mode: ColorMode::Rgb,
            encoding_config: Some(EncodingConfig { quality: EFFORT, ..EncodingConfig::default() }),
            ..EncoderOptions::default()
        };
        let animation =
            Animation::new_with_options((canvas.width, canvas.height), options).map_err(codec_error)?;
        Ok(Self {
            out: Counted { out, bytes: 0 },
            animation,
            palette: canvas.palette.clone(),
            clock: Clock::of_delays(1000),
            now: 0,
            colours: Vec::new(),
        })
    }
}

impl<W: Write> Encoder for WebP<W> {
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), EncodeError> {
        let too_long = || EncodeError::TooLong { format: Format::WebP, longest: LONGEST, shown_for };
        let begins = i32::try_from(self.now).map_err(|_| too_long())?;
        if shown_for > LONGEST {
            return Err(too_long());
        }
        self.colours.clear();
        self.colours.extend(picture.pixels.iter().flat_map(|pixel| self.palette[usize::from(*pixel)].0));
        self.animation.add_frame(&self.colours, begins).map_err(codec_error)?;
        self.now += self.clock.ticks(shown_for.max(SHORTEST_DELAY));
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<u64, EncodeError> {
        let ends = i32::try_from(self.now).unwrap_or(i32::MAX);
        let animation = self.animation.finalize(ends).map_err(codec_error)?;
        self.out.write_all(&animation)?;
        self.out.flush()?;
        Ok(self.out.bytes)
    }
}

fn codec_error(error: Error) -> EncodeError {
    EncodeError::Codec { format: Format::WebP, source: Box::new(error) }
}
