//! Pictures of luma and chroma, which share the rows of macroblocks that are equal.

use std::sync::Arc;

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
        let squares = |one: &[u8], other: &[u8]| -> u32 {
            one.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(*other)).pow(2)).sum()
        };
        let luma = squares(self.luma.as_flattened(), other.luma.as_flattened());
        let chroma =
            squares(self.chroma.as_flattened().as_flattened(), other.chroma.as_flattened().as_flattened());
        u64::from(luma) + u64::from(chroma)
    }
}

/// A picture of whole macroblocks. A copy shares its rows until they are written.
#[derive(Debug, Clone)]
pub struct Planes {
    /// Width in macroblocks.
    pub columns: usize,
    rows: Vec<Arc<Row>>,
}

/// The planes of a row of macroblocks.
#[derive(Debug, Clone)]
struct Row([Vec<u8>; 3]);

impl Planes {
    /// A picture of so many macroblocks.
    pub fn new(columns: usize, rows: usize) -> Self {
        let luma = columns * SIDE * SIDE;
        let row = Arc::new(Row([vec![0; luma], vec![0; luma / 4], vec![0; luma / 4]]));
        Self { columns, rows: vec![row; rows] }
    }

    /// Height in macroblocks.
    pub const fn rows(&self) -> usize {
        self.rows.len()
    }

    /// The samples of a plane (0 is luma) in row `y`.
    pub fn line(&self, plane: usize, y: usize) -> &[u8] {
        let (height, width) = self.row_size(plane);
        &self.rows[y / height].0[plane][y % height * width..][..width]
    }

    /// As [`Planes::line`], for writing.
    pub fn line_mut(&mut self, plane: usize, y: usize) -> &mut [u8] {
        let (height, width) = self.row_size(plane);
        &mut Arc::make_mut(&mut self.rows[y / height]).0[plane][y % height * width..][..width]
    }

    const fn row_size(&self, plane: usize) -> (usize, usize) {
        let height = if plane == 0 { SIDE } else { SIDE / 2 };
        (height, self.columns * height)
    }

    /// The samples of a square with its left upper corner at (`x`, `y`) and its place within a macroblock,
    /// written there; all three numbers are even luma samples.
    pub fn copy(&self, (x, y): (usize, usize), square: Square, into: &mut Samples) {
        let Square { left, top, side } = square;
        for line in 0..side {
            into.luma[top + line][left..][..side].copy_from_slice(&self.line(0, y + line)[x..][..side]);
        }
        for (plane, samples) in into.chroma.iter_mut().enumerate() {
            for line in 0..side / 2 {
                let from = &self.line(plane + 1, y / 2 + line)[x / 2..][..side / 2];
                samples[top / 2 + line][left / 2..][..side / 2].copy_from_slice(from);
            }
        }
    }

    /// The samples of a macroblock.
    pub fn macroblock(&self, column: usize, row: usize) -> Samples {
        let mut samples = Samples::GREY;
        self.copy((column * SIDE, row * SIDE), Square::WHOLE, &mut samples);
        samples
    }

    pub fn set_macroblock(&mut self, column: usize, row: usize, samples: &Samples) {
        for (line, from) in samples.luma.iter().enumerate() {
            self.line_mut(0, row * SIDE + line)[column * SIDE..][..SIDE].copy_from_slice(from);
        }
        for (plane, samples) in samples.chroma.iter().enumerate() {
            for (line, from) in samples.iter().enumerate() {
                let line = row * SIDE / 2 + line;
                self.line_mut(plane + 1, line)[column * SIDE / 2..][..SIDE / 2].copy_from_slice(from);
            }
        }
    }

    /// The sum of absolute differences in luma between a square of this picture and a part of a macroblock.
    pub fn distance(&self, (x, y): (usize, usize), square: Square, samples: &Samples) -> u32 {
        let Square { left, top, side } = square;
        let line = |line: usize| -> u32 {
            let (own, other) =
                (&self.line(0, y + line)[x..][..side], &samples.luma[top + line][left..][..side]);
            own.iter().zip(other).map(|(own, other)| u32::from(own.abs_diff(*other))).sum()
        };
        (0..side).map(line).sum()
    }

    /// Whether a square of this picture equals a part of a macroblock.
    pub fn equals(&self, (x, y): (usize, usize), square: Square, samples: &Samples) -> bool {
        let Square { left, top, side } = square;
        let half = side / 2;
        (0..side).all(|line| self.line(0, y + line)[x..][..side] == samples.luma[top + line][left..][..side])
            && samples.chroma.iter().enumerate().all(|(plane, samples)| {
                (0..half).all(|line| {
                    self.line(plane + 1, y / 2 + line)[x / 2..][..half]
                        == samples[top / 2 + line][left / 2..][..half]
                })
            })
    }
}

/// A square within a macroblock, in luma samples.
#[derive(Debug, Clone, Copy)]
pub struct Square {
    pub left: usize,
    pub top: usize,
    pub side: usize,
}

impl Square {
    pub const WHOLE: Self = Self { left: 0, top: 0, side: SIDE };

    /// The four quarters of a macroblock, in their order in the stream.
    pub const QUARTERS: [Self; 4] = {
        let side = SIDE / 2;
        [
            Self { left: 0, top: 0, side },
            Self { left: side, top: 0, side },
            Self { left: 0, top: side, side },
            Self { left: side, top: side, side },
        ]
    };
}
