//! The ways to write a macroblock whose samples are stored: the same again costs no time.

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_128;

use crate::yuv::Yuv;

use super::bits::Bits;
use super::intra::{self, Blocks, Surroundings};
use super::residual::{
    Chroma, INTER_PATTERNS, INTRA_PATTERNS, ORDER, ROUNDING, Totals, code_of_pattern, difference,
    estimated_bits, luma_pattern, with, with_levels,
};
use super::samples::{Samples, Source, absolute, squares};
use super::slice::{Coded, Slice};
use super::transform::{Quantiser, forward, inverse};

/// One way to write a macroblock.
#[derive(Debug)]
pub struct Attempt {
    /// Without the number of skipped macroblocks before it.
    bits: Bits,
    /// As a decoder sees it.
    pub samples: Samples,
    pub coded: Coded,
    /// The quantisation parameter after it.
    pub parameter: u8,
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

/// How coarsely samples are stored.
#[derive(Debug, Clone, Copy)]
pub struct Coder {
    parameter: u8,
    luma: Quantiser,
    chroma: Quantiser,
    /// The squared difference that is worth a bit, in 1/16.
    bit_cost: u64,
}

/// The quantisation parameters at which means of blocks of 4×4 samples are exact, and at which all samples are that
/// do not differ by much.
const EXACT: [u8; 2] = [10, 4];

/// Of the modes of a block, those with the nearest samples are tried.
const TRIED_MODES: usize = 3;

/// A macroblock that takes no more bits than this, and is so near, is not tried as 4×4 samples, whose modes alone
/// take 16 bits.
const FEW_BITS: usize = 24;
const SMALL_DISTANCE: u64 = 384;

impl Coder {
    /// For a quantisation parameter from 0 to 51.
    pub fn new(parameter: u8) -> Self {
        Self {
            parameter,
            luma: Quantiser::new(parameter),
            chroma: Quantiser::new(Quantiser::chroma_parameter(parameter)),
            bit_cost: (16.0 * 0.85 * 2.0_f64.powf((f64::from(parameter) - 12.0) / 3.0)) as u64,
        }
    }

    /// What an attempt costs: its bits, and its differences from the source, which flat areas must not have.
    pub fn cost(&self, attempt: &Attempt, source: &Samples) -> u64 {
        let weight = if source.is_kept_flat(&attempt.samples) { 16 } else { 1 << 20 };
        weight * source.distance(&attempt.samples) + self.bit_cost * attempt.len() as u64
    }

    /// Writes how the quantisation parameter differs from the one before.
    fn write_parameter(&self, bits: &mut Bits, before: u8) {
        bits.signed((i32::from(self.parameter) - i32::from(before) + 26).rem_euclid(52) - 26);
    }

