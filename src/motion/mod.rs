//! Motion between two frames of a film: timing and easing.
//!
//! Frames have no time. An [`Animator`] follows a film and decides which steps are long enough for motion;
//! panels define the moves of the items that a step changes.

mod board;
mod span;

use std::num::NonZeroU32;
use std::time::Duration;

use crate::record::FilmFrame;

pub(crate) use board::{BoardMotion, GLIDING, LineTiming, MovingParts, QueenMove, SquareTiming};
pub use span::{Ease, Millis, Share, Span};

/// Shorter steps have no motion.
pub const SHORTEST_STEP: Duration = Duration::from_millis(120);

/// Steps of this length or more have time for at least three tweens.
const LONG_STEP: Millis = 350.0;

pub(crate) fn longest_motion(step: Millis) -> Millis {
    step / if step < LONG_STEP { 3.0 } else { 2.0 }
}

pub(crate) fn growing(step: Millis) -> Millis {
    (0.25 * step).min(200.0)
}

/// Returns the time in which a ring closes, or another sign of a test appears.
pub(crate) fn sweeping(step: Millis) -> Millis {
    (0.25 * step).min(160.0)
}

/// Follows a film and decides which of its steps have motion.
#[derive(Debug, Default)]
pub struct Animator {
    /// The total time of all frames so far; `None` before the first frame.
    shown: Option<Duration>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepTime {
    /// The start of the step in the film.
    began: Duration,
    shown_for: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureRate {
    PerSecond(NonZeroU32),
    Each(Duration),
}

impl Animator {
    /// Returns the time of the step to this frame; `None` for the first frame, and if the step is too short for
    /// motion.
    pub fn step(&mut self, film_frame: &FilmFrame<'_>) -> Option<StepTime> {
        let began = self.shown;
        self.shown = Some(began.unwrap_or_default().saturating_add(film_frame.shown_for));
        let began = began.filter(|_| film_frame.shown_for >= SHORTEST_STEP)?;
        Some(StepTime { began, shown_for: film_frame.shown_for })
    }
}

impl StepTime {
    pub fn millis(self) -> Millis {
        self.shown_for.as_secs_f32() * 1000.0
    }

    /// Returns the tweens of the step with their durations; the frame is shown for the rest of the step. `at`
    /// returns the tween at a time, or `None` once the picture equals the frame.
    pub fn pictures<T: PartialEq>(
        self,
        rate: PictureRate,
        at: impl Fn(Millis) -> Option<T>,
    ) -> Vec<(T, Duration)> {
        let Self { began, shown_for } = self;
        let mut pictures: Vec<(T, Duration)> = Vec::new();
        let mut start = Duration::ZERO;
        while start < shown_for {
            let end = rate.next(began, start);
            let time = end.saturating_sub(start);
            // The frame appears by the middle of the step, even at a low rate of pictures.
            let moving = at((start + end).as_secs_f32() * 500.0).filter(|_| end <= shown_for / 2);
            let Some(moving) = moving else { break };
            match pictures.last_mut().filter(|(last, _)| *last == moving) {
                Some((_, shown)) => *shown += time,
                None => pictures.push((moving, time)),
            }
            start = end;
        }
        pictures
    }
}

impl PictureRate {
    /// Returns the end of the picture that begins at `start`, both counted from the start of the step, which is at
    /// `began` in the film.
    fn next(self, began: Duration, start: Duration) -> Duration {
        match self {
            Self::PerSecond(rate) => {
                const SECOND: u128 = 1_000_000_000;
                let rate = u128::from(rate.get());
                // The next whole number of pictures since the start of the film, rounded as in films.
                let pictures = ((began + start).as_nanos() * rate).div_ceil(SECOND) + 1;
                let end = u64::try_from(pictures * SECOND / rate).unwrap_or(u64::MAX);
                Duration::from_nanos(end).saturating_sub(began)
            }
            Self::Each(time) => start + time,
        }
    }
}
