//! One macroblock as bits.

use std::array;

use super::bits::Bits;
use super::cavlc::{self, Kind};
use super::intra::{self, Around, AroundBlock};
use super::motion::{Motion, Nearby, Neighbours};
use super::planes::{Planes, Samples};
use super::transform::{Block, Quantiser, forward, inverse};

/// What later macroblocks must know of one.
#[derive(Debug, Clone)]
pub struct Coded {
    /// The motion of its quarters; `None` if it is predicted from samples nearby.
    pub motion: Option<[Motion; 4]>,
    /// The modes of prediction of 4×4 samples, row by row.
    modes: [u8; 16],
    /// The numbers of coefficients of blocks: of luma, then of both planes of chroma, row by row.
    totals: [u8; 24],
}

impl Coded {
    /// All samples are those of the last reference picture.
    pub const SKIPPED: Self =
        Self { motion: Some([Motion::NONE; 4]), modes: [intra::MEAN; 16], totals: [0; 24] };

    pub const fn copied(motion: [Motion; 4]) -> Self {
        Self { motion: Some(motion), ..Self::SKIPPED }
    }

    const INTRA: Self = Self { motion: None, ..Self::SKIPPED };
}

/// One way to write a macroblock.
#[derive(Debug)]
pub struct Attempt {
    /// Without the number of skipped macroblocks before it.
    pub bits: Bits,
    /// As a decoder sees it.
    pub samples: Samples,
    pub coded: Coded,
    /// Whether the samples follow as bytes.
    is_raw: bool,
}

impl Attempt {
    pub fn write(&self, bits: &mut Bits) {
        bits.append(&self.bits);
        if self.is_raw {
            bits.align();
            bits.bytes(self.samples.luma.as_flattened());
            bits.bytes(self.samples.chroma.as_flattened().as_flattened());
        }
    }

    /// The number of bits.
    const fn len(&self) -> usize {
        self.bits.len() + if self.is_raw { RAW_BITS } else { 0 }
    }
}

/// The number of bits of the samples of a macroblock.
const RAW_BITS: usize = 8 * 384;

/// What all macroblocks of a picture have in common.
#[derive(Debug)]
pub struct Slice {
    columns: usize,
    /// The number of reference pictures; 0 for a key frame.
    references: usize,
    coder: Coder,
    coded: Vec<Coded>,
}

/// How coarsely samples are stored.
#[derive(Debug, Clone, Copy)]
pub struct Coder {
    luma: Quantiser,
    chroma: Quantiser,
    /// The squared difference that is worth a bit, in 1/16.
    bit_cost: u64,
}

impl Coder {
    /// For a quantisation parameter from 0 to 51.
    pub fn new(parameter: u8) -> Self {
        Self {
            luma: Quantiser::new(parameter),
            chroma: Quantiser::new(Quantiser::chroma_parameter(parameter)),
            bit_cost: (16.0 * 0.85 * 2.0_f64.powf((f64::from(parameter) - 12.0) / 3.0)) as u64,
        }
    }
}

/// Of the modes of a block, those with the nearest samples are tried.
const TRIED_MODES: usize = 3;

/// Levels are rounded at this share of a step, in 1/64: rarer ones need fewer bits.
const ROUNDING: i32 = 21;

impl Slice {
    pub fn new(columns: usize, rows: usize, references: usize, coder: &Coder) -> Self {
        Self { columns, references, coder: *coder, coded: vec![Coded::SKIPPED; columns * rows] }
    }

    /// Remembers how a macroblock was written.
    pub fn set(&mut self, column: usize, row: usize, coded: Coded) {
        self.coded[row * self.columns + column] = coded;
    }

    /// The vector of a macroblock if it is skipped.
    pub fn skipped_vector(&self, column: usize, row: usize) -> [i16; 2] {
        self.around(column, row).of_skipped()
    }

