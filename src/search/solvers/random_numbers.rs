//! Random numbers that are the same for a seed in all versions.

/// `SplitMix64`, after Sebastiano Vigna's public-domain C: <https://prng.di.unimi.it/splitmix64.c>.
///
/// Implemented here so that no update of a library changes a film.
#[derive(Debug)]
pub struct RandomNumbers {
    state: u64,
}

impl RandomNumbers {
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    pub const fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `limit - 1`. The bias is at most 2⁻⁵⁶.
    pub const fn below(&mut self, limit: u8) -> u8 {
        ((self.next() as u128 * limit as u128) >> 64) as u8
    }

    /// A random element; `None` if there are none.
    pub fn pick(&mut self, from: &[u8]) -> Option<u8> {
        from.get(usize::from(self.below(from.len() as u8))).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_reference() {
        let mut numbers = RandomNumbers::new(1_234_567);
        let known = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!([(); 5].map(|()| numbers.next()), known);
    }

    #[test]
    fn small_numbers_are_equally_likely() {
        let mut numbers = RandomNumbers::new(0);
        let mut seen = [0; 7];
        for _ in 0..7000 {
            seen[usize::from(numbers.below(7))] += 1;
        }
        assert!(seen.iter().all(|times| (850..1150).contains(times)), "{seen:?}");
    }
}
