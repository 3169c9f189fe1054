//! A picture drawn on another: what differs, and the rest in whichever way is shorter.

use super::super::lzw::Lzw;
use super::TRANSPARENT;
use crate::draw::{Picture, Rect, differing};

/// So many pixels in a row that stay as they are lie between changes and not within one; they are
/// transparent, since runs of one colour grow longest.
const GAP: usize = 40;

/// Draws pictures on others, reusing its memory.
#[derive(Debug, Default)]
pub struct Redraw {
    lzw: Lzw,
    pixels: Vec<u8>,
    /// What else a pixel may be: transparent, if it stays as it is.
    others: Vec<u8>,
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
            self.pixels.extend(new.iter().map(|index| index + 1));
            let others = new.iter().zip(old).map(|(new, old)| if new == old { TRANSPARENT } else { new + 1 });
            self.others.extend(others);
        }
        let mut start = 0;
        for run in self.others.chunk_by(|a, b| (*a == TRANSPARENT) == (*b == TRANSPARENT)) {
            if run[0] == TRANSPARENT && run.len() >= GAP {
                self.pixels[start..start + run.len()].fill(TRANSPARENT);
            }
            start += run.len();
        }
        (area, self.lzw.compress_either(&self.pixels, &self.others, TRANSPARENT))
    }
}
