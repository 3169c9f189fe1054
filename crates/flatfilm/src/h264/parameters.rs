//! Parameter sets and the level of a stream (clause 7 and annexes A and E of H.264).

use std::num::NonZeroU32;

use super::bits::Bits;
use super::samples::SIDE;

/// The number of bits of the number of a picture; those of reference pictures in use all differ.
pub const FRAME_NUMBER_BITS: u32 = 5;

/// The number of bits of the place of a picture in time, in halves of pictures.
pub const TIME_BITS: u32 = 8;

/// The largest number of reference pictures in any level.
const MAX_REFERENCES: usize = 16;

/// The colour space as code points of ISO/IEC 23091-2: primaries, transfer function, matrix.
///
/// Primaries and transfer function are those of sRGB, as in the themes; the matrix is BT.709. The
/// range is limited.
pub const COLOUR_SPACE: [u8; 3] = [1, 13, 1];

/// The longest vector to the left and right that is used.
pub const MAX_COLUMNS: u32 = 2032;

/// The same up and down: shorter ones.
pub const MAX_ROWS: u32 = 512;

/// What a decoder must be able to do: the number of the level, times ten; macroblocks in a second; macroblocks of a
/// picture, and of all reference pictures; kilobits in a second; and the longest vector up and down.
type Level = (u8, u64, usize, usize, u64, usize);

/// Table A-1.
const LEVELS: [Level; 19] = [
    (10, 1_485, 99, 396, 64, 64),
    (11, 3_000, 396, 900, 192, 128),
    (12, 6_000, 396, 2_376, 384, 128),
    (13, 11_880, 396, 2_376, 768, 128),
    (20, 11_880, 396, 2_376, 2_000, 128),
    (21, 19_800, 792, 4_752, 4_000, 256),
    (22, 20_250, 1_620, 8_100, 4_000, 256),
    (30, 40_500, 1_620, 8_100, 10_000, 256),
    (31, 108_000, 3_600, 18_000, 14_000, 512),
    (32, 216_000, 5_120, 20_480, 20_000, 512),
    (40, 245_760, 8_192, 32_768, 20_000, 512),
    (41, 245_760, 8_192, 32_768, 50_000, 512),
    (42, 522_240, 8_704, 34_816, 50_000, 512),
    (50, 589_824, 22_080, 110_400, 135_000, 512),
    (51, 983_040, 36_864, 184_320, 240_000, 512),
    (52, 2_073_600, 36_864, 184_320, 240_000, 512),
    (60, 4_177_920, 139_264, 696_320, 240_000, 512),
    (61, 8_355_840, 139_264, 696_320, 480_000, 512),
    (62, 16_711_680, 139_264, 696_320, 800_000, 512),
];

/// Devices decode at least this one; smaller pictures have more reference pictures in it.
const USUAL_LEVEL: u8 = 40;

/// What does not change within a stream.
#[derive(Debug, Clone, Copy)]
pub struct Parameters {
    /// Width and height in pixels, both even.
    pub size: [usize; 2],
    pub fps: NonZeroU32,
    /// The quantisation parameter.
    pub quantiser: u8,
    /// Columns of macroblocks to the right that players do not show.
    pub strip: usize,
    /// The largest number of reference pictures.
    pub references: usize,
}

impl Parameters {
    /// With as many reference pictures and as wide a strip as usual devices keep, or those that decode such
    /// large pictures.
    ///
    /// A lecture of 1280×720 takes 1.7 MB with a strip and 3.5 MB without; a board alone, which has as many
    /// references as there can be, 6 % more with one.
    pub fn new(size: [usize; 2], fps: NonZeroU32, quantiser: u8) -> Self {
        let without = Self { size, fps, quantiser, strip: 0, references: 1 };
        let is_usual = |level: &&Level| level.0 >= USUAL_LEVEL;
        let mut usual = LEVELS.iter().filter(is_usual);
        let Some(&(_, per_second, in_picture, in_references, ..)) =
            usual.find(|level| without.fits(level, 0))
        else {
            return without;
        };
        let [columns, rows] = without.macroblock_size();
        let references = |columns: usize| (in_references / (columns * rows)).clamp(1, MAX_REFERENCES);
        let most = in_picture.min((per_second / u64::from(fps.get())) as usize);
        let most = (most / rows).min((8 * in_picture).isqrt());
        let strip = most.saturating_sub(columns).min(columns);
        let is_worth_it = references(columns) < MAX_REFERENCES && strip >= columns / 2;
        let strip = if is_worth_it { strip } else { 0 };
        Self { strip, references: references(columns + strip), ..without }
    }

