//! A frame in the layout of the file.

use std::io::Write;

use gif::DisposalMethod;

use crate::encode::EncodeError;
use crate::picture::Rect;

use super::io_error;
use super::rectangle_cache::CompressedRectangle;

/// A compressed frame. Its disposal is decided when the next frame is known.
#[derive(Debug)]
pub struct Frame {
    /// Hundredths of a second.
    pub delay: u16,
    pub area: Rect,
    pub transparent: Option<u8>,
    pub data: CompressedRectangle,
    pub dispose: DisposalMethod,
}

impl Frame {
    pub fn write<W: Write>(&self, encoder: &mut gif::Encoder<W>) -> Result<(), EncodeError> {
        let frame = gif::Frame {
            delay: self.delay,
            dispose: self.dispose,
            transparent: self.transparent,
            left: self.area.x as u16,
            top: self.area.y as u16,
            width: self.area.width as u16,
            height: self.area.height as u16,
            buffer: (&*self.data).into(),
            ..gif::Frame::default()
        };
        encoder.write_lzw_pre_encoded_frame(&frame).map_err(io_error)
    }
}
