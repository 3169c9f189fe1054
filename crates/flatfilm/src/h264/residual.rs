//! The differences of a macroblock from what it is predicted from, as levels and as bits.

use super::bits::Bits;
use super::cavlc::{self, Kind};
use super::samples::Samples;
use super::slice::Coded;
use super::transform::{Block, Quantiser, forward, inverse};

/// Levels are rounded at this share of a step, in 1/64: rarer ones need fewer bits.
pub const ROUNDING: i32 = 21;

/// The column and the row of each block of 4×4 samples, in their order in the stream.
pub const ORDER: [(usize, usize); 16] = {
    let mut order = [(0, 0); 16];
    let mut number = 0;
    while number < 16 {
        let (quarter, block) = (number / 4, number % 4);
        order[number] = (quarter % 2 * 2 + block % 2, quarter / 2 * 2 + block / 2);
        number += 1;
    }
    order
};

/// The numbers of coefficients of blocks, from which codes are chosen.
pub struct Totals<'a> {
    /// The macroblocks to the left and above.
    pub before: [Option<&'a Coded>; 2],
    pub own: [u8; 24],
}

impl<'a> Totals<'a> {
    pub const fn new(before: [Option<&'a Coded>; 2]) -> Self {
        Self { before, own: [0; 24] }
    }

    /// The number of coefficients that the blocks to the left and above suggest, for a block of a plane
    /// whose first total is `first`, with `side` blocks in each row.
    fn nearby(&self, first: usize, side: usize, x: usize, y: usize) -> u8 {
        let of = |before: Option<&Coded>, place: usize| before.map(|coded| coded.totals[first + place]);
        let [left, above] = self.before;
        let own = |x: usize, y: usize| Some(self.own[first + side * y + x]);
        let left = if x > 0 { own(x - 1, y) } else { of(left, side * y + side - 1) };
        let above = if y > 0 { own(x, y - 1) } else { of(above, side * (side - 1) + x) };
        match (left, above) {
            (Some(left), Some(above)) => (left + above).div_ceil(2),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => 0,
        }
    }

    /// Writes the means of the blocks of a whole macroblock.
    pub fn write_means(&self, bits: &mut Bits, levels: &[i16; 16]) {
        cavlc::write(bits, levels, Kind::Block(self.nearby(0, 4, 0, 0)));
    }

    /// Writes the blocks of the quarters in a pattern; without their means, if those are written.
    pub fn write_luma(&mut self, bits: &mut Bits, levels: &[[i16; 16]; 16], pattern: u32, first: usize) {
        for (number, (x, y)) in ORDER.into_iter().enumerate() {
            if pattern >> (number / 4) & 1 == 1 {
                let kind = Kind::Block(self.nearby(0, 4, x, y));
                self.own[4 * y + x] = cavlc::write(bits, &levels[4 * y + x][first..], kind);
            }
        }
    }

    pub fn write_chroma(&mut self, bits: &mut Bits, chroma: &Chroma) {
        let pattern = chroma.pattern();
        if pattern > 0 {
            chroma.means.iter().for_each(|means| {
                cavlc::write(bits, means, Kind::ChromaMeans);
            });
        }
        if pattern > 1 {
            for (plane, blocks) in chroma.levels.iter().enumerate() {
                let first = 16 + 4 * plane;
                for (number, levels) in blocks.iter().enumerate() {
                    let kind = Kind::Block(self.nearby(first, 2, number % 2, number / 2));
                    self.own[first + number] = cavlc::write(bits, &levels[1..], kind);
                }
            }
        }
    }
}

/// The levels of both planes of chroma.
#[derive(Debug)]
pub struct Chroma {
    means: [[i16; 4]; 2],
    levels: [[[i16; 16]; 4]; 2],
    /// As decoded.
    pub samples: [[[u8; 8]; 8]; 2],
}

impl Chroma {
    /// The levels of samples that are predicted; those of means only, in some quarters.
    pub fn new(
        source: &[[[u8; 8]; 8]; 2],
        predicted: &[[[u8; 8]; 8]; 2],
        quantiser: &Quantiser,
        only_means: [bool; 4],
    ) -> Self {
        let mut out = Self { means: [[0; 4]; 2], levels: [[[0; 16]; 4]; 2], samples: *predicted };
        for (plane, predicted) in predicted.iter().enumerate() {
            let source = &source[plane];
            if source == predicted {
                continue;
            }
            let mut means = [0; 4];
            for (number, mean) in means.iter_mut().enumerate() {
                let (x, y) = (number % 2, number / 2);
                let [source, predicted] = [source, predicted].map(|plane| Samples::block(plane, x, y));
                let mut coefficients = forward(&difference(&source, &predicted));
                *mean = std::mem::take(&mut coefficients[0]);
                if !only_means[number] {
                    out.levels[plane][number] = quantiser.levels(&coefficients, ROUNDING);
                }
            }
            out.means[plane] = quantiser.chroma_mean_levels(means);
            let means = quantiser.chroma_means(out.means[plane]);
            for (number, mean) in means.into_iter().enumerate() {
                let (x, y) = (number % 2, number / 2);
                let levels = &out.levels[plane][number];
                if mean != 0 || *levels != [0; 16] {
                    let mut coefficients = quantiser.coefficients(levels);
                    coefficients[0] = mean;
                    let block = with(&Samples::block(predicted, x, y), &inverse(&coefficients));
                    Samples::set_block(&mut out.samples[plane], x, y, &block);
                }
            }
        }
        out
    }

