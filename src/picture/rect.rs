//! Rectangles of pixels.

use std::ops::Range;

use super::Canvas;

/// A rectangle of pixels; the origin is the top left corner of the picture.
///
/// ```
/// use queenreel::picture::Rect;
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
    pub(crate) const FIRST_PIXEL: Self = Self { x: 0, y: 0, width: 1, height: 1 };

    /// The whole canvas.
    pub const fn whole(canvas: &Canvas) -> Self {
        Self { x: 0, y: 0, width: canvas.width, height: canvas.height }
    }

    /// The number of pixels.
    pub const fn pixels(self) -> u64 {
        self.width as u64 * self.height as u64
    }

    /// The bounding box of several rectangles; `None` for none.
    pub fn around(rects: impl Iterator<Item = Self>) -> Option<Self> {
        rects.reduce(Self::with)
    }

    /// The bounding box of this rectangle and another.
    pub fn with(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let (right, bottom) = (self.right().max(other.right()), self.bottom().max(other.bottom()));
        Self { x, y, width: right - x, height: bottom - y }
    }

    /// The same rectangle further to the right and down.
    pub const fn moved(self, right: u32, down: u32) -> Self {
        Self { x: self.x + right, y: self.y + down, ..self }
    }

    /// The right edge, exclusive.
    pub const fn right(self) -> u32 {
        self.x + self.width
    }

    /// The bottom edge, exclusive.
    pub const fn bottom(self) -> u32 {
        self.y + self.height
    }

    /// The intersection with another rectangle, if it is not empty.
    pub fn shared(self, other: Self) -> Option<Self> {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let width = self.right().min(other.right()).checked_sub(x)?;
        let height = self.bottom().min(other.bottom()).checked_sub(y)?;
        (width > 0 && height > 0).then_some(Self { x, y, width, height })
    }

    /// Whether the intersection with another rectangle is not empty.
    pub const fn overlaps(self, other: Self) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }

    /// The rectangle's part of each of its rows in a picture; `width` is that of the picture.
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

    /// Where the whole rows of a picture of this width begin and end.
    const fn whole_rows(self, width: u32) -> Range<usize> {
        let start = self.y as usize * width as usize;
        start..start + self.height as usize * width as usize
    }

    const fn columns(self) -> (usize, usize) {
        (self.x as usize, self.right() as usize)
    }
}
