//! Where the content of changes was seen before.

use std::collections::VecDeque;

use crate::picture::{Change, Rect};

use super::motion::Motion;
use super::parameters::{MAX_COLUMNS, MAX_ROWS};
use super::samples::SIDE;

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
        for change in std::mem::take(&mut self.changes) {
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
