//! Earlier pictures, and where the content of a new one was seen in them.

use std::collections::VecDeque;
use std::sync::Arc;
use std::{iter, mem};

use crate::picture::{Change, Rect};

use super::parameters::{MAX_COLUMNS, MAX_ROWS};
use super::samples::{Part, SIDE, Samples, Source, Square};
use super::slice::Motion;

/// The pictures that the next one refers to, the newest first.
#[derive(Debug)]
pub struct References {
    pub pictures: VecDeque<Grid>,
    most: usize,
    /// Width of what players show, in macroblocks.
    columns: usize,
}

impl References {
    /// None yet, of `most` pictures with so many columns that players show.
    pub const fn new(most: usize, columns: usize) -> Self {
        Self { pictures: VecDeque::new(), most, columns }
    }

    /// Adds a picture; the oldest one makes room.
    pub fn add(&mut self, picture: Grid) {
        self.pictures.truncate(self.most - 1);
        self.pictures.push_front(picture);
    }

    /// # Panics
    /// When there is none.
    pub fn last(&self) -> &Grid {
        &self.pictures[0]
    }

    /// Where a part of a macroblock was seen before, at its own place, displaced, or where it is kept: the
    /// cheapest motion.
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
        for (picture, reference) in self.pictures.iter().zip(0..) {
            let macroblock = picture.get(column, row);
            // Pictures share what stands still: then the newest of them is the cheapest.
            if before.replace(Arc::as_ptr(macroblock)) != Some(Arc::as_ptr(macroblock)) {
                let is_same = &mut || macroblock.source.has_same(part, source, part);
                consider(Motion { reference, vector: [0; 2] }, is_same);
            }
        }
        for motion in displaced {
            if let Some(from) = self.inside((column, row), part.square(), motion.vector) {
                let picture = &self.pictures[usize::from(motion.reference)];
                consider(*motion, &mut || picture.shows(from, part, source));
            }
        }
        if let Some(motion) = kept {
            consider(motion, &mut || true);
        }
        best.map(|(_, motion)| motion)
    }

    /// The left upper corner of a displaced square of a macroblock, if all of it is in the picture.
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

    /// The nearest to a part of a macroblock at the same place.
    pub fn nearest(&self, (column, row): (usize, usize), part: Part, source: &Samples) -> Motion {
        let difference = |picture: &Grid| picture.get(column, row).decoded.luma_difference(source, part);
        let differences = self.pictures.iter().map(difference).zip(0..);
        let reference =
            differences.min_by_key(|(difference, _)| *difference).map_or(0, |(_, nearest)| nearest);
        Motion { reference, vector: [0; 2] }
    }

    /// A macroblock that shows this, and is copied as a whole.
    pub fn copied(&self, place: (usize, usize), motion: Motion, source: Source) -> Arc<Macroblock> {
        match motion {
            Motion { reference, vector: [0, 0] } => {
                Arc::clone(self.pictures[usize::from(reference)].get(place.0, place.1))
            }
            _ => Arc::new(Macroblock { source, decoded: self.copy(place, [motion; 4]) }),
        }
    }

    /// The decoded samples that the quarters of a macroblock are copied from.
    pub fn copy(&self, (column, row): (usize, usize), motion: [Motion; 4]) -> Samples {
        let picture = |motion: Motion| &self.pictures[usize::from(motion.reference)];
        let parts = match motion {
            _ if motion != [motion[0]; 4] => (0..4).map(Part::Quarter).collect(),
            [Motion { vector: [0, 0], .. }, ..] => {
                return picture(motion[0]).get(column, row).decoded.clone();
            }
            _ => vec![Part::Whole],
        };
        let mut samples = Samples::GREY;
        for (part, motion) in parts.into_iter().zip(motion) {
            let square = part.square();
            let x = (column * SIDE + square.left).wrapping_add_signed(motion.vector[0].into());
            let y = (row * SIDE + square.top).wrapping_add_signed(motion.vector[1].into());
            picture(motion).copy((x, y), square, &mut samples);
        }
        samples
    }
}

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

