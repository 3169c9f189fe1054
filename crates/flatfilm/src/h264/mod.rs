//! H.264 (ITU-T H.264, ISO/IEC 14496-10) for mostly static pictures: content of earlier pictures is copied, not
//! compressed again.
//!
//! Streams are Constrained Baseline profile, with one slice per picture and no deblocking filter. Motion vectors
//! are whole samples, and copied macroblocks have no residual, so repeated copying loses nothing. Macroblocks are
//! copied from the reference pictures. Pictures of some sizes have a strip to the right, outside the cropping
//! rectangle, which stores content that has vanished.
//!
//! Macroblocks of one colour are coded exactly, with a lower QP if necessary, so that they show no traces of
//! earlier content.

mod bits;
mod cavlc;
mod intra;
mod macroblock;
mod parameters;
mod references;
mod residual;
mod samples;
mod slice;
mod strip;
#[cfg(test)]
mod tests;
mod transform;

use std::num::NonZeroU32;
use std::sync::Arc;
use std::{array, mem};

use crate::Quality;
use crate::mp4::side_in_file;
use crate::picture::{Canvas, Picture};
use crate::yuv::{Matrix, Yuv};
use bits::Bits;
use intra::MbEdges;
use macroblock::{Candidate, Coder, Intra, Memo};
pub use parameters::COLOUR_SPACE;
use parameters::{LOG2_MAX_FRAME_NUM, LOG2_MAX_POC_LSB, Parameters};
use references::{Displacements, Grid, Macroblock, References};
use samples::{Part, SIDE, Source};
use slice::{CodedMb, Motion, Slice};
use strip::Strip;

/// Maximum of the longer and of the shorter side of a picture, in pixels; players decode no more.
pub const MAX_SIZE: (u32, u32) = (3840, 2160);

/// Access unit delimiter (7.3.2.4) with `primary_pic_type` 0: I slices only.
const ACCESS_UNIT_DELIMITER: [u8; 2] = [0x09, 0x10];

/// Maximum time between IDR pictures, the only pictures that players seek to.
const SECONDS_BETWEEN_IDR_PICTURES: u32 = 10;

/// Maximum number of pictures from one IDR picture to the next; bounds memory at very high frame rates.
const MAX_PICTURES_BETWEEN_IDR_PICTURES: u32 = 4096;

/// Encodes pictures as NAL units, each prefixed with its length in four bytes (ISO/IEC 14496-15).
pub struct H264 {
    parameters: Parameters,
    coder: Coder,
    colours: Vec<Yuv>,
    /// The macroblocks of the next picture in raster order, without the strip.
    sources: Vec<Source>,
    changed: Vec<bool>,
    displacements: Displacements,
    references: References,
    strip: Strip,
    slice: Slice,
    memo: Memo,
    clock: Clock,
    rate: Rate,
}

#[derive(Debug, Default)]
struct Clock {
    /// Number of the current picture, counted from the last IDR picture, which is 0.
    picture: u32,
    /// Number of the last reference picture, counted as `picture`.
    last_reference: u32,
    /// `frame_num` of the next picture, before the modulo: the number of reference pictures since the last IDR
    /// picture, which is included (7.4.3).
    frame_num: u32,
    /// Number of IDR pictures so far; the lowest bit, `idr_pic_id`, differs between consecutive IDR pictures.
    idr_pictures: u32,
}

#[derive(Debug, Default)]
struct Rate {
    pictures: u32,
    bits: u64,
    max_bits: u64,
}

impl Rate {
    fn add(&mut self, bytes: usize, fps: NonZeroU32) {
        self.bits += 8 * bytes as u64;
        self.pictures += 1;
        self.max_bits = self.max_bits.max(self.bits);
        if self.pictures == fps.get() {
            (self.pictures, self.bits) = (0, 0);
        }
    }
}

impl H264 {
    pub fn new(canvas: &Canvas, fps: NonZeroU32, quality: Quality) -> Self {
        Self::with_qp(canvas, fps, qp_of(quality))
    }

    /// `qp` is 10 to 51.
    fn with_qp(canvas: &Canvas, fps: NonZeroU32, qp: u8) -> Self {
        let size = [canvas.width, canvas.height].map(|side| side_in_file(side) as usize);
        let parameters = Parameters::new(size, fps, qp);
        let ([columns, rows], strip) = (parameters.macroblock_size(), parameters.strip);
        Self {
            parameters,
            coder: Coder::new(qp),
            colours: Matrix::Bt709.convert(&canvas.palette),
            sources: vec![Source::BLANK; columns * rows],
            changed: vec![false; columns * rows],
            displacements: Displacements::default(),
            references: References::new(parameters.max_num_ref_frames, columns),
            strip: Strip::new(columns..columns + strip, rows),
            slice: Slice::new(columns + strip, rows),
            memo: Memo::default(),
            clock: Clock::default(),
            rate: Rate::default(),
        }
    }

