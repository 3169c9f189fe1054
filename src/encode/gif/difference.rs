//! The difference of a picture from a reference, compressed.

use std::mem;

use super::TRANSPARENT;
use super::lzw::Lzw;
use crate::picture::{Picture, Rect, differing};

/// Runs of unchanged pixels of at least this length are made transparent, since runs of one colour
/// compress best; in shorter ones, the compressor chooses for each pixel.
const MIN_GAP: usize = 40;

/// The number of pixels compared at once.
const CHUNK: usize = 64;

/// The rectangle that differs from a reference, in GIF's compressed form.
#[derive(Debug)]
pub struct Delta {
    pub area: Rect,
    pub data: Vec<u8>,
}

/// Encodes pictures as differences from references, reusing its buffers.
#[derive(Debug, Default)]
pub struct DeltaEncoder {
    pixels: Vec<u8>,
    /// The alternative for each pixel: transparent if it is unchanged, else the same.
    alternatives: Vec<u8>,
    /// The number of unchanged pixels at the end.
    unchanged: usize,
    lzw: Lzw,
}

impl DeltaEncoder {
    /// Encodes the difference of a picture from a reference of the same size.
    pub fn encode(&mut self, picture: &Picture<'_>, reference: &[u8]) -> Delta {
        let width = picture.canvas.width;
        let area = match differing(reference, picture.pixels, width) {
            area if area.pixels() > 0 => area,
            _ => Rect::FIRST_PIXEL,
        };
        self.pixels.clear();
        self.alternatives.clear();
        for (new, old) in area.rows(picture.pixels, width).zip(area.rows(reference, width)) {
            for (new, old) in new.chunks(CHUNK).zip(old.chunks(CHUNK)) {
                self.add(new, old);
            }
        }
        self.end_gap();
        let data = self.lzw.compress_either(&self.pixels, &self.alternatives, TRANSPARENT);
        Delta { area, data }
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
