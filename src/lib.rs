//! Queenreel films the N-queens search: a solver reports what it does, and every placement, removal
//! and solution becomes a frame of a GIF, a video or a sequence of pictures.
//!
#![doc = include_str!("../docs/queens-6.html")]
//!
//! # Entry points
//!
//! | what                              | how |
//! |-----------------------------------|-----|
//! | a GIF of a solver at work         | [`Film::create("mine.gif", size)`](film::Film::create), then a call for each event |
//! | a video with everything explained | [`Film::builder(size).view(View::Lecture)`](film::FilmBuilder::view)`.create("mine.mp4")` |
//! | bytes in memory                   | [`Film::builder(size).write_to(Vec::new())`](film::FilmBuilder::write_to), which [`finish`](film::Film::finish) returns |
//! | events, or a log file             | [`FilmBuilder::film`](film::FilmBuilder::film) with a [`Source`](film::Source) |
//! | a race of several algorithms      | [`FilmBuilder::film`](film::FilmBuilder::film) with a [`Source::race`](film::Source::race) |
//! | whatever a command makes          | a [`Request`], its [`document`](Request::document), then [`Document::write`] |
//! | what a file describes             | [`request::read_recipes`](request::read_recipes), then the same |
//! | the figures of an algorithm       | [`measure`](measure::measure) |
//! | a picture of one position         | a [`Page`](page::Page), a [`Painter`](draw::Painter) and [`write_png`](encode::write_png) |
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
//! use queenreel::board::Placement;
//! use queenreel::draw::Painter;
//! use queenreel::encode::write_png;
//! use queenreel::page::{PageStyle, Page};
//! use queenreel::record::Scene;
//!
//! let placement: Placement = "15863724".parse()?;
//! let mut page = Page::of_board(placement.size(), &PageStyle::default())?;
//! page.show_scene(&Scene::position(placement.size(), placement.queens()));
//! let mut png = Vec::new();
//! write_png(&mut png, &Painter::new(&page).paint(&page))?;
//! assert_eq!(&png[1..4], b"PNG");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The stages
//!
//! Data flows one way; each stage can be used by itself, and `ARCHITECTURE.md` describes them.
//!
//! ```text
//! search ──Event──▶ record ──Frame──▶ page ──items──▶ draw ──Picture──▶ encode ──bytes──▶ export
//! ```
//!
//! [`search`] has the solvers and their events, [`measure`] measures them, [`log`] reads and writes
//! events as JSON Lines, [`record`] turns them into frames, [`page`] describes what a frame shows,
//! [`draw`] paints it, [`encode`] writes animations and videos, [`slides`] writes presentations,
//! [`export`] moves files to their paths, [`film`] joins the stages, and [`document`] makes all that a
//! [`request`] asks for.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod board;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod count;
pub mod document;
pub mod draw;
pub mod encode;
mod error;
pub mod export;
pub mod film;
pub mod font;
pub mod log;
pub mod measure;
// For the tests of this repository; not part of the API.
#[doc(hidden)]
pub mod motion;
pub mod options;
pub mod page;
#[doc(inline)]
pub use flatfilm::picture;
mod player;
pub mod record;
pub mod request;
pub mod search;
pub mod slides;
use flatfilm::threads;
mod variants;
pub mod vector;
mod watch;
mod words;

pub use document::{Document, Note, Report, Summary, Target};
pub use encode::Format;
pub use error::{Error, ErrorKind};
pub use film::Film;
pub use options::Files;
pub use request::Request;
pub use watch::{Silent, Stage, Watch};

/// Compiles the code blocks of the README and of the guide.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/guide/library.md")]
struct Documents;
