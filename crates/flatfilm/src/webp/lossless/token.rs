//! What a stream of pixels consists of (`WebP Lossless Bitstream Specification`, section 5.2).

use crate::bit_writer::BitWriter;

use super::prefix_code::PrefixCode;

/// The number of symbols for pixels.
const PIXELS: usize = 256;

/// The number of symbols for lengths of copies.
const LENGTHS: usize = 24;

/// The number of symbols for distances of copies.
const DISTANCES: usize = 40;

/// The longest copy.
pub const MAX_LENGTH: usize = 4096;

/// A pixel, or a copy of earlier pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token {
    Pixel(u8),
    Copy {
        /// At least 1, at most [`MAX_LENGTH`].
        length: u32,
        /// The code of the distance, at least 1.
        distance: u32,
    },
}

impl Token {
    /// The number of pixels.
    pub const fn length(self) -> usize {
        match self {
            Self::Pixel(_) => 1,
            Self::Copy { length, .. } => length as usize,
        }
    }
}

/// A number from 1 on, as a symbol and the rest of its bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prefixed {
    pub symbol: usize,
    pub extra: u32,
    pub extra_bits: u32,
}

impl Prefixed {
    /// A length, or the code of a distance.
    pub const fn new(number: u32) -> Self {
        let number = number - 1;
        if number < 4 {
            return Self { symbol: number as usize, extra: 0, extra_bits: 0 };
        }
        let extra_bits = number.ilog2() - 1;
        // 2 or 3.
        let high = number >> extra_bits;
        let symbol = (2 * extra_bits + high) as usize;
        Self { symbol, extra: number & ((1 << extra_bits) - 1), extra_bits }
    }
}

/// How often each symbol occurs.
#[derive(Debug)]
pub struct Counts {
    /// Pixels, and from 256 on lengths.
    pub pixels: [u32; PIXELS + LENGTHS],
    pub distances: [u32; DISTANCES],
}

impl Counts {
    pub fn of(tokens: &[Token]) -> Self {
        let mut counts = Self { pixels: [0; PIXELS + LENGTHS], distances: [0; DISTANCES] };
        for token in tokens {
            match *token {
                Token::Pixel(pixel) => counts.pixels[usize::from(pixel)] += 1,
                Token::Copy { length, distance } => {
                    counts.pixels[PIXELS + Prefixed::new(length).symbol] += 1;
                    counts.distances[Prefixed::new(distance).symbol] += 1;
                }
            }
        }
        counts
    }
}

/// Writes the tokens of one channel, after their codes; the other channels are 0 everywhere.
pub fn write(tokens: &[Token], bits: &mut BitWriter) {
    let counts = Counts::of(tokens);
    let [pixels, distances] = [&counts.pixels[..], &counts.distances].map(PrefixCode::new);
    let none = PrefixCode::new(&[1]);
    for code in [&pixels, &none, &none, &none, &distances] {
        code.describe(bits);
    }
    for token in tokens {
        match *token {
            Token::Pixel(pixel) => pixels.push(pixel.into(), bits),
            Token::Copy { length, distance } => {
                let (length, distance) = (Prefixed::new(length), Prefixed::new(distance));
                pixels.push(PIXELS + length.symbol, bits);
                bits.push(length.extra, length.extra_bits);
                distances.push(distance.symbol, bits);
                bits.push(distance.extra, distance.extra_bits);
            }
        }
    }
}

/// The number of bits that each symbol is expected to take.
#[derive(Debug)]
pub struct Costs {
    pixels: Vec<f32>,
    /// Of each length, from 0 on.
    lengths: Vec<f32>,
    distances: Vec<f32>,
}

impl Costs {
    /// The costs if symbols occur as often as they do in these tokens.
    pub fn of(counts: &Counts) -> Self {
        let symbols = bits(&counts.pixels);
        let lengths = (0..=MAX_LENGTH as u32).map(|length| {
            let Prefixed { symbol, extra_bits, .. } = Prefixed::new(length.max(1));
            symbols[PIXELS + symbol] + extra_bits as f32
        });
        Self { lengths: lengths.collect(), distances: bits(&counts.distances), pixels: symbols }
    }

    /// Costs before anything is known of copies.
    pub fn of_pixels(pixels: &[u8]) -> Self {
        let mut counts = Counts { pixels: [0; PIXELS + LENGTHS], distances: [1; DISTANCES] };
        for pixel in pixels {
            counts.pixels[usize::from(*pixel)] += 1;
        }
        counts.pixels[PIXELS..].fill((pixels.len() / PIXELS).max(1) as u32);
        Self::of(&counts)
    }

    pub fn pixel(&self, pixel: u8) -> f32 {
        self.pixels[usize::from(pixel)]
    }

    pub fn length(&self, length: usize) -> f32 {
        self.lengths[length]
    }

    pub fn token(&self, token: Token) -> f32 {
        match token {
            Token::Pixel(pixel) => self.pixel(pixel),
            Token::Copy { length, distance } => self.length(length as usize) + self.distance(distance),
        }
    }

    pub fn distance(&self, code: u32) -> f32 {
        let Prefixed { symbol, extra_bits, .. } = Prefixed::new(code);
        self.distances[symbol] + extra_bits as f32
    }
}

/// The entropy of each symbol in bits; a symbol that does not occur takes as much as the rarest could.
fn bits(counts: &[u32]) -> Vec<f32> {
    let all = (counts.iter().sum::<u32>().max(1) as f32).log2();
    counts.iter().map(|count| all - ((*count).max(1) as f32).log2()).collect()
}
