//! From events to frames: what each picture of a film shows, and for how long.

mod caption;
mod counter;
mod detail;
mod diagonals;
mod frame;
mod memory;
mod narrator;
mod number;
mod queen_curve;
mod race;
mod recorder;
mod sampling;
mod schedule;
mod shot;
mod survey;
mod trail;
mod tried_squares;

pub use caption::{Caption, FreeBit, Phrase, WayBack, Words};
pub use counter::Counter;
pub use detail::Detail;
pub use diagonals::{Diagonal, Direction};
pub use frame::{Attack, DeadEndReason, Frame, Mark, Moment, Scene, StepBack, TreePosition};
pub use memory::Memory;
pub use narrator::Narrator;
pub use number::Grouped;
pub use queen_curve::{QueenCurve, QueenSpan};
pub use race::{Clock, Lane, Outcome, Race, RaceFrame, Run};
pub use recorder::Recorder;
pub use sampling::{Sampler, Sampling};
pub use schedule::{DEFAULT_MAX_FRAMES, LONGEST_SEARCH, Pace, Schedule, ScheduleError, ScheduleOptions};
pub use shot::{Content, Shot, SolutionFrame};
pub use survey::Survey;
pub use trail::Trail;
