//! Motion vector prediction (8.4.1), and the state of coded macroblocks that later macroblocks depend on.

use super::bits::{Bits, se_len, te_len};
use super::intra;

#[derive(Debug, Clone)]
pub struct CodedMb {
    /// Motion of the 8×8 quarters; `None` for intra.
    pub motion: Option<[Motion; 4]>,
    /// `Intra4x4PredMode` of each 4×4 block, row by row.
    pub intra4x4_pred_mode: [u8; 16],
    /// `total_coeff` of each 4×4 block: luma, Cb, Cr, each row by row.
    pub total_coeff: [u8; 24],
}

impl CodedMb {
    /// `P_Skip` with a zero motion vector.
    const SKIPPED: Self =
        Self { motion: Some([Motion::ZERO; 4]), intra4x4_pred_mode: [intra::DC; 16], total_coeff: [0; 24] };

    pub const INTRA: Self = Self { motion: None, ..Self::SKIPPED };

    pub const fn inter(motion: [Motion; 4]) -> Self {
        Self { motion: Some(motion), ..Self::SKIPPED }
    }
}

#[derive(Debug)]
pub struct Slice {
    columns: usize,
    /// The number of reference pictures; 0 for an I slice.
    references: usize,
    pub qp: u8,
    coded: Vec<CodedMb>,
    /// Indices of the macroblocks that were set; all others are `CodedMb::SKIPPED`.
    written: Vec<usize>,
}

impl Slice {
    pub fn new(columns: usize, rows: usize) -> Self {
        Self {
            columns,
            references: 0,
            qp: 0,
            coded: vec![CodedMb::SKIPPED; columns * rows],
            written: Vec::new(),
        }
    }

    pub fn begin(&mut self, references: usize, qp: u8) {
        for place in self.written.drain(..) {
            self.coded[place] = CodedMb::SKIPPED;
        }
        (self.references, self.qp) = (references, qp);
    }

    pub const fn is_i_slice(&self) -> bool {
        self.references == 0
    }

    pub fn set(&mut self, (column, row): (usize, usize), coded: CodedMb) {
        let place = row * self.columns + column;
        self.written.push(place);
        self.coded[place] = coded;
    }

    /// Returns the macroblocks to the left (A) and above (B), where available.
    pub fn neighbours(&self, (column, row): (usize, usize)) -> [Option<&CodedMb>; 2] {
        [self.coded((column, row), (-1, 0)), self.coded((column, row), (0, -1))]
    }

    /// Whether `P_Skip` would have a zero motion vector.
    pub fn skip_mv_is_zero(&self, (column, row): (usize, usize)) -> bool {
        let is_still = |by, quarter| self.neighbour((column, row), by, quarter).zeroes_skip_mv();
        is_still((-1, 0), 1)
            || is_still((0, -1), 2)
            || self.motion_neighbours((column, row)).skip_mv() == [0; 2]
    }

    /// Writes `mb_type` and `mb_pred` (7.3.5.1) of `P_L0_16x16`, or `sub_mb_pred` (7.3.5.2) of `P_8x8`.
    pub fn write_mb_pred(&self, bits: &mut Bits, place: (usize, usize), motion: [Motion; 4]) {
        let max_ref_idx = self.references as u32 - 1;
        let put_mvd = |bits: &mut Bits, motion: Motion, neighbours: MotionNeighbours| {
            for difference in mvd(motion, neighbours) {
                bits.se(difference);
            }
        };
        if motion == [motion[0]; 4] {
            bits.ue(0); // mb_type: P_L0_16x16
            bits.te(motion[0].ref_idx.into(), max_ref_idx);
            put_mvd(bits, motion[0], self.motion_neighbours(place));
            return;
        }
        let all_ref_idx_0 = max_ref_idx > 0 && motion.iter().all(|motion| motion.ref_idx == 0);
        bits.ue(if all_ref_idx_0 { 4 } else { 3 }); // mb_type: P_8x8ref0 or P_8x8
        (0..4).for_each(|_| bits.ue(0)); // sub_mb_type: P_L0_8x8
        if !all_ref_idx_0 {
            for motion in motion {
                bits.te(motion.ref_idx.into(), max_ref_idx);
            }
        }
        for (quarter, of_quarter) in motion.into_iter().enumerate() {
            put_mvd(bits, of_quarter, self.quarter_neighbours(place, quarter, motion));
        }
    }

    /// Returns the number of bits of `ref_idx` and `mvd` of a `P_L0_16x16` macroblock.
    pub fn motion_len(&self, neighbours: MotionNeighbours, motion: Motion) -> u32 {
        let mvd_len: u32 = mvd(motion, neighbours).into_iter().map(se_len).sum();
        te_len(motion.ref_idx.into(), self.references as u32 - 1) + mvd_len
    }