    /// The cheapest way to write a macroblock. `copied` is where its quarters come from, and the samples
    /// there.
    pub fn best(
        &self,
        (column, row): (usize, usize),
        source: &Samples,
        decoded: &Planes,
        copied: Option<([Motion; 4], Samples)>,
    ) -> Attempt {
        let place = Place { slice: self, column, row, source, decoded };
        let chroma = place.intra_chroma();
        let cost = |attempt: &Attempt| {
            16 * source.distance(&attempt.samples) + self.coder.bit_cost * attempt.len() as u64
        };
        let mut best = place.intra_16(&chroma);
        let mut least = cost(&best);
        if let Some((motion, samples)) = copied {
            let attempt = place.copied(motion, samples);
            if cost(&attempt) < least {
                least = cost(&attempt);
                best = attempt;
            }
        }
        if let Some(attempt) = place.intra_4(&chroma, least)
            && cost(&attempt) < least
        {
            best = attempt;
        }
        if best.len() < RAW_BITS {
            return best;
        }
        let raw = place.raw();
        if cost(&raw) < cost(&best) { raw } else { best }
    }

    /// The number of bits of a macroblock that is copied as a whole.
    pub fn copy_cost(&self, (column, row): (usize, usize), motion: Motion) -> usize {
        if motion == (Motion { reference: 0, vector: self.skipped_vector(column, row) }) {
            return 0;
        }
        let mut bits = Bits::default();
        self.write_motion(&mut bits, column, row, [motion; 4]);
        bits.len() + 2
    }

    /// A macroblock whose quarters are copied without differences.
    pub fn copy(&self, (column, row): (usize, usize), motion: [Motion; 4], samples: Samples) -> Attempt {
        let mut bits = Bits::default();
        self.write_motion(&mut bits, column, row, motion);
        bits.unsigned(0);
        Attempt { bits, samples, coded: Coded::copied(motion), is_raw: false }
    }

    fn write_motion(&self, bits: &mut Bits, column: usize, row: usize, motion: [Motion; 4]) {
        let most = self.references as u32 - 1;
        let put_vector = |bits: &mut Bits, motion: Motion, around: Neighbours| {
            let expected = around.expected(motion.reference);
            for (value, expected) in motion.vector.into_iter().zip(expected) {
                bits.signed(4 * (i32::from(value) - i32::from(expected)));
            }
        };
        if motion == [motion[0]; 4] {
            bits.unsigned(0);
            bits.truncated(motion[0].reference.into(), most);
            put_vector(bits, motion[0], self.around(column, row));
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
            put_vector(bits, of_quarter, self.around_quarter(column, row, quarter, motion));
        }
    }

    fn coded(&self, column: usize, row: usize, by: (isize, isize)) -> Option<&Coded> {
        let column = column.checked_add_signed(by.0).filter(|column| *column < self.columns)?;
        let row = row.checked_add_signed(by.1)?;
        self.coded.get(row * self.columns + column)
    }

    fn nearby(&self, column: usize, row: usize, by: (isize, isize), quarter: usize) -> Nearby {
        match self.coded(column, row, by) {
            None => Nearby::Unknown,
            Some(coded) => coded.motion.map_or(Nearby::Intra, |quarters| Nearby::Copied(quarters[quarter])),
        }
    }

    fn around(&self, column: usize, row: usize) -> Neighbours {
        let nearby = |by, quarter| self.nearby(column, row, by, quarter);
        Neighbours {
            left: nearby((-1, 0), 1),
            above: nearby((0, -1), 2),
            corner: match nearby((1, -1), 2) {
                Nearby::Unknown => nearby((-1, -1), 3),
                known => known,
            },
        }
    }

    fn around_quarter(&self, column: usize, row: usize, quarter: usize, own: [Motion; 4]) -> Neighbours {
        let nearby = |by, quarter| self.nearby(column, row, by, quarter);
        let own = |quarter: usize| Nearby::Copied(own[quarter]);
        match quarter {
            0 => Neighbours {
                left: nearby((-1, 0), 1),
                above: nearby((0, -1), 2),
                corner: match nearby((0, -1), 3) {
                    Nearby::Unknown => nearby((-1, -1), 3),
                    known => known,
                },
            },
            1 => Neighbours {
                left: own(0),
                above: nearby((0, -1), 3),
                corner: match nearby((1, -1), 2) {
                    Nearby::Unknown => nearby((0, -1), 2),
                    known => known,
                },
            },
            2 => Neighbours { left: nearby((-1, 0), 3), above: own(0), corner: own(1) },
            _ => Neighbours { left: own(2), above: own(1), corner: own(0) },
        }
    }
}

