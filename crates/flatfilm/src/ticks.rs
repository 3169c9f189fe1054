//! Display times in whole ticks of a format's time base.

use std::time::Duration;

const NANOS_PER_SECOND: u128 = 1_000_000_000;

/// Converts display times to ticks. The running total is rounded, so that rounding errors do not add up.
#[derive(Debug)]
pub struct FrameTicks {
    per_second: u32,
    rounding: u128,
    shown: Duration,
    ticks: u64,
}

impl FrameTicks {
    /// Starts for a format that stores the delay of each frame: the total is rounded down.
    pub fn for_delays(per_second: u32) -> Self {
        Self { per_second, rounding: 0, shown: Duration::ZERO, ticks: 0 }
    }

    /// Starts for a constant frame rate: the total is rounded up, since a video frame shows the picture at its
    /// start.
    pub fn for_frame_rate(per_second: u32) -> Self {
        Self { rounding: NANOS_PER_SECOND - 1, ..Self::for_delays(per_second) }
    }

    /// Returns the number of ticks of the next frame.
    pub fn next(&mut self, shown_for: Duration) -> u64 {
        self.shown = self.shown.saturating_add(shown_for);
        let scaled = self.shown.as_nanos() * u128::from(self.per_second) + self.rounding;
        let total = u64::try_from(scaled / NANOS_PER_SECOND).unwrap_or(u64::MAX);
        let ticks = total - self.ticks;
        self.ticks = total;
        ticks
    }

    /// Returns the ticks of all frames so far.
    pub const fn total(&self) -> u64 {
        self.ticks
    }

    /// Returns the time of these [total](Self::total) ticks.
    pub fn total_time(&self) -> Duration {
        Duration::from_secs(self.ticks) / self.per_second
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_are_rounded_by_their_total() {
        let mut ticks = FrameTicks::for_delays(100);
        let third = Duration::from_secs(1) / 3;
        assert_eq!([(); 4].map(|()| ticks.next(third)), [33, 33, 33, 34]);
        assert_eq!((ticks.total(), ticks.total_time()), (133, Duration::from_millis(1330)));
    }

    #[test]
    fn a_video_frame_shows_the_state_at_its_start() {
        let mut ticks = FrameTicks::for_frame_rate(30);
        assert_eq!([20, 20, 20, 40].map(|millis| ticks.next(Duration::from_millis(millis))), [1, 1, 0, 1]);
        let mut ticks = FrameTicks::for_frame_rate(30);
        assert_eq!(ticks.next(Duration::from_nanos(1)), 1, "the shortest film has one frame");
    }

    #[test]
    fn the_total_saturates() {
        let mut ticks = FrameTicks::for_delays(1000);
        assert_eq!(ticks.next(Duration::MAX), u64::MAX);
        assert_eq!(ticks.next(Duration::MAX), 0);
    }
}
