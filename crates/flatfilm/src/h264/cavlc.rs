//! CAVLC: transform coefficient levels as bits (clause 9.2 of H.264).

use std::sync::LazyLock;

use super::bits::Bits;

/// nC, which selects the `coeff_token` table (9.2.1).
#[derive(Debug, Clone, Copy)]
pub enum Nc {
    /// nC is -1: the chroma DC levels of a plane.
    ChromaDc,
    /// Any other block, with nC predicted from the blocks to the left and above.
    Blocks(u8),
}

/// Appends levels in zigzag order as `residual_block_cavlc` (7.3.5.3.2); returns `total_coeff`.
pub fn residual_block(bits: &mut Bits, coefficients: &[i16], nc: Nc) -> u8 {
    let mut levels = [(0_i32, 0_u32); 16];
    let mut total_coeff = 0;
    let mut run_before = 0;
    for level in coefficients {
        if *level == 0 {
            run_before += 1;
        } else {
            levels[total_coeff] = (i32::from(*level), run_before);
            total_coeff += 1;
            run_before = 0;
        }
    }
    let levels = &levels[..total_coeff];
    let trailing_ones = levels.iter().rev().take(3).take_while(|(level, _)| level.abs() == 1).count();
    let codes = &*CODES;
    let coeff_token = |table: &[Vec<Code>; 4]| table[trailing_ones][total_coeff - trailing_ones];
    let Code { value, len } = match nc {
        Nc::ChromaDc => coeff_token(&codes.chroma_dc_coeff_token),
        Nc::Blocks(0 | 1) => coeff_token(&codes.coeff_token[0]),
        Nc::Blocks(2 | 3) => coeff_token(&codes.coeff_token[1]),
        Nc::Blocks(4..=7) => coeff_token(&codes.coeff_token[2]),
        Nc::Blocks(_) if total_coeff == 0 => Code { value: 3, len: 6 },
        Nc::Blocks(_) => Code { value: (total_coeff as u32 - 1) << 2 | trailing_ones as u32, len: 6 },
    };
    bits.u(value, len);
    if total_coeff == 0 {
        return 0;
    }

    let mut backwards = levels.iter().rev();
    for (level, _) in backwards.by_ref().take(trailing_ones) {
        bits.flag(*level < 0);
    }
    let mut suffix_length = u32::from(total_coeff > 10 && trailing_ones < 3);
    for (number, (level, _)) in backwards.enumerate() {
        let mut level_code = 2 * level.unsigned_abs() - if *level > 0 { 2 } else { 1 };
        if number == 0 && trailing_ones < 3 {
            level_code -= 2;
        }
        write_level(bits, level_code, suffix_length);
        suffix_length = suffix_length.max(1);
        if level.abs() > 3 << (suffix_length - 1) && suffix_length < 6 {
            suffix_length += 1;
        }
    }

    let mut zeros_left: u32 = levels.iter().map(|(_, run_before)| run_before).sum();
    if total_coeff < coefficients.len() {
        let table: &[Vec<Code>] = match nc {
            Nc::ChromaDc => &codes.chroma_dc_total_zeros,
            Nc::Blocks(_) => &codes.total_zeros,
        };
        let Code { value, len } = table[total_coeff - 1][zeros_left as usize];
        bits.u(value, len);
    }
    for (_, run_before) in levels[1..].iter().rev() {
        if zeros_left == 0 {
            break;
        }
        let table = &codes.run_before[zeros_left.min(7) as usize - 1];
        let Code { value, len } = table[*run_before as usize];
        bits.u(value, len);
        zeros_left -= run_before;
    }
    total_coeff as u8
}

/// Maximum absolute level: `level_prefix` 15 has a suffix of 12 bits.
pub const MAX_LEVEL: i32 = 2000;

fn write_level(bits: &mut Bits, level_code: u32, suffix_length: u32) {
    let (level_prefix, level_suffix, len) = match (level_code, suffix_length) {
        (..14, 0) => (level_code, 0, 0),
        (14..30, 0) => (14, level_code - 14, 4),
        (_, 0) => (15, level_code - 30, 12),
        _ if level_code < 15 << suffix_length => {
            (level_code >> suffix_length, level_code & ((1 << suffix_length) - 1), suffix_length)
        }
        _ => (15, level_code - (15 << suffix_length), 12),
    };
    bits.u(1, level_prefix + 1);
    bits.u(level_suffix, len);
}

#[derive(Debug, Clone, Copy)]
struct Code {
    value: u32,
    len: u32,
}

struct Codes {
    coeff_token: [[Vec<Code>; 4]; 3],
    chroma_dc_coeff_token: [Vec<Code>; 4],
    total_zeros: [Vec<Code>; 15],
    chroma_dc_total_zeros: [Vec<Code>; 3],
    run_before: [Vec<Code>; 7],
}

static CODES: LazyLock<Codes> = LazyLock::new(|| Codes {
    coeff_token: COEFF_TOKEN.map(|table| table.map(codes)),
    chroma_dc_coeff_token: CHROMA_DC_COEFF_TOKEN.map(codes),
    total_zeros: TOTAL_ZEROS.map(codes),
    chroma_dc_total_zeros: CHROMA_DC_TOTAL_ZEROS.map(codes),
    run_before: RUN_BEFORE.map(codes),
});

fn codes(digits: &str) -> Vec<Code> {
    let code = |digits: &str| {
        let value = digits.bytes().fold(0, |value, digit| value << 1 | u32::from(digit == b'1'));
        Code { value, len: digits.len() as u32 }
    };
    digits.split(' ').map(code).collect()
}

/// Table 9-5, for nC 0 to 1, 2 to 3, and 4 to 7: for each `trailing_ones`, the codes of `total_coeff`, which is at
/// least `trailing_ones`.
const COEFF_TOKEN: [[&str; 4]; 3] = [
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

/// Table 9-5, for nC -1 (chroma DC levels), as in [`COEFF_TOKEN`].
const CHROMA_DC_COEFF_TOKEN: [&str; 4] =
    ["01 000111 000100 000011 000010", "1 000110 0000011 00000011", "001 0000010 00000010", "000101 0000000"];

/// Tables 9-7 and 9-8: for each `total_coeff` from 1 on, the codes of `total_zeros`.
const TOTAL_ZEROS: [&str; 15] = [
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

/// Codes of `total_zeros` for chroma DC levels, as in [`TOTAL_ZEROS`].
const CHROMA_DC_TOTAL_ZEROS: [&str; 3] = ["1 01 001 000", "1 01 00", "1 0"];

/// Table 9-10: for each `zeros_left` from 1 to 6, and for 7 or more, the codes of `run_before`.
const RUN_BEFORE: [&str; 7] = [
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

    /// No code of a table is the prefix of another.
    #[test]
    fn codes_can_be_told_apart() {
        let codes = &*CODES;
        let tables = codes.coeff_token.iter().map(|table| table.concat());
        let tables = tables.chain([codes.chroma_dc_coeff_token.concat()]);
        let tables = tables.chain(codes.total_zeros.iter().cloned());
        let tables =
            tables.chain(codes.chroma_dc_total_zeros.iter().cloned()).chain(codes.run_before.iter().cloned());
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