/// A macroblock that is to be written.
struct Place<'a> {
    slice: &'a Slice,
    column: usize,
    row: usize,
    source: &'a Samples,
    decoded: &'a Planes,
}

/// The levels of both planes of chroma.
struct Chroma {
    means: [[i16; 4]; 2],
    levels: [[[i16; 16]; 4]; 2],
    samples: [[[u8; 8]; 8]; 2],
}

impl Chroma {
    /// 0: nothing is stored; 1: means; 2: all.
    fn pattern(&self) -> u32 {
        let any = |levels: &[i16]| levels.iter().any(|level| *level != 0);
        if any(self.levels.as_flattened().as_flattened()) {
            2
        } else {
            u32::from(any(self.means.as_flattened()))
        }
    }
}

/// The modes of chroma with the same number for both planes, and what follows from it.
struct IntraChroma {
    mode: u32,
    chroma: Chroma,
}

impl Place<'_> {
    const fn coder(&self) -> &Coder {
        &self.slice.coder
    }

    /// Samples as they are.
    fn raw(&self) -> Attempt {
        let mut bits = Bits::default();
        bits.unsigned(self.intra_type(25));
        // The bytes begin at the end of a byte of the stream, which is known when they are appended.
        let coded = Coded { totals: [16; 24], ..Coded::INTRA };
        Attempt { bits, samples: self.source.clone(), coded, is_raw: true }
    }

    /// The number of a type of macroblock among all those of the picture.
    const fn intra_type(&self, number: u32) -> u32 {
        if self.slice.references == 0 { number } else { number + 5 }
    }

    fn copied(&self, motion: [Motion; 4], predicted: Samples) -> Attempt {
        let mut bits = Bits::default();
        self.slice.write_motion(&mut bits, self.column, self.row, motion);
        let mut coded = Coded::copied(motion);
        let mut samples = predicted;
        let mut levels = [[0; 16]; 16];
        let quantiser = &self.coder().luma;
        for (number, levels) in levels.iter_mut().enumerate() {
            let (x, y) = (number % 4, number / 4);
            let expected = part(&samples.luma, x, y);
            *levels =
                quantiser.levels(&forward(&difference(&part(&self.source.luma, x, y), &expected)), ROUNDING);
            set_part(&mut samples.luma, x, y, &with_levels(&expected, levels, quantiser));
        }
        let chroma = self.chroma(&samples.chroma);
        let pattern = luma_pattern(&levels) | chroma.pattern() << 4;
        bits.unsigned(code_of_pattern(&INTER_PATTERNS, pattern));
        if pattern > 0 {
            bits.signed(0);
        }
        self.write_luma(&mut bits, &mut coded.totals, &levels, pattern);
        self.write_chroma(&mut bits, &mut coded.totals, &chroma);
        samples.chroma = chroma.samples;
        Attempt { bits, samples, coded, is_raw: false }
    }

    fn intra_16(&self, chroma: &IntraChroma) -> Attempt {
        let around = Around::new(self.decoded, 0, self.column, self.row);
        let predictions = intra::luma(&around).into_iter().zip(0_u32..);
        let predictions = predictions.filter_map(|(samples, mode)| Some((samples?, mode)));
        let (predicted, mode) = predictions
            .min_by_key(|(samples, _)| absolute(samples.as_flattened(), self.source.luma.as_flattened()))
            .expect("the mean is always there");

        let quantiser = &self.coder().luma;
        let mut means = [0; 16];
        let mut levels = [[0; 16]; 16];
        for (number, (mean, levels)) in means.iter_mut().zip(&mut levels).enumerate() {
            let (x, y) = (number % 4, number / 4);
            let difference = difference(&part(&self.source.luma, x, y), &part(&predicted, x, y));
            let mut coefficients = forward(&difference);
            *mean = std::mem::take(&mut coefficients[0]);
            *levels = quantiser.levels(&coefficients, ROUNDING);
        }
        let mean_levels = quantiser.luma_mean_levels(&means);
        let means = quantiser.luma_means(&mean_levels);
        let has_more = levels.as_flattened().iter().any(|level| *level != 0);
        let mut luma = predicted;
        for (number, (mean, levels)) in means.into_iter().zip(&levels).enumerate() {
            let (x, y) = (number % 4, number / 4);
            let mut coefficients = quantiser.coefficients(levels);
            coefficients[0] = mean;
            set_part(&mut luma, x, y, &with(&part(&predicted, x, y), &inverse(&coefficients)));
        }

        let mut bits = Bits::default();
        let mut coded = Coded::INTRA;
        let number = 1 + mode + 4 * chroma.chroma.pattern() + if has_more { 12 } else { 0 };
        bits.unsigned(self.intra_type(number));
        bits.unsigned(chroma.mode);
        bits.signed(0);
        let kind = Kind::Block(self.nearby_total(&coded.totals, 0, 4, 0, 0));
        cavlc::write(&mut bits, &mean_levels, kind);
        if has_more {
            for (x, y) in ORDER {
                let kind = Kind::Block(self.nearby_total(&coded.totals, 0, 4, x, y));
                coded.totals[4 * y + x] = cavlc::write(&mut bits, &levels[4 * y + x][1..], kind);
            }
        }
        self.write_chroma(&mut bits, &mut coded.totals, &chroma.chroma);
        Attempt { bits, samples: Samples { luma, chroma: chroma.chroma.samples }, coded, is_raw: false }
    }

    /// `None` if it certainly costs more than `limit`.
    fn intra_4(&self, chroma: &IntraChroma, limit: u64) -> Option<Attempt> {
        let mut sum = 0;
        let mut bits = Bits::default();
        let mut coded = Coded::INTRA;
        let mut canvas = Surroundings::new(self.decoded, self.column, self.row);
        let mut levels = [[0; 16]; 16];
        let quantiser = &self.coder().luma;
        bits.unsigned(self.intra_type(0));
        for (number, (x, y)) in ORDER.into_iter().enumerate() {
            let source = part(&self.source.luma, x, y);
            let expected_mode = self.expected_mode(&coded.modes, x, y);
            let predictions = intra::block(&canvas.around(x, y, number)).into_iter().zip(0_u8..);
            let mut predictions: Vec<_> = predictions
                .filter_map(|(samples, mode)| {
                    let samples = samples?;
                    Some((absolute(source.as_flattened(), samples.as_flattened()), mode, samples))
                })
                .collect();
            predictions.sort_unstable_by_key(|(distance, mode, _)| (*distance, *mode));
            predictions.truncate(TRIED_MODES);
            let tried = predictions.into_iter().map(|(_, mode, predicted)| {
                let of_block = quantiser.levels(&forward(&difference(&source, &predicted)), ROUNDING);
                let decoded = with_levels(&predicted, &of_block, quantiser);
                let mode_bits = if mode == expected_mode { 1 } else { 4 };
                let cost = 16 * squares(&source, &decoded)
                    + self.coder().bit_cost * (mode_bits + estimated_bits(&of_block));
                (cost, mode, of_block, decoded)
            });
            let best = tried.min_by_key(|(cost, mode, ..)| (*cost, *mode));
            let (cost, mode, of_block, decoded) = best.expect("the mean is always there");
            sum += cost;
            if sum > limit {
                return None;
            }
            levels[4 * y + x] = of_block;
            canvas.set(x, y, &decoded);
            coded.modes[4 * y + x] = mode;
            bits.flag(mode == expected_mode);
            if mode != expected_mode {
                bits.put(u32::from(if mode < expected_mode { mode } else { mode - 1 }), 3);
            }
        }
        bits.unsigned(chroma.mode);
        let pattern = luma_pattern(&levels) | chroma.chroma.pattern() << 4;
        bits.unsigned(code_of_pattern(&INTRA_PATTERNS, pattern));
        if pattern > 0 {
            bits.signed(0);
        }
        self.write_luma(&mut bits, &mut coded.totals, &levels, pattern);
        self.write_chroma(&mut bits, &mut coded.totals, &chroma.chroma);
        Some(Attempt {
            bits,
            samples: Samples { luma: canvas.samples(), chroma: chroma.chroma.samples },
            coded,
            is_raw: false,
        })
    }

    fn expected_mode(&self, own: &[u8; 16], x: usize, y: usize) -> u8 {
        let other =
            |by, place: usize| self.slice.coded(self.column, self.row, by).map(|coded| coded.modes[place]);
        let left = if x > 0 { Some(own[4 * y + x - 1]) } else { other((-1, 0), 4 * y + 3) };
        let above = if y > 0 { Some(own[4 * (y - 1) + x]) } else { other((0, -1), 12 + x) };
        left.zip(above).map_or(intra::MEAN, |(left, above)| left.min(above))
    }

    fn intra_chroma(&self) -> IntraChroma {
        let [blue, red] =
            [1, 2].map(|plane| intra::chroma(&Around::new(self.decoded, plane, self.column, self.row)));
        let pairs = blue.into_iter().zip(red).zip(0_u32..);
        let pairs = pairs.filter_map(|((blue, red), mode)| Some(([blue?, red?], mode)));
        let distance = |samples: &[[[u8; 8]; 8]; 2]| {
            absolute(samples.as_flattened().as_flattened(), self.source.chroma.as_flattened().as_flattened())
        };
        let (samples, mode) =
            pairs.min_by_key(|(samples, _)| distance(samples)).expect("the mean is always there");
        IntraChroma { mode, chroma: self.chroma(&samples) }
    }

    fn chroma(&self, predicted: &[[[u8; 8]; 8]; 2]) -> Chroma {
        let quantiser = &self.coder().chroma;
        let mut out = Chroma { means: [[0; 4]; 2], levels: [[[0; 16]; 4]; 2], samples: *predicted };
        for (plane, predicted) in predicted.iter().enumerate() {
            let source = &self.source.chroma[plane];
            let mut means = [0; 4];
            for (number, mean) in means.iter_mut().enumerate() {
                let (x, y) = (number % 2, number / 2);
                let mut coefficients = forward(&difference(&part(source, x, y), &part(predicted, x, y)));
                *mean = std::mem::take(&mut coefficients[0]);
                out.levels[plane][number] = quantiser.levels(&coefficients, ROUNDING);
            }
            out.means[plane] = quantiser.chroma_mean_levels(means);
            let means = quantiser.chroma_means(out.means[plane]);
            for (number, mean) in means.into_iter().enumerate() {
                let (x, y) = (number % 2, number / 2);
                let mut coefficients = quantiser.coefficients(&out.levels[plane][number]);
                coefficients[0] = mean;
                let samples = with(&part(predicted, x, y), &inverse(&coefficients));
                set_part(&mut out.samples[plane], x, y, &samples);
            }
        }
        out
    }

    fn write_luma(&self, bits: &mut Bits, totals: &mut [u8; 24], levels: &[[i16; 16]; 16], pattern: u32) {
        for (number, (x, y)) in ORDER.into_iter().enumerate() {
            if pattern >> (number / 4) & 1 == 1 {
                let kind = Kind::Block(self.nearby_total(totals, 0, 4, x, y));
                totals[4 * y + x] = cavlc::write(bits, &levels[4 * y + x], kind);
            }
        }
    }

    fn write_chroma(&self, bits: &mut Bits, totals: &mut [u8; 24], chroma: &Chroma) {
        let pattern = chroma.pattern();
        if pattern > 0 {
            chroma.means.iter().for_each(|means| {
                cavlc::write(bits, means, Kind::ChromaMeans);
            });
        }
        if pattern > 1 {
            for (plane, blocks) in chroma.levels.iter().enumerate() {
                let first = 16 + 4 * plane;
                for (number, levels) in blocks.iter().enumerate() {
                    let kind = Kind::Block(self.nearby_total(totals, first, 2, number % 2, number / 2));
                    totals[first + number] = cavlc::write(bits, &levels[1..], kind);
                }
            }
        }
    }

    /// The number of coefficients that the blocks to the left and above suggest, for a block of a plane
    /// whose first total is `first`, with `side` blocks in each row.
    fn nearby_total(&self, own: &[u8; 24], first: usize, side: usize, x: usize, y: usize) -> u8 {
        let other = |by, place: usize| {
            self.slice.coded(self.column, self.row, by).map(|coded| coded.totals[first + place])
        };
        let left =
            if x > 0 { Some(own[first + side * y + x - 1]) } else { other((-1, 0), side * y + side - 1) };
        let above =
            if y > 0 { Some(own[first + side * (y - 1) + x]) } else { other((0, -1), side * (side - 1) + x) };
        match (left, above) {
            (Some(left), Some(above)) => (left + above).div_ceil(2),
            (Some(only), None) | (None, Some(only)) => only,
            (None, None) => 0,
        }
    }
}

