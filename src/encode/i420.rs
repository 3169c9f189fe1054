//! Pictures in 4:2:0, as H.264 takes them.

use crate::draw::{Canvas, Picture, Rect};

use super::yuv::{Matrix, Yuv};

/// A picture with a chroma sample for two by two pixels, kept up to date by what changes.
///
/// A sample lies where H.264 expects it: beside the left pixels of the four, between their rows.
/// So it is the mean of two rows, in each of which the left pixel counts twice and its neighbours
/// on both sides once.
///
/// Odd and very short sides grow by a repetition of their last pixel: it is invisible and costs
/// nothing, where any other colour would be a line.
#[derive(Debug)]
pub struct I420 {
    /// Width in pixels, even.
    pub width: usize,
    /// Height in pixels, even.
    pub height: usize,
    /// Y', one byte a pixel, row by row.
    pub luma: Vec<u8>,
    /// Cb and Cr, one byte for two by two pixels, row by row.
    pub chroma: [Vec<u8>; 2],
    colours: Vec<Yuv>,
}

/// One macroblock: encoders take nothing smaller.
const LEAST_SIDE: u32 = 16;

impl I420 {
    /// Room for pictures with this size and palette.
    pub fn new(canvas: &Canvas, matrix: Matrix) -> Self {
        let [width, height] =
            [canvas.width, canvas.height].map(|side| side.next_multiple_of(2).max(LEAST_SIDE) as usize);
        let chroma = || vec![0; width * height / 4];
        Self {
            width,
            height,
            luma: vec![0; width * height],
            chroma: [chroma(), chroma()],
            colours: matrix.convert(&canvas.palette),
        }
    }

    /// Converts what changed.
    pub fn update(&mut self, picture: &Picture<'_>) {
        for change in picture.changes {
            self.convert(picture, change.area);
        }
    }

    fn convert(&mut self, picture: &Picture<'_>, area: Rect) {
        let (width, height) = (picture.canvas.width as usize, picture.canvas.height as usize);
        let colours = &self.colours;
        let at = |x: usize, y: usize| {
            colours[usize::from(picture.pixels[y.min(height - 1) * width + x.min(width - 1)])]
        };
        let [left, top] = [area.x, area.y].map(|edge| edge as usize);
        // An edge takes its repetition along, and chroma reaches over by one.
        let end = |end: usize, side: usize, grown: usize| if end == side { grown } else { end + 1 };
        let right = end(left + area.width as usize, width, self.width);
        let bottom = end(top + area.height as usize, height, self.height);
        for y in top..bottom {
            for x in left..right {
                self.luma[y * self.width + x] = at(x, y).luma;
            }
        }
        for y in top / 2..bottom.div_ceil(2) {
            for x in left / 2..right.div_ceil(2) {
                for (plane, samples) in self.chroma.iter_mut().enumerate() {
                    let mean = |y| {
                        let of = |x| u32::from(at(x, y).chroma[plane]);
                        of((2 * x).saturating_sub(1)) + 2 * of(2 * x) + of(2 * x + 1)
                    };
                    // Eight samples in 256ths.
                    samples[y * self.width / 2 + x] = ((mean(2 * y) + mean(2 * y + 1) + 1024) >> 11) as u8;
                }
            }
        }
    }
}
