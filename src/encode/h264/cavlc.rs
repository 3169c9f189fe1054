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
    let token = |table: usize| codes[table + ones][total - ones];
    let Code { value, len } = match kind {
        Kind::ChromaMeans => token(CHROMA_COEFFICIENTS),
        Kind::Block(0 | 1) => token(COEFFICIENTS[0]),
        Kind::Block(2 | 3) => token(COEFFICIENTS[1]),
        Kind::Block(4..=7) => token(COEFFICIENTS[2]),
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
        let table = match kind {
            Kind::ChromaMeans => CHROMA_ZEROS,
            Kind::Block(_) => ZEROS,
        };
        let Code { value, len } = codes[table + total - 1][zeros as usize];
        bits.put(value, len);
    }
    for (_, run) in levels[1..].iter().rev() {
        if zeros == 0 {
            break;
        }
        let Code { value, len } = codes[RUNS + zeros.min(7) as usize - 1][*run as usize];
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

/// The codes of all tables, row by row.
static CODES: LazyLock<Vec<Vec<Code>>> = LazyLock::new(|| {
    let rows = include_str!("codes.txt").lines().filter(|row| !row.starts_with('#'));
    rows.map(|row| row.split(' ').map(code).collect()).collect()
});

/// The first row of the tables for few, some and many coefficients nearby.
const COEFFICIENTS: [usize; 3] = [0, 4, 8];

/// The first rows of the other tables.
const CHROMA_COEFFICIENTS: usize = 12;
const ZEROS: usize = 16;
const CHROMA_ZEROS: usize = 31;
const RUNS: usize = 34;

fn code(digits: &str) -> Code {
    let value = digits.bytes().fold(0, |value, digit| value << 1 | u32::from(digit == b'1'));
    Code { value, len: digits.len() as u32 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Codes of one table can be told apart, and none is missing: Kraft's sum is at most 1, and the
    /// tables without a gap in the standard reach it.
    #[test]
    fn codes_can_be_told_apart() {
        let (coefficients, others) = CODES.split_at(ZEROS);
        let tables = coefficients.chunks(4).map(<[Vec<Code>]>::concat).chain(others.iter().cloned());
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
