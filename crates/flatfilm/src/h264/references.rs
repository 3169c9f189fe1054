//! The reference pictures (8.2.4, 8.2.5), and where the content of a new picture occurs in them.

use std::collections::VecDeque;
use std::sync::Arc;
use std::{iter, mem};

use crate::picture::{Change, Rect};

use super::parameters::{MAX_MV_X, MAX_MV_Y};
use super::samples::{Part, SIDE, Samples, Source, Square};
use super::slice::Motion;

/// Reference pictures, the newest first: the index is `ref_idx` (8.2.4.2.1).
#[derive(Debug)]
pub struct References {
    pub pictures: VecDeque<Grid>,
    max_num_ref_frames: usize,
    columns: usize,
}

impl References {
    pub const fn new(max_num_ref_frames: usize, columns: usize) -> Self {
        Self { pictures: VecDeque::new(), max_num_ref_frames, columns }
    }

    /// Adds a picture with sliding window marking (8.2.5.3).
    pub fn add(&mut self, picture: Grid) {
        self.pictures.truncate(self.max_num_ref_frames - 1);
        self.pictures.push_front(picture);
    }

    pub fn last(&self) -> &Grid {
        &self.pictures[0]
    }

    /// Returns the cheapest exact copy: from the same place in a reference picture, from a displaced area, or from
    /// the strip (`kept`).
    pub fn find(
        &self,
        (column, row): (usize, usize),
        part: Part,
        source: &Source,
        displaced: &[Motion],
        kept: Option<Motion>,
        cost: impl Fn(Motion) -> u32,
    ) -> Option<Motion> {
        let mut best: Option<(u32, Motion)> = None;
        let mut consider = |motion: Motion, is_same: &mut dyn FnMut() -> bool| {
            let cost = cost(motion);
            if best.is_none_or(|(least, _)| cost < least) && is_same() {
                best = Some((cost, motion));
            }
        };
        let mut before = None;
        for (picture, ref_idx) in self.pictures.iter().zip(0..) {
            let macroblock = picture.get(column, row);
            // Consecutive pictures share unchanged macroblocks; the newest of these pictures is the cheapest.
            if before.replace(Arc::as_ptr(macroblock)) != Some(Arc::as_ptr(macroblock)) {
                let is_same = &mut || macroblock.source.equals(part, source, part);
                consider(Motion { ref_idx, mv: [0; 2] }, is_same);
            }
        }
        for motion in displaced {
            if let Some(from) = self.inside((column, row), part.square(), motion.mv) {
                let picture = &self.pictures[usize::from(motion.ref_idx)];
                consider(*motion, &mut || picture.shows(from, part, source));
            }
        }
        if let Some(motion) = kept {
            consider(motion, &mut || true);
        }
        best.map(|(_, motion)| motion)
    }

    /// Returns the upper left corner of a displaced square; `None` if the square leaves the picture or enters the
    /// strip.
    fn inside(
        &self,
        (column, row): (usize, usize),
        Square { left, top, side }: Square,
        [right, down]: [i16; 2],
    ) -> Option<(usize, usize)> {
        let x = (column * SIDE + left).checked_add_signed(right.into())?;
        let y = (row * SIDE + top).checked_add_signed(down.into())?;
        (x + side <= self.columns * SIDE && y + side <= self.last().rows() * SIDE).then_some((x, y))
    }

    pub fn nearest(&self, (column, row): (usize, usize), part: Part, source: &Samples) -> Motion {
        let difference = |picture: &Grid| picture.get(column, row).decoded.luma_sad(source, part);
        let differences = self.pictures.iter().map(difference).zip(0..);
        let ref_idx = differences.min_by_key(|(difference, _)| *difference).map_or(0, |(_, nearest)| nearest);
        Motion { ref_idx, mv: [0; 2] }
    }

    pub fn copied(&self, place: (usize, usize), motion: Motion, source: Source) -> Arc<Macroblock> {
        match motion {
            Motion { ref_idx, mv: [0, 0] } => {
                Arc::clone(self.pictures[usize::from(ref_idx)].get(place.0, place.1))
            }
            _ => Arc::new(Macroblock { source, decoded: self.copy(place, [motion; 4]) }),
        }
    }

    /// Returns the prediction of a macroblock whose 8×8 quarters have this motion (8.4.2).
    pub fn copy(&self, (column, row): (usize, usize), motion: [Motion; 4]) -> Samples {
        let picture = |motion: Motion| &self.pictures[usize::from(motion.ref_idx)];
        let parts = match motion {
            _ if motion != [motion[0]; 4] => (0..4).map(Part::Quarter).collect(),
            [Motion { mv: [0, 0], .. }, ..] => {
                return picture(motion[0]).get(column, row).decoded.clone();
            }
            _ => vec![Part::Whole],
        };
        let mut samples = Samples::GREY;
        for (part, motion) in parts.into_iter().zip(motion) {
            let square = part.square();
            let x = (column * SIDE + square.left).wrapping_add_signed(motion.mv[0].into());
            let y = (row * SIDE + square.top).wrapping_add_signed(motion.mv[1].into());
            picture(motion).copy((x, y), square, &mut samples);
        }
        samples
    }
}

#[derive(Debug)]
pub struct Macroblock {
    pub source: Source,
    pub decoded: Samples,
}

/// The macroblocks of a picture; a clone shares its rows until they are written.
#[derive(Debug, Clone)]
pub struct Grid {
    pub columns: usize,
    rows: Vec<Arc<Vec<Arc<Macroblock>>>>,
}

