//! The candidate codings of a macroblock with residual, and a cache of the best intra candidates.

use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_128;

use crate::yuv::Yuv;

use super::bits::Bits;
use super::intra::{self, Blocks, MbEdges};
use super::residual::{
    BLOCK_ORDER, Chroma, INTER_CBP, INTRA_CBP, ROUNDING, TotalCoeffs, add, cbp_code_num, difference,
    estimated_bits, luma_cbp, reconstruct,
};
use super::samples::{Samples, Source, sad, ssd};
use super::slice::{CodedMb, Slice};
use super::transform::{Quantiser, forward, inverse};

#[derive(Debug)]
pub struct Candidate {
    /// The macroblock layer (7.3.5), up to the PCM samples.
    bits: Bits,
    pub samples: Samples,
    pub coded: CodedMb,
    pub qp: u8,
    is_pcm: bool,
}

impl Candidate {
    pub fn write(&self, bits: &mut Bits) {
        bits.append(&self.bits);
        if self.is_pcm {
            bits.align();
            bits.bytes(self.samples.luma.as_flattened());
            bits.bytes(self.samples.chroma.as_flattened().as_flattened());
        }
    }

    const fn len(&self) -> usize {
        self.bits.len() + if self.is_pcm { PCM_BITS } else { 0 }
    }
}

const PCM_BITS: usize = 8 * 384;

#[derive(Debug, Clone, Copy)]
pub struct Coder {
    qp: u8,
    luma: Quantiser,
    chroma: Quantiser,
    /// Lagrange multiplier: the squared difference that is worth a bit, in 1/16.
    bit_cost: u64,
}

/// QPs for inexact flat areas: at 10, DC levels are exact; at 4, so are all samples that differ little.
const EXACT: [u8; 2] = [10, 4];

/// Number of `Intra_4x4` modes tried for a block: those whose predictions differ least from the source.
const TRIED_MODES: usize = 3;

/// `Intra_4x4`, whose modes take at least 16 bits, is only tried if `Intra_16x16` takes more bits than this, or
/// has a larger SSD than [`SMALL_DISTANCE`].
const FEW_BITS: usize = 24;
const SMALL_DISTANCE: u64 = 384;

impl Coder {
    pub fn new(qp: u8) -> Self {
        Self {
            qp,
            luma: Quantiser::new(qp),
            chroma: Quantiser::new(Quantiser::chroma_qp(qp)),
            bit_cost: (16.0 * 0.85 * 2.0_f64.powf((f64::from(qp) - 12.0) / 3.0)) as u64,
        }
    }

    /// Returns the rate-distortion cost, which is very high for inexact flat areas.
    pub fn cost(&self, candidate: &Candidate, source: &Samples) -> u64 {
        let weight = if source.is_exact_if_flat(&candidate.samples) { 16 } else { 1 << 20 };
        weight * source.distance(&candidate.samples) + self.bit_cost * candidate.len() as u64
    }

    /// Writes `mb_qp_delta` (7.4.5).
    fn write_mb_qp_delta(&self, bits: &mut Bits, previous: u8) {
        bits.se((i32::from(self.qp) - i32::from(previous) + 26).rem_euclid(52) - 26);
    }

    /// Codes a P macroblock (7.3.5); `bits` contains `mb_type` and motion. Quarters in `were_seen` are exact
    /// copies.
    pub fn inter(
        &self,
        mut bits: Bits,
        mut coded: CodedMb,
        (source, predicted): (&Samples, Samples),
        were_seen: [bool; 4],
        neighbours: [Option<&CodedMb>; 2],
        qp: u8,
    ) -> Candidate {
        let mut samples = predicted;
        let mut levels = [[0; 16]; 16];
        for (number, (x, y)) in BLOCK_ORDER.into_iter().enumerate() {
            let [predicted, source] = [&samples.luma, &source.luma].map(|luma| Samples::block(luma, x, y));
            if !were_seen[number / 4] && source != predicted {
                let block_levels = self.luma.levels(&forward(&difference(&source, &predicted)), ROUNDING);
                Samples::set_block(
                    &mut samples.luma,
                    x,
                    y,
                    &reconstruct(&predicted, &block_levels, &self.luma),
                );
                levels[4 * y + x] = block_levels;
            }
        }
        let chroma = Chroma::new(&source.chroma, &samples.chroma, &self.chroma, were_seen);
        let cbp = luma_cbp(&levels) | chroma.cbp() << 4;
        bits.ue(cbp_code_num(&INTER_CBP, cbp));
        if cbp > 0 {
            self.write_mb_qp_delta(&mut bits, qp);
        }
        let mut total_coeff = TotalCoeffs::new(neighbours);
        total_coeff.write_luma(&mut bits, &levels, cbp, 0);
        total_coeff.write_chroma(&mut bits, &chroma);
        coded.total_coeff = total_coeff.own;
        samples.chroma = chroma.samples;
        let qp = if cbp > 0 { self.qp } else { qp };
        Candidate { bits, samples, coded, qp, is_pcm: false }
    }
}

