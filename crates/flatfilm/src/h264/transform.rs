//! The transform of 4×4 samples, and its quantisation (clause 8.5 of H.264).

use super::cavlc::MAX_LEVEL;

/// The samples of a block or its coefficients, row by row.
pub type Block = [i32; 16];

/// The place of each coefficient, from the lowest frequency to the highest.
pub const ZIGZAG: [usize; 16] = [0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15];

/// How coarsely coefficients are stored, of luma or of chroma.
#[derive(Debug, Clone, Copy)]
pub struct Quantiser {
    shift: u32,
    /// The factors of coefficients, row by row.
    forwards: Block,
    backwards: Block,
}

impl Quantiser {
    /// For a parameter from 0 (the finest) to 51; the step doubles every six.
    pub const fn new(parameter: u8) -> Self {
        const FORWARDS: [[i32; 3]; 6] = [
            [13107, 5243, 8066],
            [11916, 4660, 7490],
            [10082, 4194, 6554],
            [9362, 3647, 5825],
            [8192, 3355, 5243],
            [7282, 2893, 4559],
        ];
        const BACKWARDS: [[i32; 3]; 6] =
            [[10, 16, 13], [11, 18, 14], [13, 20, 16], [14, 23, 18], [16, 25, 20], [18, 29, 23]];
        let (shift, step) = (parameter / 6, (parameter % 6) as usize);
        let (mut forwards, mut backwards) = ([0; 16], [0; 16]);
        let mut place = 0;
        while place < 16 {
            // By the parity of row and column: both even, both odd, else.
            let class = match (place / 4 % 2, place % 2) {
                (0, 0) => 0,
                (1, 1) => 1,
                _ => 2,
            };
            forwards[place] = FORWARDS[step][class];
            backwards[place] = BACKWARDS[step][class];
            place += 1;
        }
        Self { shift: shift as u32, forwards, backwards }
    }

    /// The parameter of chroma that belongs to one of luma.
    pub const fn chroma_parameter(luma: u8) -> u8 {
        const FROM_30: [u8; 22] =
            [29, 30, 31, 32, 32, 33, 34, 34, 35, 35, 36, 36, 37, 37, 37, 38, 38, 38, 39, 39, 39, 39];
        if luma < 30 { luma } else { FROM_30[luma as usize - 30] }
    }

    /// Levels in zigzag order, rounded up from a rest of `1 - rounding` steps; in 1/64.
    pub fn levels(&self, coefficients: &Block, rounding: i32) -> [i16; 16] {
        let shift = 15 + self.shift;
        let offset = (1 << (shift - 6)) * rounding;
        let (mut levels, mut ordered) = ([0; 16], [0; 16]);
        for (out, (coefficient, factor)) in levels.iter_mut().zip(coefficients.iter().zip(&self.forwards)) {
            *out = level(*coefficient, *factor, offset, shift);
        }
        for (out, place) in ordered.iter_mut().zip(ZIGZAG) {
            *out = levels[place];
        }
        ordered
    }

    /// Coefficients of levels in zigzag order.
    pub fn coefficients(&self, levels: &[i16; 16]) -> Block {
        let mut block = [0; 16];
        for (place, level) in ZIGZAG.into_iter().zip(levels) {
            block[place] = (i32::from(*level) * self.backwards[place]) << self.shift;
        }
        block
    }

    /// The levels of a second transform of means.
    fn mean_levels<const N: usize>(&self, means: [i32; N]) -> [i16; N] {
        let shift = 16 + self.shift;
        means.map(|mean| level(mean, self.forwards[0], 1 << (shift - 1), shift))
    }

    /// The means of the 16 blocks of luma, row by row, as levels in zigzag order.
    pub fn luma_mean_levels(&self, means: &Block) -> [i16; 16] {
        let transformed = hadamard(means).map(|value| (value + 1) >> 1);
        let levels = self.mean_levels(transformed);
        ZIGZAG.map(|place| levels[place])
    }

    /// The coefficients of means of [`Quantiser::luma_mean_levels`], row by row.
    pub fn luma_means(&self, levels: &[i16; 16]) -> Block {
        let mut block = [0; 16];
        for (place, level) in ZIGZAG.into_iter().zip(levels) {
            block[place] = i32::from(*level);
        }
        let factor = self.backwards[0] * 16;
        hadamard(&block).map(|value| match self.shift.checked_sub(6) {
            Some(left) => (value * factor) << left,
            None => (value * factor + (1 << (5 - self.shift))) >> (6 - self.shift),
        })
    }

    /// The means of the 4 blocks of a plane of chroma as levels.
    pub fn chroma_mean_levels(&self, means: [i32; 4]) -> [i16; 4] {
        self.mean_levels(hadamard_2(means))
    }

    /// The coefficients of means of [`Quantiser::chroma_mean_levels`].
    pub fn chroma_means(&self, levels: [i16; 4]) -> [i32; 4] {
        hadamard_2(levels.map(i32::from)).map(|value| ((value * self.backwards[0] * 16) << self.shift) >> 5)
    }
}

fn level(coefficient: i32, factor: i32, offset: i32, shift: u32) -> i16 {
    let level = ((coefficient.abs() * factor + offset) >> shift).min(MAX_LEVEL) as i16;
    if coefficient < 0 { -level } else { level }
}

/// The coefficients of differences.
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
    in_both_directions(block, one)
}

/// The differences of coefficients.
pub fn inverse(block: &Block) -> Block {
    let one = |[a, b, c, d]: [i32; 4]| {
        let (even, odd) = ([a + c, a - c], [(b >> 1) - d, b + (d >> 1)]);
        [even[0] + odd[1], even[1] + odd[0], even[1] - odd[0], even[0] - odd[1]]
    };
    let mut differences = in_both_directions(block, one);
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
    in_both_directions(block, one)
}

const fn hadamard_2([a, b, c, d]: [i32; 4]) -> [i32; 4] {
    [a + b + c + d, a - b + c - d, a + b - c - d, a - b - c + d]
}

/// Transforms each row, then each column.
fn in_both_directions(block: &Block, one: impl Fn([i32; 4]) -> [i32; 4]) -> Block {
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
