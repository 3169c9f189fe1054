//! The pixels of a picture that differ from a reference, with transparency between them.

use std::mem;

use crate::picture::{Picture, Rect, differing};
use crate::threads;

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

/// The two canvas states that the next frame can be drawn on, and what encodes it against each.
#[derive(Debug)]
pub struct ReferenceFrames<B> {
    /// The last picture.
    last: Vec<u8>,
    /// The canvas before the last frame: what remains if that is disposed to previous. The last
    /// picture where it is not known.
    previous: Vec<u8>,
    buffers: [B; 2],
}

impl<B: Default + Send> ReferenceFrames<B> {
    pub fn new(picture: &Picture<'_>) -> Self {
        let pixels = || picture.pixels.to_vec();
        Self { last: pixels(), previous: pixels(), buffers: Default::default() }
    }

    /// Encodes a picture against both references, with a function that returns the size; returns whether the last
    /// frame is disposed to previous, since that takes less, and the buffer of the better one.
    pub fn encode(
        &mut self,
        picture: &Picture<'_>,
        encode: impl Fn(&mut B, &[u8]) -> usize + Sync,
    ) -> (bool, &mut B) {
        let Self { last, previous, buffers: [on_last, on_previous] } = self;
        let (size, size_on_previous) =
            threads::join(|| encode(on_last, last), || encode(on_previous, previous));
        let is_undone = size_on_previous < size;
        if !is_undone {
            mem::swap(previous, last);
        }
        last.copy_from_slice(picture.pixels);
        (is_undone, if is_undone { on_previous } else { on_last })
    }
}
