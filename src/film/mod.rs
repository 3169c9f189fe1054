//! Films: from a solver to a file.
//!
//! [`FilmBuilder`] says what a film looks like. It films events that can be read twice
//! ([`FilmBuilder::film`]) or the calls of a solver at work ([`Film`]); [`RaceBuilder`] films several
//! algorithms on one clock. All films go through one loop, [`Camera`], which shows each frame on a
//! [`Page`](crate::page::Page) and gives it to sinks.

mod builder;
mod calls;
mod camera;
mod error;
mod gallery;
mod options;
mod output;
mod plan;
mod race;
mod sink;
mod source;
mod summary;
mod view;

pub use builder::FilmBuilder;
pub use calls::Film;
pub use camera::{Camera, Exposure, Totals};
pub use error::FilmError;
pub use gallery::SolutionFilm;
pub use options::{FilmOptions, Raised};
pub use output::{FilmPath, Opening, Output, open_path};
pub use plan::{LeftOut, Plan, Subject};
pub use race::{RaceBuilder, RacePlan, RaceSpec};
pub use sink::{AnySink, EncoderSink, ManifestSink, PosterSink, Sink};
pub use source::Source;
pub use summary::{FilmSummary, RaceSummary};
pub use view::{PanelOptions, View};
