//! Films: from a solver to a file.
//!
//! A [`FilmSpec`] is what is made of a film, and [`FilmBuilder`] makes it, of events that can be read twice or of a race
//! ([`FilmBuilder::film`]), or of the calls of a running solver ([`Film`]). [`Plan`] is what is known before the first
//! frame. [`Camera`] is the frame loop of all films: it shows each frame on a [`Page`](crate::page::Page) and passes it
//! to sinks.

mod beside;
mod builder;
mod calls;
mod camera;
mod error;
mod fit;
mod frames;
mod options;
mod output;
mod pages;
mod plan;
mod race;
mod search;
mod sink;
mod solutions;
mod source;
mod subject;
mod surroundings;

pub use beside::{AltText, BesideKind, FileBeside};
pub use builder::{FilmBuilder, FilmSpec};
pub use calls::Film;
pub use camera::{Camera, Exposure, FilmSummary};
pub use error::FilmError;
pub use fit::{Attempt, FilmSize, Fitted, Limits, OverLimits, Reduction, fit};
use frames::Frames;
pub use options::{ClampedTime, FilmMotion, FilmOptions, PanelOptions, View};
pub use output::{Completion, FilmPath, Output, OutputSpec, film_to};
pub use plan::{OmittedPanel, Plan, Shots};
pub use race::{RaceSolver, RaceSpec};
pub use search::SearchShots;
pub use sink::{AnySink, EncoderSink, FilmSink, Sink, Sinks};
pub use solutions::SolutionShots;
pub use source::Source;
pub use subject::{CustomWords, Subject};
pub use surroundings::{Thumbnail, ThumbnailError};
