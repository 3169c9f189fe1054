//! Coefficients of a block as bits (CAVLC, clause 9.2 of H.264).

use std::sync::LazyLock;

use super::bits::Bits;

/// Where a block of coefficients belongs, which chooses the codes.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    /// The means of the four blocks of a plane of chroma.
    ChromaMeans,
    /// Any other, with a number of coefficients that the blocks to the left and above suggest.
    Block(u8),
}

/// Appends coefficients, in zigzag order, and returns how many are not 0.
pub fn write(bits: &mut Bits, coefficients: &[i16], kind: Kind) -> u8 {
    let mut levels = [(0_i32, 0_u32); 16];
    let mut total = 0;
    let mut zeros_before = 0;
    for level in coefficients {
        if *level == 0 {
            zeros_before += 1;
        } else {
            levels[total] = (i32::from(*level), zeros_before);
            total += 1;
            zeros_before = 0;
        }
    }
    let levels = &levels[..total];
    let ones = levels.iter().rev().take(3).take_while(|(level, _)| level.abs() == 1).count();
    let codes = &*CODES;
    let token = |table: &[Vec<Code>; 4]| table[ones][total - ones];
    let Code { value, len } = match kind {
        Kind::ChromaMeans => token(&codes.chroma_coefficients),
        Kind::Block(0 | 1) => token(&codes.coefficients[0]),
        Kind::Block(2 | 3) => token(&codes.coefficients[1]),
        Kind::Block(4..=7) => token(&codes.coefficients[2]),
        Kind::Block(_) if total == 0 => Code { value: 3, len: 6 },
        Kind::Block(_) => Code { value: (total as u32 - 1) << 2 | ones as u32, len: 6 },
    };
    bits.put(value, len);
    if total == 0 {
        return 0;
    }

    let mut backwards = levels.iter().rev();
    for (level, _) in backwards.by_ref().take(ones) {
        bits.flag(*level < 0);
    }
    let mut suffix_len = u32::from(total > 10 && ones < 3);
    for (number, (level, _)) in backwards.enumerate() {
        let mut code = 2 * level.unsigned_abs() - if *level > 0 { 2 } else { 1 };
        if number == 0 && ones < 3 {
            code -= 2;
        }
        write_level(bits, code, suffix_len);
        suffix_len = suffix_len.max(1);
        if level.abs() > 3 << (suffix_len - 1) && suffix_len < 6 {
            suffix_len += 1;
        }
    }

    let mut zeros: u32 = levels.iter().map(|(_, zeros)| zeros).sum();
    if total < coefficients.len() {
        let table: &[Vec<Code>] = match kind {
            Kind::ChromaMeans => &codes.chroma_zeros,
            Kind::Block(_) => &codes.zeros,
        };
        let Code { value, len } = table[total - 1][zeros as usize];
        bits.put(value, len);
    }
    for (_, run) in levels[1..].iter().rev() {
        if zeros == 0 {
            break;
        }
        let table = &codes.runs[zeros.min(7) as usize - 1];
        let Code { value, len } = table[*run as usize];
        bits.put(value, len);
        zeros -= run;
    }
    total as u8
}

/// The largest absolute value of a coefficient: the longest code has a suffix of 12 bits.
pub const MAX_LEVEL: i32 = 2000;

fn write_level(bits: &mut Bits, code: u32, suffix_len: u32) {
    let (prefix, suffix, len) = match (code, suffix_len) {
        (..14, 0) => (code, 0, 0),
        (14..30, 0) => (14, code - 14, 4),
        (_, 0) => (15, code - 30, 12),
        _ if code < 15 << suffix_len => (code >> suffix_len, code & ((1 << suffix_len) - 1), suffix_len),
        _ => (15, code - (15 << suffix_len), 12),
    };
    bits.put(1, prefix + 1);
    bits.put(suffix, len);
}

#[derive(Debug, Clone, Copy)]
struct Code {
    value: u32,
    len: u32,
}

/// The tables below, read.
struct Codes {
    coefficients: [[Vec<Code>; 4]; 3],
    chroma_coefficients: [Vec<Code>; 4],
    zeros: [Vec<Code>; 15],
    chroma_zeros: [Vec<Code>; 3],
    runs: [Vec<Code>; 7],
}

static CODES: LazyLock<Codes> = LazyLock::new(|| Codes {
    coefficients: COEFFICIENTS.map(|table| table.map(codes)),
    chroma_coefficients: CHROMA_COEFFICIENTS.map(codes),
    zeros: ZEROS.map(codes),
    chroma_zeros: CHROMA_ZEROS.map(codes),
    runs: RUNS.map(codes),
});

fn codes(digits: &str) -> Vec<Code> {
    let code = |digits: &str| {
        let value = digits.bytes().fold(0, |value, digit| value << 1 | u32::from(digit == b'1'));
        Code { value, len: digits.len() as u32 }
    };
    digits.split(' ').map(code).collect()
}

