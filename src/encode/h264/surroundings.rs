//! The samples around a macroblock that it is predicted from, as decoded.

use std::array;

use super::grid::Grid;
use super::intra::{self, Around, AroundBlock};
use super::samples::Samples;

/// The samples around a macroblock.
#[derive(Debug, Clone)]
pub struct Surroundings {
    pub luma: Around<16>,
    pub chroma: [Around<8>; 2],
    /// The first four of the macroblock above to the right.
    right: Option<[u8; 4]>,
}

impl Surroundings {
    /// Around the macroblock at this column and row, in a picture that is complete up to there.
    pub fn new(picture: &Grid, column: usize, row: usize) -> Self {
        let at = |right: isize, down: isize| {
            let (column, row) = (column.checked_add_signed(right)?, row.checked_add_signed(down)?);
            (column < picture.columns).then(|| &picture.get(column, row).decoded)
        };
        let (corner, above, left, right) = (at(-1, -1), at(0, -1), at(-1, 0), at(1, -1));
        Self {
            luma: Around {
                above: above.map(|above| above.luma[15]),
                left: left.map(|left| left.luma.map(|line| line[15])),
                corner: corner.map(|corner| corner.luma[15][15]),
            },
            chroma: [0, 1].map(|plane| Around {
                above: above.map(|above| above.chroma[plane][7]),
                left: left.map(|left| left.chroma[plane].map(|line| line[7])),
                corner: corner.map(|corner| corner.chroma[plane][7][7]),
            }),
            right: right.and_then(|right| right.luma[15].first_chunk().copied()),
        }
    }

    /// The samples of a macroblock that takes the fewest bits: means of those around.
    pub fn means(&self) -> Samples {
        let mean = "the mean is always there";
        Samples {
            luma: intra::luma(&self.luma)[usize::from(intra::MEAN)].expect(mean),
            chroma: [0, 1].map(|plane| intra::chroma(&self.chroma[plane])[0].expect(mean)),
        }
    }

    /// Appends all that distinguishes these from others.
    pub fn append_to(&self, bytes: &mut Vec<u8>) {
        let is_there = [self.luma.left.is_some(), self.luma.above.is_some(), self.right.is_some()];
        bytes.extend(is_there.map(u8::from));
        self.luma.append_to(bytes);
        bytes.extend(self.right.iter().flatten());
        self.chroma.iter().for_each(|plane| plane.append_to(bytes));
    }
}

/// The luma of a macroblock while its blocks are decoded, with the samples around it.
pub struct Blocks<'a> {
    around: &'a Surroundings,
    /// Begins with the row above and the column to the left.
    samples: [[u8; 21]; 17],
}

impl<'a> Blocks<'a> {
    pub fn new(around: &'a Surroundings) -> Self {
        let mut samples = [[0; 21]; 17];
        let Around { above, left, corner } = around.luma;
        samples[0][0] = corner.unwrap_or_default();
        samples[0][1..17].copy_from_slice(&above.unwrap_or_default());
        samples[0][17..].copy_from_slice(&around.right.unwrap_or_default());
        samples[1..].iter_mut().zip(left.unwrap_or_default()).for_each(|(line, left)| line[0] = left);
        Self { around, samples }
    }

    /// The samples around the block in this column and row; those before it are decoded.
    pub fn around(&self, x: usize, y: usize) -> AroundBlock {
        let (left, top) = (4 * x, 4 * y);
        let above = (y > 0 || self.around.luma.above.is_some()).then(|| {
            let mut above = [0; 8];
            above.copy_from_slice(&self.samples[top][left + 1..left + 9]);
            let is_decoded = match (x, y) {
                (3, 0) => self.around.right.is_some(),
                (3, _) | (1, 1 | 3) => false,
                _ => true,
            };
            if !is_decoded {
                let last = above[3];
                above[4..].fill(last);
            }
            above
        });
        let has_left = x > 0 || self.around.luma.left.is_some();
        let left_edge = has_left.then(|| array::from_fn(|line| self.samples[top + 1 + line][left]));
        let corner = above.is_some() && has_left;
        AroundBlock { above, left: left_edge, corner: corner.then(|| self.samples[top][left]) }
    }

    pub fn set(&mut self, x: usize, y: usize, block: &[[u8; 4]; 4]) {
        for (line, from) in block.iter().enumerate() {
            self.samples[4 * y + 1 + line][4 * x + 1..][..4].copy_from_slice(from);
        }
    }

    pub fn luma(&self) -> [[u8; 16]; 16] {
        array::from_fn(|line| *self.samples[line + 1][1..].first_chunk().expect("a row has 21 samples"))
    }
}
