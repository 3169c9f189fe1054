//! From wishes to a schedule: which steps are shown, and for how long.

use std::time::Duration;

use humantime::format_duration;

use crate::search::Event;

use super::{Detail, Sampling, Survey};

/// The usual least time of a frame: 50 frames a second, the most that browsers play of a GIF.
pub const SHORTEST_DELAY: Duration = Duration::from_millis(20);

/// How many frames a film may have unless more are asked for.
pub const DEFAULT_MAX_FRAMES: u64 = 10_000;

/// Searches of so many events are counted to their end, so that an error can name the number.
const COUNTED_EXACTLY: u64 = 20_000_000;

/// Where the look ahead gives up.
const LONGEST_SEARCH: u64 = 2_000_000_000;

/// A film without a wish for its pace lasts about so long, if its delays stay in their bounds.
const FITTING_LENGTH: Duration = Duration::from_secs(30);
const LONGEST_DEFAULT_DELAY: Duration = Duration::from_millis(500);

/// Where there are captions, there has to be time to read them.
const FITTING_LENGTH_TO_READ: Duration = Duration::from_secs(120);
const LONGEST_DEFAULT_DELAY_TO_READ: Duration = Duration::from_secs(1);

const SHORTEST_HOLD: Duration = Duration::from_millis(200);
const LONGEST_HOLD: Duration = Duration::from_secs(2);
/// A film that loops needs a rest before it starts again.
const SHORTEST_LAST: Duration = Duration::from_secs(1);

/// What a person asks of a film; what is left open gets a value that suits the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wishes {
    /// Which events are steps.
    pub detail: Detail,
    /// Time of each frame that is not held.
    pub delay: Option<Duration>,
    /// Time of each solution, and of the last frame.
    pub hold: Option<Duration>,
    /// Time of the whole film.
    pub duration: Option<Duration>,
    /// Take one step of this many; 0 and 1 take all.
    pub every: u64,
    /// The most frames that the film may have.
    pub max_frames: u64,
    /// Whether frames have captions.
    pub captioned: bool,
    /// The least time that a frame gets unless `delay` or `hold` says otherwise.
    pub shortest: Duration,
}

impl Default for Wishes {
    fn default() -> Self {
        Self {
            detail: Detail::Steps,
            delay: None,
            hold: None,
            duration: None,
            every: 1,
            max_frames: DEFAULT_MAX_FRAMES,
            captioned: false,
            shortest: SHORTEST_DELAY,
        }
    }
}

/// How long frames are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// An ordinary frame.
    pub delay: Duration,
    /// A solution before the last frame.
    pub hold: Duration,
    /// The last frame.
    pub last: Duration,
}

/// Which steps make a frame, how long each is shown, and how many there will be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    /// Which events are steps.
    pub detail: Detail,
    /// Which steps are taken.
    pub sampling: Sampling,
    /// How long frames are shown.
    pub pace: Pace,
    /// The number of frames, the first and the last included.
    pub frames: u64,
}

/// An unsampled film of unknown length, at a pace that can be followed.
impl Default for Schedule {
    fn default() -> Self {
        let delay = Duration::from_millis(150);
        let hold = Duration::from_millis(1500);
        Self {
            detail: Detail::Steps,
            sampling: Sampling::ALL,
            pace: Pace { delay, hold, last: hold },
            frames: 0,
        }
    }
}

impl Schedule {
    /// Looks ahead through a search and fits a film to it.
    ///
    /// Takes a moment for most searches and some seconds for those that it gives up on.
    ///
    /// # Errors
    /// [`ScheduleError`] when there would be too many frames, when the search has to be sampled
    /// evenly but does not end in reach, or when the wished duration is too short.
    pub fn of(events: impl Iterator<Item = Event>, wishes: &Wishes) -> Result<Self, ScheduleError> {
        let survey = Survey::of(events, wishes.detail, |survey, events| {
            events < COUNTED_EXACTLY || (events < LONGEST_SEARCH && too_many(survey, wishes).is_none())
        });
        Self::of_survey(&survey, wishes)
    }

    /// Fits a film to what a look ahead has seen.
    pub(super) fn of_survey(survey: &Survey, wishes: &Wishes) -> Result<Self, ScheduleError> {
        if let Some(error) = too_many(survey, wishes) {
            return Err(error);
        }
        if !survey.complete {
            return Err(ScheduleError::TooLong { events: LONGEST_SEARCH });
        }
        let sampling = Sampling::every(wishes.every);
        let cast = Cast::of(survey, sampling);
        match wishes.duration {
            None => {
                let pace = Pace::of(&cast, wishes);
                Ok(Self { detail: wishes.detail, sampling, pace, frames: cast.frames() })
            }
            Some(duration) => Self::lasting(duration, survey, &cast, wishes),
        }
    }