/// For each number of trailing ones, the codes of rising numbers of coefficients, from that number on;
/// for few, some and many coefficients nearby.
const COEFFICIENTS: [[&str; 4]; 3] = [
    [
        "1 000101 00000111 000000111 0000000111 00000000111 0000000001111 0000000001011 0000000001000 \
        00000000001111 00000000001011 000000000001111 000000000001011 0000000000001111 \
        0000000000001011 0000000000000111 0000000000000100",
        "01 000100 00000110 000000110 0000000110 00000000110 0000000001110 0000000001010 \
        00000000001110 00000000001010 000000000001110 000000000001010 000000000000001 \
        0000000000001110 0000000000001010 0000000000000110",
        "001 0000101 00000101 000000101 0000000101 00000000101 0000000001101 0000000001001 \
        00000000001101 00000000001001 000000000001101 000000000001001 0000000000001101 \
        0000000000001001 0000000000000101",
        "00011 000011 0000100 00000100 000000100 0000000100 00000000100 0000000001100 00000000001100 \
        00000000001000 000000000001100 000000000001000 0000000000001100 0000000000001000",
    ],
    [
        "11 001011 000111 0000111 00000111 00000100 000000111 00000001111 00000001011 000000001111 \
        000000001011 000000001000 0000000001111 0000000001011 0000000000111 00000000001001 \
        00000000000111",
        "10 00111 001010 000110 0000110 00000110 000000110 00000001110 00000001010 000000001110 \
        000000001010 0000000001110 0000000001010 00000000001011 00000000001000 00000000000110",
        "011 001001 000101 0000101 00000101 000000101 00000001101 00000001001 000000001101 \
        000000001001 0000000001101 0000000001001 0000000000110 00000000001010 00000000000101",
        "0101 0100 00110 001000 000100 0000100 000000100 00000001100 00000001000 000000001100 \
        0000000001100 0000000001000 0000000000001 00000000000100",
    ],
    [
        "1111 001111 001011 001000 0001111 0001011 0001001 0001000 00001111 00001011 000001111 \
        000001011 000001000 0000001101 0000001001 0000000101 0000000001",
        "1110 01111 01100 01010 01000 001110 001010 0001110 00001110 00001010 000001110 000001010 \
        000000111 0000001100 0000001000 0000000100",
        "1101 01110 01011 01001 001101 001001 0001101 0001010 00001101 00001001 000001101 000001001 \
        0000001011 0000000111 0000000011",
        "1100 1011 1010 1001 1000 01101 001100 0001100 00001100 00001000 000001100 0000001010 \
        0000000110 0000000010",
    ],
];

/// The same for the means of chroma.
const CHROMA_COEFFICIENTS: [&str; 4] =
    ["01 000111 000100 000011 000010", "1 000110 0000011 00000011", "001 0000010 00000010", "000101 0000000"];

/// For each number of coefficients from 1 on, the codes of the number of zeros before the last one.
const ZEROS: [&str; 15] = [
    "1 011 010 0011 0010 00011 00010 000011 000010 0000011 0000010 00000011 00000010 000000011 \
    000000010 000000001",
    "111 110 101 100 011 0101 0100 0011 0010 00011 00010 000011 000010 000001 000000",
    "0101 111 110 101 0100 0011 100 011 0010 00011 00010 000001 00001 000000",
    "00011 111 0101 0100 110 101 100 0011 011 0010 00010 00001 00000",
    "0101 0100 0011 111 110 101 100 011 0010 00001 0001 00000",
    "000001 00001 111 110 101 100 011 010 0001 001 000000",
    "000001 00001 101 100 011 11 010 0001 001 000000",
    "000001 0001 00001 011 11 10 010 001 000000",
    "000001 000000 0001 11 10 001 01 00001",
    "00001 00000 001 11 10 01 0001",
    "0000 0001 001 010 1 011",
    "0000 0001 01 1 001",
    "000 001 1 01",
    "00 01 1",
    "0 1",
];

/// The same for the means of chroma.
const CHROMA_ZEROS: [&str; 3] = ["1 01 001 000", "1 01 00", "1 0"];

/// For each number of zeros left from 1 on (the last is for all higher ones), the codes of the zeros
/// directly before a coefficient.
const RUNS: [&str; 7] = [
    "1 0",
    "1 01 00",
    "11 10 01 00",
    "11 10 01 001 000",
    "11 10 011 010 001 000",
    "11 000 001 011 010 101 100",
    "111 110 101 100 011 010 001 0001 00001 000001 0000001 00000001 000000001 0000000001 00000000001",
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Codes of one table can be told apart, and none is missing: Kraft's sum is at most 1, and the
    /// tables without a gap in the standard reach it.
    #[test]
    fn codes_can_be_told_apart() {
        let codes = &*CODES;
        let tables = codes.coefficients.iter().map(|table| table.concat());
        let tables = tables.chain([codes.chroma_coefficients.concat()]);
        let tables = tables.chain(codes.zeros.iter().cloned());
        let tables = tables.chain(codes.chroma_zeros.iter().cloned()).chain(codes.runs.iter().cloned());
        for table in tables {
            for (number, one) in table.iter().enumerate() {
                for other in &table[number + 1..] {
                    let len = one.len.min(other.len);
                    assert_ne!(one.value >> (one.len - len), other.value >> (other.len - len));
                }
            }
        }
    }
}
