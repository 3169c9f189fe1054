//! The schedule of a film: its steps and their times.

use std::num::NonZeroU64;
use std::sync::Arc;
use std::time::Duration;

use humantime::format_duration;

use crate::limits::{DEFAULT_MAX_FRAMES, MAX_EVENTS};
use crate::search::{Event, Order};
use crate::variants::named_enum;
use crate::words::{Grouped, milliseconds};

use super::{BoardNames, Detail, Excerpt, FrameNotes, Sampling, StoryTimes, Survey, Timing};

/// Up to this number of events, a search is counted to its end just to give an exact error message.
const COUNTED_EXACTLY: u64 = 20_000_000;

/// The target length of a film without captions and with a default delay.
const FITTING_LENGTH: Duration = Duration::from_secs(30);
const LONGEST_DEFAULT_DELAY: Duration = Duration::from_millis(500);

/// The target length of a film with captions, which take time to read.
const FITTING_LENGTH_TO_READ: Duration = Duration::from_secs(120);
const LONGEST_DEFAULT_DELAY_TO_READ: Duration = Duration::from_secs(1);

const SHORTEST_HOLD: Duration = Duration::from_millis(200);
const LONGEST_HOLD: Duration = Duration::from_secs(2);
/// Default time of the last frame: to read the result, and as a pause before a film that loops starts again.
const LAST: Duration = Duration::from_secs(3);

named_enum! {
    /// How the times of frames are determined. See [`FilmBuilder`](crate::film::FilmBuilder).
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub enum Pace {
        /// Three acts: the first return explained, fast forward, and a slow ending
        #[default]
        Story = "story",
        /// The same time for every step
        Even = "even",
    }
}

/// Options of a schedule; `None` is replaced by a value that suits the search.
/// See [`FilmBuilder`](crate::film::FilmBuilder).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScheduleOptions {
    /// The events that are steps.
    pub detail: Detail,
    /// The order in which squares are tested, if it is known.
    pub order: Option<Order>,
    /// The pace, unless `delay` is given.
    pub pace: Pace,
    /// Time of each frame that is not held.
    pub delay: Option<Duration>,
    /// Time of each solution, and of the last frame.
    pub hold: Option<Duration>,
    /// Time of the whole film.
    pub duration: Option<Duration>,
    /// Shows one step of this many; by default each step, or in a race one of enough ticks to keep the film short.
    pub every: Option<NonZeroU64>,
    /// The maximum number of frames.
    pub max_frames: u64,
    /// Whether frames have captions.
    pub captioned: bool,
    /// Whether sentences replace the captions of the frames, in a film with the pace of a story.
    pub has_sentences: bool,
    /// Whether tests, if they are steps, have frames in the second act of a story, too.
    pub keeps_tests: bool,
    /// The number of frames to which the second act of a story with more than `max_frames` frames is reduced.
    pub fewest_in_forward: Option<u64>,
    /// The minimum time of a frame unless `delay` or `hold` is given.
    pub shortest: Duration,
    /// The speed, and the time of the first frame.
    pub timing: Timing,
}

impl Default for ScheduleOptions {
    fn default() -> Self {
        Self {
            detail: Detail::Steps,
            order: None,
            pace: Pace::default(),
            delay: None,
            hold: None,
            duration: None,
            every: None,
            max_frames: DEFAULT_MAX_FRAMES,
            captioned: false,
            has_sentences: false,
            keeps_tests: false,
            fewest_in_forward: None,
            shortest: Duration::from_millis(20),
            timing: Timing::default(),
        }
    }
}

impl ScheduleOptions {
    /// Returns whether dead ends and notes have frames: in films with captions that leave out no step.
    pub(crate) fn asides(&self) -> bool {
        self.captioned && self.shows_all()
    }

    fn shows_all(&self) -> bool {
        self.every.is_none_or(|every| every.get() == 1)
    }

