//! The pixels of a macroblock, and its samples in 4:2:0.

use std::array;

use xxhash_rust::xxh3::xxh3_64;

use crate::picture::Picture;
use crate::yuv::Yuv;

pub const SIDE: usize = 16;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Samples {
    pub luma: [[u8; 16]; 16],
    pub chroma: [[[u8; 8]; 8]; 2],
}

impl Samples {
    pub const GREY: Self = Self { luma: [[128; 16]; 16], chroma: [[[128; 8]; 8]; 2] };

    pub fn distance(&self, other: &Self) -> u64 {
        let luma = ssd(self.luma.as_flattened(), other.luma.as_flattened());
        let chroma =
            ssd(self.chroma.as_flattened().as_flattened(), other.chroma.as_flattened().as_flattened());
        u64::from(luma) + u64::from(chroma)
    }

    pub fn is_flat(&self) -> bool {
        self.luma.as_flattened().iter().all(|sample| *sample == self.luma[0][0])
    }

    /// Whether these samples are not flat, or are equal to `others`.
    pub fn is_exact_if_flat(&self, others: &Self) -> bool {
        !self.is_flat() || self == others
    }

    pub fn luma_sad(&self, other: &Self, part: Part) -> u32 {
        let Square { left, top, side } = part.square();
        let rows = top..top + side;
        rows.map(|y| sad(&self.luma[y][left..][..side], &other.luma[y][left..][..side])).sum()
    }

    pub fn block<const N: usize>(plane: &[[u8; N]; N], x: usize, y: usize) -> [[u8; 4]; 4] {
        let mut block = [[0; 4]; 4];
        for (line, row) in block.iter_mut().zip(&plane[4 * y..]) {
            line.copy_from_slice(&row[4 * x..][..4]);
        }
        block
    }

    pub fn set_block<const N: usize>(plane: &mut [[u8; N]; N], x: usize, y: usize, block: &[[u8; 4]; 4]) {
        for (line, from) in block.iter().enumerate() {
            plane[4 * y + line][4 * x..][..4].copy_from_slice(from);
        }
    }
}

pub fn ssd(one: &[u8], other: &[u8]) -> u32 {
    one.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(*other)).pow(2)).sum()
}

pub fn sad(one: &[u8], other: &[u8]) -> u32 {
    one.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(*other))).sum()
}

/// A macroblock, or one of its 8×8 quarters (`mbPartIdx`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Whole,
    Quarter(usize),
}

impl Part {
    pub const fn square(self) -> Square {
        match self {
            Self::Whole => Square { left: 0, top: 0, side: SIDE },
            Self::Quarter(number) => {
                let side = SIDE / 2;
                Square { left: number % 2 * side, top: number / 2 * side, side }
            }
        }
    }
}

#[derive(Debug, Clone, Copy)]
pub struct Square {
    pub left: usize,
    pub top: usize,
    pub side: usize,
}

#[derive(Debug, Clone)]
pub struct Source {
    /// Palette indices. A row starts with the pixel to the left of the macroblock, on which chroma depends.
    pixels: [[u8; SIDE + 1]; SIDE],
    /// A hash of each quarter, with the pixels to its left.
    pub hashes: [u64; 4],
}

impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        self.equals(Part::Whole, other, Part::Whole)
    }
}

impl Source {
    pub const BLANK: Self = Self { pixels: [[0; SIDE + 1]; SIDE], hashes: [0; 4] };

    /// Reads the macroblock at this column and row; pixels outside the picture repeat those at its edges.
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
        let hashes = array::from_fn(|quarter| {
            let quarter = Part::Quarter(quarter).square();
            let mut bytes = [[0; SIDE / 2 + 1]; SIDE / 2];
            for (line, row) in bytes.iter_mut().zip(&pixels[quarter.top..]) {
                line.copy_from_slice(&row[quarter.left..][..=SIDE / 2]);
            }
            xxh3_64(bytes.as_flattened())
        });
        Self { pixels, hashes }
    }

    /// Whether a part and the pixels to its left are equal to a part of another macroblock.
    pub fn equals(&self, part: Part, other: &Self, of_other: Part) -> bool {
        let hashes = |source: &Self, part: Part| match part {
            Part::Whole => source.hashes,
            Part::Quarter(quarter) => [source.hashes[quarter]; 4],
        };
        // Hashes are compared first, which is fast and decides nearly all cases.
        let [own, others] = [part, of_other].map(Part::square);
        hashes(self, part) == hashes(other, of_other)
            && (0..own.side)
                .all(|line| self.row(part, own.top + line) == other.row(of_other, others.top + line))
    }

    pub fn is_flat(&self) -> bool {
        self.bytes().iter().all(|pixel| *pixel == self.pixels[0][0])
    }

    pub fn row(&self, part: Part, line: usize) -> &[u8] {
        let square = part.square();
        &self.pixels[line][square.left..=square.left + square.side]
    }

    pub fn bytes(&self) -> &[u8] {
        self.pixels.as_flattened()
    }

    /// Converts pixels to samples. Chroma is sited as by default in H.264: horizontally at even pixels, vertically
    /// between two rows. A chroma sample is the mean over two rows, in which its pixel has weight 2 and the left
    /// and right neighbours have weight 1.
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
    use crate::picture::{Canvas, Rgb};
    use crate::yuv::Matrix;

    const COLOURS: [Rgb; 3] = [Rgb([240, 217, 181]), Rgb([181, 136, 99]), Rgb([0, 158, 115])];

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

    #[test]
    fn parts_with_other_pixels_to_their_left_differ() {
        let canvas = Canvas::new(32, 16, COLOURS.to_vec());
        let mut pixels = vec![0; 32 * 16];
        pixels[15] = 1;
        let [left, right] = [0, 1].map(|column| Source::new(&Picture::new(&canvas, &pixels, &[]), column, 0));
        let quarter = Part::Quarter;
        assert!(!right.equals(Part::Whole, &left, Part::Whole));
        assert!(!right.equals(quarter(0), &right, quarter(1)));
        assert!(right.equals(quarter(1), &right, quarter(3)));
        assert!(right.equals(quarter(1), &left, quarter(0)));
        assert!(right.equals(quarter(2), &left, quarter(2)));
    }
}
