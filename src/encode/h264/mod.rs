//! H.264 for pictures of which most stands still: what was seen before is copied, not compressed again.
//!
//! Streams are of the constrained baseline profile, which every player knows, with one slice a picture
//! and without a filter at edges of blocks. Copies are of whole samples and have no differences, so
//! nothing becomes less sharp however often it is copied.

mod bits;
mod cavlc;
mod i420;
mod intra;
mod macroblock;
mod motion;
mod parameters;
mod planes;
mod references;
#[cfg(test)]
mod tests;
mod transform;

use std::array;
use std::num::NonZeroU32;

use crate::picture::{Canvas, Picture};

use super::Quality;
use super::yuv::Matrix;
use bits::Bits;
use i420::I420;
use macroblock::{Coded, Coder, Slice};
use motion::Motion;
pub use parameters::COLOUR_SPACE;
use parameters::{FRAME_NUMBER_BITS, Parameters, TIME_BITS};
use planes::{Planes, SIDE, Samples, Square};
use references::{Displacements, References};

/// The types of slices: all macroblocks are predicted within the picture, or some are copied.
const ONLY_INTRA: u32 = 7;
const COPIES: u32 = 0;

/// Commands that remove a reference picture, and that end commands.
const REMOVE: u32 = 1;
const END: u32 = 0;

/// The largest picture that players show: the longer and the shorter side in pixels.
pub const MAX_SIZE: (u32, u32) = (3840, 2160);

/// An access unit delimiter, before a picture without copies.
const KEY_FRAME_FOLLOWS: [u8; 2] = [0x09, 0x10];

/// Players can only seek to key frames.
const SECONDS_BETWEEN_KEY_FRAMES: u32 = 8;

/// At very high rates, so that memory is bounded.
const MAX_PICTURES_BETWEEN_KEY_FRAMES: u32 = 4096;

/// Encodes pictures as NAL units, each after its length in four bytes.
pub struct H264 {
    parameters: Parameters,
    coder: Coder,
    /// The next picture, and its whole macroblocks.
    picture: I420,
    source: Planes,
    /// The macroblocks that differ from the picture before, row by row.
    changed: Vec<bool>,
    displacements: Displacements,
    references: References,
    clock: Clock,
    rate: Rate,
}

/// Where a picture is in the stream.
#[derive(Debug, Default)]
struct Clock {
    /// Pictures since the last key frame, which is 0.
    picture: u32,
    /// The number of the last picture that later ones may refer to, counted the same way.
    last_reference: u32,
    /// Key frames that follow each other have different numbers.
    key_frames: u32,
}

/// The most bits in a second.
#[derive(Debug, Default)]
struct Rate {
    pictures: u32,
    bits: u64,
    most: u64,
}

impl Rate {
    fn add(&mut self, bytes: usize, fps: NonZeroU32) {
        self.bits += 8 * bytes as u64;
        self.pictures += 1;
        self.most = self.most.max(self.bits);
        if self.pictures == fps.get() {
            (self.pictures, self.bits) = (0, 0);
        }
    }
}

impl H264 {
    /// An encoder for pictures of this size and palette, at this rate.
    pub fn new(canvas: &Canvas, fps: NonZeroU32, quality: Quality) -> Self {
        Self::with_quantiser(canvas, fps, quantiser(quality))
    }

    /// With a quantisation parameter from 10 (the finest) to 51.
    fn with_quantiser(canvas: &Canvas, fps: NonZeroU32, quantiser: u8) -> Self {
        let picture = I420::new(canvas, Matrix::Bt709);
        let parameters = Parameters::new([picture.width, picture.height], fps, quantiser);
        let [columns, rows] = parameters.macroblock_size();
        Self {
            parameters,
            coder: Coder::new(quantiser),
            picture,
            source: Planes::new(columns, rows),
            changed: vec![false; columns * rows],
            displacements: Displacements::default(),
            references: References::new(parameters.references),
            clock: Clock::default(),
            rate: Rate::default(),
        }
    }

