//! Animated GIF: `flatfilm` encodes the frames, and the crate `gif` writes the file.

use std::io::{self, BufWriter, Write};
use std::time::Duration;

use flatfilm::Error;
use flatfilm::gif::{GifFrame, GifFrames, palette};
use gif::{EncodingError, Repeat};

use crate::picture::{Canvas, Picture};

use super::{EncodeOptions, Encoded, Encoder, Format, MarkedWriter, Plays};

pub struct Gif<W: Write> {
    file: gif::Encoder<BufWriter<MarkedWriter<W>>>,
    frames: GifFrames,
    written: u64,
}

impl<W: Write> Gif<W> {
    /// Starts the file.
    ///
    /// # Errors
    /// When a side exceeds 65,535 pixels, the palette has more than [`Canvas::MAX_COLOURS`] colours, or the writer
    /// fails.
    pub fn new(out: W, canvas: &Canvas, options: &EncodeOptions) -> Result<Self, Error> {
        let frames = GifFrames::new(canvas, options.full_frames)?;
        let (width, height) = (canvas.width as u16, canvas.height as u16);
        let out = BufWriter::new(MarkedWriter::new(out));
        let mut file = gif::Encoder::new(out, width, height, &palette(canvas)).map_err(io_error)?;
        // The NETSCAPE2.0 extension counts repetitions after the first play.
        let repeat = match options.plays {
            Plays::Forever => Repeat::Infinite,
            Plays::Times(times) => Repeat::Finite(u16::try_from(times.get() - 1).unwrap_or(u16::MAX)),
        };
        file.set_repeat(repeat).map_err(io_error)?;
        Ok(Self { file, frames, written: 0 })
    }

    fn write_frame(&mut self, frame: Option<GifFrame>) -> Result<(), Error> {
        let Some(frame) = frame else { return Ok(()) };
        self.written += 1;
        self.file.write_lzw_pre_encoded_frame(&frame.encoded()).map_err(io_error)
    }
}

impl<W: Write + Send> Encoder for Gif<W> {
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), Error> {
        let last = self.frames.add(picture, shown_for)?;
        self.write_frame(last)
    }

    fn finish(mut self: Box<Self>) -> Result<Encoded, Error> {
        let last = self.frames.last.take();
        self.write_frame(last)?;
        let out = self.file.get_mut();
        out.flush()?;
        // Without the trailer, the last byte of `end`: `into_inner` writes it.
        let end = out.get_ref().end(|name| Format::Gif.mark(name));
        out.write_all(&end[..end.len() - 1])?;
        let mut out = self.file.into_inner().map_err(io_error)?;
        out.flush()?;
        let bytes = out.get_ref().bytes();
        Ok(Encoded { pictures: self.written, playing_time: self.frames.ticks.total_time(), bytes })
    }
}

fn io_error(error: EncodingError) -> Error {
    match error {
        EncodingError::Io(error) => error.into(),
        other => io::Error::other(other).into(),
    }
}
