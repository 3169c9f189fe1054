//! Y4M (YUV4MPEG2): uncompressed video, as input of another encoder.

use std::io::Write;
use std::time::Duration;

use crate::picture::{Canvas, Picture};

use super::super::PROGRAM;
use super::super::frame_ticks::FrameTicks;
use super::super::yuv::{Matrix, Yuv};
use super::super::{EncodeError, EncodeOptions, Encoded, Encoder, Format};

/// Writes raw video at a constant frame rate; a longer frame is repeated.
///
/// Chroma is not subsampled (4:4:4), so that the next encoder gets all of it. The range is limited,
/// as the header says. The header can't name the matrix: it is BT.601, which ffmpeg assumes.
pub struct Y4m<W> {
    out: W,
    bytes: u64,
    ticks: FrameTicks,
    /// The bytes of each colour in the three planes.
    planes: [Vec<u8>; 3],
    /// A frame with its header, as it is written.
    frame: Vec<u8>,
}

impl<W: Write> Y4m<W> {
    /// Starts a video of pictures with this size and palette, at [`EncodeOptions::fps`].
    ///
    /// # Errors
    /// When the writer fails.
    pub fn new(mut out: W, canvas: &Canvas, options: &EncodeOptions) -> Result<Self, EncodeError> {
        let fps = options.fps;
        let (width, height) = (canvas.width, canvas.height);
        let header = format!(
            "YUV4MPEG2 W{width} H{height} F{fps}:1 Ip A1:1 C444 XCOLORRANGE=LIMITED XSOFTWARE={PROGRAM}\n"
        );
        out.write_all(header.as_bytes())?;
        let colours = Matrix::Bt601.convert(&canvas.palette);
        let plane = |byte: fn(&Yuv) -> u8| colours.iter().map(byte).collect();
        let planes = [plane(|yuv| yuv.luma), plane(|yuv| yuv.chroma[0]), plane(|yuv| yuv.chroma[1])];
        Ok(Self {
            out,
            bytes: header.len() as u64,
            ticks: FrameTicks::for_frame_rate(fps.get()),
            planes,
            frame: Vec::new(),
        })
    }
}

impl<W: Write + Send> Encoder for Y4m<W> {
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), EncodeError> {
        EncodeError::check_frame(Format::Y4m, shown_for)?;
        EncodeError::check_film(Format::Y4m, self.ticks.total_time().saturating_add(shown_for))?;
        let times = self.ticks.next(shown_for);
        if times == 0 {
            return Ok(());
        }
        self.frame.clear();
        self.frame.extend_from_slice(b"FRAME\n");
        for plane in &self.planes {
            self.frame.extend(picture.pixels.iter().map(|pixel| plane[usize::from(*pixel)]));
        }
        for _ in 0..times {
            self.out.write_all(&self.frame)?;
            self.bytes += self.frame.len() as u64;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<Encoded, EncodeError> {
        self.out.flush()?;
        Ok(Encoded { pictures: self.ticks.total(), playing_time: self.ticks.total_time(), bytes: self.bytes })
    }
}
