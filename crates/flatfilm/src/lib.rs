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

/// The shortest delay of an animated picture: browsers turn 10 ms and less into 100 ms.
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
    /// When the writer fails.
    fn finish(self: Box<Self>) -> Result<Encoded, Error>;
}

/// Figures of a finished file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Encoded {
    /// Number of pictures in the file: video repeats pictures that are shown for long, WebP joins equal ones.
    pub pictures: u64,
    /// Playing time, with the precision of the format.
    pub playing_time: Duration,
    /// Bytes written.
    pub bytes: u64,
}

/// Effort of lossless compression.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Compression {
    /// Small and fast.
    #[default]
    Normal,
    /// A few per cent smaller, several times slower.
    Best,
}

impl Compression {
    /// All variants, in the order of declaration.
    pub const ALL: [Self; 2] = [Self::Normal, Self::Best];
}

/// Number of plays.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Plays {
    /// An endless loop.
    #[default]
    Forever,
    /// At most 65,536 times.
    Times(NonZeroU32),
}

impl Plays {
    /// `None` for 0.
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
    /// 85: differences are measurable, but not visible.
    pub const USUAL: Self = Self(85);

    /// A quality from 1 to 100; `None` for other numbers.
    pub const fn new(quality: u8) -> Option<Self> {
        if 1 <= quality && quality <= 100 { Some(Self(quality)) } else { None }
    }

    /// The number.
    pub const fn get(self) -> u8 {
        self.0
    }
}