    /// Samples that are copied, with the differences from the source; `bits` begin with the motion in `coded`.
    /// Quarters that were seen before have none.
    pub fn copied(
        &self,
        mut bits: Bits,
        mut coded: Coded,
        (source, predicted): (&Samples, Samples),
        were_seen: [bool; 4],
        before: [Option<&Coded>; 2],
        parameter: u8,
    ) -> Attempt {
        let mut samples = predicted;
        let mut levels = [[0; 16]; 16];
        for (number, (x, y)) in ORDER.into_iter().enumerate() {
            let [expected, source] = [&samples.luma, &source.luma].map(|luma| Samples::block(luma, x, y));
            if !were_seen[number / 4] && source != expected {
                let of_block = self.luma.levels(&forward(&difference(&source, &expected)), ROUNDING);
                Samples::set_block(&mut samples.luma, x, y, &with_levels(&expected, &of_block, &self.luma));
                levels[4 * y + x] = of_block;
            }
        }
        let chroma = Chroma::new(&source.chroma, &samples.chroma, &self.chroma, were_seen);
        let pattern = luma_pattern(&levels) | chroma.pattern() << 4;
        bits.unsigned(code_of_pattern(&INTER_PATTERNS, pattern));
        if pattern > 0 {
            self.write_parameter(&mut bits, parameter);
        }
        let mut totals = Totals::new(before);
        totals.write_luma(&mut bits, &levels, pattern, 0);
        totals.write_chroma(&mut bits, &chroma);
        coded.totals = totals.own;
        samples.chroma = chroma.samples;
        let parameter = if pattern > 0 { self.parameter } else { parameter };
        Attempt { bits, samples, coded, parameter, is_raw: false }
    }
}

/// A macroblock that is predicted from the samples around it.
pub struct Intra<'a> {
    pub coder: &'a Coder,
    pub source: &'a Samples,
    pub around: &'a Surroundings,
    /// The macroblocks to the left and above.
    pub before: [Option<&'a Coded>; 2],
    /// Whether no macroblock of the picture is copied.
    pub is_key: bool,
    /// The quantisation parameter before it.
    pub parameter: u8,
}

/// The number of the mode of both planes of chroma, and what follows from it.
type IntraChroma = (u32, Chroma);

impl Intra<'_> {
    /// The cheapest way to write it.
    pub fn best(&self) -> Attempt {
        let chroma = self.chroma();
        let best = self.whole(&chroma);
        let finer = EXACT.into_iter().find(|finer| *finer < self.coder.parameter);
        if let Some(finer) = finer.filter(|_| !self.source.is_kept_flat(&best.samples)) {
            let finer = Intra { coder: &Coder::new(finer), ..*self }.best();
            let distance = |attempt: &Attempt| self.source.distance(&attempt.samples);
            return if distance(&finer) < distance(&best) { finer } else { best };
        }
        let is_good = best.len() <= FEW_BITS && self.source.distance(&best.samples) <= SMALL_DISTANCE;
        if self.source.is_flat() || is_good {
            return best;
        }
        let cost = |attempt: &Attempt| self.coder.cost(attempt, self.source);
        let least = cost(&best);
        let best = self.blocks(&chroma, least).filter(|attempt| cost(attempt) < least).unwrap_or(best);
        if best.len() < RAW_BITS {
            return best;
        }
        let raw = self.raw();
        if cost(&raw) < cost(&best) { raw } else { best }
    }

    /// Samples as they are.
    fn raw(&self) -> Attempt {
        let mut bits = Bits::default();
        bits.unsigned(self.code(25));
        // The bytes begin at the end of a byte of the stream, which is known when they are appended.
        let coded = Coded { totals: [16; 24], ..Coded::INTRA };
        Attempt { bits, samples: self.source.clone(), coded, parameter: self.parameter, is_raw: true }
    }

    /// The code of a type of macroblock among all those of the picture.
    const fn code(&self, number: u32) -> u32 {
        if self.is_key { number } else { number + 5 }
    }

