//! What films give up to become smaller.

use std::fmt;
use std::num::{NonZeroU32, NonZeroU64};
use std::time::Duration;

use humantime::format_duration;

use crate::encode::{Motion, Quality};
use crate::page::{PageSize, TextEdges};
use crate::words::Grouped;

use super::FilmOptions;

/// What a film gives up to become smaller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reduction {
    /// Time: all steps are shown within this.
    Time(Duration),
    /// Quality of lossy compression.
    Quality(Quality),
    /// Pictures per second.
    Fps(NonZeroU32),
    /// Motion between frames.
    Motion,
    /// Steps: one of so many is shown.
    Every(NonZeroU64),
    /// Steps: only solutions are shown.
    OnlySolutions,
    /// Pixels: the board has this width.
    Width(u32),
    /// Pixels: the page has this width and height.
    Page(u32, u32),
    /// Colours: the edges of text have fewer shades.
    TextEdges,
}

impl Reduction {
    pub(super) fn apply(self, options: &mut FilmOptions) {
        match self {
            Self::Time(time) => options.schedule.duration = Some(time),
            Self::Quality(quality) => options.encode.quality = Some(quality),
            Self::Fps(fps) => {
                options.encode.fps = fps;
                options.schedule.shortest = options.schedule.shortest.max(shortest(fps));
            }
            Self::Motion => options.encode.motion = Some(Motion::None),
            Self::Every(every) => options.schedule.every = Some(every),
            Self::OnlySolutions => options.schedule.every = Some(NonZeroU64::MAX),
            Self::Width(width) => options.style.width = Some(width),
            Self::Page(width, height) => options.style.page = Some(PageSize::Pixels(width, height)),
            Self::TextEdges => options.style.text_edges = TextEdges::Coarse,
        }
    }

    /// The same as it was asked for.
    pub(super) fn undo(self, options: &mut FilmOptions, asked: &FilmOptions) {
        match self {
            Self::Time(_) => options.schedule.duration = asked.schedule.duration,
            Self::Quality(_) => options.encode.quality = asked.encode.quality,
            Self::Fps(_) => {
                options.encode.fps = asked.encode.fps;
                options.schedule.shortest = asked.schedule.shortest;
            }
            Self::Motion => options.encode.motion = asked.encode.motion,
            Self::Every(_) | Self::OnlySolutions => options.schedule.every = asked.schedule.every,
            Self::Width(_) => options.style.width = asked.style.width,
            Self::Page(..) => options.style.page = asked.style.page,
            Self::TextEdges => options.style.text_edges = asked.style.text_edges,
        }
    }
}

impl fmt::Display for Reduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Time(time) => write!(f, "a length of {}", format_duration(*time)),
            Self::Quality(quality) => write!(f, "quality {}", quality.get()),
            Self::Fps(fps) => write!(f, "{fps} pictures per second"),
            Self::Motion => f.write_str("no motion"),
            Self::Every(every) => write!(f, "one step of every {}", Grouped(every.get())),
            Self::OnlySolutions => f.write_str("only solutions"),
            Self::Width(width) => write!(f, "boards of {width} pixels"),
            Self::Page(width, height) => write!(f, "pages of {width}×{height} pixels"),
            Self::TextEdges => f.write_str("coarse edges of text"),
        }
    }
}

/// The time of a picture at this rate.
pub(super) fn shortest(fps: NonZeroU32) -> Duration {
    Duration::from_secs(1) / fps.get()
}
