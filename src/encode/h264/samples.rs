//! The samples of a macroblock.

/// The side of a macroblock in luma samples.
pub const SIDE: usize = 16;

/// The samples of a macroblock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Samples {
    pub luma: [[u8; 16]; 16],
    pub chroma: [[[u8; 8]; 8]; 2],
}

impl Samples {
    pub const GREY: Self = Self { luma: [[128; 16]; 16], chroma: [[[128; 8]; 8]; 2] };

    /// The sum of squared differences.
    pub fn distance(&self, other: &Self) -> u64 {
        let luma = squares(self.luma.as_flattened(), other.luma.as_flattened());
        let chroma =
            squares(self.chroma.as_flattened().as_flattened(), other.chroma.as_flattened().as_flattened());
        u64::from(luma) + u64::from(chroma)
    }

    /// Whether all of luma is the same.
    pub fn is_flat(&self) -> bool {
        self.luma.as_flattened().iter().all(|sample| *sample == self.luma[0][0])
    }

    /// Whether others are the same if these have one luma.
    pub fn is_kept_flat(&self, others: &Self) -> bool {
        !self.is_flat() || self == others
    }

    /// The sum of absolute differences in luma.
    pub fn luma_difference(&self, other: &Self, part: Part) -> u32 {
        let Square { left, top, side } = part.square();
        let rows = top..top + side;
        rows.map(|y| absolute(&self.luma[y][left..][..side], &other.luma[y][left..][..side])).sum()
    }

    /// The 4×4 samples of a plane of `N`×`N` in this column and row of such blocks.
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

/// The sum of squared differences.
pub fn squares(one: &[u8], other: &[u8]) -> u32 {
    one.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(*other)).pow(2)).sum()
}

/// The sum of absolute differences.
pub fn absolute(one: &[u8], other: &[u8]) -> u32 {
    one.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(*other))).sum()
}

/// A macroblock, or one of its quarters in their order in the stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    Whole,
    Quarter(usize),
}

impl Part {
    /// Its left and upper edge in the macroblock, and its side, in luma samples.
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

/// A square within a macroblock, in luma samples.
#[derive(Debug, Clone, Copy)]
pub struct Square {
    pub left: usize,
    pub top: usize,
    pub side: usize,
}
