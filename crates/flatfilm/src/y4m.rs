//! Y4M (YUV4MPEG2): uncompressed video, which other encoders read.

use std::io::Write;
use std::num::NonZeroU32;
use std::time::Duration;

use crate::mp4::check_times;
use crate::picture::{Canvas, Picture};
use crate::ticks::FrameTicks;
use crate::yuv::{Matrix, Yuv};
use crate::{Encoded, Encoder, Error};

/// Writes uncompressed video at a constant frame rate; a picture is repeated while it is shown.
///
/// Pixels are YUV 4:4:4 in limited range. The matrix is BT.601: the header cannot name a matrix, and ffmpeg
/// assumes BT.601.
pub struct Y4m<W> {
    out: W,
    bytes: u64,
    ticks: FrameTicks,
    planes: [Vec<u8>; 3],
    frame: Vec<u8>,
}

impl<W: Write> Y4m<W> {
    /// Starts a video at `fps` pictures per second. `software`, which must not contain spaces, is written to the
    /// header as `XSOFTWARE`.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn new(mut out: W, canvas: &Canvas, fps: NonZeroU32, software: Option<&str>) -> Result<Self, Error> {
        let software = software.map(|name| format!(" XSOFTWARE={name}")).unwrap_or_default();
        let (width, height) = (canvas.width, canvas.height);
        let header =
            format!("YUV4MPEG2 W{width} H{height} F{fps}:1 Ip A1:1 C444 XCOLORRANGE=LIMITED{software}\n");
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
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), Error> {
        check_times("Y4M", &self.ticks, shown_for)?;
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

    fn finish(mut self: Box<Self>) -> Result<Encoded, Error> {
        self.out.flush()?;
        Ok(Encoded { pictures: self.ticks.total(), playing_time: self.ticks.total_time(), bytes: self.bytes })
    }
}
