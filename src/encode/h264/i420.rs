//! Pictures in YUV 4:2:0, the input of H.264.

use crate::encode::Format;
use crate::picture::{Canvas, Picture, Rect};

use super::super::yuv::{Matrix, Yuv};

/// A picture with one chroma sample for each 2×2 pixels, updated where pictures change.
///
/// Samples are sited as H.264 expects: horizontally at the left pixels, vertically between the two
/// rows. So a sample is the mean over two rows, in each of which the left pixel has weight 2 and its
/// neighbours on both sides weight 1.
///
/// Odd and very short sides are padded with their last pixel.
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

impl I420 {
    /// A picture of this size and palette, padded.
    pub fn new(canvas: &Canvas, matrix: Matrix) -> Self {
        let [width, height] = [canvas.width, canvas.height].map(|side| Format::Mp4.side(side) as usize);
        let chroma = || vec![0; width * height / 4];
        Self {
            width,
            height,
            luma: vec![0; width * height],
            chroma: [chroma(), chroma()],
            colours: matrix.convert(&canvas.palette),
        }
    }

    /// Converts the changed areas.
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
        // An area at the edge includes the padding; elsewhere the chroma of the next pixel is affected.
        let end = |end: usize, side: usize, padded: usize| if end == side { padded } else { end + 1 };
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
                    // The weights add up to 8; colours are in 1/256.
                    samples[y * self.width / 2 + x] = ((mean(2 * y) + mean(2 * y + 1) + 1024) >> 11) as u8;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Change, Rgb};

    const COLOURS: [Rgb; 3] = [Rgb([240, 217, 181]), Rgb([181, 136, 99]), Rgb([0, 158, 115])];

    fn converted(canvas: &Canvas, pixels: &[u8], area: Rect, into: &mut I420) -> [Vec<u8>; 3] {
        let changes = &[Change { area, before: None, digest: 0 }];
        into.update(&Picture { canvas, pixels, changes });
        [into.luma.clone(), into.chroma[0].clone(), into.chroma[1].clone()]
    }

    #[test]
    fn an_update_equals_a_full_conversion() {
        for (width, height) in [(20, 18), (21, 19), (7, 31)] {
            let canvas = Canvas { width, height, palette: COLOURS.to_vec() };
            let whole = Rect::whole(&canvas);
            let mut pixels = vec![0; whole.pixels() as usize];
            let mut kept = I420::new(&canvas, Matrix::Bt709);
            converted(&canvas, &pixels, whole, &mut kept);
            for (step, x) in (0..width - 3).enumerate() {
                let area = Rect { x, y: (5 * x) % (height - 2), width: 3, height: 2 };
                area.rows_mut(&mut pixels, width).for_each(|row| row.fill(1 + step as u8 % 2));
                let mut fresh = I420::new(&canvas, Matrix::Bt709);
                let fresh = converted(&canvas, &pixels, whole, &mut fresh);
                assert!(converted(&canvas, &pixels, area, &mut kept) == fresh, "{width}×{height}, {area:?}");
            }
        }
    }

    #[test]
    fn odd_and_short_sides_are_padded_with_their_last_pixels() {
        let canvas = Canvas { width: 3, height: 17, palette: COLOURS.to_vec() };
        let mut pixels = vec![0; 3 * 17];
        pixels[2] = 1;
        let mut picture = I420::new(&canvas, Matrix::Bt709);
        converted(&canvas, &pixels, Rect::whole(&canvas), &mut picture);
        assert_eq!((picture.width, picture.height), (16, 18));
        let [light, dark] = [0, 1].map(|colour| picture.colours[colour].luma);
        assert_eq!(picture.luma[..5], [light, light, dark, dark, dark]);
        assert_eq!(picture.luma[16 * 16..][..16], picture.luma[16 * 17..][..16]);
    }

    #[test]
    fn chroma_samples_are_sited_at_the_left_pixels() {
        let canvas = Canvas { width: 16, height: 16, palette: COLOURS.to_vec() };
        let mut pixels = vec![0; 256];
        pixels.chunks_mut(16).for_each(|row| row[4] = 2);
        let mut picture = I420::new(&canvas, Matrix::Bt709);
        converted(&canvas, &pixels, Rect::whole(&canvas), &mut picture);
        let [around, there] = [0, 2].map(|colour| f64::from(picture.colours[colour].chroma[1]) / 256.0);
        let halfway = f64::midpoint(around, there).round() as u8;
        assert_eq!(picture.chroma[1][2], halfway, "the pixel has half of the weight");
        assert_eq!(picture.chroma[1][1], around.round() as u8, "pixels two to the right have no weight");
    }
}