pub struct Intra<'a> {
    pub coder: &'a Coder,
    pub source: &'a Samples,
    pub edges: &'a MbEdges,
    pub neighbours: [Option<&'a CodedMb>; 2],
    pub is_i_slice: bool,
    pub qp: u8,
}

type IntraChroma = (u32, Chroma);

impl Intra<'_> {
    /// Chooses between `Intra_16x16`, `Intra_4x4` and `I_PCM`, and for flat areas also between QPs.
    pub fn best(&self) -> Candidate {
        let chroma = self.chroma();
        let best = self.intra_16x16(&chroma);
        let finer = EXACT.into_iter().find(|finer| *finer < self.coder.qp);
        if let Some(finer) = finer.filter(|_| !self.source.is_exact_if_flat(&best.samples)) {
            let finer = Intra { coder: &Coder::new(finer), ..*self }.best();
            let distance = |candidate: &Candidate| self.source.distance(&candidate.samples);
            return if distance(&finer) < distance(&best) { finer } else { best };
        }
        let is_good = best.len() <= FEW_BITS && self.source.distance(&best.samples) <= SMALL_DISTANCE;
        if self.source.is_flat() || is_good {
            return best;
        }
        let cost = |candidate: &Candidate| self.coder.cost(candidate, self.source);
        let least = cost(&best);
        let best = self.intra_4x4(&chroma, least).filter(|candidate| cost(candidate) < least).unwrap_or(best);
        if best.len() < PCM_BITS {
            return best;
        }
        let i_pcm = self.i_pcm();
        if cost(&i_pcm) < cost(&best) { i_pcm } else { best }
    }

    /// Codes as `I_PCM` (7.3.5, 8.3.5).
    fn i_pcm(&self) -> Candidate {
        let mut bits = Bits::default();
        bits.ue(self.mb_type(25)); // I_PCM
        // The PCM bytes are aligned in the stream, so they are appended by `Candidate::write`.
        let coded = CodedMb { total_coeff: [16; 24], ..CodedMb::INTRA };
        Candidate { bits, samples: self.source.clone(), coded, qp: self.qp, is_pcm: true }
    }

    /// Returns `mb_type` of an I macroblock type, which in P slices is 5 higher (7.4.5).
    const fn mb_type(&self, number: u32) -> u32 {
        if self.is_i_slice { number } else { number + 5 }
    }

    /// Codes as `Intra_16x16` (8.3.3; `mb_type` in Table 7-11).
    fn intra_16x16(&self, (intra_chroma_pred_mode, chroma): &IntraChroma) -> Candidate {
        let predictions = intra::intra_16x16(&self.edges.luma).into_iter().zip(0_u32..);
        let predictions = predictions.filter_map(|(samples, mode)| Some((samples?, mode)));
        // With DC prediction, a flat area has only a DC level, and no traces of its surroundings.
        let is_flat = self.source.is_flat();
        let (predicted, mode) = predictions
            .filter(|(samples, mode)| {
                !is_flat || *mode == u32::from(intra::DC) || *samples == self.source.luma
            })
            .min_by_key(|(samples, _)| sad(samples.as_flattened(), self.source.luma.as_flattened()))
            .expect("DC prediction is always available");

        let quantiser = &self.coder.luma;
        let mut dc_levels = [0; 16];
        let mut levels = [[0; 16]; 16];
        let mut luma = predicted;
        if luma != self.source.luma {
            let mut dc = [0; 16];
            for (number, (dc, levels)) in dc.iter_mut().zip(&mut levels).enumerate() {
                let (x, y) = (number % 4, number / 4);
                let [source, predicted] =
                    [&self.source.luma, &predicted].map(|luma| Samples::block(luma, x, y));
                let mut coefficients = forward(&difference(&source, &predicted));
                *dc = mem::take(&mut coefficients[0]);
                *levels = quantiser.levels(&coefficients, ROUNDING);
            }
            dc_levels = quantiser.luma_dc_levels(&dc);
            let dc = quantiser.luma_dc(&dc_levels);
            for (number, (dc, levels)) in dc.into_iter().zip(&levels).enumerate() {
                let (x, y) = (number % 4, number / 4);
                let mut coefficients = quantiser.coefficients(levels);
                coefficients[0] = dc;
                let block = add(&Samples::block(&predicted, x, y), &inverse(&coefficients));
                Samples::set_block(&mut luma, x, y, &block);
            }
        }
        let has_ac = levels.as_flattened().iter().any(|level| *level != 0);

        let mut bits = Bits::default();
        bits.ue(self.mb_type(1 + mode + 4 * chroma.cbp() + if has_ac { 12 } else { 0 }));
        bits.ue(*intra_chroma_pred_mode);
        self.coder.write_mb_qp_delta(&mut bits, self.qp);
        let mut total_coeff = TotalCoeffs::new(self.neighbours);
        total_coeff.write_luma_dc(&mut bits, &dc_levels);
        total_coeff.write_luma(&mut bits, &levels, if has_ac { 0b1111 } else { 0 }, 1);
        total_coeff.write_chroma(&mut bits, chroma);
        let coded = CodedMb { total_coeff: total_coeff.own, ..CodedMb::INTRA };
        let samples = Samples { luma, chroma: chroma.samples };
        Candidate { bits, samples, coded, qp: self.coder.qp, is_pcm: false }
    }

    /// Codes as `Intra_4x4` (8.3.1); `None` if the estimated cost of the luma exceeds `limit`.
    fn intra_4x4(&self, (intra_chroma_pred_mode, chroma): &IntraChroma, limit: u64) -> Option<Candidate> {
        let mut sum = 0;
        let mut bits = Bits::default();
        let mut intra4x4_pred_mode = CodedMb::INTRA.intra4x4_pred_mode;
        let mut blocks = Blocks::new(self.edges);
        let mut levels = [[0; 16]; 16];
        let quantiser = &self.coder.luma;
        bits.ue(self.mb_type(0)); // I_NxN
        for (x, y) in BLOCK_ORDER {
            let source = Samples::block(&self.source.luma, x, y);
            let predicted_mode = self.pred_intra4x4_pred_mode(&intra4x4_pred_mode, x, y);
            let predictions = intra::intra_4x4(&blocks.edges(x, y));
            let mut nearest = [(u32::MAX, 0_u8); 9];
            for (nearest, (samples, mode)) in nearest.iter_mut().zip(predictions.iter().zip(0..)) {
                if let Some(samples) = samples {
                    *nearest = (sad(source.as_flattened(), samples.as_flattened()), mode);
                }
            }
            nearest.sort_unstable();
            let tried = nearest.into_iter().take(TRIED_MODES).filter_map(|(sad, mode)| {
                let predicted = predictions[usize::from(mode)]?;
                let (block_levels, decoded) = if sad == 0 {
                    ([0; 16], predicted)
                } else {
                    let block_levels = quantiser.levels(&forward(&difference(&source, &predicted)), ROUNDING);
                    (block_levels, reconstruct(&predicted, &block_levels, quantiser))
                };
                let mode_bits = if mode == predicted_mode { 1 } else { 4 };
                let cost = 16 * u64::from(ssd(source.as_flattened(), decoded.as_flattened()))
                    + self.coder.bit_cost * (mode_bits + estimated_bits(&block_levels));
                Some((cost, mode, block_levels, decoded))
            });
            let best = tried.min_by_key(|(cost, mode, ..)| (*cost, *mode));
            let (cost, mode, block_levels, decoded) = best.expect("DC prediction is always available");
            sum += cost;
            if sum > limit {
                return None;
            }
            levels[4 * y + x] = block_levels;
            blocks.set(x, y, &decoded);
            intra4x4_pred_mode[4 * y + x] = mode;
            bits.flag(mode == predicted_mode); // prev_intra4x4_pred_mode_flag
            if mode != predicted_mode {
                let rem_intra4x4_pred_mode = if mode < predicted_mode { mode } else { mode - 1 };
                bits.u(rem_intra4x4_pred_mode.into(), 3);
            }
        }
        bits.ue(*intra_chroma_pred_mode);
        let cbp = luma_cbp(&levels) | chroma.cbp() << 4;
        bits.ue(cbp_code_num(&INTRA_CBP, cbp));
        if cbp > 0 {
            self.coder.write_mb_qp_delta(&mut bits, self.qp);
        }
        let qp = if cbp > 0 { self.coder.qp } else { self.qp };
        let mut total_coeff = TotalCoeffs::new(self.neighbours);
        total_coeff.write_luma(&mut bits, &levels, cbp, 0);
        total_coeff.write_chroma(&mut bits, chroma);
        let coded = CodedMb { intra4x4_pred_mode, total_coeff: total_coeff.own, ..CodedMb::INTRA };
        let samples = Samples { luma: blocks.luma(), chroma: chroma.samples };
        Some(Candidate { bits, samples, coded, qp, is_pcm: false })
    }

    /// Returns `predIntra4x4PredMode` (8.3.1.1).
    fn pred_intra4x4_pred_mode(&self, own: &[u8; 16], x: usize, y: usize) -> u8 {
        let of = |mb: Option<&CodedMb>, place: usize| mb.map(|mb| mb.intra4x4_pred_mode[place]);
        let [left, above] = self.neighbours;
        let left = x.checked_sub(1).map_or_else(|| of(left, 4 * y + 3), |x| Some(own[4 * y + x]));
        let above = y.checked_sub(1).map_or_else(|| of(above, 12 + x), |y| Some(own[4 * y + x]));
        left.zip(above).map_or(intra::DC, |(left, above)| left.min(above))
    }

    fn chroma(&self) -> IntraChroma {
        let [blue, red] = [0, 1].map(|plane| intra::intra_chroma(&self.edges.chroma[plane]));
        let pairs = blue.into_iter().zip(red).zip(0_u32..);
        let pairs = pairs.filter_map(|((blue, red), mode)| Some(([blue?, red?], mode)));
        let source = &self.source.chroma;
        let distance = |samples: &[[[u8; 8]; 8]; 2]| {
            sad(samples.as_flattened().as_flattened(), source.as_flattened().as_flattened())
        };
        // With DC prediction, flat areas have only DC levels.
        let is_dc_only = self.source.is_flat() && self.coder.qp <= EXACT[0];
        let pairs = pairs.filter(|(samples, mode)| !is_dc_only || *mode == 0 || samples == source);
        let (predicted, mode) =
            pairs.min_by_key(|(samples, _)| distance(samples)).expect("DC prediction is always available");
        (mode, Chroma::new(source, &predicted, &self.coder.chroma, [false; 4]))
    }
}