    /// All of luma has one mode of prediction.
    fn whole(&self, (chroma_mode, chroma): &IntraChroma) -> Attempt {
        let predictions = intra::luma(&self.around.luma).into_iter().zip(0_u32..);
        let predictions = predictions.filter_map(|(samples, mode)| Some((samples?, mode)));
        // From the mean, flat areas differ by one number, which is stored without traces of what is around.
        let is_flat = self.source.is_flat();
        let (predicted, mode) = predictions
            .filter(|(samples, mode)| {
                !is_flat || *mode == u32::from(intra::MEAN) || *samples == self.source.luma
            })
            .min_by_key(|(samples, _)| absolute(samples.as_flattened(), self.source.luma.as_flattened()))
            .expect("the mean is always there");

        let quantiser = &self.coder.luma;
        let mut mean_levels = [0; 16];
        let mut levels = [[0; 16]; 16];
        let mut luma = predicted;
        if luma != self.source.luma {
            let mut means = [0; 16];
            for (number, (mean, levels)) in means.iter_mut().zip(&mut levels).enumerate() {
                let (x, y) = (number % 4, number / 4);
                let [source, predicted] =
                    [&self.source.luma, &predicted].map(|luma| Samples::block(luma, x, y));
                let mut coefficients = forward(&difference(&source, &predicted));
                *mean = mem::take(&mut coefficients[0]);
                *levels = quantiser.levels(&coefficients, ROUNDING);
            }
            mean_levels = quantiser.luma_mean_levels(&means);
            let means = quantiser.luma_means(&mean_levels);
            for (number, (mean, levels)) in means.into_iter().zip(&levels).enumerate() {
                let (x, y) = (number % 4, number / 4);
                let mut coefficients = quantiser.coefficients(levels);
                coefficients[0] = mean;
                let block = with(&Samples::block(&predicted, x, y), &inverse(&coefficients));
                Samples::set_block(&mut luma, x, y, &block);
            }
        }
        let has_more = levels.as_flattened().iter().any(|level| *level != 0);

        let mut bits = Bits::default();
        let number = 1 + mode + 4 * chroma.pattern() + if has_more { 12 } else { 0 };
        bits.unsigned(self.code(number));
        bits.unsigned(*chroma_mode);
        self.coder.write_parameter(&mut bits, self.parameter);
        let mut totals = Totals::new(self.before);
        totals.write_means(&mut bits, &mean_levels);
        totals.write_luma(&mut bits, &levels, if has_more { 0b1111 } else { 0 }, 1);
        totals.write_chroma(&mut bits, chroma);
        let coded = Coded { totals: totals.own, ..Coded::INTRA };
        let samples = Samples { luma, chroma: chroma.samples };
        Attempt { bits, samples, coded, parameter: self.coder.parameter, is_raw: false }
    }

    /// Each block of 4×4 samples has a mode of its own. `None` if it certainly costs more than `limit`.
    fn blocks(&self, (chroma_mode, chroma): &IntraChroma, limit: u64) -> Option<Attempt> {
        let mut sum = 0;
        let mut bits = Bits::default();
        let mut modes = Coded::INTRA.modes;
        let mut blocks = Blocks::new(self.around);
        let mut levels = [[0; 16]; 16];
        let quantiser = &self.coder.luma;
        bits.unsigned(self.code(0));
        for (x, y) in ORDER {
            let source = Samples::block(&self.source.luma, x, y);
            let expected = self.expected_mode(&modes, x, y);
            let predictions = intra::block(&blocks.around(x, y));
            let mut nearest = [(u32::MAX, 0_u8); 9];
            for (nearest, (samples, mode)) in nearest.iter_mut().zip(predictions.iter().zip(0..)) {
                if let Some(samples) = samples {
                    *nearest = (absolute(source.as_flattened(), samples.as_flattened()), mode);
                }
            }
            nearest.sort_unstable();
            let tried = nearest.into_iter().take(TRIED_MODES).filter_map(|(absolute, mode)| {
                let predicted = predictions[usize::from(mode)]?;
                let (of_block, decoded) = if absolute == 0 {
                    ([0; 16], predicted)
                } else {
                    let of_block = quantiser.levels(&forward(&difference(&source, &predicted)), ROUNDING);
                    (of_block, with_levels(&predicted, &of_block, quantiser))
                };
                let mode_bits = if mode == expected { 1 } else { 4 };
                let cost = 16 * u64::from(squares(source.as_flattened(), decoded.as_flattened()))
                    + self.coder.bit_cost * (mode_bits + estimated_bits(&of_block));
                Some((cost, mode, of_block, decoded))
            });
            let best = tried.min_by_key(|(cost, mode, ..)| (*cost, *mode));
            let (cost, mode, of_block, decoded) = best.expect("the mean is always there");
            sum += cost;
            if sum > limit {
                return None;
            }
            levels[4 * y + x] = of_block;
            blocks.set(x, y, &decoded);
            modes[4 * y + x] = mode;
            bits.flag(mode == expected);
            if mode != expected {
                bits.put(u32::from(if mode < expected { mode } else { mode - 1 }), 3);
            }
        }
        bits.unsigned(*chroma_mode);
        let pattern = luma_pattern(&levels) | chroma.pattern() << 4;
        bits.unsigned(code_of_pattern(&INTRA_PATTERNS, pattern));
        if pattern > 0 {
            self.coder.write_parameter(&mut bits, self.parameter);
        }
        let parameter = if pattern > 0 { self.coder.parameter } else { self.parameter };
        let mut totals = Totals::new(self.before);
        totals.write_luma(&mut bits, &levels, pattern, 0);
        totals.write_chroma(&mut bits, chroma);
        let coded = Coded { modes, totals: totals.own, ..Coded::INTRA };
        let samples = Samples { luma: blocks.luma(), chroma: chroma.samples };
        Some(Attempt { bits, samples, coded, parameter, is_raw: false })
    }