    /// A film of exactly this length: holds take up to a quarter of it, the other frames the
    /// rest, and where they would pass too quickly some of them stay out.
    fn lasting(
        duration: Duration,
        survey: &Survey,
        cast: &Cast,
        wishes: &Wishes,
    ) -> Result<Self, ScheduleError> {
        let shortest = wishes.shortest.max(Duration::from_nanos(1));
        let even = duration / small(cast.frames());
        let hold = wishes
            .hold
            .unwrap_or_else(|| LONGEST_HOLD.min(duration / 4 / small(cast.held)).max(even).max(shortest));
        let room = duration
            .checked_sub(hold.saturating_mul(small(cast.held)))
            .map(|rest| (rest, (rest.as_nanos() / shortest.as_nanos()) as u64))
            .filter(|(_, frames)| *frames >= cast.plain.min(1));
        let Some((rest, frames)) = room else {
            let hold = wishes.hold.unwrap_or(shortest);
            let shortest = hold.saturating_mul(small(cast.held)).saturating_add(shortest);
            return Err(ScheduleError::TooShort { asked: duration, shortest });
        };
        let plain = cast.plain.min(frames).min(wishes.max_frames.saturating_sub(cast.held));
        let sampling = if plain == cast.plain {
            Sampling::every(wishes.every)
        } else {
            Sampling::evenly(plain.saturating_sub(1), survey.steps - u64::from(!survey.ends_solved))
        };
        let delay = rest.checked_div(small(plain)).unwrap_or_default();
        let last = hold + rest.saturating_sub(delay * small(plain));
        Ok(Self {
            detail: wishes.detail,
            sampling,
            pace: Pace { delay, hold, last },
            frames: plain + cast.held,
        })
    }
}

/// Why a film has more frames than it may, if it has.
fn too_many(survey: &Survey, wishes: &Wishes) -> Option<ScheduleError> {
    let max = wishes.max_frames;
    let cast = Cast::of(survey, Sampling::every(wishes.every));
    let more = !survey.complete;
    if cast.staying() > max {
        return Some(ScheduleError::TooManyThatStay { frames: cast.staying(), more, max });
    }
    // Of a search that goes on, all that is known is that there is one more.
    let frames = cast.frames() - u64::from(more);
    let over = if more { frames >= max } else { frames > max };
    (over && wishes.duration.is_none()).then_some(ScheduleError::TooManyFrames { frames, more, max })
}

impl Pace {
    fn of(cast: &Cast, wishes: &Wishes) -> Self {
        let delay = wishes.delay.unwrap_or_else(|| {
            let (length, longest) = if wishes.captioned {
                (FITTING_LENGTH_TO_READ, LONGEST_DEFAULT_DELAY_TO_READ)
            } else {
                (FITTING_LENGTH, LONGEST_DEFAULT_DELAY)
            };
            let hundredths = ((length / small(cast.frames())).as_millis() / 10) as u64;
            Duration::from_millis(hundredths * 10).min(longest).max(wishes.shortest)
        });
        let hold = wishes.hold.unwrap_or(delay.saturating_mul(10).clamp(SHORTEST_HOLD, LONGEST_HOLD));
        let last = wishes.hold.unwrap_or(hold.max(SHORTEST_LAST));
        Self { delay, hold, last }
    }
}

/// The frames of a film, told apart by how long they are shown.
struct Cast {
    plain: u64,
    held: u64,
}

impl Cast {
    fn of(survey: &Survey, sampling: Sampling) -> Self {
        let ends_with_a_step = !survey.ends_solved && survey.steps > 0;
        let others = survey.steps - u64::from(ends_with_a_step);
        match survey.solutions + u64::from(ends_with_a_step) {
            0 => Self { plain: 0, held: 1 },
            held => Self { plain: 1 + sampling.taken(others), held },
        }
    }

    const fn frames(&self) -> u64 {
        self.plain + self.held
    }

    /// How many frames no sampling leaves out: those that are held, and the first.
    const fn staying(&self) -> u64 {
        self.held + (self.plain > 0) as u64
    }
}

/// How many frames, of the shortest time each, a film of the usual length has.
pub(super) fn fitting_frames(shortest: Duration) -> u64 {
    (FITTING_LENGTH.as_nanos() / shortest.as_nanos().max(1)) as u64
}

/// A number of frames that has passed the limit of a `u32`, as divisors of times have it.
fn small(frames: u64) -> u32 {
    u32::try_from(frames).unwrap_or(u32::MAX)
}

/// A schedule that cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScheduleError {
    /// More frames than asked for at most.
    #[error("the film would have {}{frames} frames, and the limit is {max}", if *.more { "more than " } else { "" })]
    TooManyFrames {
        /// How many there are, at the least.
        frames: u64,
        /// Whether there are more than `frames`.
        more: bool,
        /// How many there may be.
        max: u64,
    },
    /// More frames than asked for at most, even if all are left out that can be.
    #[error(
        "{}{frames} frames always stay: solutions, the first and the last; the limit is {max}",
        if *.more { "more than " } else { "" }
    )]
    TooManyThatStay {
        /// How many stay, at the least.
        frames: u64,
        /// Whether more than `frames` stay.
        more: bool,
        /// How many there may be.
        max: u64,
    },
    /// The search does not end in reach, so nobody knows how many frames it will have.
    #[error("the search does not end within {events} events")]
    TooLong {
        /// How many events were looked at.
        events: u64,
    },
    /// The film cannot be that short.
    #[error(
        "{} is too short: the frames that always stay need {}", format_duration(*.asked), format_duration(*.shortest)
    )]
    TooShort {
        /// The length that was asked for.
        asked: Duration,
        /// The shortest that is possible.
        shortest: Duration,
    },
}
