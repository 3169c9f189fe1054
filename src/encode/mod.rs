//! Encoders: pictures into files, one format a file.

mod apng;
mod clock;
mod format;
mod gif;
mod open;
pub(crate) mod png;
mod video;
#[cfg(feature = "webp")]
mod webp;

use std::io::{self, BufWriter};
use std::time::Duration;

use humantime::format_duration;

use crate::picture::{Canvas, Picture};

pub use apng::Apng;
pub use format::{DEFAULT_FPS, Format, Options as EncodeOptions, Options, Plays, Quality};
pub use gif::{Gif, GifOptions};
pub use png::{PngBands, write_png, write_png_in_bands};
#[cfg(feature = "mp4")]
pub use video::Mp4;
pub use video::Y4m;
#[cfg(feature = "webp")]
pub use webp::WebP;

/// Browsers play frames of 10 ms and less as if they were of 100 ms: no animated picture is
/// written with shorter ones.
pub const SHORTEST_DELAY: Duration = Duration::from_millis(20);

/// Takes the pictures of a film in their order and writes them in some format.
pub trait Encoder {
    /// Adds a picture that is shown for a time.
    ///
    /// # Errors
    /// When it cannot be written, or is more than the format can hold.
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), EncodeError>;

    /// Completes the film; returns how many bytes it takes.
    ///
    /// # Errors
    /// When the rest cannot be written.
    fn finish(self: Box<Self>) -> Result<u64, EncodeError>;
}

/// Why pictures could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EncodeError {
    /// The file, directory or pipe did not take it.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The format shows no frame for longer.
    #[error(
        "a frame of {format} lasts at most {}, not {}",
        format_duration(*.longest), format_duration(*.shown_for)
    )]
    TooLong {
        /// The format.
        format: Format,
        /// The most that it can do.
        longest: Duration,
        /// What was asked of it.
        shown_for: Duration,
    },
    /// The format has no larger pictures.
    #[error("{format} has at most {}×{} pixels, not {width}×{height}", .most.0, .most.1)]
    TooLarge {
        /// The format.
        format: Format,
        /// The most that it can do, in pixels.
        most: (u32, u32),
        /// Width of the picture in pixels.
        width: u32,
        /// Height of the picture in pixels.
        height: u32,
    },
    /// A format that says at its beginning how many pictures there are was told another number.
    #[error("{announced} pictures were announced, and {came} came")]
    WrongNumber {
        /// What was said at the beginning.
        announced: u64,
        /// How many came, at the least.
        came: u64,
    },
    /// The format is a directory of files, and a single file was to be written.
    #[error("{0} need a directory")]
    NeedsDirectory(Format),
    /// The format was left out when this program or library was built.
    #[error("{format} was left out of this build; the cargo feature '{feature}' brings it")]
    LeftOut {
        /// The format.
        format: Format,
        /// The cargo feature that brings it.
        feature: &'static str,
    },
    /// The encoder that the format is written with has failed.
    #[error("{format} cannot be encoded")]
    Codec {
        /// The format.
        format: Format,
        /// What the encoder says.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
}

impl EncodeError {
    /// Fails for a canvas with more pixels on a side than these.
    fn check_size(format: Format, canvas: &Canvas, most: (u32, u32)) -> Result<(), Self> {
        let Canvas { width, height, .. } = *canvas;
        if width > most.0 || height > most.1 {
            return Err(Self::TooLarge { format, most, width, height });
        }
        Ok(())
    }
}

/// Counts what goes through to a writer.
#[derive(Debug)]
pub(crate) struct Counted<W> {
    out: W,
    bytes: u64,
}

impl<W: io::Write> Counted<W> {
    /// Sends everything on its way; returns how many bytes there were. What comes after the last
    /// flush of a writer may fail unnoticed.
    fn close(buffered: BufWriter<Self>) -> io::Result<u64> {
        let mut counted = buffered.into_inner().map_err(io::IntoInnerError::into_error)?;
        counted.out.flush()?;
        Ok(counted.bytes)
    }
}

impl<W: io::Write> io::Write for Counted<W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let written = self.out.write(data)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
