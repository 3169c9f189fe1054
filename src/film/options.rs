//! Options of a film, and the panels next to its board.

use std::time::Duration;

use crate::encode::{EncodeError, EncodeOption, EncodeOptions, Format, Motion};
use crate::motion::PictureRate;
use crate::page::{Medium, PageSize, PageStyle, PanelKind, StatePanel};
use crate::record::{Counter, Detail, Pace, Schedule, ScheduleError, ScheduleOptions, Selection};
use crate::search::{CodeForm, Listing};
use crate::variants::named_enum;

use super::{FilmError, Thumbnail};

named_enum! {
    /// A set of panels that go together. See [`FilmBuilder::view`](crate::film::FilmBuilder::view).
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum View {
        /// The board alone
        #[default]
        Plain = "plain",
        /// For articles: caption, four counters and, where they fit, coordinates
        Article = "article",
        /// For slides: caption, all counters, coordinates, tree, code, gauges, tests column by column, and attacked squares in one tone
        Lecture = "lecture",
    }
}

/// The panels of a view, and additional panels.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PanelOptions {
    /// The set of panels.
    pub view: View,
    /// Panels in addition to the view.
    pub more: Vec<PanelKind>,
    /// Panels of state, each at most once, which replace the code and the tree of the view.
    pub state: Vec<StatePanel>,
    /// A custom listing.
    pub listing: Option<Listing>,
    /// The form of the listing of a built-in algorithm.
    pub form: CodeForm,
    /// The title; empty for none.
    pub title: String,
}

impl PanelOptions {
    pub(super) fn has(&self, kind: PanelKind) -> bool {
        let gives_way =
            matches!(kind, PanelKind::Code | PanelKind::Tree | PanelKind::Gauges) && !self.state.is_empty();
        (self.view.has(kind) && !gives_way) || self.more.contains(&kind)
    }

    /// Returns whether any panel is shown.
    pub fn has_any(&self) -> bool {
        !self.state.is_empty() || PanelKind::ALL.into_iter().any(|kind| self.has(kind))
    }
}

impl View {
    fn has(self, kind: PanelKind) -> bool {
        match kind {
            PanelKind::Caption | PanelKind::Counters => self != Self::Plain,
            PanelKind::Code | PanelKind::Tree | PanelKind::Gauges => self.is_lecture(),
        }
    }

    /// Returns whether the view shows a counter. In an article, only the most useful counters fit next to the
    /// caption.
    pub(super) fn counts(self, counter: Counter) -> bool {
        self != Self::Article || !matches!(counter, Counter::Step | Counter::Depth)
    }

    /// Returns whether the board has coordinates, where they fit.
    pub(super) fn names_squares(self) -> bool {
        self != Self::Plain
    }

    /// Returns whether the view explains the algorithm.
    pub fn is_lecture(self) -> bool {
        self == Self::Lecture
    }
}

/// Options of a film; the defaults suit most searches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FilmOptions {
    /// The events that are steps. By default, tests are steps only in [`View::Lecture`](super::View), merged by
    /// columns unless the film is a page to step through.
    pub detail: Option<Detail>,
    /// Pace and sampling. The other options determine `detail`, `captioned`, `has_sentences`, `keeps_tests` and
    /// `fewest_in_forward`.
    pub schedule: ScheduleOptions,
    /// Size, page, colours, font and marks. The look-ahead sets the content of the panels.
    pub style: PageStyle,
    /// The frames that are shown, by default all. Counters, tree and captions refer to the whole film.
    pub select: Option<Selection>,
    /// The panels next to the board.
    pub panels: PanelOptions,
    /// Time of the intro, a card with title and task, if there is one. Only [animations](Format::is_animation)
    /// have cards.
    pub intro: Option<Duration>,
    /// Time of the outro, a card with solution and counters, if there is one.
    pub outro: Option<Duration>,
    /// The frame that previews show: the first picture of animations, for a moment, and the poster of any film.
    pub thumbnail: Option<Thumbnail>,
    /// The format. Without it, the path names the format; for a writer, it is a GIF.
    pub format: Option<Format>,
    /// The options of the formats.
    pub encode: EncodeOptions,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct TimesAround {
    pub intro: Option<Duration>,
    pub outro: Option<Duration>,
    /// `None` if there is no thumbnail, or if it is the first frame anyway.
    pub thumbnail: Option<Duration>,
    whole: Option<Duration>,
}

impl TimesAround {
    fn total(self) -> Duration {
        let Self { intro, outro, thumbnail, whole: _ } = self;
        [intro, outro, thumbnail].into_iter().flatten().fold(Duration::ZERO, Duration::saturating_add)
    }

    /// Converts an error about the time of all frames to an error about the time of the whole film.
    pub fn of_film(self, error: FilmError) -> FilmError {
        match error {
            FilmError::Schedule(ScheduleError::TooShort { asked, shortest }) => {
                let shortest = shortest.saturating_add(self.total());
                ScheduleError::TooShort { asked: self.whole.unwrap_or(asked), shortest }.into()
            }
            error => error,
        }
    }
}

/// A time that was increased, since the format cannot store shorter times or browsers slow them down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RaisedTime {
    pub option: &'static str,
    pub time: Duration,
}

impl FilmOptions {
    pub(crate) fn format(&self) -> Format {
        self.format.unwrap_or(Format::Gif)
    }

