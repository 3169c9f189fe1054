//! Pictures of palette indices, and what changes between them: what painters give to encoders.

mod colour;
mod difference;
mod rect;

use xxhash_rust::xxh3::xxh3_128;

pub use colour::{Rgb, RgbError};
pub(crate) use difference::differing;
pub use rect::Rect;

/// What all pictures of a film share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Canvas {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The colours that pixels are indices of: at most 255, so that one index stays free.
    pub palette: Vec<Rgb>,
}

/// A picture of palette indices, and where it differs from the one before it.
#[derive(Debug, Clone, Copy)]
pub struct Picture<'a> {
    /// Size and palette.
    pub canvas: &'a Canvas,
    /// One palette index a pixel, row by row from the top, each row from the left.
    pub pixels: &'a [u8],
    /// Where it differs from the picture before; for the first picture, everywhere. The areas
    /// do not overlap.
    pub changes: &'a [Change],
}

/// A part of a picture with all its differences from the picture before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// The tight rectangle around the differing pixels.
    pub area: Rect,
    /// The digest that the area's pixels had in the picture before; `None` where the painter does
    /// not know it. By it, an encoder sees that a picture takes back what one before it changed.
    pub before: Option<u128>,
    /// The digest of the area's pixels (see [`digest`]). A painter repeats itself, so it knows
    /// most digests without a look at the pixels, and an encoder knows what it has seen before.
    pub digest: u128,
}

/// What identifies a rectangle of pixels, `width` by however many rows there are.
#[must_use]
pub fn digest<'a>(width: u32, rows: impl Iterator<Item = &'a [u8]>) -> u128 {
    let mut content = width.to_le_bytes().to_vec();
    rows.for_each(|row| content.extend_from_slice(row));
    xxh3_128(&content)
}
