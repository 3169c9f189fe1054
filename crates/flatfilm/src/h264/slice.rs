//! What is known of the macroblocks of a picture that are written, where later ones come from, and how the stream says so
//! (clause 8.4.1 of H.264).

use super::bits::{Bits, signed_len, truncated_len};
use super::intra;

/// What later macroblocks must know of one.
#[derive(Debug, Clone)]
pub struct Coded {
    /// The motion of its quarters; `None` if it is predicted from samples nearby.
    pub motion: Option<[Motion; 4]>,
    /// The modes of prediction of 4×4 samples, row by row.
    pub modes: [u8; 16],
    /// The numbers of coefficients of blocks: of luma, then of both planes of chroma, row by row.
    pub totals: [u8; 24],
}

impl Coded {
    /// All samples are those of the last reference picture.
    const SKIPPED: Self = Self { motion: Some([Motion::NONE; 4]), modes: [intra::MEAN; 16], totals: [0; 24] };

    pub const INTRA: Self = Self { motion: None, ..Self::SKIPPED };

    pub const fn copied(motion: [Motion; 4]) -> Self {
        Self { motion: Some(motion), ..Self::SKIPPED }
    }
}

/// The macroblocks of the picture that is written.
#[derive(Debug)]
pub struct Slice {
    columns: usize,
    /// The number of reference pictures; 0 for a key frame.
    references: usize,
    /// The quantisation parameter after the last macroblock.
    pub parameter: u8,
    coded: Vec<Coded>,
    /// The places of those that are not skipped.
    written: Vec<usize>,
}

impl Slice {
    /// For pictures of so many macroblocks.
    pub fn new(columns: usize, rows: usize) -> Self {
        Self {
            columns,
            references: 0,
            parameter: 0,
            coded: vec![Coded::SKIPPED; columns * rows],
            written: Vec::new(),
        }
    }

    /// Begins a picture with so many reference pictures, and this quantisation parameter.
    pub fn begin(&mut self, references: usize, parameter: u8) {
        for place in self.written.drain(..) {
            self.coded[place] = Coded::SKIPPED;
        }
        (self.references, self.parameter) = (references, parameter);
    }

    pub const fn is_key(&self) -> bool {
        self.references == 0
    }

    /// Remembers how a macroblock was written.
    pub fn set(&mut self, (column, row): (usize, usize), coded: Coded) {
        let place = row * self.columns + column;
        self.written.push(place);
        self.coded[place] = coded;
    }

    /// The macroblocks to the left and above, as far as they are there.
    pub fn before(&self, (column, row): (usize, usize)) -> [Option<&Coded>; 2] {
        [self.coded((column, row), (-1, 0)), self.coded((column, row), (0, -1))]
    }

    /// Whether a macroblock that is skipped stands still.
    pub fn stands_still_if_skipped(&self, (column, row): (usize, usize)) -> bool {
        let is_still = |by, quarter| self.nearby((column, row), by, quarter).has_no_motion();
        is_still((-1, 0), 1) || is_still((0, -1), 2) || self.around((column, row)).of_skipped() == [0; 2]
    }

    /// Writes that the quarters of a macroblock are copied.
    pub fn write_motion(&self, bits: &mut Bits, place: (usize, usize), motion: [Motion; 4]) {
        let most = self.references as u32 - 1;
        let put_vector = |bits: &mut Bits, motion: Motion, around: Neighbours| {
            for difference in differences(motion, around) {
                bits.signed(difference);
            }
        };
        if motion == [motion[0]; 4] {
            bits.unsigned(0);
            bits.truncated(motion[0].reference.into(), most);
            put_vector(bits, motion[0], self.around(place));
            return;
        }
        let are_last = most > 0 && motion.iter().all(|motion| motion.reference == 0);
        bits.unsigned(if are_last { 4 } else { 3 });
        (0..4).for_each(|_| bits.unsigned(0));
        if !are_last {
            for motion in motion {
                bits.truncated(motion.reference.into(), most);
            }
        }
        for (quarter, of_quarter) in motion.into_iter().enumerate() {
            put_vector(bits, of_quarter, self.around_quarter(place, quarter, motion));
        }
    }

    /// The number of bits of the motion of a macroblock that is copied as a whole.
    pub fn motion_len(&self, around: Neighbours, motion: Motion) -> u32 {
        let most = self.references as u32 - 1;
        let vector: u32 = differences(motion, around).into_iter().map(signed_len).sum();
        truncated_len(motion.reference.into(), most) + vector
    }

