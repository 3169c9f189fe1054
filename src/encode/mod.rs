//! Encoders: write pictures in a file format.
//!
//! [`Format::open`] starts an encoder for a format that is known at run time:
//!
//! ```
//! use std::time::Duration;
//! use queenreel::encode::{EncodeOptions, Encoder, Format};
//! use queenreel::picture::{Canvas, Change, Picture, Rect, Rgb, digest};
//!
//! # fn main() -> Result<(), queenreel::encode::EncodeError> {
//! let canvas = Canvas::new(2, 1, vec![Rgb([240, 217, 181]), Rgb([181, 136, 99])]);
//! let pixels = [0, 1];
//! let area = Rect::whole(&canvas);
//! let changes = [Change::new(area, None, digest(2, area.rows(&pixels, 2)))];
//!
//! let mut apng = Vec::new();
//! let mut encoder = Format::Apng.open(&mut apng, &canvas, &EncodeOptions::default())?;
//! encoder.write(&Picture::new(&canvas, &pixels, &changes), Duration::from_millis(500))?;
//! let encoded = encoder.finish()?;
//! assert_eq!((encoded.pictures, encoded.playing_time), (1, Duration::from_millis(500)));
//! assert_eq!(encoded.bytes, apng.len() as u64);
//! # Ok(())
//! # }
//! ```

mod error;
mod format;
mod gif;
mod mark;
mod marked;
mod marked_writer;
mod options;
mod shared;
mod still;

use std::time::Duration;

use crate::picture::Picture;

pub use error::EncodeError;
pub(crate) use flatfilm::FrameTicks;
pub use flatfilm::png::PngBands;
pub use flatfilm::{Compression, Encoded, Plays, Quality, SHORTEST_DELAY};
pub use format::Format;
pub use mark::is_own;
pub(crate) use mark::{PROGRAM, unsigned_name};
pub(crate) use marked_writer::MarkedWriter;
pub use options::{DEFAULT_FPS, EncodeOption, EncodeOptions, Motion, VectorText};
pub(crate) use shared::Shared;
pub(crate) use still::write_compressed_png;
pub use still::{write_picture, write_png, write_png_in_bands};

/// Writes the pictures of a film, in order, in some format.
///
/// A film that is not [finished](Encoder::finish) is incomplete; a reader may reject it.
pub trait Encoder: Send {
    /// Adds a picture that is shown for a time.
    ///
    /// # Errors
    /// When the writer fails, or the format does not allow the picture or its display time.
    ///
    /// # Panics
    /// May panic when the picture contradicts itself or the canvas that the encoder was made for:
    /// a pixel that is not an index of the palette, too few pixels, changes beyond the edges.
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), EncodeError>;

    /// Completes the film and flushes the writer.
    ///
    /// # Errors
    /// When the writer fails.
    fn finish(self: Box<Self>) -> Result<Encoded, EncodeError>;
}
