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
mod sampling;
mod schedule;
mod selection;
mod shot;
mod steps;
mod survey;
mod timetable;
mod timing;
mod trail;
mod transcript;
mod tried_squares;

pub(crate) use attack_segment::{AttackSegment, AttackSegments, GAP, end_reach};
pub use caption::{Caption, FreeBit, Passage, Phrase, WayBack, Words};
pub use counter::Counter;
pub use description::Description;
pub use detail::Detail;
pub use diagonals::{Diagonal, Direction};
pub use frame::{Attack, DeadEndReason, Frame, Mark, Moment, Scene, StepBack, TreePosition};
pub(crate) use frame_notes::{Excerpt, FrameNote, FrameNotes, MOST_FRAMES};
pub use memory::Memory;
pub use narrator::Narrator;
pub use queen_curve::{QueenCurve, QueenSpan};
pub use race::{Clock, Lane, Outcome, Race, RaceFrame, Run};
pub use recorder::Recorder;
pub use sampling::{Sampler, Sampling};
pub use schedule::{
    DEFAULT_MAX_FRAMES, FrameTimes, LONGEST_SEARCH, Pace, Schedule, ScheduleError, ScheduleOptions,
};
pub use selection::{Selection, SelectionError};
pub use shot::{Content, Shot, SolutionFrame};
pub use steps::{Step, Steps};
pub use survey::Survey;
pub(crate) use timetable::MOST_TIMED;
pub use timetable::Timetable;
pub use timing::{Speed, SpeedError, Timing};
pub use trail::Trail;
pub use transcript::{Transcript, TranscriptBoard, TranscriptGroup, TranscriptStep};
