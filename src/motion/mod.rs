//! Motion: when things move between two frames of a film, and how fast.
//!
//! A frame says nothing of time. An [`Animator`] follows a film, and says which steps are long enough for motion;
//! panels say how the items move that a step changes.

mod board;
mod span;

use std::num::NonZeroU32;
use std::time::Duration;

use crate::record::Shot;

pub(crate) use board::{BoardMotion, GLIDING, MovingParts, QueenMove, SquareTiming};
pub use span::{Ease, Millis, Share, Span};

/// Steps that are shorter than this have no motion.
pub const SHORTEST_STEP: Duration = Duration::from_millis(120);

/// Steps from this time on have time for at least three pictures of their motion.
const LONG_STEP: Millis = 350.0;

/// All motion of a step of this time ends within this.
pub(crate) fn longest_motion(step: Millis) -> Millis {
    step / if step < LONG_STEP { 3.0 } else { 2.0 }
}

/// The time of a line that grows.
pub(crate) fn growing(step: Millis) -> Millis {
    (0.25 * step).min(200.0)
}

/// The time of a ring, and of all other signs.
pub(crate) fn sweeping(step: Millis) -> Millis {
    (0.25 * step).min(160.0)
}

/// Follows a film, and says which of its steps have motion.
#[derive(Debug, Default)]
pub struct Animator {
    /// The time of all frames so far; `None` before the first.
    shown: Option<Duration>,
}

/// The time of a step with motion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepTime {
    /// When it begins in the film.
    began: Duration,
    shown_for: Duration,
}

/// The times of the pictures between two frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureRate {
    /// Those of a film with so many pictures per second.
    PerSecond(NonZeroU32),
    /// Each is shown for so long, from the beginning of a step on.
    Each(Duration),
}

impl Animator {
    /// The time of the step to this frame; `None` for the first frame, and where the step is too short for motion.
    pub fn step(&mut self, shot: &Shot<'_>) -> Option<StepTime> {
        let began = self.shown;
        self.shown = Some(began.unwrap_or_default().saturating_add(shot.shown_for));
        let began = began.filter(|_| shot.shown_for >= SHORTEST_STEP)?;
        Some(StepTime { began, shown_for: shot.shown_for })
    }
}

impl StepTime {
    /// How long it takes.
    pub fn millis(self) -> Millis {
        self.shown_for.as_secs_f32() * 1000.0
    }

    /// What is shown between the frame before and the frame now, and for how long; `at` says what that is at a
    /// time, and `None` once it is the frame now. The rest of the time of the frame is that of its own picture.
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
            // In the middle of a step its frame is there, even where pictures are shown for long.
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
    /// When the picture ends that begins at `start` in a step that began at this time of the film.
    fn next(self, began: Duration, start: Duration) -> Duration {
        match self {
            Self::PerSecond(rate) => {
                const SECOND: u128 = 1_000_000_000;
                let rate = u128::from(rate.get());
                // The next whole number of pictures, rounded as times of films are.
                let pictures = ((began + start).as_nanos() * rate).div_ceil(SECOND) + 1;
                let end = u64::try_from(pictures * SECOND / rate).unwrap_or(u64::MAX);
                Duration::from_nanos(end).saturating_sub(began)
            }
            Self::Each(time) => start + time,
        }
    }
}
