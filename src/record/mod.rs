//! From events to frames: what each picture of a film shows, and for how long.

mod attack_segment;
mod caption;
mod counter;
mod description;
mod detail;
mod diagonals;
mod frame;
mod frame_notes;
mod memory;
mod narrator;
mod race;
mod recorder;
mod schedule;
mod selection;
mod steps;
mod timetable;
mod transcript;

pub(crate) use attack_segment::{AttackSegment, AttackSegments, GAP, end_reach};
pub use caption::{Caption, Words};
pub(crate) use caption::{Passage, Phrase};
pub use counter::Counter;
pub(crate) use description::Description;
pub use detail::Detail;
pub(crate) use detail::{Sampler, Sampling, Survey};
pub(crate) use diagonals::{Diagonal, Direction};
pub use frame::{Attack, Content, Frame, Mark, Moment, Scene, Shot};
pub(crate) use frame::{SolutionFrame, StepBack, TreePosition};
pub(crate) use frame_notes::{Excerpt, FrameNote, FrameNotes, MOST_FRAMES};
pub use memory::Memory;
pub(crate) use memory::Trail;
pub use narrator::{CustomWords, Narrator};
pub(crate) use race::QueenCurve;
pub use race::{Clock, Lane, Outcome, Race, RaceFrame, Run};
pub use recorder::Recorder;
pub(crate) use schedule::{DEFAULT_MAX_FRAMES, FrameTimes, LONGEST_SEARCH};
pub use schedule::{Pace, Schedule, ScheduleError, ScheduleOptions, Speed, Timing};
pub use selection::{Selection, SelectionError};
pub use steps::{Step, Steps};
pub(crate) use timetable::{MOST_TIMED, Timetable};
pub use transcript::Transcript;
pub(crate) use transcript::{TranscriptBoard, TranscriptGroup, TranscriptStep};

// For the tests of this repository; not part of the API.
#[doc(hidden)]
pub use {
    caption::{FreeBit, WayBack},
    frame::DeadEndReason,
};