    /// Width and height in macroblocks.
    pub fn macroblock_size(&self) -> [usize; 2] {
        self.size.map(|side| side.div_ceil(SIDE))
    }

    /// Those of a picture, with the strip.
    fn macroblocks(&self) -> usize {
        let [columns, rows] = self.macroblock_size();
        (columns + self.strip) * rows
    }

    fn fits(&self, level: &Level, bits_per_second: u64) -> bool {
        let (_, per_second, in_picture, in_references, kilobits, longest_vector) = *level;
        let [columns, rows] = self.macroblock_size();
        let columns = columns + self.strip;
        let macroblocks = self.macroblocks();
        let longest = (8 * in_picture).isqrt();
        macroblocks <= in_picture
            && columns.max(rows) <= longest
            && macroblocks as u64 * u64::from(self.fps.get()) <= per_second
            && self.references * macroblocks <= in_references
            && ((rows - 1) * SIDE).min(MAX_ROWS as usize) <= longest_vector
            && bits_per_second <= kilobits * 1200
    }

    /// The lowest level of streams with so many bits in a second; the highest one if there is none.
    pub fn level(&self, bits_per_second: u64) -> u8 {
        let level = LEVELS.iter().find(|level| self.fits(level, bits_per_second));
        level.unwrap_or(&LEVELS[LEVELS.len() - 1]).0
    }

    /// The sequence parameter set.
    pub fn sequence(&self, bits_per_second: u64) -> Vec<u8> {
        const CONSTRAINED_BASELINE: [u32; 2] = [66, 0b1100_0000];
        let mut bits = Bits::default();
        for byte in CONSTRAINED_BASELINE {
            bits.put(byte, 8);
        }
        bits.put(self.level(bits_per_second).into(), 8);
        bits.unsigned(0);
        bits.unsigned(FRAME_NUMBER_BITS - 4);
        bits.unsigned(0);
        bits.unsigned(TIME_BITS - 4);
        bits.unsigned(self.references as u32);
        bits.flag(false);
        let [columns, rows] = self.macroblock_size();
        bits.unsigned((columns + self.strip) as u32 - 1);
        bits.unsigned(rows as u32 - 1);
        // Whole frames; the second flag must then be set.
        bits.put(0b11, 2);
        let [right, bottom] = [(columns + self.strip) * SIDE - self.size[0], rows * SIDE - self.size[1]];
        let is_cropped = right > 0 || bottom > 0;
        bits.flag(is_cropped);
        if is_cropped {
            for side in [0, right, 0, bottom] {
                bits.unsigned(side as u32 / 2);
            }
        }
        self.usability(&mut bits);
        bits.into_unit(0x67)
    }

    /// Colours, times and what a decoder need not wait for.
    fn usability(&self, bits: &mut Bits) {
        bits.flag(true);
        // Neither an aspect ratio nor overscan.
        bits.put(0, 2);
        let unspecified_source = 5;
        bits.flag(true);
        bits.put(unspecified_source, 3);
        let full_range = false;
        bits.flag(full_range);
        bits.flag(true);
        for code in COLOUR_SPACE {
            bits.put(code.into(), 8);
        }
        // Chroma is sited as usual.
        bits.flag(false);
        // A tick is half a picture; the rate is constant.
        bits.flag(true);
        bits.put(1, 32);
        bits.put(self.fps.get().saturating_mul(2), 32);
        bits.flag(true);
        // Neither buffers nor fields.
        bits.put(0, 3);
        bits.flag(true);
        let vectors_beyond_edges = false;
        bits.flag(vectors_beyond_edges);
        // Sizes of pictures and macroblocks are not limited; vectors have so many bits.
        for value in [0, 0, 13, 11] {
            bits.unsigned(value);
        }
        let reordered = 0;
        bits.unsigned(reordered);
        bits.unsigned(self.references as u32);
    }

    /// The picture parameter set.
    pub fn picture(&self) -> Vec<u8> {
        let mut bits = Bits::default();
        bits.unsigned(0);
        bits.unsigned(0);
        // CAVLC, and pictures in the order of their slices.
        bits.put(0, 2);
        bits.unsigned(0);
        // One reference picture, unless a slice says otherwise; no weights.
        bits.unsigned(0);
        bits.unsigned(0);
        bits.put(0, 3);
        bits.signed(i32::from(self.quantiser) - 26);
        bits.signed(0);
        bits.signed(0);
        // Slices say how they are filtered; prediction may use copied macroblocks; no redundancy.
        bits.put(0b100, 3);
        bits.into_unit(0x68)
    }
}
