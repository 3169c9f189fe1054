//! The pixels of a picture that differ from a reference, with transparency between them.

use std::mem;

use crate::picture::{Picture, Rect, differing};
use crate::threads;

/// The transparent index: 0 never needs longer codes. The index of a colour is one higher than in a [`Picture`].
pub const TRANSPARENT: u8 = 0;

/// Runs of at least this many unchanged pixels become transparent, since long runs compress best.
const MIN_GAP: usize = 40;

const CHUNK: usize = 64;

#[derive(Debug, Default)]
pub struct ChangedPixels {
    pub area: Rect,
    pub pixels: Vec<u8>,
    /// As `pixels`, but every unchanged pixel is transparent.
    pub alternatives: Vec<u8>,
    unchanged: usize,
}

impl ChangedPixels {
    pub fn find(&mut self, picture: &Picture<'_>, reference: &[u8]) {
        let area = match differing(reference, picture.pixels, picture.canvas.width) {
            area if area.pixels() > 0 => area,
            _ => Rect::FIRST_PIXEL,
        };
        self.find_in(area, picture, reference);
    }

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

#[derive(Debug)]
pub struct ReferenceFrames<B> {
    last: Vec<u8>,
    /// The canvas before the last frame, as "dispose to previous" restores it; at first, a copy of `last`.
    previous: Vec<u8>,
    buffers: [B; 2],
}

impl<B: Default + Send> ReferenceFrames<B> {
    pub fn new(picture: &Picture<'_>) -> Self {
        let pixels = || picture.pixels.to_vec();
        Self { last: pixels(), previous: pixels(), buffers: Default::default() }
    }

    /// Calls `encode`, which returns the size of the encoding, with `last` and with `previous` as reference.
    /// Returns the smaller encoding, and whether it requires that the last frame is disposed to previous.
    pub fn encode(
        &mut self,
        picture: &Picture<'_>,
        encode: impl Fn(&mut B, &[u8]) -> usize + Sync,
    ) -> (bool, &mut B) {
        let Self { last, previous, buffers: [on_last, on_previous] } = self;
        let (size, size_on_previous) =
            threads::join(|| encode(on_last, last), || encode(on_previous, previous));
        let dispose_to_previous = size_on_previous < size;
        if !dispose_to_previous {
            mem::swap(previous, last);
        }
        last.copy_from_slice(picture.pixels);
        (dispose_to_previous, if dispose_to_previous { on_previous } else { on_last })
    }
}