/// The largest number of changes of a picture whose content is looked for elsewhere.
const MAX_CHANGES: usize = 256;

/// The largest number of places at which the content of a change is looked for.
const MAX_PLACES: usize = 8;

/// The largest number of places whose content is remembered.
const MAX_SIGHTS: usize = 4096;

/// An area of several pictures in a row.
#[derive(Debug)]
struct Sight {
    area: Rect,
    digest: u128,
    /// The first picture that shows it.
    since: u32,
    /// The first one that no longer does.
    until: Option<u32>,
}

/// The content of areas that have changed, and the changes of the next picture.
#[derive(Debug, Default)]
pub struct Displacements {
    /// The newest last.
    sights: VecDeque<Sight>,
    changes: Vec<Change>,
    /// The numbers of the reference pictures, the newest first; pictures without changes have none.
    references: VecDeque<u32>,
    now: u32,
    /// What is copied from elsewhere in references, with the area that it makes.
    found: Vec<(Rect, Motion)>,
}

impl Displacements {
    /// The next picture is a key frame.
    pub fn clear_references(&mut self) {
        self.references.clear();
    }

    /// Adds a change of the next picture.
    pub fn add(&mut self, change: &Change) {
        if self.changes.len() < MAX_CHANGES {
            self.changes.push(*change);
        } else {
            self.close(change.area);
        }
    }

    /// Nothing overlapping this area is seen from the next picture on.
    fn close(&mut self, area: Rect) {
        for sight in self.sights.iter_mut().filter(|sight| sight.until.is_none()) {
            if sight.area.overlaps(area) {
                sight.until = Some(self.now);
            }
        }
    }

    /// Looks for the changes of the next picture, in references.
    pub fn find(&mut self) {
        self.found.clear();
        for change in &self.changes {
            let seen = self.sights.iter().rev().filter(|sight| {
                sight.digest == change.digest
                    && [sight.area.width, sight.area.height] == [change.area.width, change.area.height]
            });
            for sight in seen.take(MAX_PLACES) {
                let until = sight.until.unwrap_or(u32::MAX);
                let newest = self.references.iter().zip(0..).find(|(number, _)| **number < until);
                if let (Some((number, reference)), Some(vector)) = (newest, vector(change.area, sight.area))
                    && *number >= sight.since
                {
                    self.found.push((change.area, Motion { reference, vector }));
                }
            }
        }
    }

    /// Those of a macroblock.
    pub fn of(&self, column: usize, row: usize) -> Vec<Motion> {
        let side = SIDE as u32;
        let macroblock = Rect { x: column as u32 * side, y: row as u32 * side, width: side, height: side };
        let of_macroblock = self.found.iter().filter(|(area, _)| area.overlaps(macroblock));
        of_macroblock.map(|(_, motion)| *motion).collect()
    }

    /// The next picture has become the newest of so many references.
    pub fn next(&mut self, references: usize) {
        self.references.push_front(self.now);
        self.references.truncate(references);
        for change in mem::take(&mut self.changes) {
            self.close(change.area);
            let Change { area, digest, .. } = change;
            self.sights.push_back(Sight { area, digest, since: self.now, until: None });
        }
        let oldest = self.references.back().copied().unwrap_or_default();
        self.sights.retain(|sight| sight.until.is_none_or(|until| until > oldest));
        while self.sights.len() > MAX_SIGHTS {
            self.sights.pop_front();
        }
        self.now += 1;
    }
}

/// From one area to another: even, so that chroma moves by whole samples.
fn vector(to: Rect, from: Rect) -> Option<[i16; 2]> {
    let vector = [from.x.wrapping_sub(to.x) as i32, from.y.wrapping_sub(to.y) as i32];
    let is_near = vector[0].unsigned_abs() <= MAX_COLUMNS && vector[1].unsigned_abs() < MAX_ROWS;
    let is_even = vector.iter().all(|distance| distance % 2 == 0);
    (is_near && is_even && vector != [0; 2]).then(|| vector.map(|distance| distance as i16))
}
