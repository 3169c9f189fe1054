//! The schedule of a film: which steps are shown, and for how long.

use std::fmt;
use std::num::{NonZeroU32, NonZeroU64};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use humantime::format_duration;

use crate::board::{BoardSize, SquareNames};
use crate::search::{Event, Order};
use crate::variants::named_enum;
use crate::words::{Grouped, milliseconds};

use super::{Detail, Excerpt, FrameNotes, Sampling, Survey, Timetable};

/// The default maximum number of frames.
pub const DEFAULT_MAX_FRAMES: u64 = 10_000;

/// Searches of up to this number of events are counted to their end, for exact error messages.
const COUNTED_EXACTLY: u64 = 20_000_000;

/// The number of events after which the look-ahead stops.
pub const LONGEST_SEARCH: u64 = 500_000_000;

/// A film with a default pace lasts about this long, as far as the bounds of its delays allow.
const FITTING_LENGTH: Duration = Duration::from_secs(30);
const LONGEST_DEFAULT_DELAY: Duration = Duration::from_millis(500);

/// Captions take time to read.
const FITTING_LENGTH_TO_READ: Duration = Duration::from_secs(120);
const LONGEST_DEFAULT_DELAY_TO_READ: Duration = Duration::from_secs(1);

const SHORTEST_HOLD: Duration = Duration::from_millis(200);
const LONGEST_HOLD: Duration = Duration::from_secs(2);
/// The result has to be read, and a film that loops pauses before it starts again.
const LAST: Duration = Duration::from_secs(3);

named_enum! {
    /// What the times of frames depend on.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
    pub enum Pace {
        /// Long where something is new, with captions that can be read; short where it happens again and again
        #[default]
        Story = "story",
        /// The same time for every step
        Even = "even",
    }
}

/// The options of a schedule; `None` is replaced by a value that suits the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScheduleOptions {
    /// Which events are steps.
    pub detail: Detail,
    /// The order in which squares are tested, if it is known.
    pub order: Option<Order>,
    /// What the times of frames depend on, unless `delay` is given or `every` leaves out steps.
    pub pace: Pace,
    /// Time of each frame that is not held.
    pub delay: Option<Duration>,
    /// Time of each solution, and of the last frame.
    pub hold: Option<Duration>,
    /// Time of the whole film.
    pub duration: Option<Duration>,
    /// Show one step of this many: by default each step, or in a race as few as keep the film short.
    pub every: Option<NonZeroU64>,
    /// The maximum number of frames.
    pub max_frames: u64,
    /// Whether frames have captions.
    pub captioned: bool,
    /// Whether frames that are too short for their captions share one.
    pub shared_captions: bool,
    /// The minimum time of a frame unless `delay` or `hold` is given.
    pub shortest: Duration,
    /// How all times are changed in the end.
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
            shared_captions: false,
            shortest: Duration::from_millis(20),
            timing: Timing::default(),
        }
    }
}

impl ScheduleOptions {
    /// Whether dead ends and notes have frames of their own: with captions, if no step is left out.
    pub(crate) fn asides(&self) -> bool {
        self.captioned && self.shows_all()
    }

    fn shows_all(&self) -> bool {
        self.every.is_none_or(|every| every.get() == 1)
    }

    /// Whether the times of frames depend on what happens.
    pub(crate) fn tells_story(&self) -> bool {
        self.pace == Pace::Story && self.delay.is_none() && self.shows_all()
    }
}

/// How long frames are shown, if what happens in them does not matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FrameTimes {
    /// An ordinary frame.
    pub delay: Duration,
    /// A solution before the last frame.
    pub hold: Duration,
    /// The last frame.
    pub last: Duration,
}

/// Which steps make a frame, how long each is shown, and how many there will be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Schedule {
    /// Which events are steps.
    pub detail: Detail,
    /// Which steps are taken.
    pub sampling: Sampling,
    /// How long frames are shown, if `timetable` does not say it.
    pub times: FrameTimes,
    /// How long each frame is shown, if that depends on what happens.
    pub timetable: Option<Arc<Timetable>>,
    /// Whether dead ends and notes have frames of their own.
    pub asides: bool,
    /// Whether frames are shown for longer where the solver pauses.
    pub pauses: bool,
    /// The number of frames, including the first and the last; `None` if it is unknown.
    pub frames: Option<u64>,
}

/// Every step of a search of unknown length, slow enough to follow.
impl Default for Schedule {
    fn default() -> Self {
        Self {
            detail: Detail::Steps,
            sampling: Sampling::ALL,
            times: FrameTimes::fixed(Duration::from_millis(150), None),
            asides: false,
            timetable: None,
            pauses: true,
            frames: None,
        }
    }
}