    pub(crate) fn has_story(&self) -> bool {
        self.pace == Pace::Story && self.delay.is_none()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameTimes {
    pub delay: Duration,
    /// Time of a solution that is not the last frame.
    pub hold: Duration,
    pub last: Duration,
}

/// Which steps have frames, and the times and the number of frames.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    pub detail: Detail,
    pub sampling: Sampling,
    /// Times of frames without a `story`.
    pub times: FrameTimes,
    pub story: Option<Arc<StoryTimes>>,
    pub asides: bool,
    pub pauses: bool,
    /// The number of frames, including the first and the last; `None` if it is unknown.
    pub frames: Option<u64>,
    /// The number of frames that are left out so that the film is shorter.
    pub left_out: u64,
}

/// Shows every step of a search of unknown length, slowly enough to follow.
impl Default for Schedule {
    fn default() -> Self {
        Self {
            detail: Detail::Steps,
            sampling: Sampling::ALL,
            times: FrameTimes::fixed(Duration::from_millis(150), None),
            asides: false,
            story: None,
            pauses: true,
            frames: None,
            left_out: 0,
        }
    }
}

/// Which field of [`FrameTimes`] is the time of a frame, if times do not depend on events.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Hold {
    Usual,
    Held,
    Last,
}

impl Schedule {
    /// Returns the time of the frame with this index; `None` if it is not shown. The recorder adds pauses, and
    /// [`FrameClock`](super::FrameClock) selects excerpts and changes the speed.
    pub(crate) fn time(&self, index: usize, hold: Hold) -> Option<Duration> {
        let FrameTimes { delay, hold: held, last } = self.times;
        match (&self.story, hold) {
            (Some(story), _) => story.time(index),
            (None, Hold::Usual) => Some(delay),
            (None, Hold::Held) => Some(held),
            (None, Hold::Last) => Some(last),
        }
    }

    /// Counts the events of a search, and returns a schedule with even times for it. The times of [`Pace::Story`]
    /// are only determined when a source is filmed.
    ///
    /// # Errors
    /// When there would be too many frames, when the search is too long to be counted, or when the duration is too
    /// short.
    pub fn of(events: impl Iterator<Item = Event>, options: &ScheduleOptions) -> Result<Self, ScheduleError> {
        let survey = Survey::of(events, options.detail, options.order, |survey, events| {
            events < COUNTED_EXACTLY || (events < MAX_EVENTS && too_many(survey, options).is_none())
        });
        Self::of_survey(&survey, options)
    }

    /// Returns the schedule of an excerpt. The times suit the length of the excerpt, unless it `keeps_pace`.
    pub(crate) fn of_excerpt(
        self,
        excerpt: &Excerpt,
        keeps_pace: bool,
        options: &ScheduleOptions,
    ) -> Result<Self, ScheduleError> {
        if let Some(story) = &self.story {
            let story = StoryTimes::clone(story);
            return self.with_story(story, Some(excerpt), options);
        }
        let held = excerpt.held + u64::from(!excerpt.ends_held);
        let counts = FrameCounts { plain: excerpt.frames() - held, held };
        let (frames, max) = (counts.frames(), options.max_frames);
        if frames > max {
            return Err(ScheduleError::TooManyFrames { frames, more: false, max });
        }
        let film = Self { frames: Some(frames), left_out: 0, ..self };
        let Some(duration) = options.duration else {
            let times = if keeps_pace { film.times } else { FrameTimes::of(&counts, options) };
            return Ok(Self { times, ..film });
        };
        let room = TimeBudget::of(duration, &counts, options)?;
        if room.frames < counts.plain {
            let shortest = options.shortest.saturating_mul(divisor(counts.plain));
            let shortest = shortest.saturating_add(room.hold.saturating_mul(divisor(counts.held)));
            return Err(ScheduleError::TooShort { asked: duration, shortest });
        }
        Ok(Self { times: room.times(counts.plain), pauses: false, ..film })
    }

    /// Returns the schedule with times that depend on events, or this schedule if a film with a `duration` has no
    /// room for all frames.
    pub(crate) fn timed_by(
        self,
        film: &FrameNotes,
        names: BoardNames,
        options: &ScheduleOptions,
    ) -> Result<Self, ScheduleError> {
        let story = StoryTimes::of(film, names, options);
        match self.clone().with_story(story, None, options) {
            // With even times, frames can be left out.
            Err(ScheduleError::TooShort { .. } | ScheduleError::TooManyFrames { .. })
                if options.duration.is_some() =>
            {
                Ok(self)
            }
            timed => timed,
        }
    }

