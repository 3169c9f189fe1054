//! From events to frames: the content and the time of each picture of a film.

mod acts;
mod attack_segment;
mod caption;
mod counter;
mod description;
mod detail;
mod diagonals;
mod frame;
mod frame_notes;
mod gauge;
mod memory;
mod narrator;
mod race;
mod recorder;
mod schedule;
mod selection;
mod steps;
mod story;
mod timing;
mod transcript;

pub use caption::{Caption, CaptionText};
pub use counter::Counter;
pub use detail::Detail;
pub use frame::{Attack, BoardState, DeadEndReason, Frame, Mark, Moment, TreePosition};
pub use race::Clock;
pub use schedule::{Pace, ScheduleError, ScheduleOptions};
pub use selection::{Selection, SelectionError};
pub use timing::{Speed, Timing};

pub(crate) use attack_segment::{AttackSegment, AttackSegments, GAP, end_reach};
pub(crate) use caption::BoardNames;
pub(crate) use description::Description;
pub(crate) use detail::{Sampler, Survey};
pub(crate) use diagonals::{Diagonal, Direction};
pub(crate) use frame::{SolutionFrame, StepBack};
pub(crate) use frame_notes::{Excerpt, FrameNote, FrameNotes};
pub(crate) use race::QueenCurve;
pub(crate) use schedule::Hold;
pub(crate) use timing::FrameClock;
pub(crate) use transcript::{TranscriptBoard, TranscriptGroup, TranscriptStep};

#[cfg(not(feature = "internals"))]
pub(crate) use internals::*;
#[cfg(feature = "internals")]
pub use internals::*;

/// Public to the tests of this repository, with the feature `internals`.
mod internals {
    pub use super::acts::Act;
    pub use super::caption::{BoardCount, CaptionLine, FreeBit, WayBack};
    pub use super::detail::Sampling;
    pub use super::frame::{Content, FilmFrame};
    pub use super::gauge::{Gauge, LostLine};
    pub use super::memory::Memory;
    pub use super::narrator::{CustomCaption, Narrator};
    pub use super::race::{Lane, Outcome, Race, RaceFrame, RaceRun};
    pub use super::recorder::Recorder;
    pub use super::schedule::{FrameTimes, Schedule};
    pub use super::steps::{Step, Steps};
    pub use super::story::StoryTimes;
    pub use super::transcript::Transcript;
}