    /// Width and height in pixels, both even.
    pub const fn size(&self) -> [usize; 2] {
        self.parameters.size
    }

    /// The sequence and the picture parameter set, when all pictures are encoded.
    pub fn parameter_sets(&self) -> [Vec<u8>; 2] {
        [self.parameters.sequence(self.rate.most), self.parameters.picture()]
    }

    /// Takes over the areas of a picture that have changed.
    pub fn update(&mut self, picture: &Picture<'_>) {
        self.picture.update(picture);
        let columns = self.source.columns;
        for change in picture.changes {
            let area = change.area;
            // Chroma reaches one pixel further, and edges are repeated.
            let span = |start: u32, end: u32, macroblocks: usize| {
                let end = (end as usize + 1).div_ceil(SIDE).min(macroblocks);
                (start as usize).saturating_sub(1) / SIDE..end
            };
            for row in span(area.y, area.bottom(), self.source.rows()) {
                for column in span(area.x, area.right(), columns) {
                    self.changed[row * columns + column] = true;
                }
            }
            self.displacements.add(change);
        }
    }

    /// Copies the changed macroblocks, each once, however many changes overlap it.
    fn take_changes(&mut self) {
        let columns = self.source.columns;
        for place in (0..self.changed.len()).filter(|place| self.changed[*place]) {
            let (column, row) = (place % columns, place / columns);
            self.source.set_macroblock(column, row, &padded(&self.picture, column, row));
        }
    }

    /// Appends the NAL units of the next picture to `sample`; returns whether it is a key frame.
    pub fn encode(&mut self, sample: &mut Vec<u8>) -> bool {
        self.take_changes();
        let fps = self.parameters.fps;
        let between =
            fps.get().saturating_mul(SECONDS_BETWEEN_KEY_FRAMES).min(MAX_PICTURES_BETWEEN_KEY_FRAMES);
        let is_key = self.references.is_empty() || self.clock.picture + 1 == between;
        let unit = if is_key { self.key_frame() } else { self.picture() };
        self.changed.fill(false);
        self.displacements.next();
        let start = sample.len();
        // Otherwise the size of a small key frame looks like a start code, to ffmpeg among others.
        let units = is_key.then_some(&KEY_FRAME_FOLLOWS[..]).into_iter().chain([&unit[..]]);
        for unit in units {
            sample.extend_from_slice(&(unit.len() as u32).to_be_bytes());
            sample.extend_from_slice(unit);
        }
        self.rate.add(sample.len() - start, fps);
        is_key
    }

    fn key_frame(&mut self) -> Vec<u8> {
        self.clock = Clock { key_frames: self.clock.key_frames + 1, ..Clock::default() };
        self.references.clear();
        let mut bits = Bits::default();
        bits.unsigned(0);
        bits.unsigned(ONLY_INTRA);
        bits.unsigned(0);
        bits.put(0, FRAME_NUMBER_BITS);
        bits.unsigned(self.clock.key_frames % 2);
        bits.put(0, TIME_BITS);
        // Neither earlier pictures nor this one are kept for long.
        bits.put(0, 2);
        end_header(&mut bits);

        let [columns, rows] = self.parameters.macroblock_size();
        let mut decoded = Planes::new(columns, rows);
        let mut slice = Slice::new(columns, rows, 0, &self.coder);
        for row in 0..rows {
            for column in 0..columns {
                let source = self.source.macroblock(column, row);
                let attempt = slice.best((column, row), &source, &decoded, None);
                attempt.write(&mut bits);
                decoded.set_macroblock(column, row, &attempt.samples);
                slice.set(column, row, attempt.coded);
            }
        }
        let looks = self.references.fresh_looks(columns * rows);
        self.references.add(None, self.source.clone(), decoded, looks);
        bits.into_unit(0x65)
    }