impl Schedule {
    /// Counts the events of a search and fits a film to it, in which all steps have the same time. Those of a
    /// [`Pace`] are decided where a source is filmed.
    ///
    /// Takes milliseconds for most searches and seconds for those that are too long.
    ///
    /// # Errors
    /// [`ScheduleError`] when there would be too many frames, when the search has to be sampled
    /// evenly but is too long to be counted, or when the duration is too short.
    pub fn of(events: impl Iterator<Item = Event>, options: &ScheduleOptions) -> Result<Self, ScheduleError> {
        let survey = Survey::of(events, options.detail, options.order, |survey, events| {
            events < COUNTED_EXACTLY || (events < LONGEST_SEARCH && too_many(survey, options).is_none())
        });
        Self::of_survey(&survey, options)
    }

    /// The same film, of which only an excerpt is shown. Its pace is that of a film of its length, unless
    /// it `keeps_pace`.
    ///
    /// # Errors
    /// [`ScheduleError`] when there would be too many frames, or the duration is too short for them.
    pub(crate) fn of_excerpt(
        self,
        excerpt: &Excerpt,
        keeps_pace: bool,
        options: &ScheduleOptions,
    ) -> Result<Self, ScheduleError> {
        if let Some(timetable) = &self.timetable {
            let timetable = Timetable::clone(timetable);
            return self.with_timetable(timetable, Some(excerpt), options);
        }
        let held = excerpt.held + u64::from(!excerpt.ends_held);
        let counts = FrameCounts { plain: excerpt.frames() - held, held };
        let (frames, max) = (counts.frames(), options.max_frames);
        if frames > max {
            return Err(ScheduleError::TooManyFrames { frames, more: false, max });
        }
        let film = Self { frames: Some(frames), ..self };
        let Some(duration) = options.duration else {
            let times = if keeps_pace { film.times } else { FrameTimes::of(&counts, options) };
            return Ok(Self { times, ..film });
        };
        let room = Room::of(duration, &counts, options)?;
        if room.frames < counts.plain {
            let shortest = options.shortest.saturating_mul(divisor(counts.plain));
            let shortest = shortest.saturating_add(room.hold.saturating_mul(divisor(counts.held)));
            return Err(ScheduleError::TooShort { asked: duration, shortest });
        }
        Ok(Self { times: room.times(counts.plain), pauses: false, ..film })
    }

    /// The same film with times that depend on what happens, if it has enough time for all frames.
    ///
    /// # Errors
    /// [`ScheduleError::TooManyFrames`].
    pub(crate) fn timed_by(
        self,
        film: &FrameNotes,
        board: (BoardSize, SquareNames),
        options: &ScheduleOptions,
    ) -> Result<Self, ScheduleError> {
        let counts = FrameCounts { plain: film.len() as u64, held: 0 };
        let timetable = Timetable::of(film, board, FrameTimes::of(&counts, options).hold, options);
        match self.clone().with_timetable(timetable, None, options) {
            // Some are left out then.
            Err(ScheduleError::TooShort { .. } | ScheduleError::TooManyFrames { .. })
                if options.duration.is_some() =>
            {
                Ok(self)
            }
            timed => timed,
        }
    }

    fn with_timetable(
        self,
        mut timetable: Timetable,
        excerpt: Option<&Excerpt>,
        options: &ScheduleOptions,
    ) -> Result<Self, ScheduleError> {
        let frames = Some(timetable.fit(excerpt, options)?);
        let times = FrameTimes { last: Duration::ZERO, ..self.times };
        let (pauses, timetable) = (options.duration.is_none(), Some(Arc::new(timetable)));
        let (sampling, asides) = (Sampling::ALL, options.asides());
        Ok(Self { detail: options.detail, times, timetable, asides, pauses, sampling, frames })
    }

    /// Fits a film to the result of a look-ahead.
    pub(super) fn of_survey(survey: &Survey, options: &ScheduleOptions) -> Result<Self, ScheduleError> {
        if let Some(error) = too_many(survey, options) {
            return Err(error);
        }
        if !survey.complete {
            return Err(ScheduleError::TooLong { events: LONGEST_SEARCH });
        }
        let asides = options.asides();
        let schedule = Self::fitted(survey, options, asides);
        // Where frames are left out, dead ends and notes are.
        let all = Some(FrameCounts::of(survey, Sampling::every(options.every), asides).frames());
        if asides && !schedule.as_ref().is_ok_and(|schedule| schedule.frames == all) {
            return Self::fitted(survey, options, false);
        }
        schedule
    }

