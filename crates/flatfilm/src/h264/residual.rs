//! The residual of a macroblock as levels and as bits (7.3.5.3, 8.5).

use super::bits::Bits;
use super::cavlc::{self, Nc};
use super::samples::Samples;
use super::slice::CodedMb;
use super::transform::{Block, Quantiser, forward, inverse};

/// Rounding offset of levels in 1/64 of a quantiser step; below 32, smaller levels with fewer bits are preferred.
pub const ROUNDING: i32 = 21;

/// Column and row of each 4×4 luma block in the order of the stream (6.4.3, Figure 6-10).
pub const BLOCK_ORDER: [(usize, usize); 16] = {
    let mut order = [(0, 0); 16];
    let mut number = 0;
    while number < 16 {
        let (quarter, block) = (number / 4, number % 4);
        order[number] = (quarter % 2 * 2 + block % 2, quarter / 2 * 2 + block / 2);
        number += 1;
    }
    order
};

/// The `total_coeff` of blocks, which nC is derived from (9.2.1).
pub struct TotalCoeffs<'a> {
    pub neighbours: [Option<&'a CodedMb>; 2],
    pub own: [u8; 24],
}

impl<'a> TotalCoeffs<'a> {
    pub const fn new(neighbours: [Option<&'a CodedMb>; 2]) -> Self {
        Self { neighbours, own: [0; 24] }
    }

    /// Returns nC (9.2.1) of a block in a plane that starts at index `first` and has `side` blocks in each row.
    fn nc(&self, first: usize, side: usize, x: usize, y: usize) -> u8 {
        let of = |mb: Option<&CodedMb>, place: usize| mb.map(|mb| mb.total_coeff[first + place]);
        let [left, above] = self.neighbours;
        let own = |x: usize, y: usize| Some(self.own[first + side * y + x]);
        let left = if x > 0 { own(x - 1, y) } else { of(left, side * y + side - 1) };
        let above = if y > 0 { own(x, y - 1) } else { of(above, side * (side - 1) + x) };
        match (left, above) {
            (Some(left), Some(above)) => (left + above).div_ceil(2),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => 0,
        }
    }

    /// Writes `Intra16x16DCLevel`.
    pub fn write_luma_dc(&self, bits: &mut Bits, levels: &[i16; 16]) {
        cavlc::residual_block(bits, levels, Nc::Blocks(self.nc(0, 4, 0, 0)));
    }

    /// Writes the luma blocks of the quarters set in `cbp`; `first` is 1 if DC is coded separately, otherwise 0.
    pub fn write_luma(&mut self, bits: &mut Bits, levels: &[[i16; 16]; 16], cbp: u32, first: usize) {
        for (number, (x, y)) in BLOCK_ORDER.into_iter().enumerate() {
            if cbp >> (number / 4) & 1 == 1 {
                let nc = Nc::Blocks(self.nc(0, 4, x, y));
                self.own[4 * y + x] = cavlc::residual_block(bits, &levels[4 * y + x][first..], nc);
            }
        }
    }

    pub fn write_chroma(&mut self, bits: &mut Bits, chroma: &Chroma) {
        let cbp = chroma.cbp();
        if cbp > 0 {
            chroma.dc.iter().for_each(|dc| {
                cavlc::residual_block(bits, dc, Nc::ChromaDc);
            });
        }
        if cbp > 1 {
            for (plane, blocks) in chroma.levels.iter().enumerate() {
                let first = 16 + 4 * plane;
                for (number, levels) in blocks.iter().enumerate() {
                    let nc = Nc::Blocks(self.nc(first, 2, number % 2, number / 2));
                    self.own[first + number] = cavlc::residual_block(bits, &levels[1..], nc);
                }
            }
        }
    }
}

#[derive(Debug)]
pub struct Chroma {
    dc: [[i16; 4]; 2],
    levels: [[[i16; 16]; 4]; 2],
    pub samples: [[[u8; 8]; 8]; 2],
}

impl Chroma {
    /// Codes the residual; quarters in `only_dc` get no AC levels.
    pub fn new(
        source: &[[[u8; 8]; 8]; 2],
        predicted: &[[[u8; 8]; 8]; 2],
        quantiser: &Quantiser,
        only_dc: [bool; 4],
    ) -> Self {
        let mut out = Self { dc: [[0; 4]; 2], levels: [[[0; 16]; 4]; 2], samples: *predicted };
        for (plane, predicted) in predicted.iter().enumerate() {
            let source = &source[plane];
            if source == predicted {
                continue;
            }
            let mut dc = [0; 4];
            for (number, dc) in dc.iter_mut().enumerate() {
                let (x, y) = (number % 2, number / 2);
                let [source, predicted] = [source, predicted].map(|plane| Samples::block(plane, x, y));
                let mut coefficients = forward(&difference(&source, &predicted));
                *dc = std::mem::take(&mut coefficients[0]);
                if !only_dc[number] {
                    out.levels[plane][number] = quantiser.levels(&coefficients, ROUNDING);
                }
            }
            out.dc[plane] = quantiser.chroma_dc_levels(dc);
            let dc = quantiser.chroma_dc(out.dc[plane]);
            for (number, dc) in dc.into_iter().enumerate() {
                let (x, y) = (number % 2, number / 2);
                let levels = &out.levels[plane][number];
                if dc != 0 || *levels != [0; 16] {
                    let mut coefficients = quantiser.coefficients(levels);
                    coefficients[0] = dc;
                    let block = add(&Samples::block(predicted, x, y), &inverse(&coefficients));
                    Samples::set_block(&mut out.samples[plane], x, y, &block);
                }
            }
        }
        out
    }