    fn picture(&mut self) -> Vec<u8> {
        self.clock.picture += 1;
        let plans = self.plans();
        let stands_still = plans.is_empty();
        // The place in time is told apart from earlier ones by its distance to the last reference.
        let is_reference =
            !stands_still || 2 * (self.clock.picture - self.clock.last_reference) + 2 >= 1 << (TIME_BITS - 1);
        let used = plans.iter().flat_map(|plan| plan.predicted);
        let references = 1 + used.map(|motion| usize::from(motion.reference)).max().unwrap_or(0);

        let mut bits = Bits::default();
        bits.unsigned(0);
        bits.unsigned(COPIES);
        bits.unsigned(0);
        bits.put(self.references.next_number() % (1 << FRAME_NUMBER_BITS), FRAME_NUMBER_BITS);
        bits.put(2 * self.clock.picture % (1 << TIME_BITS), TIME_BITS);
        bits.flag(references > 1);
        if references > 1 {
            bits.unsigned(references as u32 - 1);
        }
        // References are in their usual order.
        bits.flag(false);
        let kept = is_reference.then(|| {
            let looks = self.references.looks(plans.iter().map(|plan| (plan.place, plan.same_place())));
            (self.references.least_useful(&looks), looks)
        });
        if let Some((instead, _)) = &kept {
            // The oldest one makes room by itself.
            let instead = instead.filter(|number| !self.references.is_oldest(*number));
            bits.flag(instead.is_some());
            if let Some(number) = instead {
                bits.unsigned(REMOVE);
                bits.unsigned(self.references.age(number) - 1);
                bits.unsigned(END);
            }
        }
        end_header(&mut bits);

        let decoded = self.macroblocks(&mut bits, &plans, references);
        if let Some((instead, looks)) = kept {
            self.references.add(instead, self.source.clone(), decoded, looks);
            self.clock.last_reference = self.clock.picture;
        }
        bits.into_unit(if is_reference { 0x41 } else { 0x01 })
    }

    /// How each changed macroblock is found in earlier pictures.
    fn plans(&self) -> Vec<Plan> {
        if !self.changed.contains(&true) {
            return Vec::new();
        }
        let [columns, rows] = self.parameters.macroblock_size();
        let mut slice = Slice::new(columns, rows, self.references.len(), &self.coder);
        let changed = self.changed.iter().enumerate().filter(|(_, changed)| **changed);
        let plan = |(place, _): (usize, _)| {
            let (column, row) = (place % columns, place / columns);
            let source = self.source.macroblock(column, row);
            let displacements = self.displacements.of(column, row);
            let find = |square, cost: &dyn Fn(Motion) -> usize| {
                self.references.find((column, row), square, &source, &displacements, cost)
            };
            let as_whole = |motion: Motion| slice.copy_cost((column, row), motion);
            let as_quarter =
                |motion: Motion| usize::from(motion.reference) + 16 * usize::from(motion.vector != [0; 2]);
            let quarters = match find(Square::WHOLE, &as_whole) {
                Some(whole) => [Some(whole); 4],
                None => Square::QUARTERS.map(|square| find(square, &as_quarter)),
            };
            let predicted = array::from_fn(|quarter| {
                let nearest = || self.references.nearest((column, row), Square::QUARTERS[quarter], &source);
                quarters[quarter].unwrap_or_else(nearest)
            });
            slice.set(column, row, Coded::copied(predicted));
            Plan { place, source, quarters, predicted }
        };
        let stands_still = |plan: &Plan| plan.quarters == [Some(Motion::NONE); 4];
        changed.map(plan).filter(|plan| !stands_still(plan)).collect()
    }

