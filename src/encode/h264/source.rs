//! The pixels of a macroblock, as they were given.

use std::array;

use xxhash_rust::xxh3::xxh3_64;

use crate::picture::Picture;

use super::super::yuv::Yuv;
use super::samples::{Part, SIDE, Samples};

/// The pixels that the samples of a macroblock depend on.
#[derive(Debug, Clone)]
pub struct Source {
    /// Palette indices, row by row. A row begins with the pixel to the left of the macroblock, on which
    /// chroma depends.
    pixels: [[u8; SIDE + 1]; SIDE],
    /// A hash of each quarter, with the pixels to its left.
    pub looks: [u64; 4],
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        self.has_same(Part::Whole, other, Part::Whole)
    }
}

impl Source {
    pub const BLANK: Self = Self { pixels: [[0; SIDE + 1]; SIDE], looks: [0; 4] };

    /// The macroblock of a picture at this column and row; beyond the edges, the last pixels are
    /// repeated.
    pub fn new(picture: &Picture<'_>, column: usize, row: usize) -> Self {
        let [width, height] = [picture.canvas.width, picture.canvas.height].map(|side| side as usize);
        let left = column * SIDE;
        let pixels = array::from_fn(|line| {
            let y = (row * SIDE + line).min(height - 1);
            let from = &picture.pixels[y * width..][..width];
            let inside = left.checked_sub(1).and_then(|start| from.get(start..)?.first_chunk());
            inside
                .copied()
                .unwrap_or_else(|| array::from_fn(|x| from[(left + x).saturating_sub(1).min(width - 1)]))
        });
        let looks = array::from_fn(|quarter| {
            let quarter = Part::Quarter(quarter).square();
            let mut bytes = [[0; SIDE / 2 + 1]; SIDE / 2];
            for (line, row) in bytes.iter_mut().zip(&pixels[quarter.top..]) {
                line.copy_from_slice(&row[quarter.left..][..=SIDE / 2]);
            }
            xxh3_64(bytes.as_flattened())
        });
        Self { pixels, looks }
    }

    /// Whether a part, with the pixels to its left, is the same as one of another macroblock.
    pub fn has_same(&self, part: Part, other: &Self, of_other: Part) -> bool {
        let looks = |source: &Self, part: Part| match part {
            Part::Whole => source.looks,
            Part::Quarter(quarter) => [source.looks[quarter]; 4],
        };
        // Nearly all that differ do so in their hashes.
        let [own, others] = [part, of_other].map(Part::square);
        looks(self, part) == looks(other, of_other)
            && (0..own.side)
                .all(|line| self.row(part, own.top + line) == other.row(of_other, others.top + line))
    }

    /// Whether all pixels are the same.
    pub fn is_flat(&self) -> bool {
        self.bytes().iter().all(|pixel| *pixel == self.pixels[0][0])
    }

    /// A row of a part, which begins with the pixel to its left.
    pub fn row(&self, part: Part, line: usize) -> &[u8] {
        let square = part.square();
        &self.pixels[line][square.left..=square.left + square.side]
    }

    /// The pixels, row by row.
    pub fn bytes(&self) -> &[u8] {
        self.pixels.as_flattened()
    }

    /// The samples of these pixels, with the colours of the palette.
    ///
    /// Chroma is sited as H.264 expects: horizontally at the left pixels, vertically between the two
    /// rows. So a sample is the mean over two rows, in each of which the left pixel has weight 2 and its
    /// neighbours on both sides weight 1.
    pub fn samples(&self, colours: &[Yuv]) -> Samples {
        let mut samples = Samples::GREY;
        for (luma, pixels) in samples.luma.iter_mut().zip(&self.pixels) {
            for (luma, pixel) in luma.iter_mut().zip(&pixels[1..]) {
                *luma = colours[usize::from(*pixel)].luma;
            }
        }
        for (y, rows) in self.pixels.as_chunks::<2>().0.iter().enumerate() {
            let mut sums = [[0_u16; 2]; SIDE + 1];
            for (x, sums) in sums.iter_mut().enumerate() {
                for row in rows {
                    let [blue, red] = colours[usize::from(row[x])].chroma;
                    *sums = [sums[0] + u16::from(blue), sums[1] + u16::from(red)];
                }
            }
            for (plane, chroma) in samples.chroma.iter_mut().enumerate() {
                for (x, sample) in chroma[y].iter_mut().enumerate() {
                    let [left, here, right] = [2 * x, 2 * x + 1, 2 * x + 2].map(|x| sums[x][plane]);
                    // The weights add up to 8.
                    *sample = ((left + 2 * here + right + 4) >> 3) as u8;
                }
            }
        }
        samples
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::yuv::Matrix;
    use crate::picture::{Canvas, Rgb};

    const COLOURS: [Rgb; 3] = [Rgb([240, 217, 181]), Rgb([181, 136, 99]), Rgb([0, 158, 115])];

    /// The macroblock at the first column and row of a picture, and the colours.
    fn first(width: u32, height: u32, pixels: &[u8]) -> (Source, Samples, Vec<Yuv>) {
        let canvas = Canvas::new(width, height, COLOURS.to_vec());
        let source = Source::new(&Picture::new(&canvas, pixels, &[]), 0, 0);
        let colours = Matrix::Bt709.convert(&COLOURS);
        let samples = source.samples(&colours);
        (source, samples, colours)
    }

    #[test]
    fn odd_and_short_sides_are_padded_with_their_last_pixels() {
        let mut pixels = vec![0; 3 * 15];
        pixels[2] = 1;
        pixels[3 * 14] = 1;
        let (_, samples, colours) = first(3, 15, &pixels);
        let [light, dark] = [0, 1].map(|colour| colours[colour].luma);
        assert_eq!(samples.luma[0][..5], [light, light, dark, dark, dark]);
        assert_eq!(samples.luma[14][..3], [dark, light, light]);
        assert_eq!(samples.luma[15], samples.luma[14]);
    }

    #[test]
    fn chroma_samples_are_sited_at_the_left_pixels() {
        let mut pixels = vec![0; 256];
        pixels.chunks_mut(16).for_each(|row| row[4] = 2);
        let (_, samples, colours) = first(16, 16, &pixels);
        let [around, there] = [0, 2].map(|colour| f64::from(colours[colour].chroma[1]));
        let halfway = f64::midpoint(around, there).round() as u8;
        assert_eq!(samples.chroma[1][0][2], halfway, "the pixel has half of the weight");
        assert_eq!(samples.chroma[1][0][1], around as u8, "pixels two to the right have no weight");
    }

    /// The chroma at the left edge depends on the pixel to the left.
    #[test]
    fn parts_with_other_pixels_to_their_left_differ() {
        let canvas = Canvas::new(32, 16, COLOURS.to_vec());
        let mut pixels = vec![0; 32 * 16];
        pixels[15] = 1;
        let [left, right] = [0, 1].map(|column| Source::new(&Picture::new(&canvas, &pixels, &[]), column, 0));
        let quarter = Part::Quarter;
        assert!(!right.has_same(Part::Whole, &left, Part::Whole));
        assert!(!right.has_same(quarter(0), &right, quarter(1)));
        assert!(right.has_same(quarter(1), &right, quarter(3)));
        assert!(right.has_same(quarter(1), &left, quarter(0)));
        assert!(right.has_same(quarter(2), &left, quarter(2)));
    }
}
