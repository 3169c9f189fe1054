//! The pictures of a film between two frames.

use std::num::NonZeroU32;
use std::time::Duration;

use crate::page::between::Between;

use super::StepMotion;

/// The times of the pictures between two frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureRate {
    /// Those of a film with so many pictures per second.
    PerSecond(NonZeroU32),
    /// Each is shown for so long, from the beginning of a step on.
    Each(Duration),
}

impl StepMotion {
    /// What is shown between the frame before and the frame now, and for how long. The rest of the time of
    /// the frame is that of its own picture.
    pub fn pictures(&self, rate: PictureRate) -> Vec<(Between, Duration)> {
        let Self { began, shown_for, .. } = *self;
        let mut pictures: Vec<(Between, Duration)> = Vec::new();
        let mut start = Duration::ZERO;
        while start < shown_for {
            let end = rate.next(began, start);
            let time_of_picture = end.saturating_sub(start);
            let between = self.at((start + end).as_secs_f32() * 500.0);
            // In the middle of a step its frame is there, even where pictures are shown for long.
            if between.is_still() || end > shown_for / 2 {
                break;
            }
            match pictures.last_mut().filter(|(last, _)| *last == between) {
                Some((_, time)) => *time += time_of_picture,
                None => pictures.push((between, time_of_picture)),
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
