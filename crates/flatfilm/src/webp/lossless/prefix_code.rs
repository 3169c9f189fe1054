//! Canonical prefix codes (WebP Lossless Bitstream Specification, section 6.2).

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::iter;

use crate::bit_writer::BitWriter;

const MAX_BITS: u8 = 15;

const MAX_CODE_LENGTH_BITS: u8 = 7;

/// `kCodeLengthCodeOrder` of the specification.
const CODE_LENGTH_ORDER: [usize; 19] = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

#[derive(Debug)]
pub struct PrefixCode {
    /// Code length of each symbol; 0 for unused symbols.
    lengths: Vec<u8>,
    /// Code of each symbol, bit-reversed.
    codes: Vec<u16>,
    /// Whether there is at most one symbol, which takes no bits.
    is_trivial: bool,
}

impl PrefixCode {
    /// Creates an optimal code for these symbol counts.
    pub fn new(counts: &[u32]) -> Self {
        Self::with_max_bits(counts, MAX_BITS)
    }

    fn with_max_bits(counts: &[u32], max_bits: u8) -> Self {
        let lengths = lengths(counts, max_bits);
        let is_trivial = lengths.iter().filter(|length| **length > 0).count() < 2;
        let codes = codes(&lengths);
        Self { lengths, codes, is_trivial }
    }

    pub fn push(&self, symbol: usize, bits: &mut BitWriter) {
        if !self.is_trivial {
            bits.push(self.codes[symbol].into(), self.lengths[symbol].into());
        }
    }

    /// Writes the code lengths (section 6.2.1).
    pub fn write(&self, bits: &mut BitWriter) {
        let mut symbols =
            (0..).zip(&self.lengths).filter(|(_, length)| **length > 0).map(|(symbol, _)| symbol);
        match [symbols.next(), symbols.next(), symbols.next()] {
            [first, None, _] => write_simple(first.unwrap_or(0), None, bits),
            [Some(first), Some(second), None] if second <= u8::MAX.into() => {
                write_simple(first, Some(second), bits);
            }
            _ => self.write_normal(bits),
        }
    }

    fn write_normal(&self, bits: &mut BitWriter) {
        bits.push(0, 1);
        let items = CodeLength::all(&self.lengths);
        let mut counts = [0; CODE_LENGTH_ORDER.len()];
        for item in &items {
            counts[item.symbol] += 1;
        }
        let code = Self::with_max_bits(&counts, MAX_CODE_LENGTH_BITS);
        let written =
            CODE_LENGTH_ORDER.iter().rposition(|symbol| code.lengths[*symbol] > 0).map_or(0, |last| last + 1);
        let written = written.max(4);
        bits.push(written as u32 - 4, 4);
        for symbol in &CODE_LENGTH_ORDER[..written] {
            bits.push(code.lengths[*symbol].into(), 3);
        }
        // `max_symbol` - 2, in an even number of bits.
        let number = items.len().max(2) as u32 - 2;
        let number_bits = (u32::BITS - number.leading_zeros()).max(2).next_multiple_of(2);
        bits.push(1, 1);
        bits.push((number_bits - 2) / 2, 3);
        bits.push(number, number_bits);
        for item in items {
            code.push(item.symbol, bits);
            bits.push(item.repeats, item.repeat_bits);
        }
    }
}

/// Writes a simple code length code: one or two symbols up to 255.
fn write_simple(first: u32, second: Option<u32>, bits: &mut BitWriter) {
    bits.push(1, 1);
    bits.push(second.is_some().into(), 1);
    let is_long = first > 1;
    bits.push(is_long.into(), 1);
    bits.push(first, if is_long { 8 } else { 1 });
    if let Some(second) = second {
        bits.push(second, 8);
    }
}

/// A symbol of the code length code: a length, or a repetition (16, 17, 18).
#[derive(Debug, Clone, Copy)]
struct CodeLength {
    symbol: usize,
    repeats: u32,
    repeat_bits: u32,
}

impl CodeLength {
    /// Run-length encodes code lengths, without trailing zeros.
    fn all(lengths: &[u8]) -> Vec<Self> {
        let end = lengths.iter().rposition(|length| *length > 0).map_or(0, |last| last + 1);
        let mut items = Vec::new();
        for run in lengths[..end].chunk_by(|a, b| a == b) {
            let one = Self { symbol: run[0].into(), repeats: 0, repeat_bits: 0 };
            let mut rest = run.len();
            if run[0] > 0 {
                items.push(one);
                rest -= 1;
            }
            while rest > 0 {
                let (symbol, least, repeat_bits) = match (run[0], rest) {
                    (0, 11..) => (18, 11, 7),
                    (0, 3..) => (17, 3, 3),
                    (1.., 3..) => (16, 3, 2),
                    (0.., 0..3) => {
                        items.extend(iter::repeat_n(one, rest));
                        break;
                    }
                };
                let repeats = (rest - least).min((1 << repeat_bits) - 1);
                items.push(Self { symbol, repeats: repeats as u32, repeat_bits });
                rest -= least + repeats;
            }
        }
        items
    }
}

/// Returns length-limited Huffman code lengths: while a code is too long, the counts of rare symbols are raised.
fn lengths(counts: &[u32], max_bits: u8) -> Vec<u8> {
    let least = iter::successors(Some(1), |least| Some(2 * least));
    let mut tries = least.map(|least| huffman(counts, least));
    let fits = |lengths: &Vec<u8>| lengths.iter().all(|length| *length <= max_bits);
    tries.find(fits).expect("all codes are short if all symbols are counted alike")
}

/// Returns Huffman code lengths (1952), with the counts of used symbols raised to `least`.
fn huffman(counts: &[u32], least: u64) -> Vec<u8> {
    let mut lengths = vec![0; counts.len()];
    // The parent of each node of the tree, 0 until it is known; the first nodes are the symbols.
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
        // A single symbol is at depth 0, but is written as if its code had one bit.
        lengths[symbol] = depths[node].max(1);
    }
    lengths
}

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