impl Grid {
    pub fn new(columns: usize, rows: usize) -> Self {
        let blank = Arc::new(Macroblock { source: Source::BLANK, decoded: Samples::GREY });
        let row = Arc::new(iter::repeat_n(blank, columns).collect::<Vec<_>>());
        Self { columns, rows: iter::repeat_n(row, rows).collect() }
    }

    pub const fn rows(&self) -> usize {
        self.rows.len()
    }

    pub fn get(&self, column: usize, row: usize) -> &Arc<Macroblock> {
        &self.rows[row][column]
    }

    pub fn set(&mut self, column: usize, row: usize, macroblock: Arc<Macroblock>) {
        Arc::make_mut(&mut self.rows[row])[column] = macroblock;
    }

    pub fn shows(&self, (x, y): (usize, usize), part: Part, source: &Source) -> bool {
        let Square { top, side, .. } = part.square();
        (0..side).all(|line| {
            let (expected, y) = (source.row(part, top + line), y + line);
            let row = |column: usize| self.rows[y / SIDE][column].source.row(Part::Whole, y % SIDE);
            let (here, beyond) = expected.split_at((SIDE + 1 - x % SIDE).min(side + 1));
            // The first pixel of a row in a source belongs to the macroblock to the left.
            row(x / SIDE)[x % SIDE..].starts_with(here)
                && (beyond.is_empty() || row(x / SIDE + 1)[1..].starts_with(beyond))
        })
    }

    /// Copies the samples at (`x`, `y`) to `square` of the macroblock `into`; all coordinates are even, in luma
    /// samples.
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

fn copy_row<'a, const N: usize>(into: &mut [u8], x: usize, row: impl Fn(usize) -> &'a [u8; N]) {
    let (here, beyond) = into.split_at_mut((N - x % N).min(into.len()));
    here.copy_from_slice(&row(x / N)[x % N..][..here.len()]);
    if !beyond.is_empty() {
        beyond.copy_from_slice(&row(x / N + 1)[..beyond.len()]);
    }
}

const MAX_CHANGES: usize = 256;

/// Maximum number of still areas with the content of a change that are considered.
const MAX_COMPARED_AREAS: usize = 8;

const MAX_STILL_AREAS: usize = 4096;

/// An area that has the same content in consecutive pictures.
#[derive(Debug)]
struct StillArea {
    area: Rect,
    digest: u128,
    since: u32,
    until: Option<u32>,
}

/// Finds changed areas whose content occurs elsewhere in reference pictures.
#[derive(Debug, Default)]
pub struct Displacements {
    still_areas: VecDeque<StillArea>,
    changes: Vec<Change>,
    /// The numbers of the reference pictures, in the order of `ref_idx`.
    references: VecDeque<u32>,
    now: u32,
    found: Vec<(Rect, Motion)>,
}

impl Displacements {
    pub fn clear_references(&mut self) {
        self.references.clear();
    }

    pub fn add(&mut self, change: &Change) {
        if self.changes.len() < MAX_CHANGES {
            self.changes.push(*change);
        } else {
            self.close(change.area);
        }
    }

    /// Ends all still areas that overlap this area.
    fn close(&mut self, area: Rect) {
        for still_area in self.still_areas.iter_mut().filter(|still_area| still_area.until.is_none()) {
            if still_area.area.overlaps(area) {
                still_area.until = Some(self.now);
            }
        }
    }

    pub fn find(&mut self) {
        self.found.clear();
        for change in &self.changes {
            let same = self.still_areas.iter().rev().filter(|still_area| {
                still_area.digest == change.digest
                    && [still_area.area.width, still_area.area.height]
                        == [change.area.width, change.area.height]
            });
            for still_area in same.take(MAX_COMPARED_AREAS) {
                let until = still_area.until.unwrap_or(u32::MAX);
                let newest = self.references.iter().zip(0..).find(|(number, _)| **number < until);
                if let (Some((number, ref_idx)), Some(mv)) = (newest, mv(change.area, still_area.area))
                    && *number >= still_area.since
                {
                    self.found.push((change.area, Motion { ref_idx, mv }));
                }
            }
        }
    }

    pub fn of(&self, column: usize, row: usize) -> Vec<Motion> {
        let side = SIDE as u32;
        let macroblock = Rect { x: column as u32 * side, y: row as u32 * side, width: side, height: side };
        let of_macroblock = self.found.iter().filter(|(area, _)| area.overlaps(macroblock));
        of_macroblock.map(|(_, motion)| *motion).collect()
    }

    /// Makes the current picture the newest of at most `references` reference pictures.
    pub fn next(&mut self, references: usize) {
        self.references.push_front(self.now);
        self.references.truncate(references);
        for change in mem::take(&mut self.changes) {
            self.close(change.area);
            let Change { area, digest, .. } = change;
            self.still_areas.push_back(StillArea { area, digest, since: self.now, until: None });
        }
        let oldest = self.references.back().copied().unwrap_or_default();
        self.still_areas.retain(|still_area| still_area.until.is_none_or(|until| until > oldest));
        while self.still_areas.len() > MAX_STILL_AREAS {
            self.still_areas.pop_front();
        }
        self.now += 1;
    }
}

/// Returns the motion vector between areas; `None` if it is zero, too long, or odd: chroma moves by whole samples.
fn mv(to: Rect, from: Rect) -> Option<[i16; 2]> {
    let mv = [from.x.wrapping_sub(to.x) as i32, from.y.wrapping_sub(to.y) as i32];
    let is_near = mv[0].unsigned_abs() <= MAX_MV_X && mv[1].unsigned_abs() < MAX_MV_Y;
    let is_even = mv.iter().all(|distance| distance % 2 == 0);
    (is_near && is_even && mv != [0; 2]).then(|| mv.map(|distance| distance as i16))
}