    /// 0: nothing is stored; 1: means; 2: all.
    pub fn pattern(&self) -> u32 {
        let any = |levels: &[i16]| levels.iter().any(|level| *level != 0);
        if any(self.levels.as_flattened().as_flattened()) {
            2
        } else {
            u32::from(any(self.means.as_flattened()))
        }
    }
}

/// About how many bits levels take.
pub fn estimated_bits(levels: &[i16; 16]) -> u64 {
    let Some(last) = levels.iter().rposition(|level| *level != 0) else { return 1 };
    let bits: u64 = levels[..=last]
        .iter()
        .map(|level| match level.unsigned_abs() {
            0 => 1,
            1 => 3,
            size => 3 + 2 * u64::from(size.ilog2()),
        })
        .sum();
    bits + 3
}

/// The quarters of which levels are stored, a bit each.
pub fn luma_pattern(levels: &[[i16; 16]; 16]) -> u32 {
    let mut pattern = 0;
    for (number, (x, y)) in ORDER.into_iter().enumerate() {
        if levels[4 * y + x].iter().any(|level| *level != 0) {
            pattern |= 1 << (number / 4);
        }
    }
    pattern
}

/// The patterns in the order of their codes.
pub const INTRA_PATTERNS: [u32; 48] = [
    47, 31, 15, 0, 23, 27, 29, 30, 7, 11, 13, 14, 39, 43, 45, 46, 16, 3, 5, 10, 12, 19, 21, 26, 28, 35, 37,
    42, 44, 1, 2, 4, 8, 17, 18, 20, 24, 6, 9, 22, 25, 32, 33, 34, 36, 40, 38, 41,
];

/// The same for macroblocks that are copied.
pub const INTER_PATTERNS: [u32; 48] = [
    0, 16, 1, 2, 4, 8, 32, 3, 5, 10, 12, 15, 47, 7, 11, 13, 14, 6, 9, 31, 35, 37, 42, 44, 33, 34, 36, 40, 39,
    43, 45, 46, 17, 18, 20, 24, 19, 21, 26, 28, 23, 27, 29, 30, 22, 25, 38, 41,
];

pub fn code_of_pattern(patterns: &[u32; 48], pattern: u32) -> u32 {
    patterns.iter().position(|other| *other == pattern).expect("all patterns have a code") as u32
}

pub fn difference(one: &[[u8; 4]; 4], other: &[[u8; 4]; 4]) -> Block {
    let mut differences = [0; 16];
    let samples = one.as_flattened().iter().zip(other.as_flattened());
    for (difference, (one, other)) in differences.iter_mut().zip(samples) {
        *difference = i32::from(*one) - i32::from(*other);
    }
    differences
}

pub fn with(samples: &[[u8; 4]; 4], differences: &Block) -> [[u8; 4]; 4] {
    let mut sums = *samples;
    for (sample, difference) in sums.as_flattened_mut().iter_mut().zip(differences) {
        *sample = (i32::from(*sample) + difference).clamp(0, 255) as u8;
    }
    sums
}

/// Predicted samples with the differences of levels.
pub fn with_levels(predicted: &[[u8; 4]; 4], levels: &[i16; 16], quantiser: &Quantiser) -> [[u8; 4]; 4] {
    if *levels == [0; 16] { *predicted } else { with(predicted, &inverse(&quantiser.coefficients(levels))) }
}
