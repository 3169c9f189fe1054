//! Times in whole ticks.

use std::time::Duration;

const NANOS: u128 = 1_000_000_000;

/// Turns times into ticks, so many a second. Rounds the running total, not each time, so that
/// the film stays in time however long it is.
#[derive(Debug)]
pub struct Clock {
    per_second: u128,
    /// What of a tick must be over for it to count, in parts of which a tick has [`NANOS`].
    lead: u128,
    shown: Duration,
    ticks: u64,
}

impl Clock {
    /// For delays: a tick counts when it is over.
    pub fn of_delays(per_second: u32) -> Self {
        Self { per_second: per_second.into(), lead: 0, shown: Duration::ZERO, ticks: 0 }
    }

    /// For pictures at a constant rate: a tick shows what is there when it begins.
    pub fn of_pictures(per_second: u32) -> Self {
        Self { lead: NANOS - 1, ..Self::of_delays(per_second) }
    }

    /// How many ticks the next time gets.
    pub fn ticks(&mut self, shown_for: Duration) -> u64 {
        self.shown = self.shown.saturating_add(shown_for);
        let parts = self.shown.as_nanos() * self.per_second + self.lead;
        let total = u64::try_from(parts / NANOS).unwrap_or(u64::MAX);
        let ticks = total - self.ticks;
        self.ticks = total;
        ticks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_delay_lacks_the_next_one_gets() {
        let mut clock = Clock::of_delays(100);
        let third = Duration::from_secs(1) / 3;
        assert_eq!([(); 4].map(|()| clock.ticks(third)), [33, 33, 33, 34]);
    }

    #[test]
    fn pictures_show_what_is_there_when_they_begin() {
        let mut clock = Clock::of_pictures(30);
        assert_eq!([20, 20, 20, 40].map(|millis| clock.ticks(Duration::from_millis(millis))), [1, 1, 0, 1]);
        let mut clock = Clock::of_pictures(30);
        assert_eq!(clock.ticks(Duration::from_nanos(1)), 1, "however short, a film has a picture");
    }

    #[test]
    fn no_time_is_too_long() {
        let mut clock = Clock::of_delays(1000);
        assert_eq!(clock.ticks(Duration::MAX), u64::MAX);
        assert_eq!(clock.ticks(Duration::MAX), 0);
    }
}
