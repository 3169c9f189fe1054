//! Canonical prefix codes (`WebP Lossless Bitstream Specification`, section 6.2).

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::iter;

use crate::bit_writer::BitWriter;

/// Codes have at most 15 bits.
const MAX_BITS: u8 = 15;

/// The codes of code lengths have at most 7 bits.
const MAX_BITS_OF_LENGTHS: u8 = 7;

/// The order in which the lengths of the codes of code lengths are written.
const ORDER: [usize; 19] = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// A prefix code.
#[derive(Debug)]
pub struct PrefixCode {
    /// The number of bits of each symbol's code; 0 for symbols that do not occur.
    lengths: Vec<u8>,
    /// The code of each symbol, its first bit in the lowest place.
    codes: Vec<u16>,
    /// Whether there is only one symbol, which then takes no bits.
    is_trivial: bool,
}

impl PrefixCode {
    /// The code for symbols that occur so often.
    pub fn new(counts: &[u32]) -> Self {
        Self::with_max_bits(counts, MAX_BITS)
    }

    fn with_max_bits(counts: &[u32], max_bits: u8) -> Self {
        let lengths = lengths(counts, max_bits);
        let is_trivial = lengths.iter().filter(|length| **length > 0).count() < 2;
        let codes = codes(&lengths);
        Self { lengths, codes, is_trivial }
    }

    /// Writes the code of a symbol.
    pub fn push(&self, symbol: usize, bits: &mut BitWriter) {
        if !self.is_trivial {
            bits.push(self.codes[symbol].into(), self.lengths[symbol].into());
        }
    }

    /// Writes which code this is.
    pub fn describe(&self, bits: &mut BitWriter) {
        let mut symbols =
            (0..).zip(&self.lengths).filter(|(_, length)| **length > 0).map(|(symbol, _)| symbol);
        match [symbols.next(), symbols.next(), symbols.next()] {
            [first, None, _] => simple(first.unwrap_or(0), None, bits),
            [Some(first), Some(second), None] if second <= u8::MAX.into() => {
                simple(first, Some(second), bits);
            }
            _ => self.describe_lengths(bits),
        }
    }

    fn describe_lengths(&self, bits: &mut BitWriter) {
        bits.push(0, 1);
        let steps = Step::all(&self.lengths);
        let mut counts = [0; ORDER.len()];
        for step in &steps {
            counts[step.symbol] += 1;
        }
        let code = Self::with_max_bits(&counts, MAX_BITS_OF_LENGTHS);
        let written = ORDER.iter().rposition(|symbol| code.lengths[*symbol] > 0).map_or(0, |last| last + 1);
        let written = written.max(4);
        bits.push(written as u32 - 4, 4);
        for symbol in &ORDER[..written] {
            bits.push(code.lengths[*symbol].into(), 3);
        }
        // The number of steps, less 2, in an even number of bits.
        let number = steps.len().max(2) as u32 - 2;
        let number_bits = (u32::BITS - number.leading_zeros()).max(2).next_multiple_of(2);
        bits.push(1, 1);
        bits.push((number_bits - 2) / 2, 3);
        bits.push(number, number_bits);
        for step in steps {
            code.push(step.symbol, bits);
            bits.push(step.repeats, step.repeat_bits);
        }
    }
}

/// Describes a code of one symbol or two, none above 255.
fn simple(first: u32, second: Option<u32>, bits: &mut BitWriter) {
    bits.push(1, 1);
    bits.push(second.is_some().into(), 1);
    let is_long = first > 1;
    bits.push(is_long.into(), 1);
    bits.push(first, if is_long { 8 } else { 1 });
    if let Some(second) = second {
        bits.push(second, 8);
    }
}

/// A part of the list of code lengths: a length, or one that is repeated.
#[derive(Debug, Clone, Copy)]
struct Step {
    symbol: usize,
    /// The number of repeats, less the minimum.
    repeats: u32,
    repeat_bits: u32,
}

impl Step {
    /// The whole list, without zeros at its end.
    fn all(lengths: &[u8]) -> Vec<Self> {
        let end = lengths.iter().rposition(|length| *length > 0).map_or(0, |last| last + 1);
        let mut steps = Vec::new();
        for run in lengths[..end].chunk_by(|a, b| a == b) {
            let one = Self { symbol: run[0].into(), repeats: 0, repeat_bits: 0 };
            let mut rest = run.len();
            if run[0] > 0 {
                steps.push(one);
                rest -= 1;
            }
            while rest > 0 {
                let (symbol, least, repeat_bits) = match (run[0], rest) {
                    (0, 11..) => (18, 11, 7),
                    (0, 3..) => (17, 3, 3),
                    (1.., 3..) => (16, 3, 2),
                    (0.., 0..3) => {
                        steps.extend(iter::repeat_n(one, rest));
                        break;
                    }
                };
                let repeats = (rest - least).min((1 << repeat_bits) - 1);
                steps.push(Self { symbol, repeats: repeats as u32, repeat_bits });
                rest -= least + repeats;
            }
        }
        steps
    }
}

/// The lengths of the codes for symbols that occur so often (Huffman, 1952). If one is too long, rare
/// symbols are counted more often.
fn lengths(counts: &[u32], max_bits: u8) -> Vec<u8> {
    let least = iter::successors(Some(1), |least| Some(2 * least));
    let mut tries = least.map(|least| huffman(counts, least));
    let fits = |lengths: &Vec<u8>| lengths.iter().all(|length| *length <= max_bits);
    tries.find(fits).expect("all codes are short if all symbols are counted alike")
}

/// The lengths of an optimal code, with each symbol that occurs counted at least `least` times.
fn huffman(counts: &[u32], least: u64) -> Vec<u8> {
    let mut lengths = vec![0; counts.len()];
    // The nodes of the tree: first the symbols, each with its parent once it is known.
    let symbols: Vec<usize> = (0..counts.len()).filter(|symbol| counts[*symbol] > 0).collect();
    let mut parents = vec![0; symbols.len()];
    let mut heap: BinaryHeap<Reverse<(u64, usize)>> = symbols
        .iter()
        .enumerate()
        .map(|(node, symbol)| Reverse((u64::from(counts[*symbol]).max(least), node)))
        .collect();
    while let (Some(Reverse((first, a))), Some(Reverse((second, b)))) = (heap.pop(), heap.pop()) {
        let parent = parents.len();
        parents.push(0);
        (parents[a], parents[b]) = (parent, parent);
        heap.push(Reverse((first + second, parent)));
    }
    let root = parents.len().saturating_sub(1);
    let mut depths = vec![0_u8; parents.len()];
    for node in (0..root).rev() {
        depths[node] = depths[parents[node]].saturating_add(1);
    }
    for (node, symbol) in symbols.into_iter().enumerate() {
        // A single symbol is written as if it had a code.
        lengths[symbol] = depths[node].max(1);
    }
    lengths
}

/// The canonical codes of these lengths, each with its first bit in the lowest place.
fn codes(lengths: &[u8]) -> Vec<u16> {
    let mut next = 0_u32;
    let mut codes = vec![0; lengths.len()];
    for bits in 1..=MAX_BITS {
        next <<= 1;
        for (code, _) in codes.iter_mut().zip(lengths).filter(|(_, length)| **length == bits) {
            *code = (next as u16).reverse_bits() >> (16 - bits);
            next += 1;
        }
    }
    codes
}