    /// Selects the default page of the format, and increases times that are too short for the format; returns the
    /// increased times.
    pub(crate) fn fit(&mut self) -> Vec<RaisedTime> {
        let format = self.format();
        self.style.medium = match format {
            Format::Mp4 => Medium::Video,
            Format::Gif | Format::Apng | Format::WebP | Format::Svg => Medium::Web,
            _ => Medium::Screen,
        };
        if format == Format::Pptx {
            // The picture covers the slide.
            self.style.page.get_or_insert(PageSize::Ratio(16, 9));
        }
        // Only other programs use the times of files in a directory.
        if format.is_directory() || !format.is_played() || format == Format::Pptx {
            return Vec::new();
        }
        let shortest = format.shortest_frame(self.encode.fps);
        let ScheduleOptions { delay, hold, shortest: minimum, .. } = &mut self.schedule;
        *minimum = shortest;
        let times =
            [("delay", delay), ("hold", hold), ("intro", &mut self.intro), ("outro", &mut self.outro)];
        let raised = times.into_iter().filter_map(|(option, time)| {
            let time = time.as_mut().filter(|time| **time < shortest)?;
            *time = shortest;
            Some(RaisedTime { option, time: shortest })
        });
        raised.collect()
    }

    pub(super) fn time_around(&self) -> TimesAround {
        let format = self.format();
        let whole = self.schedule.duration;
        if !format.is_animation() {
            return TimesAround { whole, ..TimesAround::default() };
        }
        let Self { intro, outro, thumbnail, .. } = *self;
        let is_first = match thumbnail {
            Some(Thumbnail::First) => intro.is_none(),
            Some(Thumbnail::Solution | Thumbnail::Step(_)) => false,
            None => true,
        };
        let moment = format.shortest_frame(self.encode.fps);
        TimesAround { intro, outro, thumbnail: (!is_first).then_some(moment), whole }
    }

    pub(super) fn duration_of_frames(&self) -> Option<Duration> {
        let around = self.time_around().total();
        self.schedule.duration.map(|duration| duration.saturating_sub(around))
    }

    /// Returns whether the film has an intro, an outro or a thumbnail, which depend on all events.
    pub(super) const fn has_intro_outro(&self) -> bool {
        self.intro.is_some() || self.outro.is_some() || self.thumbnail.is_some()
    }

    pub(super) fn schedule(&self) -> ScheduleOptions {
        let format = self.format();
        let is_page = format == Format::Html;
        let usual = match self.panels.view.is_lecture() {
            false => Detail::Steps,
            // On a page to step through, tests are followed one by one.
            true if is_page => Detail::Tests,
            true => Detail::Columns,
        };
        // Pictures that are not played show each step, unless they are selected by time.
        let has_times = self.select.as_ref().is_some_and(Selection::has_times);
        let has_story = format.is_played() || has_times;
        let pace = if has_story { self.schedule.pace } else { Pace::Even };
        let is_played = format.is_played() && (format != Format::Pptx || self.encode.advance);
        ScheduleOptions {
            pace,
            detail: self.detail.unwrap_or(usual),
            captioned: self.panels.has(PanelKind::Caption),
            has_sentences: is_played && !is_page,
            keeps_tests: self.detail.is_some(),
            fewest_in_forward: (format == Format::Pptx).then_some(SLIDES_IN_FORWARD),
            duration: self.duration_of_frames(),
            ..self.schedule
        }
    }
}

/// The number of slides to which fast forward is reduced if there would be too many.
const SLIDES_IN_FORWARD: u64 = 40;

/// The time of a tween in formats without a frame rate: whole hundredths of a second, as in GIFs.
const BETWEEN: Duration = Duration::from_millis(40);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FilmMotion {
    /// Tweens at this rate.
    Pictures(PictureRate),
    /// No pictures: the player moves each part of the page.
    Parts,
}

impl FilmOptions {
    pub(super) fn film_motion(&self) -> Option<FilmMotion> {
        let (format, EncodeOptions { motion, fps, .. }) = (self.format(), self.encode);
        if !format.takes(EncodeOption::Motion) {
            return None;
        }
        match motion.unwrap_or(format.usual_motion()) {
            Motion::None => None,
            Motion::Soft if format == Format::Html => Some(FilmMotion::Parts),
            Motion::Soft if format.has_frame_rate() => {
                Some(FilmMotion::Pictures(PictureRate::PerSecond(fps)))
            }
            Motion::Soft => Some(FilmMotion::Pictures(PictureRate::Each(BETWEEN))),
        }
    }

    /// Checks the limits of the format on the number of frames, if this is known, and on times.
    pub(super) fn check_format(&self, schedule: &Schedule) -> Result<(), EncodeError> {
        let Schedule { times, story, frames, .. } = schedule;
        let (format, timing, frames) = (self.format(), self.schedule.timing, *frames);
        if format.is_still() && frames.is_some_and(|frames| frames > 1) {
            return Err(EncodeError::OnePicture { format, frames });
        }
        let TimesAround { intro, outro, .. } = self.time_around();
        let cards = intro.max(outro).unwrap_or_default();
        let timed = |time, is_first| timing.shown_for(time, is_first, Duration::ZERO);
        let [delay, hold, last] = [times.delay, times.hold, times.last].map(|time| timed(time, false));
        let (longest, lasts) = if let Some(story) = story {
            let longest = story.shown().max().unwrap_or_default();
            let lasts = story.shown().fold(Duration::ZERO, Duration::saturating_add);
            (timed(longest, true).max(timed(longest, false)), timed(lasts, false))
        } else {
            let frames = frames.unwrap_or(1).try_into().unwrap_or(u32::MAX);
            // A lower bound of the length.
            let lasts = delay.min(hold).min(last).saturating_mul(frames);
            (timed(times.delay, true).max(delay).max(hold).max(last), lasts)
        };
        EncodeError::check_frame(format, longest.max(cards))?;
        EncodeError::check_film(format, lasts)
    }
}
