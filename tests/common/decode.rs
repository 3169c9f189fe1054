//! GIF and PNG bytes decoded by the `image` crate.

use std::io::Cursor;
use std::path::Path;

use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder, Frame, RgbImage};

/// The frames of a GIF, decoded one at a time.
pub fn gif_frames(bytes: &[u8]) -> impl Iterator<Item = Frame> {
    GifDecoder::new(Cursor::new(bytes)).unwrap().into_frames().map(Result::unwrap)
}

pub fn read_rgb(path: &Path) -> RgbImage {
    image::open(path).unwrap().into_rgb8()
}
