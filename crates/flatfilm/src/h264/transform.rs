//! The 4×4 transform and its quantisation (clause 8.5 of H.264).

use super::cavlc::MAX_LEVEL;

/// Residual or coefficients of a 4×4 block, row by row.
pub type Block = [i32; 16];

/// Zigzag scan of a block (8.5.6).
pub const ZIGZAG: [usize; 16] = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15];

#[derive(Debug, Clone, Copy)]
pub struct Quantiser {
    shift: u32,
    quant: Block,
    level_scale: Block,
}

impl Quantiser {
    /// `qp` is 0 to 51; `LevelScale4x4` is for flat scaling lists (8.5.9), without the weight 16.
    pub const fn new(qp: u8) -> Self {
        const QUANT: [[i32; 3]; 6] = [
            [13107, 5243, 8066],
            [11916, 4660, 7490],
            [10082, 4194, 6554],
            [9362, 3647, 5825],
            [8192, 3355, 5243],
            [7282, 2893, 4559],
        ];
        const NORM_ADJUST: [[i32; 3]; 6] =
            [[10, 16, 13], [11, 18, 14], [13, 20, 16], [14, 23, 18], [16, 25, 20], [18, 29, 23]];
        let (shift, step) = (qp / 6, (qp % 6) as usize);
        let (mut quant, mut level_scale) = ([0; 16], [0; 16]);
        let mut place = 0;
        while place < 16 {
            // The factors depend on the parity of row and column: both even, both odd, or different.
            let class = match (place / 4 % 2, place % 2) {
                (0, 0) => 0,
                (1, 1) => 1,
                _ => 2,
            };
            quant[place] = QUANT[step][class];
            level_scale[place] = NORM_ADJUST[step][class];
            place += 1;
        }
        Self { shift: shift as u32, quant, level_scale }
    }

    /// Returns `QPc` of a luma QP (8.5.8, Table 8-15).
    pub const fn chroma_qp(luma: u8) -> u8 {
        const FROM_30: [u8; 22] =
            [29, 30, 31, 32, 32, 33, 34, 34, 35, 35, 36, 36, 37, 37, 37, 38, 38, 38, 39, 39, 39, 39];
        if luma < 30 { luma } else { FROM_30[luma as usize - 30] }
    }

    /// Quantises to levels in zigzag order; `rounding` is the rounding offset in 1/64 of a quantiser step.
    pub fn levels(&self, coefficients: &Block, rounding: i32) -> [i16; 16] {
        let shift = 15 + self.shift;
        let offset = (1 << (shift - 6)) * rounding;
        let (mut levels, mut ordered) = ([0; 16], [0; 16]);
        for (out, (coefficient, factor)) in levels.iter_mut().zip(coefficients.iter().zip(&self.quant)) {
            *out = level(*coefficient, *factor, offset, shift);
        }
        for (out, place) in ordered.iter_mut().zip(ZIGZAG) {
            *out = levels[place];
        }
        ordered
    }

    /// Scales levels in zigzag order to coefficients (8.5.12.1).
    pub fn coefficients(&self, levels: &[i16; 16]) -> Block {
        let mut block = [0; 16];
        for (place, level) in ZIGZAG.into_iter().zip(levels) {
            block[place] = (i32::from(*level) * self.level_scale[place]) << self.shift;
        }
        block
    }

    fn dc_levels<const N: usize>(&self, dc: [i32; N]) -> [i16; N] {
        let shift = 16 + self.shift;
        dc.map(|dc| level(dc, self.quant[0], 1 << (shift - 1), shift))
    }

    /// Quantises `Intra_16x16` luma DC coefficients, row by row, to levels in zigzag order.
    pub fn luma_dc_levels(&self, dc: &Block) -> [i16; 16] {
        let transformed = hadamard(dc).map(|value| (value + 1) >> 1);
        let levels = self.dc_levels(transformed);
        ZIGZAG.map(|place| levels[place])
    }

    /// Scales `Intra_16x16` luma DC levels to DC coefficients, row by row (8.5.10).
    pub fn luma_dc(&self, levels: &[i16; 16]) -> Block {
        let mut block = [0; 16];
        for (place, level) in ZIGZAG.into_iter().zip(levels) {
            block[place] = i32::from(*level);
        }
        let factor = self.level_scale[0] * 16;
        hadamard(&block).map(|value| match self.shift.checked_sub(6) {
            Some(left) => (value * factor) << left,
            None => (value * factor + (1 << (5 - self.shift))) >> (6 - self.shift),
        })
    }

    pub fn chroma_dc_levels(&self, dc: [i32; 4]) -> [i16; 4] {
        self.dc_levels(hadamard_2(dc))
    }

    /// Scales chroma DC levels to DC coefficients (8.5.11).
    pub fn chroma_dc(&self, levels: [i16; 4]) -> [i32; 4] {
        hadamard_2(levels.map(i32::from)).map(|value| ((value * self.level_scale[0] * 16) << self.shift) >> 5)
    }
}

fn level(coefficient: i32, factor: i32, offset: i32, shift: u32) -> i16 {
    let level = ((coefficient.abs() * factor + offset) >> shift).min(MAX_LEVEL) as i16;
    if coefficient < 0 { -level } else { level }
}

pub fn forward(block: &Block) -> Block {
    let one = |[a, b, c, d]: [i32; 4]| {
        let (sums, differences) = ([a + d, b + c], [a - d, b - c]);
        [
            sums[0] + sums[1],
            2 * differences[0] + differences[1],
            sums[0] - sums[1],
            differences[0] - 2 * differences[1],
        ]
    };
    rows_then_columns(block, one)
}

/// Applies the inverse transform (8.5.12.2), with rounding.
pub fn inverse(block: &Block) -> Block {
    let one = |[a, b, c, d]: [i32; 4]| {
        let (even, odd) = ([a + c, a - c], [(b >> 1) - d, b + (d >> 1)]);
        [even[0] + odd[1], even[1] + odd[0], even[1] - odd[0], even[0] - odd[1]]
    };
    let mut differences = rows_then_columns(block, one);
    for value in &mut differences {
        *value = (*value + 32) >> 6;
    }
    differences
}

fn hadamard(block: &Block) -> Block {
    let one = |[a, b, c, d]: [i32; 4]| {
        let (sums, differences) = ([a + b, a - b], [c + d, c - d]);
        [
            sums[0] + differences[0],
            sums[0] - differences[0],
            sums[1] - differences[1],
            sums[1] + differences[1],
        ]
    };
    rows_then_columns(block, one)
}

const fn hadamard_2([a, b, c, d]: [i32; 4]) -> [i32; 4] {
    [a + b + c + d, a - b + c - d, a + b - c - d, a - b - c + d]
}

fn rows_then_columns(block: &Block, one: impl Fn([i32; 4]) -> [i32; 4]) -> Block {
    let mut by_rows = [0; 16];
    for (row, out) in block.as_chunks().0.iter().zip(by_rows.as_chunks_mut().0) {
        *out = one(*row);
    }
    let mut out = [0; 16];
    for x in 0..4 {
        let column = one([0, 4, 8, 12].map(|row| by_rows[row + x]));
        for (y, value) in column.into_iter().enumerate() {
            out[4 * y + x] = value;
        }
    }
    out
}
