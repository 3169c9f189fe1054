//! Final times of frames, after the schedule: excerpts, the first frame, and the speed of a film.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use super::{Excerpt, FilmFrame, Schedule};

/// Selects the frames of an excerpt, and sets their final times.
#[derive(Debug, Clone, Default)]
pub(crate) struct FrameClock {
    /// `None` for all frames.
    excerpt: Option<Excerpt>,
    /// The minimum time of the last frame of an excerpt.
    last: Duration,
    timing: Timing,
    /// The minimum time of a frame that the speed shortens.
    shortest: Duration,
    index: u64,
    has_begun: bool,
}

impl FrameClock {
    pub fn new(schedule: &Schedule, excerpt: Option<Excerpt>, timing: Timing, shortest: Duration) -> Self {
        Self { excerpt, last: schedule.times.last, timing, shortest, ..Self::default() }
    }

    pub fn time<'a>(&mut self, mut film_frame: FilmFrame<'a>) -> Option<FilmFrame<'a>> {
        let index = self.index;
        self.index += 1;
        if let Some(excerpt) = &self.excerpt {
            if !excerpt.has(index) {
                return None;
            }
            film_frame.is_last = excerpt.last() == Some(index);
            if film_frame.is_last {
                film_frame.shown_for = film_frame.shown_for.max(self.last);
            }
        }
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        film_frame.shown_for = self.timing.shown_for(film_frame.shown_for, is_first, self.shortest);
        Some(film_frame)
    }
}

/// The speed of a film, and the time of its first frame.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Timing {
    /// The times of all frames are divided by the speed.
    pub speed: Speed,
    /// Time of the first frame.
    pub start_hold: Option<Duration>,
}

/// A speed relative to the default, from 0.01 to 100.
///
/// ```
/// use queenreel::record::Speed;
///
/// assert_eq!("2x".parse::<Speed>()?.to_string(), "2x");
/// assert_eq!("0.5".parse::<Speed>()?.to_string(), "0.5x");
/// assert!("0".parse::<Speed>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Speed {
    hundredths: NonZeroU32,
}

const HUNDREDTHS: u32 = 100;
const FASTEST: u32 = 100 * HUNDREDTHS;

/// A text that is not a speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write a number from 0.01 to 100, like 2x or 0.5x")]
pub struct SpeedError;

impl Timing {
    /// Returns the final time of a frame with the `usual` time. The speed shortens no time to less than
    /// `shortest`.
    pub(crate) fn shown_for(self, usual: Duration, is_first: bool, shortest: Duration) -> Duration {
        let usual = self.start_hold.filter(|_| is_first).unwrap_or(usual);
        let speed = self.speed.hundredths.get();
        if speed == HUNDREDTHS {
            return usual;
        }
        let scaled = usual.saturating_mul(HUNDREDTHS) / speed;
        scaled.max(shortest.min(usual))
    }
}

impl Default for Speed {
    fn default() -> Self {
        Self { hundredths: NonZeroU32::MIN.saturating_add(HUNDREDTHS - 1) }
    }
}

impl FromStr for Speed {
    type Err = SpeedError;

    fn from_str(text: &str) -> Result<Self, SpeedError> {
        let number = text.strip_suffix('x').unwrap_or(text);
        let (whole, rest) = number.split_once('.').unwrap_or((number, "0"));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || !digits(rest) || rest.len() > 2 {
            return Err(SpeedError);
        }
        let whole: u32 = whole.parse().ok().filter(|whole| *whole <= FASTEST).ok_or(SpeedError)?;
        let rest: u32 = format!("{rest:0<2}").parse().map_err(|_| SpeedError)?;
        let hundredths = NonZeroU32::new(whole * HUNDREDTHS + rest).filter(|all| all.get() <= FASTEST);
        hundredths.map(|hundredths| Self { hundredths }).ok_or(SpeedError)
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.hundredths.get() / HUNDREDTHS, self.hundredths.get() % HUNDREDTHS);
        let rest = format!("{rest:02}");
        match rest.trim_end_matches('0') {
            "" => write!(f, "{whole}x"),
            rest => write!(f, "{whole}.{rest}x"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_are_decimal_numbers() {
        for (text, hundredths) in
            [("1", 100), ("2x", 200), ("0.5x", 50), ("1.25", 125), ("100x", 10_000), ("0.01", 1)]
        {
            assert_eq!(text.parse::<Speed>().unwrap().hundredths.get(), hundredths, "{text}");
        }
        for wrong in
            ["", "x", "0", "0.00x", "-1", "+1", "101", "1e2", "1.", ".5", "1.234", "2 x", "4294967296"]
        {
            assert!(wrong.parse::<Speed>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_are_scaled_but_not_below_what_the_format_shows() {
        let [shortest, usual] = [20, 90].map(Duration::from_millis);
        let shown = |speed: &str, is_first| {
            let start_hold = Some(Duration::from_secs(2));
            let timing = Timing { speed: speed.parse().unwrap(), start_hold };
            timing.shown_for(usual, is_first, shortest).as_millis()
        };
        assert_eq!([shown("1", false), shown("3", false), shown("0.5", false)], [90, 30, 180]);
        assert_eq!([shown("1", true), shown("4", true)], [2000, 500]);
        assert_eq!(shown("100", false), 20);
    }
}