    fn coded(&self, (column, row): (usize, usize), by: (isize, isize)) -> Option<&Coded> {
        let column = column.checked_add_signed(by.0).filter(|column| *column < self.columns)?;
        let row = row.checked_add_signed(by.1)?;
        self.coded.get(row * self.columns + column)
    }

    fn nearby(&self, place: (usize, usize), by: (isize, isize), quarter: usize) -> Nearby {
        match self.coded(place, by) {
            None => Nearby::Unknown,
            Some(coded) => coded.motion.map_or(Nearby::Intra, |quarters| Nearby::Copied(quarters[quarter])),
        }
    }

    pub fn around(&self, place: (usize, usize)) -> Neighbours {
        let nearby = |by, quarter| self.nearby(place, by, quarter);
        Neighbours {
            left: nearby((-1, 0), 1),
            above: nearby((0, -1), 2),
            corner: nearby((1, -1), 2).or(nearby((-1, -1), 3)),
        }
    }

    fn around_quarter(&self, place: (usize, usize), quarter: usize, own: [Motion; 4]) -> Neighbours {
        let nearby = |by, quarter| self.nearby(place, by, quarter);
        let own = |quarter: usize| Nearby::Copied(own[quarter]);
        match quarter {
            0 => Neighbours { corner: nearby((0, -1), 3).or(nearby((-1, -1), 3)), ..self.around(place) },
            1 => Neighbours {
                left: own(0),
                above: nearby((0, -1), 3),
                corner: nearby((1, -1), 2).or(nearby((0, -1), 2)),
            },
            2 => Neighbours { left: nearby((-1, 0), 3), above: own(0), corner: own(1) },
            _ => Neighbours { left: own(2), above: own(1), corner: own(0) },
        }
    }
}

/// How far a vector is from the expected one, in quarters of samples.
fn differences(motion: Motion, around: Neighbours) -> [i32; 2] {
    let expected = around.expected(motion.reference);
    [0, 1].map(|axis| 4 * (i32::from(motion.vector[axis]) - i32::from(expected[axis])))
}

/// Where the samples of a quarter of a macroblock come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Motion {
    /// The number of the reference picture, 0 for the last one.
    pub reference: u8,
    /// To the right and down, in whole samples of luma.
    pub vector: [i16; 2],
}

impl Motion {
    /// As in the last reference picture.
    pub const NONE: Self = Self { reference: 0, vector: [0; 2] };
}

/// What is known of a quarter nearby.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nearby {
    /// It is beyond the edge, or comes later.
    Unknown,
    /// It is not copied.
    Intra,
    Copied(Motion),
}

impl Nearby {
    const fn vector(self) -> [i16; 2] {
        match self {
            Self::Unknown | Self::Intra => [0; 2],
            Self::Copied(motion) => motion.vector,
        }
    }

    /// Whether a skipped macroblock next to it stands still.
    pub fn has_no_motion(self) -> bool {
        matches!(self, Self::Unknown | Self::Copied(Motion::NONE))
    }

    /// Another one where this is not known.
    pub const fn or(self, other: Self) -> Self {
        match self {
            Self::Unknown => other,
            Self::Intra | Self::Copied(_) => self,
        }
    }

    fn refers_to(self, reference: u8) -> bool {
        matches!(self, Self::Copied(motion) if motion.reference == reference)
    }
}

/// The quarters around one, or around a macroblock.
#[derive(Debug, Clone, Copy)]
pub struct Neighbours {
    pub left: Nearby,
    pub above: Nearby,
    /// Above to the right; where that is unknown, above to the left.
    pub corner: Nearby,
}

impl Neighbours {
    /// The vector that a copy from this reference is expected to have.
    pub fn expected(self, reference: u8) -> [i16; 2] {
        let all = [self.left, self.above, self.corner];
        if all[1..] == [Nearby::Unknown; 2] {
            return self.left.vector();
        }
        let mut same = all.into_iter().filter(|nearby| nearby.refers_to(reference));
        if let (Some(only), None) = (same.next(), same.next()) {
            return only.vector();
        }
        let [left, above, corner] = all.map(Nearby::vector);
        [0, 1].map(|axis| {
            let (low, high) = (left[axis].min(above[axis]), left[axis].max(above[axis]));
            corner[axis].clamp(low, high)
        })
    }

    /// The vector of a skipped macroblock.
    pub fn of_skipped(self) -> [i16; 2] {
        if self.left.has_no_motion() || self.above.has_no_motion() { [0; 2] } else { self.expected(0) }
    }
}