/// The column and the row of each block of 4×4 samples, in their order in the stream.
const ORDER: [(usize, usize); 16] = {
    let mut order = [(0, 0); 16];
    let mut number = 0;
    while number < 16 {
        let (quarter, block) = (number / 4, number % 4);
        order[number] = (quarter % 2 * 2 + block % 2, quarter / 2 * 2 + block / 2);
        number += 1;
    }
    order
};

/// A macroblock of luma while it is decoded, with the samples that it is predicted from.
struct Surroundings {
    /// Begins with the row above and the column to the left; the row above goes on by four.
    samples: [[u8; 21]; 17],
    has_left: bool,
    has_above: bool,
    has_right: bool,
}

impl Surroundings {
    fn new(decoded: &Planes, column: usize, row: usize) -> Self {
        let (left, top) = (column * 16, row * 16);
        let (has_left, has_above) = (column > 0, row > 0);
        let has_right = has_above && column + 1 < decoded.columns;
        let mut samples = [[0; 21]; 17];
        if has_above {
            let line = decoded.line(0, top - 1);
            let to = if has_right { 20 } else { 16 };
            samples[0][1..=to].copy_from_slice(&line[left..left + to]);
            if has_left {
                samples[0][0] = line[left - 1];
            }
        }
        if has_left {
            for (line, samples) in samples[1..].iter_mut().enumerate() {
                samples[0] = decoded.line(0, top + line)[left - 1];
            }
        }
        Self { samples, has_left, has_above, has_right }
    }

