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

mod format;
mod gif;
mod mark;
mod marked;
mod still;

use std::io;
use std::num::NonZeroU32;
use std::time::Duration;

use crate::variants::{Choice, enum_with_all, named_enum};

pub(crate) use flatfilm::FrameTicks;
pub use flatfilm::{Compression, Encoded, Encoder, Plays, Quality, SHORTEST_DELAY};
pub use format::Format;
pub(crate) use format::OnPage;
pub(crate) use mark::{PROGRAM, unsigned_name};
pub(crate) use marked::{MarkedWriter, Shared};
pub(crate) use still::write_compressed_png;
pub use still::{write_picture, write_png};

// For the program and the tests of this repository; not part of the API.
#[doc(hidden)]
pub use flatfilm::png::PngBands;
#[doc(hidden)]
pub use mark::is_own;
#[doc(hidden)]
pub use still::write_png_in_bands;

/// Why pictures could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// The writer failed, or the format does not allow the pictures or their times.
    #[error(transparent)]
    Film(#[from] flatfilm::Error),
    /// The format has one picture, and there are more.
    #[error(
        "a {format} has one frame, and this film has {}",
        .frames.map_or_else(|| "more".to_owned(), |frames| frames.to_string())
    )]
    OnePicture {
        /// The format.
        format: Format,
        /// The number of frames of the film, if it is known.
        frames: Option<u64>,
    },
    /// The format is a directory of files, and a single file was to be written.
    #[error("{0} need a directory")]
    NeedsDirectory(Format),
    /// The format is drawn from pages, and not from pictures.
    #[error("{0} is not made of pictures")]
    NeedsPages(Format),
    /// The format has no single pictures of pixels.
    #[error("{0} is not a format of single pictures")]
    NoStill(Format),
    /// The format has no pictures that follow each other.
    #[error("{0} is not an animation")]
    NoAnimation(Format),
}

impl From<io::Error> for EncodeError {
    fn from(error: io::Error) -> Self {
        flatfilm::Error::Io(error).into()
    }
}

impl EncodeError {
    /// Fails for a film that lasts longer than [`Format::longest_film`].
    pub(crate) fn check_film(format: Format, lasts: Duration) -> Result<(), Self> {
        let exceeded = format.longest_film().filter(|longest| lasts > *longest);
        exceeded.map_or(Ok(()), |longest| {
            Err(flatfilm::Error::FilmTooLong { format: format.name(), longest, lasts }.into())
        })
    }

    /// Fails for a frame that lasts longer than [`Format::longest_frame`].
    pub(crate) fn check_frame(format: Format, shown_for: Duration) -> Result<(), Self> {
        let exceeded = format.longest_frame().filter(|longest| shown_for > *longest);
        exceeded.map_or(Ok(()), |longest| {
            Err(flatfilm::Error::TooLong { format: format.name(), longest, shown_for }.into())
        })
    }
}

enum_with_all! {
    /// The fields of [`EncodeOptions`]; each [format](Format::takes) uses some of them.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum EncodeOption {
        /// [`EncodeOptions::plays`].
        Plays,
        /// [`EncodeOptions::full_frames`].
        FullFrames,
        /// [`EncodeOptions::fps`].
        Fps,
        /// [`EncodeOptions::quality`].
        Quality,
        /// [`EncodeOptions::advance`].
        Advance,
        /// [`EncodeOptions::text`].
        Text,
        /// [`EncodeOptions::compression`].
        Compression,
        /// [`EncodeOptions::motion`].
        Motion,
    }
}

/// Options of encoders; those that a [format does not take](Format::takes) are ignored.
///
/// ```
/// use queenreel::encode::{EncodeOptions, Plays};
///
/// let once = Plays::times(1).expect("1 is not 0");
/// let options = EncodeOptions { plays: once, ..EncodeOptions::default() };
/// assert!(!options.full_frames);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EncodeOptions {
    /// How often the film is played.
    pub plays: Plays,
    /// Whether every frame is written whole, for programs that mishandle partial ones.
    pub full_frames: bool,
    /// Pictures per second.
    pub fps: NonZeroU32,
    /// Quality of lossy compression; `None` is [what is usual](Format::usual_quality) in the format.
    pub quality: Option<Quality>,
    /// Whether slides advance by themselves, each after the time of its frame.
    pub advance: bool,
    /// What becomes of text in vectors.
    pub text: VectorText,
    /// How hard lossless pictures are compressed.
    pub compression: Compression,
    /// How one frame follows another; `None` is [what is usual](Format::usual_motion) in the format.
    pub motion: Option<Motion>,
}

impl Default for EncodeOptions {
    fn default() -> Self {
        let (plays, text, compression) = Default::default();
        Self {
            plays,
            full_frames: false,
            fps: DEFAULT_FPS,
            quality: None,
            advance: false,
            text,
            compression,
            motion: None,
        }
    }
}

/// The default frame rate of videos, in pictures per second.
pub(crate) const DEFAULT_FPS: NonZeroU32 = NonZeroU32::new(30).expect("30 is not 0");

/// What becomes of text in vectors.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum VectorText {
    /// Outlines of letters, which look the same everywhere.
    #[default]
    Outlines,
    /// Text, in another font where the one of the page is not installed.
    Text,
}

impl Choice for Compression {
    fn all() -> Vec<Self> {
        Self::ALL.to_vec()
    }

    fn name(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Best => "best",
        }
    }

    fn about(self) -> &'static str {
        match self {
            Self::Normal => "Small and fast",
            Self::Best => "A few per cent smaller, several times slower",
        }
    }
}

named_enum! {
    /// How one frame follows another.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
    pub enum Motion {
        /// At once
        #[default]
        None = "none",
        /// Queens settle and lines grow, within the time of a step
        Soft = "soft",
    }
}