/// The cache is cleared when it has this number of codings.
const MAX_KNOWN: usize = 1 << 13;

/// A cache of the best intra codings, by a hash of everything that a coding depends on.
#[derive(Debug, Default)]
pub struct Memo {
    known: HashMap<u128, Arc<Candidate>>,
    key: Vec<u8>,
}

impl Memo {
    pub fn best(
        &mut self,
        place: (usize, usize),
        source: &Source,
        (slice, edges): (&Slice, &MbEdges),
        (coder, colours): (&Coder, &[Yuv]),
    ) -> Arc<Candidate> {
        let (neighbours, is_i_slice) = (slice.neighbours(place), slice.is_i_slice());
        let qp = slice.qp;
        self.key.clear();
        self.key.extend([is_i_slice.into(), qp]);
        self.key.extend_from_slice(source.bytes());
        edges.append_to(&mut self.key);
        for CodedMb { intra4x4_pred_mode, total_coeff, .. } in neighbours.into_iter().flatten() {
            self.key.extend_from_slice(intra4x4_pred_mode);
            self.key.extend_from_slice(total_coeff);
        }
        let key = xxh3_128(&self.key);
        if let Some(known) = self.known.get(&key) {
            return Arc::clone(known);
        }
        let intra = Intra { coder, source: &source.samples(colours), edges, neighbours, is_i_slice, qp };
        let best = Arc::new(intra.best());
        if self.known.len() >= MAX_KNOWN {
            self.known.clear();
        }
        self.known.insert(key, Arc::clone(&best));
        best
    }
}
