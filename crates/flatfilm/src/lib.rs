#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod apng;
mod bit_writer;
mod changed_pixels;
mod compressed_once;
mod error;
pub mod gif;
mod h264;
mod indexer;
pub mod mp4;
pub mod picture;
pub mod png;
mod spool;
#[cfg(test)]
mod tests;
#[doc(hidden)]
pub mod threads;
mod ticks;
pub mod webp;
pub mod y4m;
mod yuv;

use std::num::NonZeroU32;
use std::time::Duration;

use picture::Picture;

pub use error::Error;
pub use indexer::Indexer;
pub use ticks::FrameTicks;

/// The shortest display time of a frame in GIF, APNG and WebP: browsers show frames of 10 ms or less for 100 ms.
pub const SHORTEST_DELAY: Duration = Duration::from_millis(20);

/// Writes a sequence of pictures to a file. The file is incomplete until it is [finished](Encoder::finish).
pub trait Encoder: Send {
    /// Adds a picture.
    ///
    /// # Errors
    /// When the writer fails, or the format does not allow this display time or file size.
    ///
    /// # Panics
    /// May panic when the picture is inconsistent, or does not match the canvas.
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), Error>;

    /// Completes the file and flushes the writer.
    ///
    /// # Errors
    /// When the writer fails, or the file is too large for its format.
    fn finish(self: Box<Self>) -> Result<Encoded, Error>;
}

/// The number of pictures, the playing time and the size of a finished file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Encoded {
    /// Number of pictures in the file. Video repeats pictures that are shown for long, and omits very short
    /// pictures; WebP joins consecutive equal pictures.
    pub pictures: u64,
    /// Playing time, as rounded by the format.
    pub playing_time: Duration,
    /// Bytes written.
    pub bytes: u64,
}

/// Effort of lossless compression.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Compression {
    /// Fast, with small files.
    #[default]
    Normal,
    /// Files are a few per cent smaller; compression takes several times as long.
    Best,
}

impl Compression {
    /// All variants, in the order of declaration.
    pub const ALL: [Self; 2] = [Self::Normal, Self::Best];
}

/// How often an animation is played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Plays {
    /// An endless loop.
    #[default]
    Forever,
    /// This number of plays; GIF stores at most 65,536, WebP at most 65,535.
    Times(NonZeroU32),
}

impl Plays {
    /// Returns `None` for 0.
    pub fn times(times: u32) -> Option<Self> {
        NonZeroU32::new(times).map(Self::Times)
    }

    pub(crate) fn number(self) -> u32 {
        match self {
            Self::Forever => 0,
            Self::Times(times) => times.get(),
        }
    }
}

/// Quality of lossy compression, from 1 (the smallest file) to 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Quality(u8);

impl Quality {
    /// 85: losses can be measured, but not seen.
    pub const USUAL: Self = Self(85);

    /// Returns `None` unless `quality` is from 1 to 100.
    pub const fn new(quality: u8) -> Option<Self> {
        if 1 <= quality && quality <= 100 { Some(Self(quality)) } else { None }
    }

    /// Returns the quality as a number from 1 to 100.
    pub const fn get(self) -> u8 {
        self.0
    }
}
