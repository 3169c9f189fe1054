//! Indexed pictures and the changes between them, as input of encoders.

mod colour;

use std::collections::HashSet;
use std::ops::Range;

use image::{GenericImageView, Pixel, RgbImage, RgbaImage};
use xxhash_rust::xxh3::xxh3_128;

use crate::Error;

pub use colour::{Rgb, RgbError};

/// The size and palette of all pictures of a film.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Canvas {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// At most [`Canvas::MAX_COLOURS`] colours.
    pub palette: Vec<Rgb>,
    /// Pixels per inch in print, stored by formats that have a field for it.
    pub dpi: Option<u16>,
}

impl Canvas {
    /// The maximum number of colours: one of 256 indices is reserved for transparency.
    pub const MAX_COLOURS: usize = 255;

    /// Creates a canvas of this size in pixels, with at most [`Canvas::MAX_COLOURS`] colours and without `dpi`.
    pub const fn new(width: u32, height: u32, palette: Vec<Rgb>) -> Self {
        Self { width, height, palette, dpi: None }
    }

    /// Creates a canvas with the size of the first image and the colours of all images. Opacity is ignored.
    ///
    /// ```
    /// use flatfilm::Error;
    /// use flatfilm::picture::Canvas;
    /// use image::{Rgb, RgbImage};
    ///
    /// let mut image = RgbImage::from_pixel(16, 16, Rgb([255; 3]));
    /// assert_eq!(Canvas::of_images([&image])?.palette.len(), 1);
    /// (0..=255).zip(image.pixels_mut()).for_each(|(shade, pixel)| *pixel = Rgb([shade, 0, 0]));
    /// assert!(matches!(Canvas::of_images([&image]), Err(Error::TooManyColours(256))));
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    /// When there are more than [`Canvas::MAX_COLOURS`] colours, or no pixels.
    pub fn of_images<'a, I>(images: impl IntoIterator<Item = &'a I>) -> Result<Self, Error>
    where
        I: GenericImageView<Pixel: Pixel<Subpixel = u8>> + 'a,
    {
        let (mut size, mut palette, mut known) = (None, Vec::new(), HashSet::new());
        for image in images {
            size.get_or_insert(image.dimensions());
            let colours = image.pixels().map(|(_, _, pixel)| Rgb(pixel.to_rgb().0));
            palette.extend(colours.filter(|colour| known.insert(*colour)));
        }
        let (width, height) = size.unwrap_or_default();
        match palette.len() {
            0 => Err(Error::NoPixels),
            1..=Self::MAX_COLOURS => Ok(Self::new(width, height, palette)),
            colours => Err(Error::TooManyColours(colours)),
        }
    }

    /// Returns red, green and blue of each colour.
    pub fn palette_bytes(&self) -> Vec<u8> {
        self.palette.iter().flat_map(|colour| colour.0).collect()
    }
}

/// An indexed picture, and its changes since the previous picture.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Picture<'a> {
    /// Size and palette.
    pub canvas: &'a Canvas,
    /// A palette index for each pixel, in rows from the top, left to right.
    pub pixels: &'a [u8],
    /// The areas that differ from the previous picture, without overlap; for the first picture, the whole canvas.
    pub changes: &'a [Change],
}

impl<'a> Picture<'a> {
    /// Creates a picture from its fields.
    pub const fn new(canvas: &'a Canvas, pixels: &'a [u8], changes: &'a [Change]) -> Self {
        Self { canvas, pixels, changes }
    }
}

impl From<Picture<'_>> for RgbaImage {
    fn from(picture: Picture<'_>) -> Self {
        let Canvas { width, height, ref palette, .. } = *picture.canvas;
        let colour = |index: &u8| image::Rgb(palette[usize::from(*index)].0).to_rgba().0;
        let pixels = picture.pixels.iter().flat_map(colour).collect();
        Self::from_raw(width, height, pixels).expect("a picture has all pixels of its canvas")
    }
}

impl From<Picture<'_>> for RgbImage {
    fn from(picture: Picture<'_>) -> Self {
        let Canvas { width, height, ref palette, .. } = *picture.canvas;
        let pixels = picture.pixels.iter().flat_map(|index| palette[usize::from(*index)].0).collect();
        Self::from_raw(width, height, pixels).expect("a picture has all pixels of its canvas")
    }
}

/// An area of a picture that differs from the previous picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// A rectangle around the differing pixels.
    pub area: Rect,
    /// The [digest](fn@digest) of the area in the previous picture, if known.
    pub before: Option<u128>,
    /// The [digest](fn@digest) of the area; encoders compress areas of equal digest only once.
    pub digest: u128,
}

impl Change {
    /// Creates a change from its fields.
    pub const fn new(area: Rect, before: Option<u128>, digest: u128) -> Self {
        Self { area, before, digest }
    }
}

/// Returns a hash of a rectangle of pixels, whose rows have `width` pixels.
///
/// ```
/// use flatfilm::picture::digest;
///
/// let pixels = [1, 2, 3, 4];
/// assert_ne!(digest(2, pixels.chunks(2)), digest(4, pixels.chunks(4)), "widths differ");
/// ```
pub fn digest<'a>(width: u32, rows: impl Iterator<Item = &'a [u8]>) -> u128 {
    let mut content = width.to_le_bytes().to_vec();
    rows.for_each(|row| content.extend_from_slice(row));
    xxh3_128(&content)
}