    pub const fn size(&self) -> [usize; 2] {
        self.parameters.size
    }

    /// Returns the SPS and PPS, valid only after all pictures are encoded, since the level depends on the bit
    /// rate.
    pub fn parameter_sets(&self) -> [Vec<u8>; 2] {
        [self.parameters.sps(self.rate.max_bits), self.parameters.pps()]
    }

    pub fn update(&mut self, picture: &Picture<'_>) {
        let [columns, rows] = self.parameters.macroblock_size();
        let mut touched = vec![false; self.changed.len()];
        for change in picture.changes {
            let area = change.area;
            // One pixel more, since chroma depends on the pixel to the left, and the last pixels of an odd side
            // are repeated.
            let span = |start: u32, end: u32, macroblocks: usize| {
                let end = (end as usize + 1).div_ceil(SIDE).min(macroblocks);
                start as usize / SIDE..end
            };
            for row in span(area.y, area.bottom(), rows) {
                let columns_of_area = span(area.x, area.right(), columns);
                touched[row * columns..][columns_of_area].fill(true);
            }
            self.displacements.add(change);
        }
        for place in (0..touched.len()).filter(|place| touched[*place]) {
            self.sources[place] = Source::new(picture, place % columns, place / columns);
            self.changed[place] = true;
        }
    }

    /// Appends the NAL units of the next picture to `sample`; returns whether the picture is an IDR picture.
    pub fn encode(&mut self, sample: &mut Vec<u8>) -> bool {
        let fps = self.parameters.fps;
        let between =
            fps.get().saturating_mul(SECONDS_BETWEEN_IDR_PICTURES).min(MAX_PICTURES_BETWEEN_IDR_PICTURES);
        let is_idr = self.references.pictures.is_empty() || self.clock.picture + 1 == between;
        let unit = if is_idr { self.idr_picture() } else { self.p_picture() };
        self.changed.fill(false);
        let start = sample.len();
        // Without the delimiter, ffmpeg and others take the length of a small IDR picture for a start code.
        let units = is_idr.then_some(&ACCESS_UNIT_DELIMITER[..]).into_iter().chain([&unit[..]]);
        for unit in units {
            sample.extend_from_slice(&(unit.len() as u32).to_be_bytes());
            sample.extend_from_slice(unit);
        }
        self.rate.add(sample.len() - start, fps);
        is_idr
    }

    /// Returns the coded slice of an IDR picture (7.3.2.8, 7.3.3, 7.3.4).
    fn idr_picture(&mut self) -> Vec<u8> {
        self.clock = Clock { idr_pictures: self.clock.idr_pictures + 1, frame_num: 1, ..Clock::default() };
        self.references.pictures.clear();
        self.displacements.clear_references();
        self.strip.clear();
        self.slice.begin(0, self.parameters.qp);
        let mut bits = Bits::default();
        bits.ue(0); // first_mb_in_slice
        bits.ue(7); // slice_type: I, as all slices of the picture
        bits.ue(0); // pic_parameter_set_id
        bits.u(0, LOG2_MAX_FRAME_NUM);
        bits.ue(self.clock.idr_pictures % 2); // idr_pic_id
        bits.u(0, LOG2_MAX_POC_LSB);
        bits.flag(false); // no_output_of_prior_pics_flag
        bits.flag(false); // long_term_reference_flag
        finish_slice_header(&mut bits);

        let [columns, rows] = self.parameters.macroblock_size();
        let mut picture = Grid::new(columns + self.parameters.strip, rows);
        for row in 0..rows {
            for column in 0..picture.columns {
                let place = (column, row);
                let edges = MbEdges::new(&picture, column, row);
                let (source, candidate) = if column < columns {
                    let source = self.sources[row * columns + column].clone();
                    let context = (&self.slice, &edges);
                    let candidate = self.memo.best(place, &source, context, (&self.coder, &self.colours));
                    (source, candidate)
                } else {
                    let (source, neighbours) = (&edges.dc(), self.slice.neighbours(place));
                    let (coder, edges, qp) = (&self.coder, &edges, self.slice.qp);
                    let intra = Intra { coder, source, edges, neighbours, is_i_slice: true, qp };
                    (Source::BLANK, Arc::new(intra.best()))
                };
                candidate.write(&mut bits);
                self.slice.qp = candidate.qp;
                picture.set(column, row, Arc::new(Macroblock { source, decoded: candidate.samples.clone() }));
                self.slice.set(place, candidate.coded.clone());
            }
        }
        self.references.add(picture);
        self.displacements.next(self.parameters.max_num_ref_frames);
        bits.into_nal_unit(0x65) // nal_ref_idc 3, nal_unit_type 5
    }

