//! Films: from a solver to a file.
//!
//! A [`FilmSpec`] has all options of a film. A [`FilmBuilder`] makes the film: from events that can be read twice
//! or from a race ([`FilmBuilder::film`]), or from the calls of a running solver ([`Film`]).

mod builder;
mod calls;
mod camera;
mod error;
mod fit;
mod frames;
mod intro_outro;
mod options;
mod output;
mod plan;
mod race;
mod search;
mod sinks;
mod solutions;
mod source;
mod subject;

pub use crate::export::Overwrite;
pub use crate::font::Font;
pub use crate::page::{Medium, PageSize, PageStyle, PanelKind, Paper, Piece, StatePanel, Theme, ThemeError};
pub use builder::{FilmBuilder, FilmSpec};
pub use calls::Film;
pub use camera::FilmSummary;
pub use error::FilmError;
pub use fit::{FilmLimits, Reduction};
pub use intro_outro::Thumbnail;
pub use options::{FilmOptions, PanelOptions, View};
pub use output::{FilmPath, Output};
pub use race::{RaceSolver, RaceSpec};
pub use sinks::{AltText, Sidecar, SidecarKind};
pub use source::Source;

use fit::fit;
use frames::Frames;
use options::FilmMotion;
pub(crate) use options::RaisedTime;
pub(crate) use output::Outputs;
pub(crate) use plan::{FilmFrames, OmittedPanel};
pub(crate) use search::SearchFrames;
pub(crate) use sinks::Manifest;

#[cfg(not(feature = "internals"))]
pub(crate) use internals::*;
#[cfg(feature = "internals")]
pub use internals::*;
#[cfg(feature = "internals")]
pub use sinks::Subtitles;

/// The result of functions that are not public; public functions name their error.
type Result<T, E = FilmError> = std::result::Result<T, E>;

/// Public to the tests of this repository, with the feature `internals`.
mod internals {
    pub use super::camera::{Camera, ShownFrame};
    pub use super::fit::OverLimits;
    pub use super::output::{Completion, OutputSpec};
    pub use super::plan::Plan;
    pub use super::sinks::{AnySink, EncoderSink, Sink, Sinks, begin_list};
    pub use super::subject::Subject;
}
