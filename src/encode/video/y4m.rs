//! Y4M (YUV4MPEG2): raw video for another encoder.

use std::io::Write;
use std::num::NonZeroU32;
use std::time::Duration;

use crate::picture::{Canvas, Picture};

use super::super::clock::Clock;
use super::super::{Counted, EncodeError, Encoder};
use super::yuv::{Matrix, Yuv};

/// Writes raw video at a constant frame rate; a frame that stays is repeated.
///
/// Chroma is whole (4:4:4), so that nothing is lost before the encoder that comes after. The
/// range is limited, as the header says. The format has no word for the matrix; this is BT.601,
/// which is what ffmpeg takes unmarked pictures for.
#[derive(Debug)]
pub struct Y4m<W> {
    out: Counted<W>,
    clock: Clock,
    /// The bytes of each colour in the three planes.
    planes: [Vec<u8>; 3],
    /// A frame with its header, as it is written.
    frame: Vec<u8>,
}

impl<W: Write> Y4m<W> {
    /// Begins a video of pictures with this size and palette, so many a second.
    ///
    /// # Errors
    /// When the header cannot be written.
    pub fn new(out: W, canvas: &Canvas, fps: NonZeroU32) -> Result<Self, EncodeError> {
        let mut out = Counted { out, bytes: 0 };
        let (width, height) = (canvas.width, canvas.height);
        writeln!(out, "YUV4MPEG2 W{width} H{height} F{fps}:1 Ip A1:1 C444 XCOLORRANGE=LIMITED")?;
        let colours = Matrix::Bt601.convert(&canvas.palette);
        let plane = |byte: fn(&Yuv) -> u8| colours.iter().map(byte).collect();
        let planes = [
            plane(|yuv| yuv.luma),
            plane(|yuv| ((yuv.chroma[0] + 128) >> 8) as u8),
            plane(|yuv| ((yuv.chroma[1] + 128) >> 8) as u8),
        ];
        Ok(Self { out, clock: Clock::of_pictures(fps.get()), planes, frame: Vec::new() })
    }
}

impl<W: Write> Encoder for Y4m<W> {
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), EncodeError> {
        let times = self.clock.ticks(shown_for);
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
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> Result<u64, EncodeError> {
        self.out.flush()?;
        Ok(self.out.bytes)
    }
}
