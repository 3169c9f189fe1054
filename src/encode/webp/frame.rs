//! A frame: the rectangle of a picture that differs from the one before.

use xxhash_rust::xxh3::xxh3_128;

use crate::encode::changed_pixels::{ChangedPixels, TRANSPARENT};
use crate::picture::{Canvas, Picture, Rect, differing};

use super::lossless::Indexed;

/// A frame before it is compressed.
#[derive(Debug)]
pub struct Frame {
    /// Begins at even coordinates.
    pub area: Rect,
    /// One higher than the indices of the picture, or transparent.
    pixels: Vec<u8>,
}

impl Frame {
    /// The whole picture.
    pub fn whole(picture: &Picture<'_>) -> Self {
        let pixels = picture.pixels.iter().map(|index| index + 1).collect();
        Self { area: Rect::whole(picture.canvas), pixels }
    }

    /// The part of the picture that differs from the last one; `None` if nothing does.
    pub fn of_changes(picture: &Picture<'_>, last: &[u8]) -> Option<Self> {
        let tight = differing(last, picture.pixels, picture.canvas.width);
        if tight.pixels() == 0 {
            return None;
        }
        let area = tight.with(Rect { x: tight.x & !1, y: tight.y & !1, ..Rect::FIRST_PIXEL });
        let mut changed = ChangedPixels::default();
        changed.find_in(area, picture, last);
        Some(Self { area, pixels: changed.pixels })
    }

    /// A frame that changes nothing.
    pub fn without_changes() -> Self {
        Self { area: Rect::FIRST_PIXEL, pixels: vec![TRANSPARENT] }
    }

    /// A digest of everything that the bit stream depends on.
    pub fn digest(&self) -> u128 {
        xxh3_128(&[&self.area.width.to_le_bytes()[..], &self.pixels].concat())
    }

    /// The bit stream.
    pub fn compress(&self, canvas: &Canvas) -> Vec<u8> {
        let colour = |pixel: u8| match pixel.checked_sub(1) {
            Some(index) => {
                let [red, green, blue] = canvas.palette[usize::from(index)].0;
                [red, green, blue, u8::MAX]
            }
            None => [0; 4],
        };
        Indexed::new(self.area.width as usize, &self.pixels, colour).compress()
    }
}
