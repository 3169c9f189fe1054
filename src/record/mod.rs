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
mod queen_curve;
mod race;
mod recorder;
mod schedule;
mod selection;
mod steps;
mod timetable;
mod timing;
mod transcript;

pub(crate) use attack_segment::{AttackSegment, AttackSegments, GAP, end_reach};
pub use caption::{Caption, FreeBit, Passage, Phrase, WayBack, Words};
pub use counter::Counter;
pub use description::Description;
pub use detail::{Detail, Sampler, Sampling, Survey};
pub use diagonals::{Diagonal, Direction};
pub use frame::{
    Attack, Content, DeadEndReason, Frame, Mark, Moment, Scene, Shot, SolutionFrame, StepBack, TreePosition,
};
pub(crate) use frame_notes::{Excerpt, FrameNote, FrameNotes, MOST_FRAMES};
pub use memory::{Memory, Trail};
pub use narrator::{CustomWords, Narrator};
pub use queen_curve::{QueenCurve, QueenSpan};
pub use race::{Clock, Lane, Outcome, Race, RaceFrame, Run};
pub use recorder::Recorder;
pub use schedule::{
    DEFAULT_MAX_FRAMES, FrameTimes, LONGEST_SEARCH, Pace, Schedule, ScheduleError, ScheduleOptions,
};
pub use selection::{Selection, SelectionError};
pub use steps::{Step, Steps};
pub(crate) use timetable::MOST_TIMED;
pub use timetable::Timetable;
pub use timing::{Speed, SpeedError, Timing};
pub use transcript::{Transcript, TranscriptBoard, TranscriptGroup, TranscriptStep};