    fn macroblocks(&self, bits: &mut Bits, plans: &[Plan], references: usize) -> Planes {
        let [columns, rows] = self.parameters.macroblock_size();
        let mut decoded = self.references.last().decoded.clone();
        // All are skipped up to the first change.
        let first = plans.first().map_or(columns * rows, |plan| plan.place);
        let mut skipped = first as u32;
        if first == columns * rows {
            bits.unsigned(skipped);
            return decoded;
        }
        let mut slice = Slice::new(columns, rows, references, &self.coder);
        let mut plans = plans.iter().peekable();
        for place in first..columns * rows {
            let (column, row) = (place % columns, place / columns);
            let plan = plans.next_if(|plan| plan.place == place);
            let motion = plan.map_or(Some([Motion::NONE; 4]), Plan::motion);
            let expected = slice.skipped_vector(column, row);
            if motion == Some([Motion { reference: 0, vector: expected }; 4]) {
                skipped += 1;
                if let (Some(plan), Some(motion)) = (plan, motion) {
                    let attempt =
                        slice.copy((column, row), motion, self.references.copy(column, row, motion));
                    decoded.set_macroblock(plan.place % columns, row, &attempt.samples);
                    slice.set(column, row, attempt.coded);
                }
                continue;
            }
            bits.unsigned(skipped);
            skipped = 0;
            let attempt = if let Some(motion) = motion {
                slice.copy((column, row), motion, self.references.copy(column, row, motion))
            } else {
                let plan = plan.expect("only changed macroblocks are not copied");
                let motion = plan.predicted;
                let copied = (motion, self.references.copy(column, row, motion));
                slice.best((column, row), &plan.source, &decoded, Some(copied))
            };
            attempt.write(bits);
            decoded.set_macroblock(column, row, &attempt.samples);
            slice.set(column, row, attempt.coded);
        }
        if skipped > 0 {
            bits.unsigned(skipped);
        }
        decoded
    }

    /// The last picture as a decoder shows it: luma and both planes of chroma, row by row.
    #[cfg(test)]
    fn decoded(&self) -> [Vec<u8>; 3] {
        let [width, height] = self.parameters.size;
        let planes = &self.references.last().decoded;
        [0, 1, 2].map(|plane| {
            let [width, height] = if plane == 0 { [width, height] } else { [width / 2, height / 2] };
            (0..height).flat_map(|y| planes.line(plane, y)[..width].iter().copied()).collect()
        })
    }
}

/// A changed macroblock, and where its quarters were seen before.
struct Plan {
    place: usize,
    source: Samples,
    quarters: [Option<Motion>; 4],
    /// What they are predicted from.
    predicted: [Motion; 4],
}

impl Plan {
    /// The reference in which all of it is at the same place.
    fn same_place(&self) -> Option<u8> {
        let found = self.motion()?;
        (found == [found[0]; 4] && found[0].vector == [0; 2]).then_some(found[0].reference)
    }

    fn motion(&self) -> Option<[Motion; 4]> {
        let [one, two, three, four] = self.quarters;
        Some([one?, two?, three?, four?])
    }
}

/// The quantisation parameter, from 16 (the finest in use) to 51 (the coarsest); the step size
/// doubles every six.
fn quantiser(quality: Quality) -> u8 {
    (56 - quality.get() * 2 / 5).min(51)
}

/// The usual quantiser, and no filter at edges of blocks.
fn end_header(bits: &mut Bits) {
    bits.signed(0);
    bits.unsigned(1);
}

/// The samples of a macroblock; beyond the edges, the last ones are repeated.
fn padded(picture: &I420, column: usize, row: usize) -> Samples {
    let mut samples = Samples::GREY;
    let fill = |lines: &mut [&mut [u8]], plane: &[u8], width: usize, height: usize| {
        for (line, samples) in lines.iter_mut().enumerate() {
            let side = samples.len();
            let line = &plane[(row * side + line).min(height - 1) * width..][..width];
            let inside = (width - column * side).min(side);
            let (known, beyond) = samples.split_at_mut(inside);
            known.copy_from_slice(&line[column * side..][..inside]);
            beyond.fill(line[width - 1]);
        }
    };
    let I420 { width, height, luma, chroma, .. } = picture;
    fill(&mut samples.luma.each_mut().map(|line| &mut line[..]), luma, *width, *height);
    for (samples, plane) in samples.chroma.iter_mut().zip(chroma) {
        fill(&mut samples.each_mut().map(|line| &mut line[..]), plane, width / 2, height / 2);
    }
    samples
}
