//! Earlier pictures, and what of a new one they show.

use std::collections::VecDeque;
use std::sync::Arc;

use super::grid::{Grid, Macroblock};
use super::motion::Motion;
use super::samples::{Part, SIDE, Samples, Square};
use super::source::Source;

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
