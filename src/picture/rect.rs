//! Rectangles of pixels.

use super::Canvas;

/// A rectangle of pixels, counted from the top left corner of the picture.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Rect {
    /// Columns of pixels to the left of it.
    pub x: u32,
    /// Rows of pixels above it.
    pub y: u32,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

impl Rect {
    /// All of a picture.
    #[must_use]
    pub const fn whole(canvas: &Canvas) -> Self {
        Self { x: 0, y: 0, width: canvas.width, height: canvas.height }
    }

    /// Number of pixels.
    #[must_use]
    pub const fn pixels(self) -> u64 {
        self.width as u64 * self.height as u64
    }

    /// The smallest rectangle that holds all of these; `None` for none.
    #[must_use]
    pub fn around(rects: impl Iterator<Item = Self>) -> Option<Self> {
        rects.reduce(Self::with)
    }

    /// The smallest rectangle that holds this one and another.
    #[must_use]
    pub fn with(self, other: Self) -> Self {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.width).max(other.x + other.width);
        let bottom = (self.y + self.height).max(other.y + other.height);
        Self { x, y, width: right - x, height: bottom - y }
    }

    /// The same rectangle further to the right and down.
    #[must_use]
    pub const fn moved(self, right: u32, down: u32) -> Self {
        Self { x: self.x + right, y: self.y + down, ..self }
    }

    /// Columns of pixels to the left of its right edge.
    #[must_use]
    pub const fn right(self) -> u32 {
        self.x + self.width
    }

    /// Rows of pixels above its lower edge.
    #[must_use]
    pub const fn bottom(self) -> u32 {
        self.y + self.height
    }

    /// The pixels that are in both, if there are any.
    #[must_use]
    pub fn shared(self, other: Self) -> Option<Self> {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let width = self.right().min(other.right()).checked_sub(x)?;
        let height = self.bottom().min(other.bottom()).checked_sub(y)?;
        (width > 0 && height > 0).then_some(Self { x, y, width, height })
    }

    /// Whether any pixel is in both.
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }

    /// The parts of a picture's rows that lie in the rectangle; `width` is the picture's.
    ///
    /// # Panics
    /// When the rectangle is not within the picture.
    pub fn rows(self, pixels: &[u8], width: u32) -> impl Iterator<Item = &[u8]> {
        let (start, end) = self.columns();
        let first = self.y as usize * width as usize;
        pixels[first..].chunks(width as usize).take(self.height as usize).map(move |row| &row[start..end])
    }

    /// Like [`Rect::rows`], for writing.
    pub fn rows_mut(self, pixels: &mut [u8], width: u32) -> impl Iterator<Item = &mut [u8]> {
        let (start, end) = self.columns();
        let first = self.y as usize * width as usize;
        pixels[first..]
            .chunks_mut(width as usize)
            .take(self.height as usize)
            .map(move |row| &mut row[start..end])
    }

    const fn columns(self) -> (usize, usize) {
        (self.x as usize, self.x as usize + self.width as usize)
    }
}
