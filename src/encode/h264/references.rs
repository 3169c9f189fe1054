//! Earlier pictures, and what of a new one they show.

use std::collections::{HashMap, VecDeque};

use crate::picture::{Change, Rect};

use super::motion::Motion;
use super::parameters::{FRAME_NUMBER_BITS, MAX_ROWS};
use super::planes::{Planes, SIDE, Samples, Square};

/// The longest vector to the left and right.
const MAX_COLUMNS: usize = 2032;

/// A picture that later ones refer to.
#[derive(Debug)]
pub struct Reference {
    /// How many reference pictures there were before it since the last key frame.
    number: u32,
    /// As it was given.
    pub source: Planes,
    /// As a decoder shows it.
    pub decoded: Planes,
    /// The looks of its macroblocks, row by row: equal where equal ones were found in a reference.
    looks: Vec<u32>,
}

/// Earlier pictures, the newest first.
#[derive(Debug)]
pub struct References {
    pictures: VecDeque<Reference>,
    most: usize,
    /// The number of looks so far.
    looks: u32,
}

impl References {
    pub fn new(most: usize) -> Self {
        Self { pictures: VecDeque::new(), most, looks: 0 }
    }

    pub fn len(&self) -> usize {
        self.pictures.len()
    }

    pub fn is_empty(&self) -> bool {
        self.pictures.is_empty()
    }

    pub fn clear(&mut self) {
        self.pictures.clear();
    }

    /// The looks of a key frame: all are new.
    pub fn fresh_looks(&mut self, macroblocks: usize) -> Vec<u32> {
        (0..macroblocks).map(|_| self.fresh_look()).collect()
    }

    fn fresh_look(&mut self) -> u32 {
        self.looks = self.looks.wrapping_add(1);
        self.looks
    }

    /// The looks of the next picture, in which these macroblocks are as in a reference at the same place,
    /// or new.
    pub fn looks(&mut self, changes: impl Iterator<Item = (usize, Option<u8>)>) -> Vec<u32> {
        let mut looks = self.last().looks.clone();
        for (place, reference) in changes {
            looks[place] = match reference {
                Some(reference) => self.pictures[usize::from(reference)].looks[place],
                None => self.fresh_look(),
            };
        }
        looks
    }

    /// The picture that makes room for one with these looks, if there is no room: that with the fewest
    /// looks which no other has, and of several the oldest.
    pub fn least_useful(&self, looks: &[u32]) -> Option<usize> {
        if self.pictures.len() < self.most {
            return None;
        }
        let oldest = self.pictures.len() - 1;
        if self.age(oldest) + 1 >= 1 << FRAME_NUMBER_BITS {
            return Some(oldest);
        }
        let mut only_there = vec![0; self.pictures.len()];
        for (place, look) in looks.iter().enumerate() {
            let of = |picture: &Reference| picture.looks[place];
            if self.pictures.iter().all(|picture| of(picture) == *look) {
                continue;
            }
            for (number, picture) in self.pictures.iter().enumerate() {
                let same = self.pictures.iter().filter(|other| of(other) == of(picture)).count();
                if of(picture) != *look && same == 1 {
                    only_there[number] += 1;
                }
            }
        }
        (0..=oldest).rev().min_by_key(|number| only_there[*number] * 4096 / (self.age(*number) + 20))
    }

    /// How many pictures there were since this one, as the next one counts them.
    pub fn age(&self, number: usize) -> u32 {
        self.next_number() - self.pictures[number].number
    }

    /// Adds a picture in the place of another.
    pub fn add(&mut self, instead: Option<usize>, source: Planes, decoded: Planes, looks: Vec<u32>) {
        let number = self.next_number();
        if let Some(instead) = instead {
            self.pictures.remove(instead);
        }
        self.pictures.push_front(Reference { number, source, decoded, looks });
    }

    /// The number of the next picture.
    pub fn next_number(&self) -> u32 {
        self.pictures.front().map_or(0, |last| last.number + 1)
    }

    /// Whether a picture is the oldest one.
    pub fn is_oldest(&self, number: usize) -> bool {
        number + 1 == self.pictures.len()
    }

    /// # Panics
    /// When there is none.
    pub fn last(&self) -> &Reference {
        &self.pictures[0]
    }

    /// Where a square of a macroblock was seen before, at its own place or displaced: the cheapest motion.
    pub fn find(
        &self,
        (column, row): (usize, usize),
        square: Square,
        source: &Samples,
        displacements: &[[i16; 2]],
        cost: impl Fn(Motion) -> usize,
    ) -> Option<Motion> {
        let (x, y) = (column * SIDE + square.left, row * SIDE + square.top);
        let Planes { columns, .. } = self.last().source;
        let rows = self.last().source.rows();
        let here = [[0; 2]];
        let vectors = here.iter().chain(displacements).filter_map(|vector| {
            let x = x.checked_add_signed(vector[0].into()).filter(|x| x + square.side <= columns * SIDE)?;
            let y = y.checked_add_signed(vector[1].into()).filter(|y| y + square.side <= rows * SIDE)?;
            Some((vector, (x, y)))
        });
        let motions = vectors.flat_map(|(vector, from)| {
            let pictures = self.pictures.iter().zip(0..);
            let seen = pictures.filter(move |(picture, _)| picture.source.equals(from, square, source));
            seen.map(|(_, reference)| Motion { reference, vector: *vector })
        });
        motions.min_by_key(|motion| cost(*motion))
    }

    /// The nearest to a square of a macroblock at the same place.
    pub fn nearest(&self, (column, row): (usize, usize), square: Square, source: &Samples) -> Motion {
        let (x, y) = (column * SIDE + square.left, row * SIDE + square.top);
        let distance = |picture: &Reference| picture.decoded.distance((x, y), square, source);
        let nearest = self.pictures.iter().map(distance).enumerate().min_by_key(|(_, distance)| *distance);
        Motion { reference: nearest.map_or(0, |(number, _)| number as u8), vector: [0; 2] }
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

/// The largest number of changes of a picture whose content is looked for elsewhere.
const MAX_CHANGES: usize = 256;

/// How far away the content of changes was seen before.
#[derive(Debug, Default)]
pub struct Displacements {
    places: HashMap<u128, VecDeque<(u32, u32)>>,
    changes: Vec<Change>,
}

impl Displacements {
    /// Adds a change of the next picture.
    pub fn add(&mut self, change: &Change) {
        if self.changes.len() < MAX_CHANGES {
            self.changes.push(*change);
        }
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
                    let vector = vector.map(|distance| distance as i16);
                    if !displacements.contains(&vector) {
                        displacements.push(vector);
                    }
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