    fn coded(&self, (column, row): (usize, usize), by: (isize, isize)) -> Option<&CodedMb> {
        let column = column.checked_add_signed(by.0).filter(|column| *column < self.columns)?;
        let row = row.checked_add_signed(by.1)?;
        self.coded.get(row * self.columns + column)
    }

    fn neighbour(&self, place: (usize, usize), by: (isize, isize), quarter: usize) -> NeighbourMotion {
        match self.coded(place, by) {
            None => NeighbourMotion::Unavailable,
            Some(coded) => coded
                .motion
                .map_or(NeighbourMotion::Intra, |quarters| NeighbourMotion::Inter(quarters[quarter])),
        }
    }

    pub fn motion_neighbours(&self, place: (usize, usize)) -> MotionNeighbours {
        let neighbour = |by, quarter| self.neighbour(place, by, quarter);
        MotionNeighbours {
            left: neighbour((-1, 0), 1),
            above: neighbour((0, -1), 2),
            corner: neighbour((1, -1), 2).or(neighbour((-1, -1), 3)),
        }
    }

    fn quarter_neighbours(
        &self,
        place: (usize, usize),
        quarter: usize,
        own: [Motion; 4],
    ) -> MotionNeighbours {
        let neighbour = |by, quarter| self.neighbour(place, by, quarter);
        let own = |quarter: usize| NeighbourMotion::Inter(own[quarter]);
        match quarter {
            0 => MotionNeighbours {
                corner: neighbour((0, -1), 3).or(neighbour((-1, -1), 3)),
                ..self.motion_neighbours(place)
            },
            1 => MotionNeighbours {
                left: own(0),
                above: neighbour((0, -1), 3),
                corner: neighbour((1, -1), 2).or(neighbour((0, -1), 2)),
            },
            2 => MotionNeighbours { left: neighbour((-1, 0), 3), above: own(0), corner: own(1) },
            _ => MotionNeighbours { left: own(2), above: own(1), corner: own(0) },
        }
    }
}

/// Returns `mvd_l0`, in quarter samples.
fn mvd(motion: Motion, neighbours: MotionNeighbours) -> [i32; 2] {
    let mvp = neighbours.mvp(motion.ref_idx);
    [0, 1].map(|axis| 4 * (i32::from(motion.mv[axis]) - i32::from(mvp[axis])))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Motion {
    pub ref_idx: u8,
    /// To the right and down, in whole luma samples.
    pub mv: [i16; 2],
}

impl Motion {
    pub const ZERO: Self = Self { ref_idx: 0, mv: [0; 2] };
}

/// A neighbouring partition (8.4.1.3.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NeighbourMotion {
    /// Outside the slice, or not yet coded.
    Unavailable,
    Intra,
    Inter(Motion),
}

impl NeighbourMotion {
    const fn mv(self) -> [i16; 2] {
        match self {
            Self::Unavailable | Self::Intra => [0; 2],
            Self::Inter(motion) => motion.mv,
        }
    }

    /// Whether this neighbour makes the motion vector of `P_Skip` zero (8.4.1.1).
    pub fn zeroes_skip_mv(self) -> bool {
        matches!(self, Self::Unavailable | Self::Inter(Motion::ZERO))
    }

    pub const fn or(self, other: Self) -> Self {
        match self {
            Self::Unavailable => other,
            Self::Intra | Self::Inter(_) => self,
        }
    }

    fn refers_to(self, ref_idx: u8) -> bool {
        matches!(self, Self::Inter(motion) if motion.ref_idx == ref_idx)
    }
}

/// The neighbouring partitions A, B and C (6.4.11.7).
#[derive(Debug, Clone, Copy)]
pub struct MotionNeighbours {
    pub left: NeighbourMotion,
    pub above: NeighbourMotion,
    /// C, above to the right; D, above to the left, if C is unavailable.
    pub corner: NeighbourMotion,
}

impl MotionNeighbours {
    /// Returns the luma motion vector prediction (8.4.1.3): the median (8.4.1.3.1), except in special cases.
    pub fn mvp(self, ref_idx: u8) -> [i16; 2] {
        let all = [self.left, self.above, self.corner];
        if all[1..] == [NeighbourMotion::Unavailable; 2] {
            return self.left.mv();
        }
        let mut same = all.into_iter().filter(|neighbour| neighbour.refers_to(ref_idx));
        if let (Some(only), None) = (same.next(), same.next()) {
            return only.mv();
        }
        let [left, above, corner] = all.map(NeighbourMotion::mv);
        [0, 1].map(|axis| {
            let (low, high) = (left[axis].min(above[axis]), left[axis].max(above[axis]));
            corner[axis].clamp(low, high)
        })
    }

    /// Returns the motion vector of `P_Skip` (8.4.1.1).
    pub fn skip_mv(self) -> [i16; 2] {
        if self.left.zeroes_skip_mv() || self.above.zeroes_skip_mv() { [0; 2] } else { self.mvp(0) }
    }
}
