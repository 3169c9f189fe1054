//! Queenreel films the N-queens search: a solver reports what it does, and every placement, removal
//! and solution becomes a frame of a GIF, a video or a sequence of pictures.
//!
#![doc = include_str!("../docs/queens-6.html")]
//!
//! # Entry points
//!
//! | what                              | how |
//! |-----------------------------------|-----|
//! | a GIF of a solver at work         | [`Film::create("mine.gif", size)`](film::Film::create), then `place`, `remove` and a call for every other event |
//! | a video with captions and panels  | [`Film::builder(size).view(View::Lecture)`](film::FilmBuilder::view)`.create("mine.mp4")` |
//! | bytes in memory                   | [`Film::builder(size).write_to(Vec::new())`](film::FilmBuilder::write_to), which [`finish`](film::Film::finish) returns |
//! | events, or a log file             | [`FilmBuilder::film`](film::FilmBuilder::film) with a [`Source`](film::Source) |
//! | a race of several algorithms      | [`FilmBuilder::film`](film::FilmBuilder::film) with a [`Source::race`](film::Source::race) |
//! | the output of any command         | a [`Request`], its [`document`](Request::document), then [`Document::write`] |
//! | the documents of a recipe file    | [`request::read_recipes`](request::read_recipes), then `document` and `write` for each |
//! | the cost of an algorithm          | [`measure`](measure::measure) |
//!
//! ```
//! use queenreel::board::{BoardSize, Square};
//! use queenreel::film::{Film, View};
//!
//! let size = BoardSize::new(4)?;
//! let mut film = Film::builder(size).view(View::Article).title("Four queens").write_to(Vec::new())?;
//! film.place(Square::new(2, 1))?;
//! film.place(Square::new(4, 2))?;
//! film.remove(Square::new(4, 2))?;
//! let (gif, summary) = film.finish()?;
//! assert_eq!(summary.frames, 4);
//! assert_eq!(summary.bytes, gif.len() as u64);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A picture of one position:
//!
//! ```
//! use queenreel::{Files, Format, Request, Silent, Target};
//!
//! let request = Request::from_words(["board", "15863724"])?;
//! let mut png = Vec::new();
//! let files = Files::system();
//! request.document(&files)?.write(Format::Png, Target::Writer(&mut png), &mut Silent)?;
//! assert_eq!(&png[1..4], b"PNG");
//! # Ok::<(), queenreel::Error>(())
//! ```
//!
//! # Modules
//!
//! | module       | purpose |
//! |--------------|---------|
//! | [`board`]    | squares, placements and problems |
//! | [`search`]   | solvers and their events |
//! | [`log`]      | events as JSON Lines |
//! | [`count`]    | the number of all solutions |
//! | [`measure`]  | the cost of algorithms |
//! | [`record`]   | the frames of a search |
//! | [`encode`]   | file formats and their options |
//! | [`film`]     | films, their styles and options |
//! | [`request`]  | requests as on the command line, and recipes |
//! | [`options`]  | options that requests share |
//! | [`document`] | requests of each kind, and their output |
//!
//! The stages that draw and encode frames are private; `ARCHITECTURE.md` describes them.

#![forbid(unsafe_code)]
#![deny(missing_docs)]
// `internals` makes private modules public for tests; they need no documentation.
#![cfg_attr(feature = "internals", allow(missing_docs, clippy::missing_errors_doc))]

pub mod board;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod count;
pub mod document;
mod draw;
pub mod encode;
mod error;
mod export;
pub mod film;
mod font;
mod limits;
pub mod log;
pub mod measure;
mod motion;
pub mod options;
mod page;
use flatfilm::picture;
mod player;
pub mod record;
pub mod request;
pub mod search;
mod slides;
use flatfilm::threads;
mod variants;
mod vector;
mod watch;
mod words;

pub use document::{Document, Note, Report, Summary, Target};
pub use encode::Format;
pub use error::{Error, ErrorKind};
pub use film::Film;
pub use options::Files;
pub use request::Request;
pub use watch::{Silent, Stage, Watch};

/// The private modules, for the tests and benchmarks of this repository.
#[cfg(feature = "internals")]
pub mod internals {
    macro_rules! public {
        ($($module:ident)*) => { $(pub mod $module { pub use crate::$module::*; })* };
    }
    public! { draw export font limits motion page picture slides vector }
}

/// Compiles the code blocks of the README and of the guide.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/guide/library.md")]
struct Documents;
