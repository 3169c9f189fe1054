//! The options of a film.

use std::time::Duration;

use crate::encode::{EncodeError, EncodeOption, EncodeOptions, Format, Motion};
use crate::motion::PictureRate;
use crate::page::{BoardStyle, Medium, PageSize, PanelKind};
use crate::record::{Detail, Schedule, ScheduleOptions, Selection};

use super::PanelOptions;

/// The options of a film; the defaults suit most searches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FilmOptions {
    /// Which events are steps; by default tests are for [`View::Lecture`](super::View) only.
    pub detail: Option<Detail>,
    /// Pace and sampling; `detail` and `captioned` are set from the other options.
    pub schedule: ScheduleOptions,
    /// Size, page, colours, font and marks; the content of the panels is set by the look-ahead.
    pub style: BoardStyle,
    /// Which frames are shown; all by default. Counters, the tree and captions are those of the whole
    /// film.
    pub select: Option<Selection>,
    /// What is shown beside the board.
    pub panels: PanelOptions,
    /// The options of the formats.
    pub encode: EncodeOptions,
}

/// A time that was increased, since the format cannot show it or browsers slow it down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClampedTime {
    /// The time of each frame.
    Delay(Duration),
    /// The time of held frames.
    Hold(Duration),
}

impl FilmOptions {
    /// Chooses the page that suits a format, and increases times that are too short for it; returns
    /// those that it changed.
    pub fn fit(&mut self, format: Format) -> Vec<ClampedTime> {
        self.style.medium = match format {
            Format::Gif | Format::Apng | Format::WebP | Format::Svg => Medium::Web,
            Format::Mp4 => Medium::Video,
            Format::Y4m | Format::Html | Format::Pptx | Format::Pdf | Format::PngFrames | Format::Png => {
                Medium::Screen
            }
        };
        if format == Format::Pptx {
            // A picture covers its slide.
            self.style.page.get_or_insert(PageSize::Ratio(16, 9));
        }
        // Files in a directory are played by other programs.
        if format.is_directory() || !format.is_played() || format == Format::Pptx {
            return Vec::new();
        }
        let shortest = format.shortest_frame(self.encode.fps);
        let ScheduleOptions { delay, hold, shortest: minimum, .. } = &mut self.schedule;
        *minimum = shortest;
        let raise = |time: &mut Option<Duration>| {
            time.as_mut().filter(|time| **time < shortest).map(|time| *time = shortest)
        };
        let delay = raise(delay).map(|()| ClampedTime::Delay(shortest));
        let hold = raise(hold).map(|()| ClampedTime::Hold(shortest));
        delay.into_iter().chain(hold).collect()
    }

    /// The options of the schedule, completed from the other options.
    pub(super) fn schedule(&self) -> ScheduleOptions {
        let usual = if self.panels.view.is_lecture() { Detail::Tests } else { Detail::Steps };
        ScheduleOptions {
            detail: self.detail.unwrap_or(usual),
            captioned: self.panels.has(PanelKind::Caption),
            ..self.schedule
        }
    }
}

/// The time of pictures between frames in formats without a frame rate: whole hundredths of a second, as in GIFs.
const BETWEEN: Duration = Duration::from_millis(40);

/// How a film moves between its frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilmMotion {
    /// By pictures at these times.
    Pictures(PictureRate),
    /// By itself: it is told when each part of its page moves.
    Parts,
}

/// How a film moves between its frames, if it does.
pub(super) fn film_motion(format: Format, options: &EncodeOptions) -> Option<FilmMotion> {
    if !format.takes(EncodeOption::Motion) {
        return None;
    }
    match options.motion.unwrap_or(format.usual_motion()) {
        Motion::None => None,
        Motion::Soft if format == Format::Html => Some(FilmMotion::Parts),
        Motion::Soft if format.has_frame_rate() => {
            Some(FilmMotion::Pictures(PictureRate::PerSecond(options.fps)))
        }
        Motion::Soft => Some(FilmMotion::Pictures(PictureRate::Each(BETWEEN))),
    }
}

/// Checks that the format can show so many frames, if that is known, and for that long.
pub(super) fn check_format(
    format: Format,
    Schedule { pace, frames, .. }: Schedule,
) -> Result<(), EncodeError> {
    if format.is_still() && frames.is_some_and(|frames| frames > 1) {
        return Err(EncodeError::OnePicture { format, frames });
    }
    let shown_for = pace.delay.max(pace.hold).max(pace.last);
    match format.longest_frame() {
        Some(longest) if shown_for > longest => Err(EncodeError::TooLong { format, longest, shown_for }),
        Some(_) | None => Ok(()),
    }
}
