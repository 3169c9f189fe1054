//! Files decoded by the `image` crate.

use std::io::Cursor;
use std::path::Path;

use image::codecs::gif::GifDecoder;
use image::{AnimationDecoder, Delay, Frame, RgbImage};

#[path = "../../crates/flatfilm/src/webp/read_back.rs"]
mod webp;

/// The frames of a GIF, decoded one at a time.
pub fn gif_frames(bytes: &[u8]) -> impl Iterator<Item = Frame> {
    GifDecoder::new(Cursor::new(bytes)).unwrap().into_frames().map(Result::unwrap)
}

/// The frames of an animated WebP.
pub fn webp_frames(bytes: &[u8]) -> impl Iterator<Item = Frame> {
    let frames = webp::read_back(bytes).into_iter();
    frames.map(|(picture, time)| Frame::from_parts(picture, 0, 0, Delay::from_saturating_duration(time)))
}

pub fn read_rgb(path: &Path) -> RgbImage {
    image::open(path).unwrap().into_rgb8()
}