    fn with_story(
        self,
        mut story: StoryTimes,
        excerpt: Option<&Excerpt>,
        options: &ScheduleOptions,
    ) -> Result<Self, ScheduleError> {
        let left_out = if excerpt.is_none() { story.left_out } else { 0 };
        let frames = Some(story.fit(excerpt, options)?);
        let times = FrameTimes { last: Duration::ZERO, ..self.times };
        let (pauses, story) = (options.duration.is_none(), Some(Arc::new(story)));
        Ok(Self {
            detail: options.detail,
            times,
            story,
            asides: options.captioned,
            pauses,
            sampling: Sampling::ALL,
            frames,
            left_out,
        })
    }

    pub(super) fn of_survey(survey: &Survey, options: &ScheduleOptions) -> Result<Self, ScheduleError> {
        if let Some(error) = too_many(survey, options) {
            return Err(error);
        }
        if !survey.complete {
            return Err(ScheduleError::TooLong { events: MAX_EVENTS });
        }
        let asides = options.asides();
        let schedule = Self::fitted(survey, options, asides);
        // If frames are left out, so are dead ends and notes.
        let all = Some(FrameCounts::of(survey, Sampling::every(options.every), asides).frames());
        if asides && !schedule.as_ref().is_ok_and(|schedule| schedule.frames == all) {
            return Self::fitted(survey, options, false);
        }
        schedule
    }

    /// Fits the film to the `duration` or to the default length. Held frames usually take up to a quarter of the
    /// duration; if the rest is too short for all plain frames, some plain frames are left out.
    fn fitted(survey: &Survey, options: &ScheduleOptions, asides: bool) -> Result<Self, ScheduleError> {
        let every = Sampling::every(options.every);
        let counts = FrameCounts::of(survey, every, asides);
        let (detail, frames) = (options.detail, Some(counts.frames()));
        let all = FrameCounts::of(survey, Sampling::ALL, asides).frames();
        let left_out = all - counts.frames();
        let film = Self { detail, sampling: every, asides, frames, left_out, ..Self::default() };
        let Some(duration) = options.duration else {
            return Ok(Self { times: FrameTimes::of(&counts, options), ..film });
        };
        let room = TimeBudget::of(duration, &counts, options)?;
        let plain = counts.plain.min(room.frames).min(options.max_frames.saturating_sub(counts.held));
        let sampling = if plain == counts.plain {
            every
        } else {
            Sampling::evenly(plain.saturating_sub(1), survey.steps - u64::from(!survey.ends_solved))
        };
        let (times, frames) = (room.times(plain), Some(plain + counts.held));
        let left_out = all - plain - counts.held;
        Ok(Self { sampling, times, pauses: false, frames, left_out, ..film })
    }
}

struct TimeBudget {
    hold: Duration,
    /// The time of all frames that are not held.
    rest: Duration,
    /// The maximum number of frames that are not held.
    frames: u64,
}

impl TimeBudget {
    fn of(
        duration: Duration,
        counts: &FrameCounts,
        options: &ScheduleOptions,
    ) -> Result<Self, ScheduleError> {
        let shortest = options.shortest.max(Duration::from_nanos(1));
        let even = duration / divisor(counts.frames());
        let hold = options
            .hold
            .unwrap_or_else(|| LONGEST_HOLD.min(duration / 4 / divisor(counts.held)).max(even).max(shortest));
        let room = duration
            .checked_sub(hold.saturating_mul(divisor(counts.held)))
            .map(|rest| (rest, (rest.as_nanos() / shortest.as_nanos()) as u64))
            .filter(|(_, frames)| *frames >= counts.plain.min(1));
        let Some((rest, frames)) = room else {
            let hold = options.hold.unwrap_or(shortest);
            let shortest = hold.saturating_mul(divisor(counts.held)).saturating_add(shortest);
            return Err(ScheduleError::TooShort { asked: duration, shortest });
        };
        Ok(Self { hold, rest, frames })
    }

    fn times(&self, plain: u64) -> FrameTimes {
        let delay = self.rest.checked_div(divisor(plain)).unwrap_or_default();
        let last = self.hold + self.rest.saturating_sub(delay * divisor(plain));
        FrameTimes { delay, hold: self.hold, last }
    }
}

