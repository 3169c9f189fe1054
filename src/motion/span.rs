//! Time spans and the progress of motion in them.

use crate::variants::enum_with_all;

pub type Millis = f32;

/// The time and the easing of a motion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Span {
    pub start: Millis,
    pub length: Millis,
    pub ease: Ease,
}

/// The progress from the previous state to the current state, in eighths, so that pictures repeat and are cached.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Share(u8);

enum_with_all! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Ease {
        /// Fast at first.
        Out,
        /// Fast in the middle.
        InOut,
    }
}

impl Span {
    pub const fn at_once(start: Millis) -> Self {
        Self { start, length: 0.0, ease: Ease::Out }
    }

    pub const fn out(start: Millis, length: Millis) -> Self {
        Self { start, length, ease: Ease::Out }
    }

    pub const fn in_out(start: Millis, length: Millis) -> Self {
        Self { start, length, ease: Ease::InOut }
    }

    /// Returns the time from the start of the step to `end`, when something appears or disappears.
    pub const fn until(end: Millis) -> Self {
        Self::in_out(0.0, end)
    }

    pub const fn end(self) -> Millis {
        self.start + self.length
    }

    /// Multiplies all times.
    pub const fn scaled(self, by: f32) -> Self {
        Self { start: self.start * by, length: self.length * by, ..self }
    }

    /// Returns the progress at a time, from 0 to 1.
    pub fn at(self, time: Millis) -> f32 {
        if time >= self.end() {
            return 1.0;
        }
        self.ease.at(((time - self.start) / self.length).max(0.0))
    }

    /// Returns the time at which the progress is `share`.
    pub fn reaches(self, share: f32) -> Millis {
        self.start + self.length * self.ease.reaches(share)
    }
}

impl Share {
    /// The number of parts of the whole progress.
    pub const STEPS: u8 = 8;

    pub const NONE: Self = Self(0);

    pub const WHOLE: Self = Self(Self::STEPS);

    /// Rounds a number from 0 to 1 down, so that no motion is complete too early.
    pub fn of(share: f32) -> Self {
        Self((share.clamp(0.0, 1.0) * f32::from(Self::STEPS)) as u8)
    }

    /// Returns the progress as a number from 0 to 1.
    pub fn value(self) -> f32 {
        f32::from(self.0) / f32::from(Self::STEPS)
    }

    pub const fn steps(self) -> u8 {
        self.0
    }

    /// Returns the remaining progress.
    pub const fn rest(self) -> Self {
        Self(Self::STEPS - self.0)
    }
}

impl Ease {
    /// Returns the progress of a motion at a share of its time.
    pub fn at(self, time: f32) -> f32 {
        match self {
            Self::Out => 1.0 - (1.0 - time).powi(3),
            Self::InOut if time < 0.5 => 2.0 * time.powi(2),
            Self::InOut => 1.0 - 2.0 * (1.0 - time).powi(2),
        }
    }

    /// Returns the share of time for a progress: the inverse of `at`.
    pub fn reaches(self, share: f32) -> f32 {
        if share <= 0.0 || share >= 1.0 {
            return share.clamp(0.0, 1.0);
        }
        let (mut before, mut after) = (0.0, 1.0);
        // Bisection.
        for _ in 0..f32::MANTISSA_DIGITS {
            let middle = f32::midpoint(before, after);
            (before, after) = if self.at(middle) < share { (middle, after) } else { (before, middle) };
        }
        after
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_motion_goes_from_none_to_all_and_never_back() {
        for span in [Span::out(40.0, 200.0), Span::in_out(40.0, 200.0), Span::at_once(40.0)] {
            let shares: Vec<f32> = (0..30).map(|step| span.at(10.0 * step as f32)).collect();
            assert!(shares.is_sorted(), "{shares:?}");
            assert!(shares[..4].iter().all(|share| *share == 0.0), "{shares:?}");
            assert!(shares[24..].iter().all(|share| *share == 1.0), "{shares:?}");
        }
        assert!((Span::out(0.0, 100.0).at(50.0) - 0.875).abs() < 1e-6);
        assert!((Span::in_out(0.0, 100.0).at(50.0) - 0.5).abs() < 1e-6);
        assert!((Span::in_out(0.0, 100.0).at(25.0) - 0.125).abs() < 1e-6);
    }

    #[test]
    fn a_motion_reaches_a_share_when_it_has_come_so_far() {
        for span in [Span::out(40.0, 200.0), Span::in_out(40.0, 200.0)] {
            for share in [0.01, 0.1, 0.5, 0.8, 0.99] {
                let there = span.at(span.reaches(share));
                assert!((there - share).abs() < 1e-4, "{span:?}: {there} at {share}");
            }
            assert_eq!((span.reaches(0.0), span.reaches(1.0)), (40.0, 240.0));
        }
    }
}