    /// Returns `CodedBlockPatternChroma` (Table 7-15): 0 without levels, 1 with DC levels only, 2 with AC levels.
    pub fn cbp(&self) -> u32 {
        let any = |levels: &[i16]| levels.iter().any(|level| *level != 0);
        if any(self.levels.as_flattened().as_flattened()) {
            2
        } else {
            u32::from(any(self.dc.as_flattened()))
        }
    }
}

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

/// Returns `CodedBlockPatternLuma`: a bit for each 8×8 quarter that has levels.
pub fn luma_cbp(levels: &[[i16; 16]; 16]) -> u32 {
    let mut cbp = 0;
    for (number, (x, y)) in BLOCK_ORDER.into_iter().enumerate() {
        if levels[4 * y + x].iter().any(|level| *level != 0) {
            cbp |= 1 << (number / 4);
        }
    }
    cbp
}

/// `coded_block_pattern` by `codeNum` (Table 9-4), for `Intra_4x4`.
pub const INTRA_CBP: [u32; 48] = [
    47, 31, 15, 0, 23, 27, 29, 30, 7, 11, 13, 14, 39, 43, 45, 46, 16, 3, 5, 10, 12, 19, 21, 26, 28, 35, 37,
    42, 44, 1, 2, 4, 8, 17, 18, 20, 24, 6, 9, 22, 25, 32, 33, 34, 36, 40, 38, 41,
];

/// `coded_block_pattern` by `codeNum` (Table 9-4), for Inter.
pub const INTER_CBP: [u32; 48] = [
    0, 16, 1, 2, 4, 8, 32, 3, 5, 10, 12, 15, 47, 7, 11, 13, 14, 6, 9, 31, 35, 37, 42, 44, 33, 34, 36, 40, 39,
    43, 45, 46, 17, 18, 20, 24, 19, 21, 26, 28, 23, 27, 29, 30, 22, 25, 38, 41,
];

pub fn cbp_code_num(table: &[u32; 48], cbp: u32) -> u32 {
    table.iter().position(|other| *other == cbp).expect("Table 9-4 has every coded_block_pattern") as u32
}

pub fn difference(one: &[[u8; 4]; 4], other: &[[u8; 4]; 4]) -> Block {
    let mut differences = [0; 16];
    let samples = one.as_flattened().iter().zip(other.as_flattened());
    for (difference, (one, other)) in differences.iter_mut().zip(samples) {
        *difference = i32::from(*one) - i32::from(*other);
    }
    differences
}

pub fn add(samples: &[[u8; 4]; 4], differences: &Block) -> [[u8; 4]; 4] {
    let mut sums = *samples;
    for (sample, difference) in sums.as_flattened_mut().iter_mut().zip(differences) {
        *sample = (i32::from(*sample) + difference).clamp(0, 255) as u8;
    }
    sums
}

/// Adds the residual of these levels to predicted samples (8.5.12).
pub fn reconstruct(predicted: &[[u8; 4]; 4], levels: &[i16; 16], quantiser: &Quantiser) -> [[u8; 4]; 4] {
    if *levels == [0; 16] { *predicted } else { add(predicted, &inverse(&quantiser.coefficients(levels))) }
}
