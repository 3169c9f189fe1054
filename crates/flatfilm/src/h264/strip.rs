//! A strip to the right of the picture, which players do not show: it keeps what has vanished from the
//! picture, to be copied from there.

use std::collections::{HashMap, HashSet};
use std::mem;
use std::ops::Range;
use std::sync::Arc;

use super::parameters::{MAX_COLUMNS, MAX_ROWS};
use super::references::Macroblock;
use super::samples::{Part, SIDE, Source};
use super::slice::Motion;

/// The macroblocks of the strip.
#[derive(Debug)]
pub struct Strip {
    columns: Range<usize>,
    rows: usize,
    /// Row by row.
    cells: Vec<Cell>,
    /// The cells that show a whole macroblock, and those with a quarter of it.
    wholes: HashMap<[u64; 4], usize>,
    quarters: HashMap<u64, (usize, usize)>,
    /// The cell that makes room next, unless it is in use.
    next: usize,
    /// The number of pictures so far.
    now: u32,
}

#[derive(Debug, Clone, Default)]
struct Cell {
    content: Option<Arc<Macroblock>>,
    /// Whether it was filled or used since it was the next one.
    is_in_use: bool,
    /// The number of the picture in which it was filled.
    filled: u32,
}

/// A macroblock that is kept from the next picture on.
#[derive(Debug)]
pub struct Kept {
    /// Where it is in the last picture, and where it is kept: column and row.
    pub from: (usize, usize),
    pub to: (usize, usize),
    pub macroblock: Arc<Macroblock>,
}

impl Kept {
    pub fn motion(&self) -> Motion {
        Motion { reference: 0, vector: vector(self.to, self.from) }
    }
}

/// From one macroblock to another, in pixels.
fn vector(to: (usize, usize), from: (usize, usize)) -> [i16; 2] {
    let distance = |to: usize, from: usize| (from as i16 - to as i16) * SIDE as i16;
    [distance(to.0, from.0), distance(to.1, from.1)]
}

/// Whether a macroblock can be copied from another: both parts of it, however they are displaced.
fn is_near(one: (usize, usize), other: (usize, usize)) -> bool {
    let [right, down] = vector(one, other).map(|distance| u32::from(distance.unsigned_abs()) + SIDE as u32);
    right <= MAX_COLUMNS && down <= MAX_ROWS
}

impl Strip {
    /// A strip of these columns of macroblocks.
    pub fn new(columns: Range<usize>, rows: usize) -> Self {
        let cells = vec![Cell::default(); columns.len() * rows];
        Self { columns, rows, cells, wholes: HashMap::new(), quarters: HashMap::new(), next: 0, now: 0 }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::new(self.columns.clone(), self.rows);
    }

    fn place(&self, cell: usize) -> (usize, usize) {
        (self.columns.start + cell % self.columns.len(), cell / self.columns.len())
    }

    fn cell(&self, (column, row): (usize, usize)) -> usize {
        row * self.columns.len() + column - self.columns.start
    }

    /// Where a part of a macroblock at a place is kept.
    pub fn find(&mut self, place: (usize, usize), part: Part, source: &Source) -> Option<Motion> {
        let (cell, kept) = match part {
            Part::Whole => (*self.wholes.get(&source.looks)?, Part::Whole),
            Part::Quarter(quarter) => {
                let (cell, kept) = *self.quarters.get(&source.looks[quarter])?;
                (cell, Part::Quarter(kept))
            }
        };
        let at = self.place(cell);
        let content = &self.cells[cell].content;
        let is_same = content.as_ref().is_some_and(|content| content.source.has_same(kept, source, part));
        if !is_same || !is_near(place, at) {
            return None;
        }
        self.cells[cell].is_in_use = true;
        let [right, down] = vector(place, at);
        let (own, kept) = (part.square(), kept.square());
        let by = |kept: usize, own: usize| kept as i16 - own as i16;
        Some(Motion { reference: 0, vector: [right + by(kept.left, own.left), down + by(kept.top, own.top)] })
    }

    /// Finds room for macroblocks that vanish from the picture, unless they are kept already; the room is in
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
        let mut looks = HashSet::new();
        for (from, macroblock) in vanishing {
            if let Some(cell) = self.wholes.get(&macroblock.source.looks) {
                self.cells[*cell].is_in_use = true;
            } else if looks.insert(macroblock.source.looks)
                && let Some(cell) = self.room(from, kept.last())
            {
                (self.cells[cell].is_in_use, self.cells[cell].filled) = (true, self.now);
                kept.push(Kept { from, to: self.place(cell), macroblock: Arc::clone(macroblock) });
            }
        }
        kept.sort_unstable_by_key(|kept| (kept.to.1, kept.to.0));
        kept
    }

    /// A cell that was not used for long; if possible where the vector is the same as that of the last one
    /// that is kept, which takes fewer bits.
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

    /// The picture that keeps these has become the last one.
    pub fn add(&mut self, kept: Vec<Kept>) {
        for Kept { to, macroblock, .. } in kept {
            let cell = self.cell(to);
            if let Some(before) = self.cells[cell].content.take() {
                let looks = before.source.looks;
                self.wholes.remove(&looks);
                for look in looks {
                    if self.quarters.get(&look).is_some_and(|(of, _)| *of == cell) {
                        self.quarters.remove(&look);
                    }
                }
            }
            let looks = macroblock.source.looks;
            self.wholes.insert(looks, cell);
            self.quarters.extend(looks.into_iter().zip((0..).map(|quarter| (cell, quarter))));
            self.cells[cell].content = Some(macroblock);
        }
    }
}