    fn around(&self, x: usize, y: usize, number: usize) -> AroundBlock {
        let (left, top) = (4 * x, 4 * y);
        let above = (y > 0 || self.has_above).then(|| {
            let mut above = [0; 8];
            above.copy_from_slice(&self.samples[top][left + 1..left + 9]);
            let is_known = match (x, y) {
                (3, 0) => self.has_right,
                (_, 0) => true,
                (3, _) => false,
                _ => ORDER[..number].contains(&(x + 1, y - 1)),
            };
            if !is_known {
                let last = above[3];
                above[4..].fill(last);
            }
            above
        });
        let has_left = x > 0 || self.has_left;
        let left_edge = has_left.then(|| array::from_fn(|line| self.samples[top + 1 + line][left]));
        let corner = above.is_some() && has_left;
        AroundBlock { above, left: left_edge, corner: corner.then(|| self.samples[top][left]) }
    }

    fn set(&mut self, x: usize, y: usize, block: &[[u8; 4]; 4]) {
        for (line, from) in block.iter().enumerate() {
            self.samples[4 * y + 1 + line][4 * x + 1..][..4].copy_from_slice(from);
        }
    }

    fn samples(&self) -> [[u8; 16]; 16] {
        array::from_fn(|line| *self.samples[line + 1][1..].first_chunk().expect("a row has 20 samples"))
    }
}

