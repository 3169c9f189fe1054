//! Writes bits in the order of GIF and WebP.

/// Packs numbers into bytes, least significant bit first.
#[derive(Debug, Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    pending: u64,
    filled: u32,
}

impl BitWriter {
    /// Appends `number`, which must fit `count` bits, as `count` bits; `count` is at most 32.
    pub fn push(&mut self, number: u32, count: u32) {
        self.pending |= u64::from(number) << self.filled;
        self.filled += count;
        if self.filled >= 32 {
            self.bytes.extend_from_slice(&(self.pending as u32).to_le_bytes());
            self.pending >>= 32;
            self.filled -= 32;
        }
    }

    pub fn finish(mut self) -> Vec<u8> {
        let rest = self.filled.div_ceil(8) as usize;
        self.bytes.extend_from_slice(&self.pending.to_le_bytes()[..rest]);
        self.bytes
    }
}
