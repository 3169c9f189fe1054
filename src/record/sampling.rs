//! Which steps of a search make a frame.

use std::num::NonZeroU64;

/// Keeps `keep` of every `of` steps, as evenly as whole numbers allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sampling {
    keep: u64,
    of: u64,
}

impl Sampling {
    /// Every step.
    pub const ALL: Self = Self { keep: 1, of: 1 };

    /// One step of every `count`, all by default.
    pub fn every(count: Option<NonZeroU64>) -> Self {
        Self { keep: 1, of: count.map_or(1, NonZeroU64::get) }
    }

    /// `keep` steps of a search that has `of`, spread evenly; all of them where it has fewer.
    pub fn evenly(keep: u64, of: u64) -> Self {
        if keep >= of { Self::ALL } else { Self { keep, of } }
    }

    /// How many of the first `steps` steps are kept.
    pub fn taken(self, steps: u64) -> u64 {
        let taken = u128::from(steps) * u128::from(self.keep) / u128::from(self.of);
        u64::try_from(taken).expect("at most all steps are kept")
    }

    /// A sampler before the first step.
    pub const fn sampler(self) -> Sampler {
        Sampler { sampling: self, gathered: 0 }
    }
}

/// Applies a [`Sampling`]: called once for each step, in order.
#[derive(Debug, Clone)]
pub struct Sampler {
    sampling: Sampling,
    gathered: u64,
}

impl Sampler {
    /// Whether to keep the next step.
    pub const fn takes_next(&mut self) -> bool {
        // The difference cannot overflow; the sum could.
        let missing = self.sampling.of - self.gathered;
        let take = self.sampling.keep >= missing;
        self.gathered = if take { self.sampling.keep - missing } else { self.gathered + self.sampling.keep };
        take
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken_steps(sampling: Sampling, steps: u64) -> Vec<u64> {
        let mut sampler = sampling.sampler();
        (1..=steps).filter(|_| sampler.takes_next()).collect()
    }

    #[test]
    fn one_in_three_keeps_every_third_step() {
        assert_eq!(taken_steps(Sampling::every(NonZeroU64::new(3)), 10), [3, 6, 9]);
        assert_eq!(taken_steps(Sampling::every(None), 3), [1, 2, 3]);
    }

    #[test]
    fn even_samples_are_spread_and_end_with_the_last_step() {
        assert_eq!(taken_steps(Sampling::evenly(4, 10), 10), [3, 5, 8, 10]);
        assert_eq!(taken_steps(Sampling::evenly(20, 10), 10).len(), 10);
        assert!(taken_steps(Sampling::evenly(0, 10), 10).is_empty());
    }

    #[test]
    fn the_count_matches_the_sampler() {
        for sampling in [Sampling::ALL, Sampling::every(NonZeroU64::new(7)), Sampling::evenly(13, 50)] {
            for steps in 0..=120 {
                assert_eq!(taken_steps(sampling, steps).len() as u64, sampling.taken(steps));
            }
        }
    }
}