/// About how many bits levels take.
fn estimated_bits(levels: &[i16; 16]) -> u64 {
    let Some(last) = levels.iter().rposition(|level| *level != 0) else { return 1 };
    let bits: u64 = levels[..=last]
        .iter()
        .map(|level| match level.unsigned_abs() {
            0 => 1,
            1 => 3,
            size => 3 + 2 * u64::from(size.ilog2()),
        })
        .sum();
    bits + 3
}

/// The quarters of which levels are stored, a bit each.
fn luma_pattern(levels: &[[i16; 16]; 16]) -> u32 {
    let mut pattern = 0;
    for (number, (x, y)) in ORDER.into_iter().enumerate() {
        if levels[4 * y + x].iter().any(|level| *level != 0) {
            pattern |= 1 << (number / 4);
        }
    }
    pattern
}

/// The patterns in the order of their codes.
const INTRA_PATTERNS: [u32; 48] = [
    47, 31, 15, 0, 23, 27, 29, 30, 7, 11, 13, 14, 39, 43, 45, 46, 16, 3, 5, 10, 12, 19, 21, 26, 28, 35, 37,
    42, 44, 1, 2, 4, 8, 17, 18, 20, 24, 6, 9, 22, 25, 32, 33, 34, 36, 40, 38, 41,
];

