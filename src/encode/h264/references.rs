//! Earlier pictures, and what of a new one they show.

use std::collections::{HashMap, VecDeque};

use crate::picture::{Change, Rect};

use super::motion::Motion;
use super::parameters::MAX_ROWS;
use super::planes::{Planes, SIDE, Samples, Square};

/// The longest vector to the left and right.
const MAX_COLUMNS: usize = 2032;

/// A picture that later ones refer to.
#[derive(Debug)]
pub struct Reference {
    /// As it was given.
    pub source: Planes,
    /// As a decoder shows it.
    pub decoded: Planes,
}

/// The last pictures, the newest first.
#[derive(Debug)]
pub struct References {
    pictures: VecDeque<Reference>,
    most: usize,
}

impl References {
    pub fn new(most: usize) -> Self {
        Self { pictures: VecDeque::new(), most }
    }

    pub fn is_empty(&self) -> bool {
        self.pictures.is_empty()
    }

    pub fn clear(&mut self) {
        self.pictures.clear();
    }

    /// The oldest picture makes room for a new one.
    pub fn add(&mut self, picture: Reference) {
        self.pictures.truncate(self.most - 1);
        self.pictures.push_front(picture);
    }

    /// # Panics
    /// When there is none.
    pub fn last(&self) -> &Reference {
        &self.pictures[0]
    }

    /// Where a square of a macroblock was seen before: at its own place, or displaced.
    pub fn find(
        &self,
        (column, row): (usize, usize),
        square: Square,
        source: &Samples,
        displacements: &[[i16; 2]],
    ) -> Option<Motion> {
        let (x, y) = (column * SIDE + square.left, row * SIDE + square.top);
        let here = [[0; 2]];
        here.iter().chain(displacements).find_map(|vector| {
            let x = x.checked_add_signed(vector[0].into())?;
            let y = y.checked_add_signed(vector[1].into())?;
            let [width, height] =
                [self.last().source.columns, self.last().source.rows()].map(|side| side * SIDE);
            if x + square.side > width || y + square.side > height {
                return None;
            }
            let seen = |picture: &Reference| picture.source.equals((x, y), square, source);
            let reference = self.pictures.iter().position(seen)? as u8;
            Some(Motion { reference, vector: *vector })
        })
    }

    /// The decoded samples that the quarters of a macroblock are copied from.
    pub fn copy(&self, column: usize, row: usize, motion: [Motion; 4]) -> Samples {
        let mut samples = Samples::GREY;
        for (square, motion) in Square::QUARTERS.into_iter().zip(motion) {
            let x = (column * SIDE + square.left).wrapping_add_signed(motion.vector[0].into());
            let y = (row * SIDE + square.top).wrapping_add_signed(motion.vector[1].into());
            self.pictures[usize::from(motion.reference)].decoded.copy((x, y), square, &mut samples);
        }
        samples
    }
}

/// The largest number of digests that are remembered.
const MAX_DIGESTS: usize = 4096;

/// The largest number of places that are remembered of a digest.
const MAX_PLACES: usize = 8;

/// How far away the content of changes was seen before.
#[derive(Debug, Default)]
pub struct Displacements {
    places: HashMap<u128, VecDeque<(u32, u32)>>,
    changes: Vec<Change>,
}

impl Displacements {
    /// Adds a change of the next picture.
    pub fn add(&mut self, change: &Change) {
        self.changes.push(*change);
    }

    /// Those of a macroblock: even, so that chroma moves by whole samples.
    pub fn of(&self, column: usize, row: usize) -> Vec<[i16; 2]> {
        let side = SIDE as u32;
        let macroblock = Rect { x: column as u32 * side, y: row as u32 * side, width: side, height: side };
        let mut displacements = Vec::new();
        for change in self.changes.iter().filter(|change| change.area.overlaps(macroblock)) {
            for (x, y) in self.places.get(&change.digest).into_iter().flatten() {
                let vector = [x.wrapping_sub(change.area.x) as i32, y.wrapping_sub(change.area.y) as i32];
                let is_near = vector[0].unsigned_abs() <= MAX_COLUMNS as u32
                    && vector[1].unsigned_abs() < MAX_ROWS as u32;
                if is_near && vector.iter().all(|distance| distance % 2 == 0) && vector != [0; 2] {
                    displacements.push(vector.map(|distance| distance as i16));
                }
            }
        }
        displacements
    }

    /// The next picture has become an earlier one.
    pub fn next(&mut self) {
        for change in self.changes.drain(..) {
            if self.places.len() >= MAX_DIGESTS {
                self.places.clear();
            }
            let places = self.places.entry(change.digest).or_default();
            let place = (change.area.x, change.area.y);
            places.retain(|other| *other != place);
            places.push_front(place);
            places.truncate(MAX_PLACES);
        }
    }
}
