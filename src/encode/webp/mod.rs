//! Animated WebP, lossless, through libwebp.

mod container;

use std::io::Write;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use webp_animation::{
    AnimParams, ColorMode, Encoder as Animation, EncoderOptions, EncodingConfig, Error, WebPData,
};

use crate::picture::{Canvas, Picture, Rgb};

use super::counting_writer::CountingWriter;
use super::frame_ticks::FrameTicks;
use super::{EncodeError, EncodeOptions, Encoded, Encoder, Format, SHORTEST_DELAY};
use container::Still;

/// Writes an animated WebP that shows the exact pixels.
///
/// libwebp finds the changes by itself and joins equal frames. It keeps the compressed frames in
/// memory until the end, and works in a separate thread: its errors come with a later picture, or
/// from [`finish`](Encoder::finish). Delays are exact to the millisecond. No frame is shorter than
/// [`SHORTEST_DELAY`].
pub struct WebP<W> {
    out: CountingWriter<W>,
    /// Width and height in pixels.
    size: (u32, u32),
    /// The number of plays, 0 for an endless loop.
    plays: u16,
    palette: Vec<Rgb>,
    ticks: FrameTicks,
    /// Start of the next frame in milliseconds.
    now: u64,
    frames: SyncSender<Message>,
    /// `None` once it has been joined.
    thread: Option<JoinHandle<Result<Option<WebPData>, Error>>>,
}

/// The start of a frame in milliseconds and its pixels, 3 bytes each; or the end of the last frame.
type Message = (i32, Option<Vec<u8>>);

/// Width and height have 14 bits.
const MAX_SIDE: u32 = (1 << 14) - 1;

/// libwebp's effort, from 0 to 100. Higher values do not make boards smaller.
const EFFORT: f32 = 0.0;

impl<W: Write> WebP<W> {
    /// Starts an animation of pictures with this size and palette, played
    /// [`EncodeOptions::plays`] times.
    ///
    /// # Errors
    /// When a side of the canvas is longer than 16,383 pixels, or no thread can be started.
    pub fn new(out: W, canvas: &Canvas, options: &EncodeOptions) -> Result<Self, EncodeError> {
        EncodeError::check_size(Format::WebP, canvas, (MAX_SIDE, MAX_SIDE))?;
        let size = (canvas.width, canvas.height);
        let plays = u16::try_from(options.plays.number()).unwrap_or(u16::MAX);
        let options = EncoderOptions {
            anim_params: AnimParams { loop_count: plays.into() },
            color_mode: ColorMode::Rgb,
            encoding_config: Some(EncodingConfig { quality: EFFORT, ..EncodingConfig::default() }),
            ..EncoderOptions::default()
        };
        // One frame is drawn while another one is compressed.
        let (frames, received) = sync_channel(0);
        let thread = thread::Builder::new().spawn(move || compress(size, options, &received))?;
        Ok(Self {
            out: CountingWriter::new(out),
            size,
            plays,
            palette: canvas.palette.clone(),
            ticks: FrameTicks::for_delays(1000),
            now: 0,
            frames,
            thread: Some(thread),
        })
    }

    /// The result of the thread, after it has received the end or has failed.
    fn join(&mut self) -> Result<WebPData, EncodeError> {
        let ended =
            self.thread.take().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        let animation = ended.transpose().map_err(|error| EncodeError::codec(Format::WebP, error))?;
        animation.flatten().ok_or_else(|| EncodeError::codec(Format::WebP, Error::EncoderAddFailed))
    }
}

/// Compresses frames until the end is received; `None` if the sender is dropped before.
fn compress(
    size: (u32, u32),
    options: EncoderOptions,
    frames: &Receiver<Message>,
) -> Result<Option<WebPData>, Error> {
    let mut animation = Animation::new_with_options(size, options)?;
    for (time, pixels) in frames {
        match pixels {
            Some(pixels) => animation.add_frame(&pixels, time)?,
            None => return animation.finalize(time).map(Some),
        }
    }
    Ok(None)
}

impl<W: Write + Send> Encoder for WebP<W> {
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), EncodeError> {
        let too_long = || EncodeError::too_long(Format::WebP, shown_for);
        let start = i32::try_from(self.now).map_err(|_| too_long())?;
        if Format::WebP.longest_frame().is_some_and(|longest| shown_for > longest) {
            return Err(too_long());
        }
        let pixels = picture.pixels.iter().flat_map(|pixel| self.palette[usize::from(*pixel)].0).collect();
        if self.frames.send((start, Some(pixels))).is_err() {
            return self.join().map(drop);
        }
        self.now += self.ticks.next(shown_for.max(SHORTEST_DELAY));
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<Encoded, EncodeError> {
        // If the thread has ended, `join` says why.
        let _ = self.frames.send((i32::try_from(self.now).unwrap_or(i32::MAX), None));
        let assembled = self.join()?;
        // libwebp lets no single frame last longer than 24 bits can say.
        let still = Still { size: self.size, plays: self.plays, millis: self.now as u32 };
        let (pictures, millis) = container::write(&mut self.out, &assembled, still)?;
        Ok(Encoded { pictures, playing_time: Duration::from_millis(millis), bytes: self.out.close()? })
    }
}
