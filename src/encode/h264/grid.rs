//! Pictures of macroblocks, which share those that are equal.

use std::iter;
use std::sync::Arc;

use super::samples::{Part, SIDE, Samples, Square};
use super::source::Source;

/// A macroblock of an earlier picture.
#[derive(Debug)]
pub struct Macroblock {
    /// As it was given.
    pub source: Source,
    /// As a decoder shows it.
    pub decoded: Samples,
}

/// A picture. A copy shares its rows until they are written.
#[derive(Debug, Clone)]
pub struct Grid {
    /// Width in macroblocks.
    pub columns: usize,
    rows: Vec<Arc<Vec<Arc<Macroblock>>>>,
}

impl Grid {
    /// A picture of so many macroblocks.
    pub fn new(columns: usize, rows: usize) -> Self {
        let blank = Arc::new(Macroblock { source: Source::BLANK, decoded: Samples::GREY });
        let row = Arc::new(iter::repeat_n(blank, columns).collect::<Vec<_>>());
        Self { columns, rows: iter::repeat_n(row, rows).collect() }
    }

    /// Height in macroblocks.
    pub const fn rows(&self) -> usize {
        self.rows.len()
    }

    pub fn get(&self, column: usize, row: usize) -> &Arc<Macroblock> {
        &self.rows[row][column]
    }

    pub fn set(&mut self, column: usize, row: usize, macroblock: Arc<Macroblock>) {
        Arc::make_mut(&mut self.rows[row])[column] = macroblock;
    }

    /// Whether this picture shows a part of a macroblock at (`x`, `y`), in pixels.
    pub fn shows(&self, (x, y): (usize, usize), part: Part, source: &Source) -> bool {
        let Square { top, side, .. } = part.square();
        (0..side).all(|line| {
            let (expected, y) = (source.row(part, top + line), y + line);
            let row = |column: usize| self.rows[y / SIDE][column].source.row(Part::Whole, y % SIDE);
            let (here, beyond) = expected.split_at((SIDE + 1 - x % SIDE).min(side + 1));
            // The first pixel of a row is the last one of the macroblock before.
            row(x / SIDE)[x % SIDE..].starts_with(here)
                && (beyond.is_empty() || row(x / SIDE + 1)[1..].starts_with(beyond))
        })
    }

    /// Copies the decoded samples of a square with its left upper corner at (`x`, `y`) to its place within
    /// a macroblock; all are even luma samples.
    pub fn copy(&self, (x, y): (usize, usize), square: Square, into: &mut Samples) {
        let Square { left, top, side } = square;
        for line in 0..side {
            let from = |column: usize| &self.rows[(y + line) / SIDE][column].decoded.luma[(y + line) % SIDE];
            copy_row(&mut into.luma[top + line][left..][..side], x, from);
        }
        let half = SIDE / 2;
        for (plane, samples) in into.chroma.iter_mut().enumerate() {
            for line in 0..side / 2 {
                let y = y / 2 + line;
                let from = |column: usize| &self.rows[y / half][column].decoded.chroma[plane][y % half];
                copy_row(&mut samples[top / 2 + line][left / 2..][..side / 2], x / 2, from);
            }
        }
    }
}

/// Fills a row with samples from `x` on, of macroblocks with `N` samples in a row each.
fn copy_row<'a, const N: usize>(into: &mut [u8], x: usize, row: impl Fn(usize) -> &'a [u8; N]) {
    let (here, beyond) = into.split_at_mut((N - x % N).min(into.len()));
    here.copy_from_slice(&row(x / N)[x % N..][..here.len()]);
    if !beyond.is_empty() {
        beyond.copy_from_slice(&row(x / N + 1)[..beyond.len()]);
    }
}
