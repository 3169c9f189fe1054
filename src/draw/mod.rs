//! The renderer: scenes into pictures of palette indices.

mod arrangement;
mod badge;
mod beam;
mod board;
mod code;
mod counters;
mod font_file;
#[cfg(test)]
mod font_tests;
mod glyphs;
mod grid;
mod layout;
mod montage;
mod painter;
mod palette;
mod panels;
mod race;
mod race_layout;
mod stage;
mod stencil;
mod style;
mod text;
mod theme;
mod tile;
mod tile_cache;
mod tree;
mod tree_layout;

pub use font_file::FontError;
pub use glyphs::Font;
pub use grid::GridError;
pub use montage::{Montage, MontageError, MontageStyle, Panel};
pub use painter::BoardPainter;
pub use palette::{Rgb, RgbError};
pub use panels::Panels;
pub use race::{RacePainter, RaceStyle};
pub(crate) use stage::differing;
pub use style::{BoardStyle, MAX_SIDE, PageSize, PageSizeError, StyleError};
pub use theme::{Theme, ThemeError};
use xxhash_rust::xxh3::xxh3_128;

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