    /// Returns the coded slice of a P picture.
    fn p_picture(&mut self) -> Vec<u8> {
        self.clock.picture += 1;
        let columns = self.parameters.macroblock_size()[0];
        for place in 0..self.changed.len() {
            self.changed[place] = self.changed[place]
                && self.references.last().get(place % columns, place / columns).source != self.sources[place];
        }
        let stands_still = !self.changed.contains(&true);
        // pic_order_cnt_lsb is unambiguous within half its range from the last reference picture (8.2.1.1).
        let is_reference = !stands_still
            || 2 * (self.clock.picture - self.clock.last_reference) + 2 >= 1 << (LOG2_MAX_POC_LSB - 1);
        let references = if stands_still { 1 } else { self.references.pictures.len() };

        let mut bits = Bits::default();
        bits.ue(0); // first_mb_in_slice
        bits.ue(0); // slice_type: P
        bits.ue(0); // pic_parameter_set_id
        bits.u(self.clock.frame_num % (1 << LOG2_MAX_FRAME_NUM), LOG2_MAX_FRAME_NUM);
        bits.u(2 * self.clock.picture % (1 << LOG2_MAX_POC_LSB), LOG2_MAX_POC_LSB);
        bits.flag(references > 1); // num_ref_idx_active_override_flag
        if references > 1 {
            bits.ue(references as u32 - 1); // num_ref_idx_l0_active_minus1
        }
        bits.flag(false); // ref_pic_list_modification_flag_l0: the initial order (8.2.4.2.1)
        if is_reference {
            bits.flag(false); // adaptive_ref_pic_marking_mode_flag: sliding window (8.2.5.3)
        }
        finish_slice_header(&mut bits);

        let picture = if stands_still {
            let picture = self.references.last().clone();
            bits.ue((picture.columns * picture.rows()) as u32); // mb_skip_run
            picture
        } else {
            self.slice.begin(references, self.parameters.qp);
            self.displacements.find();
            self.macroblocks(&mut bits)
        };
        if is_reference {
            self.references.add(picture);
            self.displacements.next(self.parameters.max_num_ref_frames);
            self.clock.last_reference = self.clock.picture;
            self.clock.frame_num += 1;
        }
        // nal_ref_idc 2 or 0, nal_unit_type 1
        bits.into_nal_unit(if is_reference { 0x41 } else { 0x01 })
    }

    /// Writes the slice data (7.3.4) of a P picture; returns the decoded picture.
    fn macroblocks(&mut self, bits: &mut Bits) -> Grid {
        let columns = self.parameters.macroblock_size()[0];
        let mut picture = self.references.last().clone();
        let kept = {
            let last = self.references.last();
            let vanishing = (0..self.changed.len()).filter(|place| self.changed[*place]).map(|place| {
                let place = (place % columns, place / columns);
                (place, last.get(place.0, place.1))
            });
            self.strip.keep(vanishing)
        };
        let mut keeping = kept.iter().peekable();
        let mut mb_skip_run = 0;
        for row in 0..picture.rows() {
            for column in 0..picture.columns {
                let place = (column, row);
                let kept = keeping.next_if(|kept| kept.to == place);
                let (coding, macroblock) = if column < columns && self.changed[row * columns + column] {
                    let source = self.sources[row * columns + column].clone();
                    let coding = self.choose_coding(place, &source, &picture);
                    let macroblock = match &coding {
                        MbCoding::Copied(motion) => self.references.copied(place, *motion, source),
                        MbCoding::Stored(candidate) => {
                            Arc::new(Macroblock { source, decoded: candidate.samples.clone() })
                        }
                    };
                    (coding, macroblock)
                } else if let Some(kept) = kept {
                    (MbCoding::Copied(kept.motion()), Arc::clone(&kept.macroblock))
                } else if self.slice.skip_mv_is_zero(place) {
                    mb_skip_run += 1;
                    continue;
                } else {
                    (MbCoding::Copied(Motion::ZERO), Arc::clone(picture.get(column, row)))
                };
                let coded = match &coding {
                    MbCoding::Copied(motion) => CodedMb::inter([*motion; 4]),
                    MbCoding::Stored(candidate) => candidate.coded.clone(),
                };
                let mv = self.slice.motion_neighbours(place).skip_mv();
                match &coding {
                    MbCoding::Copied(motion) if *motion == (Motion { ref_idx: 0, mv }) => mb_skip_run += 1,
                    MbCoding::Copied(motion) => {
                        bits.ue(mem::take(&mut mb_skip_run));
                        self.slice.write_mb_pred(bits, place, [*motion; 4]);
                        bits.ue(0); // coded_block_pattern: 0
                    }
                    MbCoding::Stored(candidate) => {
                        bits.ue(mem::take(&mut mb_skip_run));
                        candidate.write(bits);
                        self.slice.qp = candidate.qp;
                    }
                }
                self.slice.set(place, coded);
                picture.set(column, row, macroblock);
            }
        }
        if mb_skip_run > 0 {
            bits.ue(mb_skip_run);
        }
        self.strip.add(kept);
        picture
    }