    /// A film of the default length or, if one is given, of exactly this length: holds take up to a quarter of it
    /// and the other frames the rest; where their time would be too short, some are left out.
    fn fitted(survey: &Survey, options: &ScheduleOptions, asides: bool) -> Result<Self, ScheduleError> {
        let every = Sampling::every(options.every);
        let counts = FrameCounts::of(survey, every, asides);
        let (detail, frames) = (options.detail, Some(counts.frames()));
        let film = Self { detail, sampling: every, asides, frames, ..Self::default() };
        let Some(duration) = options.duration else {
            return Ok(Self { times: FrameTimes::of(&counts, options), ..film });
        };
        let room = Room::of(duration, &counts, options)?;
        let plain = counts.plain.min(room.frames).min(options.max_frames.saturating_sub(counts.held));
        let sampling = if plain == counts.plain {
            every
        } else {
            Sampling::evenly(plain.saturating_sub(1), survey.steps - u64::from(!survey.ends_solved))
        };
        let (times, frames) = (room.times(plain), Some(plain + counts.held));
        Ok(Self { sampling, times, pauses: false, frames, ..film })
    }
}

/// How a film of a given length is divided.
struct Room {
    /// The time of each frame that is held.
    hold: Duration,
    /// The time of all others, and how many there is time for.
    rest: Duration,
    frames: u64,
}

impl Room {
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

    /// The pace of so many frames that are not held.
    fn times(&self, plain: u64) -> FrameTimes {
        let delay = self.rest.checked_div(divisor(plain)).unwrap_or_default();
        let last = self.hold + self.rest.saturating_sub(delay * divisor(plain));
        FrameTimes { delay, hold: self.hold, last }
    }
}

/// The error for a film with too many frames, if it has too many.
fn too_many(survey: &Survey, options: &ScheduleOptions) -> Option<ScheduleError> {
    let max = options.max_frames;
    let counts = FrameCounts::of(survey, Sampling::every(options.every), options.asides());
    let more = !survey.complete;
    if counts.always_shown() > max {
        return Some(ScheduleError::TooManyAlwaysShown { frames: counts.always_shown(), more, max });
    }
    // A search that was not followed to its end has at least one more.
    let frames = counts.frames() - u64::from(more);
    let over = if more { frames >= max } else { frames > max };
    (over && options.duration.is_none()).then_some(ScheduleError::TooManyFrames { frames, more, max })
}

impl FrameTimes {
    /// A given delay, with matching times for the other frames.
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

/// How many frames of a film are held, and how many are not.
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

    /// How many frames are shown with any sampling: those that are held, and the first.
    const fn always_shown(&self) -> u64 {
        self.held + (self.plain > 0) as u64
    }
}

/// How many frames of this time fit into a film of the default length.
pub(super) fn fitting_frames(shortest: Duration) -> u64 {
    (FITTING_LENGTH.as_nanos() / shortest.as_nanos().max(1)) as u64
}

/// A number of frames as a divisor of times; larger numbers are refused by `max_frames`.
fn divisor(frames: u64) -> u32 {
    u32::try_from(frames).unwrap_or(u32::MAX)
}

/// Why there is no schedule for a search.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ScheduleError {
    /// More frames than the maximum.
    #[error(
        "the film would have {}{} frames, and the limit is {}", if *.more { "more than " } else { "" },
        Grouped(*.frames), Grouped(*.max)
    )]
    TooManyFrames {
        /// A lower bound of their number.
        frames: u64,
        /// Whether there are more than `frames`.
        more: bool,
        /// The maximum.
        max: u64,
    },
    /// More frames than the maximum, even with all left out that can be.
    #[error(
        "{}{} frames are always shown: solutions, the first and the last; the limit is {}",
        if *.more { "more than " } else { "" }, Grouped(*.frames), Grouped(*.max)
    )]
    TooManyAlwaysShown {
        /// A lower bound of their number.
        frames: u64,
        /// Whether there are more than `frames`.
        more: bool,
        /// The maximum.
        max: u64,
    },
    /// The search is too long to be counted, so the number of frames is unknown.
    #[error("the search does not end within {} events", Grouped(*.events))]
    TooLong {
        /// How many events were counted.
        events: u64,
    },
    /// The duration is too short.
    #[error(
        "{} is too short: the frames that are always shown need {}", format_duration(*.asked), milliseconds(*.shortest)
    )]
    TooShort {
        /// The given duration.
        asked: Duration,
        /// The shortest possible.
        shortest: Duration,
    },
}

/// How fast a film is shown, and for how long its first frame.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Timing {
    /// All times are divided by it.
    pub speed: Speed,
    /// Time of the first frame.
    pub start_hold: Option<Duration>,
}

/// How many times as fast as usual a film is shown, from 0.01 to 100.
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

/// A text that is no speed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write a number from 0.01 to 100, like 2x or 0.5x")]
pub struct SpeedError;

impl Timing {
    /// How long a frame is shown that would be shown for so long: never less than the `shortest`
    /// time, if it is shortened.
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
