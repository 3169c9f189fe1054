//! A picture drawn on another: what differs, and the rest in whichever way is shorter.

use std::mem;

use super::TRANSPARENT;
use super::lzw::Lzw;
use crate::picture::{Picture, Rect, differing};

/// So many pixels in a row that stay as they are lie between changes and not within one; they are
/// transparent, since runs of one colour grow longest.
const GAP: usize = 40;

/// Pixels that are compared at once.
const CHUNK: usize = 64;

/// Draws pictures on others, reusing its memory.
#[derive(Debug, Default)]
pub struct Redraw {
    pixels: Vec<u8>,
    /// What else a pixel may be: transparent, if it stays as it is.
    others: Vec<u8>,
    /// How many of the last pixels stay as they are.
    kept: usize,
    lzw: Lzw,
}

impl Redraw {
    /// The rectangle that makes a picture of another one of its size, compressed.
    pub fn draw(&mut self, picture: &Picture<'_>, on: &[u8]) -> (Rect, Vec<u8>) {
        let width = picture.canvas.width;
        let area = match differing(on, picture.pixels, width) {
            area if area.pixels() > 0 => area,
            _ => Rect { x: 0, y: 0, width: 1, height: 1 },
        };
        self.pixels.clear();
        self.others.clear();
        for (new, old) in area.rows(picture.pixels, width).zip(area.rows(on, width)) {
            for (new, old) in new.chunks(CHUNK).zip(old.chunks(CHUNK)) {
                self.add(new, old);
            }
        }
        self.end_gap();
        (area, self.lzw.compress_either(&self.pixels, &self.others, TRANSPARENT))
    }

    fn add(&mut self, new: &[u8], old: &[u8]) {
        self.pixels.extend(new.iter().map(|index| index + 1));
        if new == old {
            self.others.resize(self.pixels.len(), TRANSPARENT);
            self.kept += new.len();
            return;
        }
        for (new, old) in new.iter().zip(old) {
            if new == old {
                self.others.push(TRANSPARENT);
                self.kept += 1;
            } else {
                self.end_gap();
                self.others.push(new + 1);
            }
        }
    }

    fn end_gap(&mut self) {
        let kept = mem::take(&mut self.kept);
        if kept >= GAP {
            let end = self.others.len();
            self.pixels[end - kept..end].fill(TRANSPARENT);
        }
    }
}