    fn choose_coding(&mut self, place: (usize, usize), source: &Source, picture: &Grid) -> MbCoding {
        let displaced = self.displacements.of(place.0, place.1);
        let kept = self.strip.find(place, Part::Whole, source);
        let neighbours = self.slice.motion_neighbours(place);
        let skip = Motion { ref_idx: 0, mv: neighbours.skip_mv() };
        let cost = |motion: Motion| match motion {
            _ if motion == skip => 0,
            _ => 1 + self.slice.motion_len(neighbours, motion),
        };
        let found = self.references.find(place, Part::Whole, source, &displaced, kept, cost);
        // Flat areas next to an edge may be inexact. A flat macroblock is copied only from exact areas.
        let is_as_good = |motion: &Motion| {
            !source.is_flat() || self.references.copy(place, [*motion; 4]) == source.samples(&self.colours)
        };
        if let Some(motion) = found.filter(is_as_good) {
            return MbCoding::Copied(motion);
        }
        let quarters = array::from_fn(|quarter| {
            let part = Part::Quarter(quarter);
            let kept = self.strip.find(place, part, source);
            let cost = |motion: Motion| u32::from(motion.ref_idx) + if motion.mv == [0; 2] { 0 } else { 16 };
            self.references.find(place, part, source, &displaced, kept, cost)
        });
        let samples = source.samples(&self.colours);
        let motion = array::from_fn(|quarter| {
            quarters[quarter]
                .unwrap_or_else(|| self.references.nearest(place, Part::Quarter(quarter), &samples))
        });
        let mut bits = Bits::default();
        self.slice.write_mb_pred(&mut bits, place, motion);
        let copied = self.coder.inter(
            bits,
            CodedMb::inter(motion),
            (&samples, self.references.copy(place, motion)),
            quarters.map(|found: Option<Motion>| found.is_some()),
            self.slice.neighbours(place),
            self.slice.qp,
        );
        let edges = MbEdges::new(picture, place.0, place.1);
        let intra = self.memo.best(place, source, (&self.slice, &edges), (&self.coder, &self.colours));
        if self.coder.cost(&copied, &samples) < self.coder.cost(&intra, &samples) {
            MbCoding::Stored(Arc::new(copied))
        } else {
            MbCoding::Stored(intra)
        }
    }

    #[cfg(test)]
    fn decoded(&self) -> [Vec<u8>; 3] {
        let [width, height] = self.parameters.size;
        let picture = self.references.last();
        let sample = |plane: usize, x: usize, y: usize| {
            let side = if plane == 0 { SIDE } else { SIDE / 2 };
            let decoded = &picture.get(x / side, y / side).decoded;
            let (x, y) = (x % side, y % side);
            plane.checked_sub(1).map_or_else(|| decoded.luma[y][x], |plane| decoded.chroma[plane][y][x])
        };
        [0, 1, 2].map(|plane| {
            let [width, height] = if plane == 0 { [width, height] } else { [width / 2, height / 2] };
            (0..height).flat_map(|y| (0..width).map(move |x| sample(plane, x, y))).collect()
        })
    }
}

enum MbCoding {
    Copied(Motion),
    Stored(Arc<Candidate>),
}

/// Returns a QP from 16 (fine) to 51 (the coarsest); the quantiser step doubles with every 6.
fn qp_of(quality: Quality) -> u8 {
    (56 - quality.get() * 2 / 5).min(51)
}

/// Writes the end of the slice header (7.3.3).
fn finish_slice_header(bits: &mut Bits) {
    bits.se(0); // slice_qp_delta
    bits.ue(1); // disable_deblocking_filter_idc
}
