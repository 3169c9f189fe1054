//! A strip to the right of the picture, outside the cropping rectangle: it stores macroblocks that have vanished
//! from the picture, so that they can be copied back.

use std::collections::{HashMap, HashSet};
use std::mem;
use std::ops::Range;
use std::sync::Arc;

use super::parameters::{MAX_MV_X, MAX_MV_Y};
use super::references::Macroblock;
use super::samples::{Part, SIDE, Source};
use super::slice::Motion;

#[derive(Debug)]
pub struct Strip {
    columns: Range<usize>,
    rows: usize,
    cells: Vec<Cell>,
    /// The cell of each stored macroblock, by its hashes.
    wholes: HashMap<[u64; 4], usize>,
    /// The cell and the number of each quarter of stored macroblocks, by its hash.
    quarters: HashMap<u64, (usize, usize)>,
    /// The next candidate for replacement (clock algorithm).
    next: usize,
    now: u32,
}

#[derive(Debug, Clone, Default)]
struct Cell {
    content: Option<Arc<Macroblock>>,
    /// Whether the cell was filled or used since `next` last passed the cell.
    is_in_use: bool,
    filled: u32,
}

#[derive(Debug)]
pub struct Kept {
    pub from: (usize, usize),
    pub to: (usize, usize),
    pub macroblock: Arc<Macroblock>,
}

impl Kept {
    pub fn motion(&self) -> Motion {
        Motion { ref_idx: 0, mv: mv(self.to, self.from) }
    }
}

fn mv(to: (usize, usize), from: (usize, usize)) -> [i16; 2] {
    let distance = |to: usize, from: usize| (from as i16 - to as i16) * SIDE as i16;
    [distance(to.0, from.0), distance(to.1, from.1)]
}

/// Whether a motion vector can reach one macroblock from the other, in any combination of their quarters.
fn is_near(one: (usize, usize), other: (usize, usize)) -> bool {
    let [right, down] = mv(one, other).map(|distance| u32::from(distance.unsigned_abs()) + SIDE as u32);
    right <= MAX_MV_X && down <= MAX_MV_Y
}

impl Strip {
    pub fn new(columns: Range<usize>, rows: usize) -> Self {
        let cells = vec![Cell::default(); columns.len() * rows];
        Self { columns, rows, cells, wholes: HashMap::new(), quarters: HashMap::new(), next: 0, now: 0 }
    }

    pub fn clear(&mut self) {
        *self = Self::new(self.columns.clone(), self.rows);
    }

    fn place(&self, cell: usize) -> (usize, usize) {
        (self.columns.start + cell % self.columns.len(), cell / self.columns.len())
    }

    fn cell(&self, (column, row): (usize, usize)) -> usize {
        row * self.columns.len() + column - self.columns.start
    }

    pub fn find(&mut self, place: (usize, usize), part: Part, source: &Source) -> Option<Motion> {
        let (cell, kept) = match part {
            Part::Whole => (*self.wholes.get(&source.hashes)?, Part::Whole),
            Part::Quarter(quarter) => {
                let (cell, kept) = *self.quarters.get(&source.hashes[quarter])?;
                (cell, Part::Quarter(kept))
            }
        };
        let at = self.place(cell);
        let content = &self.cells[cell].content;
        let is_same = content.as_ref().is_some_and(|content| content.source.equals(kept, source, part));
        if !is_same || !is_near(place, at) {
            return None;
        }
        self.cells[cell].is_in_use = true;
        let [right, down] = mv(place, at);
        let (own, kept) = (part.square(), kept.square());
        let by = |kept: usize, own: usize| kept as i16 - own as i16;
        Some(Motion { ref_idx: 0, mv: [right + by(kept.left, own.left), down + by(kept.top, own.top)] })
    }

    /// Finds cells for vanishing macroblocks that are not stored yet; returns the macroblocks that got a cell, in
    /// the order of the stream.
    pub fn keep<'a>(
        &mut self,
        vanishing: impl Iterator<Item = ((usize, usize), &'a Arc<Macroblock>)>,
    ) -> Vec<Kept> {
        self.now += 1;
        let mut kept: Vec<Kept> = Vec::new();
        if self.cells.is_empty() {
            return kept;
        }
        let mut hashes = HashSet::new();
        for (from, macroblock) in vanishing {
            if let Some(cell) = self.wholes.get(&macroblock.source.hashes) {
                self.cells[*cell].is_in_use = true;
            } else if hashes.insert(macroblock.source.hashes)
                && let Some(cell) = self.room(from, kept.last())
            {
                (self.cells[cell].is_in_use, self.cells[cell].filled) = (true, self.now);
                kept.push(Kept { from, to: self.place(cell), macroblock: Arc::clone(macroblock) });
            }
        }
        kept.sort_unstable_by_key(|kept| (kept.to.1, kept.to.0));
        kept
    }

    /// Returns a cell not used for long, preferably with the same motion vector as `last`, since equal vectors
    /// take fewer bits; `None` if all cells are too far away or were just filled.
    fn room(&mut self, from: (usize, usize), last: Option<&Kept>) -> Option<usize> {
        let beside = last.and_then(|last| {
            let column = (last.to.0 + from.0).checked_sub(last.from.0)?;
            let row = (last.to.1 + from.1).checked_sub(last.from.1)?;
            let is_there = self.columns.contains(&column) && row < self.rows;
            is_there.then(|| self.cell((column, row)))
        });
        if let Some(cell) = beside.filter(|cell| !self.cells[*cell].is_in_use) {
            return Some(cell);
        }
        for _ in 0..2 * self.cells.len() {
            let cell = self.next;
            self.next = (cell + 1) % self.cells.len();
            if !is_near(from, self.place(cell)) || self.cells[cell].filled == self.now {
                continue;
            }
            if !mem::take(&mut self.cells[cell].is_in_use) {
                return Some(cell);
            }
        }
        None
    }

    /// Records that the current picture, the next reference picture, contains these macroblocks.
    pub fn add(&mut self, kept: Vec<Kept>) {
        for Kept { to, macroblock, .. } in kept {
            let cell = self.cell(to);
            if let Some(before) = self.cells[cell].content.take() {
                let hashes = before.source.hashes;
                self.wholes.remove(&hashes);
                for hash in hashes {
                    if self.quarters.get(&hash).is_some_and(|(of, _)| *of == cell) {
                        self.quarters.remove(&hash);
                    }
                }
            }
            let hashes = macroblock.source.hashes;
            self.wholes.insert(hashes, cell);
            self.quarters.extend(hashes.into_iter().zip((0..).map(|quarter| (cell, quarter))));
            self.cells[cell].content = Some(macroblock);
        }
    }
}
