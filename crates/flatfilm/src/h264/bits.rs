//! Bit strings in the descriptors of H.264 (7.2, 9.1), and NAL units (7.3.1, Annex B).

pub const fn ue_len(value: u32) -> u32 {
    2 * (value as u64 + 1).ilog2() + 1
}

pub const fn se_len(value: i32) -> u32 {
    ue_len(se_code_num(value))
}

/// Returns the length of `te(v)` in bits, where `most` is the largest possible value.
pub const fn te_len(value: u32, most: u32) -> u32 {
    match most {
        0 => 0,
        1 => 1,
        _ => ue_len(value),
    }
}

const fn se_code_num(value: i32) -> u32 {
    let magnitude = value.unsigned_abs();
    if value > 0 { 2 * magnitude - 1 } else { 2 * magnitude }
}

/// A sequence of bits, most significant bit first.
#[derive(Debug, Clone, Default)]
pub struct Bits {
    bytes: Vec<u8>,
    rest: u64,
    rest_len: u32,
}

impl Bits {
    pub const fn len(&self) -> usize {
        self.bytes.len() * 8 + self.rest_len as usize
    }

    /// Appends `u(n)`: `value`, which must fit `count` bits, as `count` bits; `count` is at most 32.
    pub fn u(&mut self, value: u32, count: u32) {
        self.rest = self.rest << count | u64::from(value);
        self.rest_len += count;
        while self.rest_len >= 8 {
            self.rest_len -= 8;
            self.bytes.push((self.rest >> self.rest_len) as u8);
        }
        self.rest &= (1 << self.rest_len) - 1;
    }

    pub fn flag(&mut self, value: bool) {
        self.u(value.into(), 1);
    }

    /// Appends `ue(v)`, an Exp-Golomb code (9.1).
    pub fn ue(&mut self, value: u32) {
        let code = u64::from(value) + 1;
        let digits = code.ilog2() + 1;
        if digits <= 16 {
            self.u(code as u32, 2 * digits - 1);
        } else {
            self.u(0, digits - 1);
            self.u(code as u32, digits);
        }
    }

    /// Appends `se(v)`, a signed Exp-Golomb code (9.1.1).
    pub fn se(&mut self, value: i32) {
        self.ue(se_code_num(value));
    }

    /// Appends `te(v)`, a truncated Exp-Golomb code of 0 to `most` (9.1).
    pub fn te(&mut self, value: u32, most: u32) {
        match most {
            0 => {}
            1 => self.flag(value == 0),
            _ => self.ue(value),
        }
    }

    pub fn append(&mut self, other: &Self) {
        if self.rest_len == 0 {
            self.bytes.extend_from_slice(&other.bytes);
        } else {
            let (words, rest) = other.bytes.as_chunks();
            for word in words {
                self.u(u32::from_be_bytes(*word), 32);
            }
            for byte in rest {
                self.u((*byte).into(), 8);
            }
        }
        self.u(other.rest as u32, other.rest_len);
    }

    pub fn align(&mut self) {
        if self.rest_len > 0 {
            self.u(0, 8 - self.rest_len);
        }
    }

    /// Appends whole bytes; the position must be byte-aligned.
    pub fn bytes(&mut self, bytes: &[u8]) {
        debug_assert_eq!(self.rest_len, 0, "bytes are aligned");
        self.bytes.extend_from_slice(bytes);
    }

    /// Returns a NAL unit (7.3.1) with `rbsp_trailing_bits` (7.3.2.11) and `emulation_prevention_three_byte`.
    pub fn into_nal_unit(mut self, header: u8) -> Vec<u8> {
        self.flag(true);
        self.align();
        let mut unit = Vec::with_capacity(self.bytes.len() + 1);
        unit.push(header);
        let mut zeros = 0;
        for byte in self.bytes {
            if zeros >= 2 && byte <= 3 {
                unit.push(3);
                zeros = 0;
            }
            zeros = if byte == 0 { zeros + 1 } else { 0 };
            unit.push(byte);
        }
        unit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(write: impl FnOnce(&mut Bits)) -> String {
        let mut bits = Bits::default();
        write(&mut bits);
        let len = bits.len();
        bits.align();
        let digit = |at: usize| if bits.bytes[at / 8] >> (7 - at % 8) & 1 == 1 { '1' } else { '0' };
        (0..len).map(digit).collect()
    }

    #[test]
    fn numbers_have_the_codes_of_the_standard() {
        let unsigned = [0, 1, 2, 3, 4, 7].map(|value| text(|bits| bits.ue(value)));
        assert_eq!(unsigned, ["1", "010", "011", "00100", "00101", "0001000"]);
        let signed = [0, 1, -1, 2, -2].map(|value| text(|bits| bits.se(value)));
        assert_eq!(signed, ["1", "010", "011", "00100", "00101"]);
        let truncated = [(0, 0), (0, 1), (1, 1), (1, 2)].map(|(v, most)| text(|b| b.te(v, most)));
        assert_eq!(truncated, ["", "1", "0", "010"]);
        assert_eq!(text(|bits| bits.ue(u32::MAX - 1)).len(), 63);
    }

    #[test]
    fn sequences_are_joined_at_any_bit() {
        for first in 0..12 {
            let joined = text(|bits| {
                bits.u((1 << first) - 1, first);
                let mut other = Bits::default();
                other.u(0b01_0101_1001, 10);
                bits.append(&other);
            });
            assert_eq!(joined, "1".repeat(first as usize) + "0101011001");
        }
    }

    #[test]
    fn a_unit_never_has_a_start_code() {
        let mut bits = Bits::default();
        bits.bytes(&[0, 0, 0, 0, 0, 1, 7, 0, 0, 3]);
        assert_eq!(bits.into_nal_unit(0x65), [0x65, 0, 0, 3, 0, 0, 3, 0, 1, 7, 0, 0, 3, 3, 0x80]);
    }
}
