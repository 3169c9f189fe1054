//! Indexed pictures as VP8L streams (WebP Lossless Bitstream Specification, RFC 9649, section 3).

mod matches;
mod parse;
mod prefix_code;
mod token;

use std::array;

use crate::bit_writer::BitWriter;

use matches::Distances;
use parse::parse;
use prefix_code::PrefixCode;
use token::{Costs, Counts, Token};

pub type Colour = [u8; 4];

const SIGNATURE: u32 = 0x2f;
const SIDE_BITS: u32 = 14;
const VERSION: u32 = 0;
const COLOUR_INDEXING: u32 = 3;

/// Number of parses; each but the first uses the symbol costs of the previous parse.
const PASSES: usize = 2;

#[derive(Debug)]
pub struct Indexed {
    pub width: usize,
    pub pixels: Vec<u8>,
    pub colours: Vec<Colour>,
}

/// Returns the `alpha_is_used` bit of a stream.
pub fn has_transparency(stream: &[u8]) -> bool {
    // The bit follows the signature and the size.
    stream[4] >> 4 & 1 > 0
}

impl Indexed {
    pub fn new(width: usize, pixels: &[u8], colour: impl Fn(u8) -> Colour) -> Self {
        let mut is_used = [false; 256];
        for pixel in pixels {
            is_used[usize::from(*pixel)] = true;
        }
        let used = (0..=u8::MAX).filter(|pixel| is_used[usize::from(*pixel)]);
        let used = ordered(used.map(|pixel| (pixel, colour(pixel))).collect());
        let mut indices = [0; 256];
        for (index, (pixel, _)) in (0..=u8::MAX).zip(&used) {
            indices[usize::from(*pixel)] = index;
        }
        Self {
            width,
            pixels: pixels.iter().map(|pixel| indices[usize::from(*pixel)]).collect(),
            colours: used.into_iter().map(|(_, colour)| colour).collect(),
        }
    }

    /// Returns the VP8L stream: header, colour indexing transform, entropy-coded image.
    pub fn compress(&self) -> Vec<u8> {
        let mut bits = BitWriter::default();
        bits.push(SIGNATURE, 8);
        bits.push(self.width as u32 - 1, SIDE_BITS);
        bits.push((self.pixels.len() / self.width) as u32 - 1, SIDE_BITS);
        bits.push(self.colours.iter().any(|colour| colour[3] < u8::MAX).into(), 1);
        bits.push(VERSION, 3);
        bits.push(1, 1);
        bits.push(COLOUR_INDEXING, 2);
        bits.push(self.colours.len() as u32 - 1, 8);
        write_colours(&self.colours, &mut bits);
        // No other transform, no colour cache, no meta prefix codes.
        bits.push(0, 3);
        token::write(&self.tokens(), &mut bits);
        bits.finish()
    }

    /// Returns the cheapest of the parses. The first of these uses costs that are estimated from the pixels.
    fn tokens(&self) -> Vec<Token> {
        let (width, pixels) = self.bundled();
        let distances = Distances::new(width);
        let mut costs = Costs::of_pixels(&pixels);
        let mut best = (f32::INFINITY, Vec::new());
        for _ in 0..PASSES {
            let tokens = parse(&pixels, &distances, &costs);
            let counts = Counts::of(&tokens);
            costs = Costs::of(&counts);
            let bits = tokens.iter().map(|token| costs.token(*token)).sum();
            if bits < best.0 {
                best = (bits, tokens);
            }
        }
        best.1
    }

    /// Bundles pixels (section 4.4): several in a byte if there are at most 16 colours. Returns the new width and
    /// the bytes.
    fn bundled(&self) -> (usize, Vec<u8>) {
        let bits = match self.colours.len() {
            ..=2 => 1,
            3..=4 => 2,
            5..=16 => 4,
            17.. => 8,
        };
        let in_byte = 8 / bits;
        if in_byte == 1 {
            return (self.width, self.pixels.clone());
        }
        let bundle =
            |pixels: &[u8]| pixels.iter().rev().fold(0_u32, |byte, pixel| byte << bits | u32::from(*pixel));
        let rows = self.pixels.chunks_exact(self.width);
        let bundled = rows.flat_map(|row| row.chunks(in_byte).map(|pixels| bundle(pixels) as u8)).collect();
        (self.width.div_ceil(in_byte), bundled)
    }
}

/// The order of channels in the stream: green, red, blue, alpha.
const CHANNELS: [usize; 4] = [1, 0, 2, 3];

/// Orders colours so that neighbours differ little: each is followed by the nearest of the remaining colours.
fn ordered(mut colours: Vec<(u8, Colour)>) -> Vec<(u8, Colour)> {
    for next in 1..colours.len() {
        let last = colours[next - 1].1;
        let nearest = (next..colours.len()).min_by_key(|other| distance(last, colours[*other].1));
        colours.swap(next, nearest.unwrap_or(next));
    }
    colours
}

fn distance(a: Colour, b: Colour) -> u32 {
    a.into_iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b))).sum()
}

/// Writes the colour table, delta-coded (section 4.4).
fn write_colours(colours: &[Colour], bits: &mut BitWriter) {
    // No colour cache.
    bits.push(0, 1);
    let mut last = [0; 4];
    let differences: Vec<Colour> = colours
        .iter()
        .map(|colour| {
            let difference = array::from_fn(|channel| colour[channel].wrapping_sub(last[channel]));
            last = *colour;
            difference
        })
        .collect();
    let codes = CHANNELS.map(|channel| {
        let mut counts = [0; 256];
        for difference in &differences {
            counts[usize::from(difference[channel])] += 1;
        }
        PrefixCode::new(&counts)
    });
    for code in &codes {
        code.write(bits);
    }
    // No distance codes.
    PrefixCode::new(&[1]).write(bits);
    for difference in differences {
        for (code, channel) in codes.iter().zip(CHANNELS) {
            code.push(difference[channel].into(), bits);
        }
    }
}
