//! Films: from a solver to a file.
//!
//! A [`FilmSpec`] is what is made of a film, and [`FilmBuilder`] makes it, of events that can be read twice or of a race
//! ([`FilmBuilder::film`]), or of the calls of a running solver ([`Film`]). [`Plan`] is what is known before the first
//! frame. [`Camera`] is the frame loop of all films: it shows each frame on a [`Page`](crate::page::Page) and passes it
//! to sinks.

mod builder;
mod calls;
mod camera;
mod error;
mod fit;
mod frames;
mod options;
mod output;
mod plan;
mod race;
mod search;
mod sinks;
mod solutions;
mod source;
mod subject;
mod surroundings;

pub use builder::{FilmBuilder, FilmSpec};
pub use calls::Film;
pub use camera::{Camera, Exposure, FilmSummary};
pub use error::FilmError;
pub use fit::{Limits, OverLimits, Reduction};
pub use options::{FilmOptions, PanelOptions, View};
pub use output::{Completion, FilmPath, Output, OutputSpec};
pub use plan::Plan;
pub use race::{RaceSolver, RaceSpec};
pub(crate) use sinks::Manifest;
pub use sinks::{AltText, AnySink, BesideKind, EncoderSink, FileBeside, Sink, Sinks};
// For the tests of this repository; not part of the API.
#[doc(hidden)]
pub use sinks::{Subtitles, begin_list};
pub use source::Source;
pub use subject::Subject;
pub use surroundings::Thumbnail;

use fit::fit;
use frames::Frames;
pub(crate) use options::ClampedTime;
use options::FilmMotion;
pub(crate) use output::Outputs;
pub(crate) use plan::{OmittedPanel, Shots};
pub(crate) use search::SearchShots;
use subject::CustomWords;
