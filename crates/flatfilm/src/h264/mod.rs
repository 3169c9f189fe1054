//! H.264 for pictures of which most stands still: what was seen before is copied, not compressed again.
//!
//! Streams are of the constrained baseline profile, which every player knows, with one slice a picture
//! and without a filter at edges of blocks. Copies are of whole samples and have no differences, so
//! nothing becomes less sharp however often it is copied. They come from the last pictures and, on large
//! pages, from a strip beside the picture, which players crop: it keeps what has vanished.
//!
//! Macroblocks of one colour are stored exactly, if need be with a finer quantiser than the rest. So they do
//! not keep traces of what was there, and show their colour as well as [`Yuv`] can.

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
use intra::Surroundings;
use macroblock::{Attempt, Coder, Intra, Memo};
pub use parameters::COLOUR_SPACE;
use parameters::{FRAME_NUMBER_BITS, Parameters, TIME_BITS};
use references::{Displacements, Grid, Macroblock, References};
use samples::{Part, SIDE, Source};
use slice::{Coded, Motion, Slice};
use strip::Strip;

/// The types of slices: all macroblocks are predicted within the picture, or some are copied.
const ONLY_INTRA: u32 = 7;
const COPIES: u32 = 0;

/// The largest picture that players show: the longer and the shorter side in pixels.
pub const MAX_SIZE: (u32, u32) = (3840, 2160);

/// An access unit delimiter, before a picture without copies.
const KEY_FRAME_FOLLOWS: [u8; 2] = [0x09, 0x10];

/// Players can only seek to key frames.
const SECONDS_BETWEEN_KEY_FRAMES: u32 = 10;

/// At very high rates, so that memory is bounded.
const MAX_PICTURES_BETWEEN_KEY_FRAMES: u32 = 4096;

