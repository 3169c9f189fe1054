//! File formats, and the options of their encoders.

mod format;
mod gif;
mod mark;
mod marked;
mod still;

use std::io;
use std::num::NonZeroU32;
use std::time::Duration;

use crate::variants::{Choice, named_enum};

pub use flatfilm::{Compression, Plays, Quality};
pub use format::Format;

pub(crate) use flatfilm::FrameTicks;
pub(crate) use format::OnPage;
pub(crate) use mark::{PROGRAM, unsigned_name};
pub(crate) use marked::{MarkedWriter, Shared};

#[cfg(not(feature = "internals"))]
pub(crate) use internals::*;
#[cfg(feature = "internals")]
pub use internals::*;

mod internals {
    pub use super::mark::is_own;
    pub use super::still::{write_picture, write_png, write_png_in_bands};
    pub use flatfilm::{Encoded, Encoder, SHORTEST_DELAY};
}

/// An error of an encoder.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// The writer failed, or the format does not allow the pictures or their times.
    #[error(transparent)]
    Film(#[from] flatfilm::Error),
    /// The format has a single picture, and the film has several frames.
    #[error(
        "a {format} has one frame, and this film has {}",
        .frames.map_or_else(|| "more".to_owned(), |frames| frames.to_string())
    )]
    OnePicture {
        /// The format.
        format: Format,
        /// The number of frames of the film, if known.
        frames: Option<u64>,
    },
    /// The format is a directory of files, not a file.
    #[error("{0} need a directory")]
    NeedsDirectory(Format),
    /// The format is made of pages, not of pictures.
    #[error("{0} is not made of pictures")]
    NeedsPages(Format),
    /// The format has no single raster pictures.
    #[error("{0} is not a format of single pictures")]
    NoStill(Format),
    /// The format has no animation.
    #[error("{0} is not an animation")]
    NoAnimation(Format),
}

impl From<io::Error> for EncodeError {
    fn from(error: io::Error) -> Self {
        flatfilm::Error::Io(error).into()
    }
}

impl EncodeError {
    pub(crate) fn check_film(format: Format, lasts: Duration) -> Result<(), Self> {
        let exceeded = format.longest_film().filter(|longest| lasts > *longest);
        exceeded.map_or(Ok(()), |longest| {
            Err(flatfilm::Error::FilmTooLong { format: format.name(), longest, lasts }.into())
        })
    }

    pub(crate) fn check_frame(format: Format, shown_for: Duration) -> Result<(), Self> {
        let exceeded = format.longest_frame().filter(|longest| shown_for > *longest);
        exceeded.map_or(Ok(()), |longest| {
            Err(flatfilm::Error::TooLong { format: format.name(), longest, shown_for }.into())
        })
    }
}

/// The fields of [`EncodeOptions`]; each [format](Format::takes) uses some of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EncodeOption {
    Plays,
    FullFrames,
    Fps,
    Quality,
    Advance,
    Text,
    Compression,
    Motion,
}

/// Options of encoders; each format ignores the options that it does not use.
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
    /// Number of plays of an animation.
    pub plays: Plays,
    /// Whether every frame of a GIF is the whole picture, for programs that mishandle partial frames.
    pub full_frames: bool,
    /// Pictures per second.
    pub fps: NonZeroU32,
    /// Quality of lossy compression; `None` is the [usual quality](Format::usual_quality) of the format.
    pub quality: Option<Quality>,
    /// Whether slides advance automatically after the time of their frame.
    pub advance: bool,
    /// How vector formats write text.
    pub text: VectorText,
    /// Effort of lossless compression.
    pub compression: Compression,
    /// Transition between frames; `None` is the [usual motion](Format::usual_motion) of the format.
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

pub(crate) const DEFAULT_FPS: NonZeroU32 = NonZeroU32::new(30).expect("30 is not 0");

/// How vector formats write text. See [`EncodeOptions`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum VectorText {
    /// As outlines, which look the same everywhere.
    #[default]
    Outlines,
    /// As text, which programs without the font show in another font.
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
    /// The transition between frames. See [`EncodeOptions`].
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
    pub enum Motion {
        /// At once
        #[default]
        None = "none",
        /// Queens settle and lines grow, within the time of a step
        Soft = "soft",
    }
}