fn too_many(survey: &Survey, options: &ScheduleOptions) -> Option<ScheduleError> {
    let max = options.max_frames;
    let counts = FrameCounts::of(survey, Sampling::every(options.every), options.asides());
    let more = !survey.complete;
    if counts.always_shown() > max {
        return Some(ScheduleError::TooManyAlwaysShown { frames: counts.always_shown(), more, max });
    }
    // An incomplete count is reported as 'more than', so the number is one less.
    let frames = counts.frames() - u64::from(more);
    let over = if more { frames >= max } else { frames > max };
    (over && options.duration.is_none()).then_some(ScheduleError::TooManyFrames { frames, more, max })
}

impl FrameTimes {
    pub(crate) fn fixed(delay: Duration, hold: Option<Duration>) -> Self {
        Self {
            delay,
            hold: hold.unwrap_or(delay.saturating_mul(10).clamp(SHORTEST_HOLD, LONGEST_HOLD)),
            last: hold.unwrap_or(LAST.max(delay)),
        }
    }

    fn of(counts: &FrameCounts, options: &ScheduleOptions) -> Self {
        let delay = options.delay.unwrap_or_else(|| {
            let (length, longest) = if options.captioned {
                (FITTING_LENGTH_TO_READ, LONGEST_DEFAULT_DELAY_TO_READ)
            } else {
                (FITTING_LENGTH, LONGEST_DEFAULT_DELAY)
            };
            let hundredths = ((length / divisor(counts.frames())).as_millis() / 10) as u64;
            Duration::from_millis(hundredths * 10).min(longest).max(options.shortest)
        });
        Self::fixed(delay, options.hold)
    }
}

struct FrameCounts {
    plain: u64,
    held: u64,
}

impl FrameCounts {
    fn of(survey: &Survey, sampling: Sampling, asides: bool) -> Self {
        let others = survey.steps + if asides { survey.asides } else { 0 };
        let ends_solved = survey.ends_solved && !(asides && survey.ends_aside);
        let ends_with_another = !ends_solved && others > 0;
        let others = others - u64::from(ends_with_another);
        match survey.solutions + u64::from(ends_with_another) {
            0 => Self { plain: 0, held: 1 },
            held => Self { plain: 1 + sampling.taken(others), held },
        }
    }

    const fn frames(&self) -> u64 {
        self.plain + self.held
    }

    /// Returns the number of frames that are always shown: held frames, and the first.
    const fn always_shown(&self) -> u64 {
        self.held + (self.plain > 0) as u64
    }
}

/// Returns how many frames of this time a film of the default length has.
pub(super) fn fitting_frames(shortest: Duration) -> u64 {
    (FITTING_LENGTH.as_nanos() / shortest.as_nanos().max(1)) as u64
}

/// Converts a number of frames to a divisor of times; `max_frames` refuses numbers that do not fit.
fn divisor(frames: u64) -> u32 {
    u32::try_from(frames).unwrap_or(u32::MAX)
}

/// Why a search has no schedule. See [`FilmBuilder`](crate::film::FilmBuilder).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScheduleError {
    /// The film would have more frames than the maximum.
    #[error(
        "the film would have {}{} frames, and the limit is {}", if *.more { "more than " } else { "" },
        Grouped(*.frames), Grouped(*.max)
    )]
    TooManyFrames {
        /// A lower bound of the number of frames.
        frames: u64,
        /// Whether there are more than `frames`.
        more: bool,
        /// The maximum number of frames.
        max: u64,
    },
    /// The frames that are always shown are more than the maximum.
    #[error(
        "{}{} frames are always shown: solutions, the first and the last; the limit is {}",
        if *.more { "more than " } else { "" }, Grouped(*.frames), Grouped(*.max)
    )]
    TooManyAlwaysShown {
        /// A lower bound of the number of frames that are always shown.
        frames: u64,
        /// Whether there are more than `frames`.
        more: bool,
        /// The maximum.
        max: u64,
    },
    /// The search is too long to be counted, so the number of frames is unknown.
    #[error("the search does not end within {} events", Grouped(*.events))]
    TooLong {
        /// The number of events within which the search does not end.
        events: u64,
    },
    /// The duration is too short.
    #[error(
        "{} is too short: the frames that are always shown need {}", format_duration(*.asked), milliseconds(*.shortest)
    )]
    TooShort {
        /// The given duration.
        asked: Duration,
        /// The shortest possible duration.
        shortest: Duration,
    },
}