/// Encodes pictures as NAL units, each after its length in four bytes.
pub struct H264 {
    parameters: Parameters,
    coder: Coder,
    colours: Vec<Yuv>,
    /// The macroblocks of the next picture, row by row.
    sources: Vec<Source>,
    /// Those that have changed.
    changed: Vec<bool>,
    displacements: Displacements,
    references: References,
    strip: Strip,
    slice: Slice,
    memo: Memo,
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
    /// Pictures that later ones may refer to, since the last key frame.
    references: u32,
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
        let size = [canvas.width, canvas.height].map(|side| side_in_file(side) as usize);
        let parameters = Parameters::new(size, fps, quantiser);
        let ([columns, rows], strip) = (parameters.macroblock_size(), parameters.strip);
        Self {
            parameters,
            coder: Coder::new(quantiser),
            colours: Matrix::Bt709.convert(&canvas.palette),
            sources: vec![Source::BLANK; columns * rows],
            changed: vec![false; columns * rows],
            displacements: Displacements::default(),
            references: References::new(parameters.references, columns),
            strip: Strip::new(columns..columns + strip, rows),
            slice: Slice::new(columns + strip, rows),
            memo: Memo::default(),
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
        let [columns, rows] = self.parameters.macroblock_size();
        let mut touched = vec![false; self.changed.len()];
        for change in picture.changes {
            let area = change.area;
            // Chroma depends on the pixel to the left, and edges are repeated.
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

    /// Appends the NAL units of the next picture to `sample`; returns whether it is a key frame.
    pub fn encode(&mut self, sample: &mut Vec<u8>) -> bool {
        let fps = self.parameters.fps;
        let between =
            fps.get().saturating_mul(SECONDS_BETWEEN_KEY_FRAMES).min(MAX_PICTURES_BETWEEN_KEY_FRAMES);
        let is_key = self.references.pictures.is_empty() || self.clock.picture + 1 == between;
        let unit = if is_key { self.key_frame() } else { self.picture() };
        self.changed.fill(false);
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
        self.clock = Clock { key_frames: self.clock.key_frames + 1, references: 1, ..Clock::default() };
        self.references.pictures.clear();
        self.displacements.clear_references();
        self.strip.clear();
        self.slice.begin(0, self.parameters.quantiser);
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
        let mut picture = Grid::new(columns + self.parameters.strip, rows);
        for row in 0..rows {
            for column in 0..picture.columns {
                let place = (column, row);
                let around = Surroundings::new(&picture, column, row);
                let (source, attempt) = if column < columns {
                    let source = self.sources[row * columns + column].clone();
                    let context = (&self.slice, &around);
                    let attempt = self.memo.best(place, &source, context, (&self.coder, &self.colours));
                    (source, attempt)
                } else {
                    let (source, before) = (&around.means(), self.slice.before(place));
                    let (coder, around, parameter) = (&self.coder, &around, self.slice.parameter);
                    let intra = Intra { coder, source, around, before, is_key: true, parameter };
                    (Source::BLANK, Arc::new(intra.best()))
                };
                attempt.write(&mut bits);
                self.slice.parameter = attempt.parameter;
                picture.set(column, row, Arc::new(Macroblock { source, decoded: attempt.samples.clone() }));
                self.slice.set(place, attempt.coded.clone());
            }
        }
        self.references.add(picture);
        self.displacements.next(self.parameters.references);
        bits.into_unit(0x65)
    }

    fn picture(&mut self) -> Vec<u8> {
        self.clock.picture += 1;
        let columns = self.parameters.macroblock_size()[0];
        for place in 0..self.changed.len() {
            self.changed[place] = self.changed[place]
                && self.references.last().get(place % columns, place / columns).source != self.sources[place];
        }
        let stands_still = !self.changed.contains(&true);
        // The place in time differs from earlier ones by its distance to the last reference.
        let is_reference =
            !stands_still || 2 * (self.clock.picture - self.clock.last_reference) + 2 >= 1 << (TIME_BITS - 1);
        let references = if stands_still { 1 } else { self.references.pictures.len() };

        let mut bits = Bits::default();
        bits.unsigned(0);
        bits.unsigned(COPIES);
        bits.unsigned(0);
        bits.put(self.clock.references % (1 << FRAME_NUMBER_BITS), FRAME_NUMBER_BITS);
        bits.put(2 * self.clock.picture % (1 << TIME_BITS), TIME_BITS);
        bits.flag(references > 1);
        if references > 1 {
            bits.unsigned(references as u32 - 1);
        }
        // References are in their usual order.
        bits.flag(false);
        if is_reference {
            // The oldest one makes room.
            bits.flag(false);
        }
        end_header(&mut bits);

        let picture = if stands_still {
            let picture = self.references.last().clone();
            bits.unsigned((picture.columns * picture.rows()) as u32);
            picture
        } else {
            self.slice.begin(references, self.parameters.quantiser);
            self.displacements.find();
            self.macroblocks(&mut bits)
        };
        if is_reference {
            self.references.add(picture);
            self.displacements.next(self.parameters.references);
            self.clock.last_reference = self.clock.picture;
            self.clock.references += 1;
        }
        bits.into_unit(if is_reference { 0x41 } else { 0x01 })
    }

    /// Writes the macroblocks of a picture, of which some have changed.
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
        let mut skipped = 0;
        for row in 0..picture.rows() {
            for column in 0..picture.columns {
                let place = (column, row);
                let kept = keeping.next_if(|kept| kept.to == place);
                let (way, macroblock) = if column < columns && self.changed[row * columns + column] {
                    let source = self.sources[row * columns + column].clone();
                    let way = self.way(place, &source, &picture);
                    let macroblock = match &way {
                        Way::Copied(motion) => self.references.copied(place, *motion, source),
                        Way::Stored(attempt) => {
                            Arc::new(Macroblock { source, decoded: attempt.samples.clone() })
                        }
                    };
                    (way, macroblock)
                } else if let Some(kept) = kept {
                    (Way::Copied(kept.motion()), Arc::clone(&kept.macroblock))
                } else if self.slice.stands_still_if_skipped(place) {
                    skipped += 1;
                    continue;
                } else {
                    (Way::Copied(Motion::NONE), Arc::clone(picture.get(column, row)))
                };
                let coded = match &way {
                    Way::Copied(motion) => Coded::copied([*motion; 4]),
                    Way::Stored(attempt) => attempt.coded.clone(),
                };
                let vector = self.slice.around(place).of_skipped();
                match &way {
                    Way::Copied(motion) if *motion == (Motion { reference: 0, vector }) => skipped += 1,
                    Way::Copied(motion) => {
                        bits.unsigned(mem::take(&mut skipped));
                        self.slice.write_motion(bits, place, [*motion; 4]);
                        bits.unsigned(0);
                    }
                    Way::Stored(attempt) => {
                        bits.unsigned(mem::take(&mut skipped));
                        attempt.write(bits);
                        self.slice.parameter = attempt.parameter;
                    }
                }
                self.slice.set(place, coded);
                picture.set(column, row, macroblock);
            }
        }
        if skipped > 0 {
            bits.unsigned(skipped);
        }
        self.strip.add(kept);
        picture
    }

    /// The cheapest way to write a macroblock that has changed.
    fn way(&mut self, place: (usize, usize), source: &Source, picture: &Grid) -> Way {
        let displaced = self.displacements.of(place.0, place.1);
        let kept = self.strip.find(place, Part::Whole, source);
        let around = self.slice.around(place);
        let skipped = Motion { reference: 0, vector: around.of_skipped() };
        let cost = |motion: Motion| match motion {
            _ if motion == skipped => 0,
            _ => 1 + self.slice.motion_len(around, motion),
        };
        let found = self.references.find(place, Part::Whole, source, &displaced, kept, cost);
        // Flat areas beside an edge are not exact: a flat macroblock is not copied from them.
        let is_as_good = |motion: &Motion| {
            !source.is_flat() || self.references.copy(place, [*motion; 4]) == source.samples(&self.colours)
        };
        if let Some(motion) = found.filter(is_as_good) {
            return Way::Copied(motion);
        }
        let quarters = array::from_fn(|quarter| {
            let part = Part::Quarter(quarter);
            let kept = self.strip.find(place, part, source);
            let cost =
                |motion: Motion| u32::from(motion.reference) + if motion.vector == [0; 2] { 0 } else { 16 };
            self.references.find(place, part, source, &displaced, kept, cost)
        });
        let samples = source.samples(&self.colours);
        let motion = array::from_fn(|quarter| {
            quarters[quarter]
                .unwrap_or_else(|| self.references.nearest(place, Part::Quarter(quarter), &samples))
        });
        let mut bits = Bits::default();
        self.slice.write_motion(&mut bits, place, motion);
        let copied = self.coder.copied(
            bits,
            Coded::copied(motion),
            (&samples, self.references.copy(place, motion)),
            quarters.map(|found: Option<Motion>| found.is_some()),
            self.slice.before(place),
            self.slice.parameter,
        );
        let around = Surroundings::new(picture, place.0, place.1);
        let intra = self.memo.best(place, source, (&self.slice, &around), (&self.coder, &self.colours));
        if self.coder.cost(&copied, &samples) < self.coder.cost(&intra, &samples) {
            Way::Stored(Arc::new(copied))
        } else {
            Way::Stored(intra)
        }
    }

    /// The last picture as a decoder shows it: luma and both planes of chroma, row by row.
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

/// How a macroblock is written.
enum Way {
    /// All of it is copied, without differences.
    Copied(Motion),
    Stored(Arc<Attempt>),
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