/// Returns the bounding box of the pixels that differ in two pictures of this width; empty if the pictures are
/// equal.
pub fn differing(before: &[u8], after: &[u8], width: u32) -> Rect {
    let (mut left, mut right, mut rows) = (width as usize, 0, None);
    let pairs = before.chunks(width as usize).zip(after.chunks(width as usize));
    for (y, (before, after)) in (0..).zip(pairs).filter(|(_, (before, after))| before != after) {
        rows = Some((rows.map_or(y, |(top, _)| top), y + 1));
        // Only differences outside the columns found so far widen these.
        let differs = |(a, b): (&u8, &u8)| a != b;
        if before[..left] != after[..left] {
            left = before.iter().zip(after).position(differs).unwrap_or(left);
        }
        if before[right..] != after[right..] {
            right = before.iter().zip(after).rposition(differs).map_or(right, |last| last + 1);
        }
    }
    rows.map_or_else(Rect::default, |(y, bottom)| Rect {
        x: left as u32,
        y,
        width: (right - left) as u32,
        height: bottom - y,
    })
}

/// A rectangle in pixels; the origin is the top left corner of the picture.
///
/// ```
/// use flatfilm::picture::Rect;
///
/// let (a, b) = (Rect { x: 0, y: 0, width: 4, height: 2 }, Rect { x: 3, y: 1, width: 3, height: 3 });
/// assert_eq!(a.with(b), Rect { x: 0, y: 0, width: 6, height: 4 });
/// assert_eq!(a.shared(b), Some(Rect { x: 3, y: 1, width: 1, height: 1 }));
/// assert_eq!(a.rows(&[7; 6 * 4], 6).count(), 2);
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Rect {
    /// The left edge.
    pub x: u32,
    /// The top edge.
    pub y: u32,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

impl Rect {
    /// The first pixel of a picture.
    pub const FIRST_PIXEL: Self = Self { x: 0, y: 0, width: 1, height: 1 };

    /// Returns the rectangle of the whole canvas.
    pub const fn whole(canvas: &Canvas) -> Self {
        Self { x: 0, y: 0, width: canvas.width, height: canvas.height }
    }

    /// Returns the number of pixels.
    pub const fn pixels(self) -> u64 {
        self.width as u64 * self.height as u64
    }

    /// Returns the bounding box of rectangles; `None` if there are none.
    pub fn around(rects: impl Iterator<Item = Self>) -> Option<Self> {
        rects.reduce(Self::with)
    }

    /// Returns the bounding box of two rectangles.
    pub fn with(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let (right, bottom) = (self.right().max(other.right()), self.bottom().max(other.bottom()));
        Self { x, y, width: right - x, height: bottom - y }
    }

    /// Moves the rectangle by `right` and `down` pixels.
    pub const fn moved(self, right: u32, down: u32) -> Self {
        Self { x: self.x + right, y: self.y + down, ..self }
    }

    /// Returns the right edge, exclusive.
    pub const fn right(self) -> u32 {
        self.x + self.width
    }

    /// Returns the bottom edge, exclusive.
    pub const fn bottom(self) -> u32 {
        self.y + self.height
    }

    /// Returns the intersection, unless it is empty.
    pub fn shared(self, other: Self) -> Option<Self> {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let width = self.right().min(other.right()).checked_sub(x)?;
        let height = self.bottom().min(other.bottom()).checked_sub(y)?;
        (width > 0 && height > 0).then_some(Self { x, y, width, height })
    }

    /// Whether the intersection is not empty.
    pub const fn overlaps(self, other: Self) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }

    /// Returns the rows of the rectangle in `pixels`, a picture of this width.
    ///
    /// # Panics
    /// When the rectangle is not within the picture, or `width` is 0.
    pub fn rows(self, pixels: &[u8], width: u32) -> impl Iterator<Item = &[u8]> {
        let (start, end) = self.columns();
        pixels[self.whole_rows(width)].chunks_exact(width as usize).map(move |row| &row[start..end])
    }

    /// As [`Rect::rows`], for writing.
    ///
    /// # Panics
    /// When the rectangle is not within the picture, or `width` is 0.
    pub fn rows_mut(self, pixels: &mut [u8], width: u32) -> impl Iterator<Item = &mut [u8]> {
        let (start, end) = self.columns();
        pixels[self.whole_rows(width)].chunks_exact_mut(width as usize).map(move |row| &mut row[start..end])
    }

    const fn whole_rows(self, width: u32) -> Range<usize> {
        let start = self.y as usize * width as usize;
        start..start + self.height as usize * width as usize
    }

    const fn columns(self) -> (usize, usize) {
        (self.x as usize, self.right() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_difference_is_tight() {
        let before = [0; 20];
        for (one, other) in (0..20).flat_map(|one| (0..20).map(move |other| (one, other))) {
            let mut after = before;
            after[one] = 1;
            after[other] = 1;
            let [xs, ys] =
                [[one % 5, other % 5], [one / 5, other / 5]].map(|at| (at[0].min(at[1]), at[0].max(at[1])));
            let (x, y) = (xs.0 as u32, ys.0 as u32);
            let expected = Rect { x, y, width: (xs.1 + 1 - xs.0) as u32, height: (ys.1 + 1 - ys.0) as u32 };
            assert_eq!(differing(&before, &after, 5), expected, "{one}, {other}");
        }
        assert_eq!(differing(&before, &before, 5).pixels(), 0);
    }
}