    fn expected_mode(&self, own: &[u8; 16], x: usize, y: usize) -> u8 {
        let of = |before: Option<&Coded>, place: usize| before.map(|coded| coded.modes[place]);
        let [left, above] = self.before;
        let left = x.checked_sub(1).map_or_else(|| of(left, 4 * y + 3), |x| Some(own[4 * y + x]));
        let above = y.checked_sub(1).map_or_else(|| of(above, 12 + x), |y| Some(own[4 * y + x]));
        left.zip(above).map_or(intra::MEAN, |(left, above)| left.min(above))
    }

    fn chroma(&self) -> IntraChroma {
        let [blue, red] = [0, 1].map(|plane| intra::chroma(&self.around.chroma[plane]));
        let pairs = blue.into_iter().zip(red).zip(0_u32..);
        let pairs = pairs.filter_map(|((blue, red), mode)| Some(([blue?, red?], mode)));
        let source = &self.source.chroma;
        let distance = |samples: &[[[u8; 8]; 8]; 2]| {
            absolute(samples.as_flattened().as_flattened(), source.as_flattened().as_flattened())
        };
        // Only from means, flat areas differ by means.
        let by_means = self.source.is_flat() && self.coder.parameter <= EXACT[0];
        let pairs = pairs.filter(|(samples, mode)| !by_means || *mode == 0 || samples == source);
        let (predicted, mode) =
            pairs.min_by_key(|(samples, _)| distance(samples)).expect("the mean is always there");
        (mode, Chroma::new(source, &predicted, &self.coder.chroma, [false; 4]))
    }
}

/// The largest number of macroblocks that are remembered.
const MAX_KNOWN: usize = 1 << 13;

/// The cheapest ways by what they depend on.
#[derive(Debug, Default)]
pub struct Memo {
    known: HashMap<u128, Arc<Attempt>>,
    key: Vec<u8>,
}

impl Memo {
    /// The cheapest way to write a macroblock that is not copied.
    pub fn best(
        &mut self,
        place: (usize, usize),
        source: &Source,
        (slice, around): (&Slice, &Surroundings),
        (coder, colours): (&Coder, &[Yuv]),
    ) -> Arc<Attempt> {
        let (before, is_key) = (slice.before(place), slice.is_key());
        let parameter = slice.parameter;
        self.key.clear();
        self.key.extend([is_key.into(), parameter]);
        self.key.extend_from_slice(source.bytes());
        around.append_to(&mut self.key);
        for Coded { modes, totals, .. } in before.into_iter().flatten() {
            self.key.extend_from_slice(modes);
            self.key.extend_from_slice(totals);
        }
        let key = xxh3_128(&self.key);
        if let Some(known) = self.known.get(&key) {
            return Arc::clone(known);
        }
        let intra = Intra { coder, source: &source.samples(colours), around, before, is_key, parameter };
        let best = Arc::new(intra.best());
        if self.known.len() >= MAX_KNOWN {
            self.known.clear();
        }
        self.known.insert(key, Arc::clone(&best));
        best
    }
}
