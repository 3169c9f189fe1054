//! Films: from a solver to a file.
//!
//! [`FilmBuilder`] has the options of a film. It films events that can be read twice
//! ([`FilmBuilder::film`]) or the calls of a running solver ([`Film`]); [`RaceBuilder`] films several
//! algorithms on one clock. [`Camera`] is the frame loop of all films: it shows each frame on a
//! [`Page`](crate::page::Page) and passes it to sinks.

mod alt_text;
mod attempt;
mod beside;
mod builder;
mod calls;
mod camera;
mod error;
mod fit;
mod frames;
mod gallery;
mod html;
mod limits;
mod options;
mod output;
mod pdf;
mod plan;
mod race;
mod reduction;
mod sink;
mod slides;
mod source;
mod story;
mod subject;
mod summary;
mod surroundings;
mod svg;
mod thumbnail;
mod view;

pub use alt_text::AltText;
pub use attempt::Attempt;
pub use beside::{BesideKind, FileBeside};
pub use builder::FilmBuilder;
pub use calls::Film;
pub use camera::{Camera, Exposure, Totals};
pub use error::FilmError;
pub use fit::{Fitted, fit};
use frames::Frames;
pub use gallery::SolutionFilm;
use html::HtmlSink;
pub use limits::{FilmSize, Limits, OverLimits};
pub use options::{ClampedTime, FilmMotion, FilmOptions};
pub use output::{Completion, FilmPath, Output, OutputSpec, film_to};
use pdf::PdfSink;
pub use plan::{OmittedPanel, Plan};
pub use race::{RaceBuilder, RacePlan, RaceSolver, RaceSpec};
pub use reduction::Reduction;
pub use sink::{AnySink, EncoderSink, FilmSink, Sink, Sinks};
pub use source::Source;
use source::Walk;
pub use subject::Subject;
pub use summary::{FilmSummary, RaceSummary};
use svg::SvgSink;
pub use thumbnail::{Thumbnail, ThumbnailError};
pub use view::{PanelOptions, View};
