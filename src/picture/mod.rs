//! Pictures of palette indices and the changes between them: painters make them, encoders write them.

mod colour;
mod difference;
mod rect;

use image::{Pixel, RgbImage, RgbaImage};
use xxhash_rust::xxh3::xxh3_128;

pub use colour::{Rgb, RgbError};
pub(crate) use difference::differing;
pub use rect::Rect;

/// The size and palette of all pictures of a film.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Canvas {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The colours, at most [`Canvas::MAX_COLOURS`].
    pub palette: Vec<Rgb>,
}

impl Canvas {
    /// The maximum number of colours: one of 256 palette indices is reserved for transparency.
    pub const MAX_COLOURS: usize = 255;

    /// A canvas with this size in pixels and these colours, at most [`Canvas::MAX_COLOURS`].
    pub const fn new(width: u32, height: u32, palette: Vec<Rgb>) -> Self {
        Self { width, height, palette }
    }

    /// Red, green and blue of each colour.
    pub(crate) fn palette_bytes(&self) -> Vec<u8> {
        self.palette.iter().flat_map(|colour| colour.0).collect()
    }
}

/// A picture of palette indices and its differences from the previous one.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Picture<'a> {
    /// Size and palette.
    pub canvas: &'a Canvas,
    /// A palette index for each pixel, row by row from the top, each row from the left.
    pub pixels: &'a [u8],
    /// The areas that differ from the previous picture, without overlap; for the first picture, one
    /// of the whole canvas.
    pub changes: &'a [Change],
}

impl<'a> Picture<'a> {
    /// A picture with these pixels and changes; see the fields.
    pub const fn new(canvas: &'a Canvas, pixels: &'a [u8], changes: &'a [Change]) -> Self {
        Self { canvas, pixels, changes }
    }
}

impl From<Picture<'_>> for RgbaImage {
    fn from(picture: Picture<'_>) -> Self {
        let Canvas { width, height, ref palette } = *picture.canvas;
        let colour = |index: &u8| image::Rgb(palette[usize::from(*index)].0).to_rgba().0;
        let pixels = picture.pixels.iter().flat_map(colour).collect();
        Self::from_raw(width, height, pixels).expect("a picture has all pixels of its canvas")
    }
}

impl From<Picture<'_>> for RgbImage {
    fn from(picture: Picture<'_>) -> Self {
        let Canvas { width, height, ref palette } = *picture.canvas;
        let pixels = picture.pixels.iter().flat_map(|index| palette[usize::from(*index)].0).collect();
        Self::from_raw(width, height, pixels).expect("a picture has all pixels of its canvas")
    }
}

/// An area of a picture that differs from the previous picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The tight rectangle around the differing pixels.
    pub area: Rect,
    /// The [digest](fn@digest) of the area in the previous picture, if known. With it, an encoder
    /// recognises a change that undoes an earlier one.
    pub before: Option<u128>,
    /// The [digest](fn@digest) of the area. A painter knows most digests without hashing, and an
    /// encoder recognises areas that it has compressed before.
    pub digest: u128,
}

impl Change {
    /// A change of this area; see the fields.
    pub const fn new(area: Rect, before: Option<u128>, digest: u128) -> Self {
        Self { area, before, digest }
    }
}

/// A hash of a rectangle of pixels; `width` is that of the rows, in pixels.
///
/// ```
/// use queenreel::picture::digest;
///
/// let pixels = [1, 2, 3, 4];
/// assert_ne!(digest(2, pixels.chunks(2)), digest(4, pixels.chunks(4)), "widths differ");
/// ```
pub fn digest<'a>(width: u32, rows: impl Iterator<Item = &'a [u8]>) -> u128 {
    let mut content = width.to_le_bytes().to_vec();
    rows.for_each(|row| content.extend_from_slice(row));
    xxh3_128(&content)
}
