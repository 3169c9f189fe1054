//! Queenreel films the N-queens search.
//!
//! A solver walks its search tree and tells of every step as an [`Event`](search::Event);
//! a [`Recorder`](record::Recorder) turns events into frames, a
//! [`BoardPainter`](draw::BoardPainter) turns each frame into a picture, and an
//! [`Encoder`](encode::Encoder) turns pictures into a file. Data flows one way:
//!
//! ```text
//! search ──Event──▶ record ──Frame──▶ draw ──Picture──▶ encode ──bytes──▶ file
//! ```
//!
//! [`Film`](film::Film) joins the last three, so that any solver can be filmed by plain
//! method calls:
//!
//! ```
//! use queenreel::board::{BoardSize, Square};
//! use queenreel::film::Film;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut film = Film::gif(BoardSize::new(4)?, Vec::new())?;
//! film.place(Square::new(2, 1))?;
//! film.place(Square::new(4, 2))?;
//! film.remove(Square::new(4, 2))?;
//! let (_, reel) = film.finish()?;
//! assert_eq!(reel.frames, 4);
//! # Ok(())
//! # }
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod board;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
pub mod count;
pub mod draw;
pub mod encode;
pub mod export;
pub mod film;
pub mod font;
pub mod log;
pub mod page;
pub mod picture;
pub mod record;
pub mod search;
mod variants;
