//! The samples around a macroblock that it is predicted from, as decoded.

use std::array;

use super::grid::Grid;
use super::intra::{self, Around, AroundBlock};
use super::samples::Samples;

/// The samples around a macroblock; 0 beyond the edges of the picture.
#[derive(Debug, Clone)]
pub struct Surroundings {
    has_left: bool,
    has_above: bool,
    has_right: bool,
    /// From the corner above to the left, to the first four of the macroblock above to the right.
    above: [u8; 21],
    left: [u8; 16],
    chroma: [ChromaEdges; 2],
}

#[derive(Debug, Clone, Copy, Default)]
struct ChromaEdges {
    corner: u8,
    above: [u8; 8],
    left: [u8; 8],
}

impl Surroundings {
    /// Around the macroblock at this column and row, in a picture that is complete up to there.
    pub fn new(picture: &Grid, column: usize, row: usize) -> Self {
        let (has_left, has_above) = (column > 0, row > 0);
        let has_right = has_above && column + 1 < picture.columns;
        let at = |is_there: bool, by: [isize; 2]| {
            let [x, y] = [column.wrapping_add_signed(by[0]), row.wrapping_add_signed(by[1])];
            is_there.then(|| &picture.get(x, y).decoded)
        };
        let mut around = Self {
            has_left,
            has_above,
            has_right,
            above: [0; 21],
            left: [0; 16],
            chroma: [ChromaEdges::default(); 2],
        };
        if let Some(Samples { luma, chroma }) = at(has_left && has_above, [-1, -1]) {
            around.above[0] = luma[15][15];
            around.chroma.iter_mut().zip(chroma).for_each(|(edges, plane)| edges.corner = plane[7][7]);
        }
        if let Some(Samples { luma, chroma }) = at(has_above, [0, -1]) {
            around.above[1..17].copy_from_slice(&luma[15]);
            around.chroma.iter_mut().zip(chroma).for_each(|(edges, plane)| edges.above = plane[7]);
        }
        if let Some(Samples { luma, .. }) = at(has_right, [1, -1]) {
            around.above[17..].copy_from_slice(&luma[15][..4]);
        }
        if let Some(Samples { luma, chroma }) = at(has_left, [-1, 0]) {
            around.left = luma.map(|line| line[15]);
            around
                .chroma
                .iter_mut()
                .zip(chroma)
                .for_each(|(edges, plane)| edges.left = plane.map(|line| line[7]));
        }
        around
    }

    pub fn luma(&self) -> Around<16> {
        Around {
            above: self.has_above.then(|| array::from_fn(|x| self.above[x + 1])),
            left: self.has_left.then_some(self.left),
            corner: (self.has_left && self.has_above).then_some(self.above[0]),
        }
    }

    pub fn chroma(&self, plane: usize) -> Around<8> {
        let ChromaEdges { corner, above, left } = self.chroma[plane];
        Around {
            above: self.has_above.then_some(above),
            left: self.has_left.then_some(left),
            corner: (self.has_left && self.has_above).then_some(corner),
        }
    }

    /// The samples of a macroblock that takes the fewest bits: means of those around.
    pub fn means(&self) -> Samples {
        let mean = "the mean is always there";
        Samples {
            luma: intra::luma(&self.luma())[usize::from(intra::MEAN)].expect(mean),
            chroma: [0, 1].map(|plane| intra::chroma(&self.chroma(plane))[0].expect(mean)),
        }
    }

    /// Appends all that distinguishes these from others.
    pub fn append_to(&self, bytes: &mut Vec<u8>) {
        bytes.extend([self.has_left, self.has_above, self.has_right].map(u8::from));
        bytes.extend_from_slice(&self.above);
        bytes.extend_from_slice(&self.left);
        for ChromaEdges { corner, above, left } in &self.chroma {
            bytes.push(*corner);
            bytes.extend_from_slice(above);
            bytes.extend_from_slice(left);
        }
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
        samples[0] = around.above;
        samples[1..].iter_mut().zip(around.left).for_each(|(line, left)| line[0] = left);
        Self { around, samples }
    }

    /// The samples around the block in this column and row; those before it are decoded.
    pub fn around(&self, x: usize, y: usize) -> AroundBlock {
        let (left, top) = (4 * x, 4 * y);
        let above = (y > 0 || self.around.has_above).then(|| {
            let mut above = [0; 8];
            above.copy_from_slice(&self.samples[top][left + 1..left + 9]);
            let is_decoded = match (x, y) {
                (3, 0) => self.around.has_right,
                (3, _) | (1, 1 | 3) => false,
                _ => true,
            };
            if !is_decoded {
                let last = above[3];
                above[4..].fill(last);
            }
            above
        });
        let has_left = x > 0 || self.around.has_left;
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
