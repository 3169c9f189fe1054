//! The pixels of a picture that differ from a reference, with transparency between them.

use std::mem;

use crate::picture::{Picture, Rect, differing};

/// The transparent index: 0, so that it never needs longer codes. The indices of colours are one
/// higher than in pictures.
pub const TRANSPARENT: u8 = 0;

/// Runs of unchanged pixels of at least this length are made transparent, since runs of one colour
/// compress best; in shorter ones, the compressor chooses for each pixel.
const MIN_GAP: usize = 40;

/// The number of pixels compared at once.
const CHUNK: usize = 64;

/// The rectangle that differs from a reference, as indices of the file.
#[derive(Debug, Default)]
pub struct ChangedPixels {
    pub area: Rect,
    pub pixels: Vec<u8>,
    /// The alternative for each pixel: transparent if it is unchanged, else the same.
    pub alternatives: Vec<u8>,
    /// The number of unchanged pixels at the end.
    unchanged: usize,
}

impl ChangedPixels {
    /// Finds how a picture differs from a reference of the same size.
    pub fn find(&mut self, picture: &Picture<'_>, reference: &[u8]) {
        let area = match differing(reference, picture.pixels, picture.canvas.width) {
            area if area.pixels() > 0 => area,
            _ => Rect::FIRST_PIXEL,
        };
        self.find_in(area, picture, reference);
    }

    /// Finds how a picture differs from a reference of the same size, within an area.
    pub fn find_in(&mut self, area: Rect, picture: &Picture<'_>, reference: &[u8]) {
        let width = picture.canvas.width;
        self.area = area;
        self.pixels.clear();
        self.alternatives.clear();
        let rows = self.area.rows(picture.pixels, width).zip(self.area.rows(reference, width));
        for (new, old) in rows {
            for (new, old) in new.chunks(CHUNK).zip(old.chunks(CHUNK)) {
                self.add(new, old);
            }
        }
        self.end_gap();
    }

    fn add(&mut self, new: &[u8], old: &[u8]) {
        self.pixels.extend(new.iter().map(|index| index + 1));
        if new == old {
            self.alternatives.resize(self.pixels.len(), TRANSPARENT);
            self.unchanged += new.len();
            return;
        }
        for (new, old) in new.iter().zip(old) {
            if new == old {
                self.alternatives.push(TRANSPARENT);
                self.unchanged += 1;
            } else {
                self.end_gap();
                self.alternatives.push(new + 1);
            }
        }
    }

    fn end_gap(&mut self) {
        let unchanged = mem::take(&mut self.unchanged);
        if unchanged >= MIN_GAP {
            let end = self.alternatives.len();
            self.pixels[end - unchanged..end].fill(TRANSPARENT);
        }
    }
}
