//! Literals and backward references of an entropy-coded image (WebP Lossless Bitstream Specification, section 5.2).

use crate::bit_writer::BitWriter;

use super::prefix_code::PrefixCode;

const LITERALS: usize = 256;

const LENGTH_SYMBOLS: usize = 24;

const DISTANCE_SYMBOLS: usize = 40;

pub const MAX_LENGTH: usize = 4096;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token {
    Literal(u8),
    BackwardReference {
        /// At least 1, at most [`MAX_LENGTH`].
        length: u32,
        /// The distance code, at least 1.
        distance_code: u32,
    },
}

impl Token {
    pub const fn length(self) -> usize {
        match self {
            Self::Literal(_) => 1,
            Self::BackwardReference { length, .. } => length as usize,
        }
    }
}

/// A length or distance code as prefix code symbol and extra bits (section 5.2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrefixCoded {
    pub symbol: usize,
    pub extra: u32,
    pub extra_bits: u32,
}

impl PrefixCoded {
    pub const fn new(number: u32) -> Self {
        let number = number - 1;
        if number < 4 {
            return Self { symbol: number as usize, extra: 0, extra_bits: 0 };
        }
        let extra_bits = number.ilog2() - 1;
        // The two highest bits of the number: 2 or 3.
        let high = number >> extra_bits;
        let symbol = (2 * extra_bits + high) as usize;
        Self { symbol, extra: number & ((1 << extra_bits) - 1), extra_bits }
    }
}

#[derive(Debug)]
pub struct Counts {
    /// Counts of green literals and, from index 256 on, of length symbols.
    pub green: [u32; LITERALS + LENGTH_SYMBOLS],
    pub distances: [u32; DISTANCE_SYMBOLS],
}

impl Counts {
    pub fn of(tokens: &[Token]) -> Self {
        let mut counts = Self { green: [0; LITERALS + LENGTH_SYMBOLS], distances: [0; DISTANCE_SYMBOLS] };
        for token in tokens {
            match *token {
                Token::Literal(pixel) => counts.green[usize::from(pixel)] += 1,
                Token::BackwardReference { length, distance_code } => {
                    counts.green[LITERALS + PrefixCoded::new(length).symbol] += 1;
                    counts.distances[PrefixCoded::new(distance_code).symbol] += 1;
                }
            }
        }
        counts
    }
}

/// Writes the five prefix codes and the tokens; pixels only have a green channel.
pub fn write(tokens: &[Token], bits: &mut BitWriter) {
    let counts = Counts::of(tokens);
    let [green, distances] = [&counts.green[..], &counts.distances].map(PrefixCode::new);
    let none = PrefixCode::new(&[1]);
    for code in [&green, &none, &none, &none, &distances] {
        code.write(bits);
    }
    for token in tokens {
        match *token {
            Token::Literal(pixel) => green.push(pixel.into(), bits),
            Token::BackwardReference { length, distance_code } => {
                let (length, distance) = (PrefixCoded::new(length), PrefixCoded::new(distance_code));
                green.push(LITERALS + length.symbol, bits);
                bits.push(length.extra, length.extra_bits);
                distances.push(distance.symbol, bits);
                bits.push(distance.extra, distance.extra_bits);
            }
        }
    }
}

#[derive(Debug)]
pub struct Costs {
    green: Vec<f32>,
    lengths: Vec<f32>,
    distances: Vec<f32>,
}

impl Costs {
    /// Calculates costs from symbol counts.
    pub fn of(counts: &Counts) -> Self {
        let symbols = bits(&counts.green);
        let lengths = (0..=MAX_LENGTH as u32).map(|length| {
            let PrefixCoded { symbol, extra_bits, .. } = PrefixCoded::new(length.max(1));
            symbols[LITERALS + symbol] + extra_bits as f32
        });
        Self { lengths: lengths.collect(), distances: bits(&counts.distances), green: symbols }
    }

    /// Estimates costs from the pixels, before backward references are known.
    pub fn of_pixels(pixels: &[u8]) -> Self {
        let mut counts = Counts { green: [0; LITERALS + LENGTH_SYMBOLS], distances: [1; DISTANCE_SYMBOLS] };
        for pixel in pixels {
            counts.green[usize::from(*pixel)] += 1;
        }
        counts.green[LITERALS..].fill((pixels.len() / LITERALS).max(1) as u32);
        Self::of(&counts)
    }

    pub fn literal(&self, pixel: u8) -> f32 {
        self.green[usize::from(pixel)]
    }

    pub fn length(&self, length: usize) -> f32 {
        self.lengths[length]
    }

    pub fn token(&self, token: Token) -> f32 {
        match token {
            Token::Literal(pixel) => self.literal(pixel),
            Token::BackwardReference { length, distance_code } => {
                self.length(length as usize) + self.distance(distance_code)
            }
        }
    }

    pub fn distance(&self, code: u32) -> f32 {
        let PrefixCoded { symbol, extra_bits, .. } = PrefixCoded::new(code);
        self.distances[symbol] + extra_bits as f32
    }
}

/// Returns the information content of each symbol in bits; unused symbols count as used once.
fn bits(counts: &[u32]) -> Vec<f32> {
    let all = (counts.iter().sum::<u32>().max(1) as f32).log2();
    counts.iter().map(|count| all - ((*count).max(1) as f32).log2()).collect()
}