/// The same for macroblocks that are copied.
const INTER_PATTERNS: [u32; 48] = [
    0, 16, 1, 2, 4, 8, 32, 3, 5, 10, 12, 15, 47, 7, 11, 13, 14, 6, 9, 31, 35, 37, 42, 44, 33, 34, 36, 40, 39,
    43, 45, 46, 17, 18, 20, 24, 19, 21, 26, 28, 23, 27, 29, 30, 22, 25, 38, 41,
];

fn code_of_pattern(patterns: &[u32; 48], pattern: u32) -> u32 {
    patterns.iter().position(|other| *other == pattern).expect("all patterns have a code") as u32
}

/// The block of 4×4 samples in this column and row.
fn part<const N: usize>(samples: &[[u8; N]; N], x: usize, y: usize) -> [[u8; 4]; 4] {
    array::from_fn(|line| *samples[4 * y + line][4 * x..].first_chunk().expect("a block has 4 columns"))
}

fn set_part<const N: usize>(samples: &mut [[u8; N]; N], x: usize, y: usize, block: &[[u8; 4]; 4]) {
    for (line, from) in block.iter().enumerate() {
        samples[4 * y + line][4 * x..][..4].copy_from_slice(from);
    }
}

fn difference(one: &[[u8; 4]; 4], other: &[[u8; 4]; 4]) -> Block {
    array::from_fn(|place| i32::from(one[place / 4][place % 4]) - i32::from(other[place / 4][place % 4]))
}

fn with(samples: &[[u8; 4]; 4], differences: &Block) -> [[u8; 4]; 4] {
    array::from_fn(|y| {
        array::from_fn(|x| (i32::from(samples[y][x]) + differences[4 * y + x]).clamp(0, 255) as u8)
    })
}

/// Predicted samples with the differences of levels.
fn with_levels(predicted: &[[u8; 4]; 4], levels: &[i16; 16], quantiser: &Quantiser) -> [[u8; 4]; 4] {
    if *levels == [0; 16] { *predicted } else { with(predicted, &inverse(&quantiser.coefficients(levels))) }
}

fn absolute(one: &[u8], other: &[u8]) -> u32 {
    one.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(*other))).sum()
}

fn squares(one: &[[u8; 4]; 4], other: &[[u8; 4]; 4]) -> u64 {
    let pairs = one.as_flattened().iter().zip(other.as_flattened());
    pairs.map(|(one, other)| u64::from(one.abs_diff(*other)).pow(2)).sum()
}
