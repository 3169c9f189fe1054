#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod apng;
mod bit_writer;
mod changed_pixels;
mod compressed_once;
mod error;
pub mod gif;
mod h264;
pub mod mp4;
pub mod picture;
pub mod png;
mod recorder;
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
pub use recorder::Recorder;
pub use ticks::FrameTicks;

/// The shortest delay of an animated picture: browsers play frames of 10 ms and less as if they
/// had 100 ms.
pub const SHORTEST_DELAY: Duration = Duration::from_millis(20);

/// Writes pictures that follow each other to a file.
///
/// A film that is not [finished](Encoder::finish) is incomplete; a reader may reject it.
pub trait Encoder: Send {
    /// Adds a picture that is shown for a time.
    ///
    /// # Errors
    /// When the writer fails, or the format does not allow the display time or a file of this size.
    ///
    /// # Panics
    /// May panic when the picture contradicts itself or the canvas that the encoder was made for:
    /// a pixel that is not an index of the palette, too few pixels, changes beyond the edges.
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), Error>;

    /// Completes the file and flushes the writer.
    ///
    /// # Errors
    /// When the writer fails.
    fn finish(self: Box<Self>) -> Result<Encoded, Error>;
}

/// What an encoder has written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Encoded {
    /// Number of pictures in the file or the directory. A video repeats those that are shown for
    /// long; equal ones that follow each other are one in a WebP.
    pub pictures: u64,
    /// Time from the first picture to the end of the last, with the precision of the format.
    pub playing_time: Duration,
    /// Bytes written.
    pub bytes: u64,
}

/// How hard lossless pictures are compressed; they look the same.
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

/// How often a film is played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Plays {
    /// In an endless loop.
    #[default]
    Forever,
    /// A number of times, at most 65,536.
    Times(NonZeroU32),
}

impl Plays {
    /// A number of times; `None` for 0.
    pub fn times(times: u32) -> Option<Self> {
        NonZeroU32::new(times).map(Self::Times)
    }

    /// The number of plays, 0 for an endless loop.
    pub(crate) fn number(self) -> u32 {
        match self {
            Self::Forever => 0,
            Self::Times(times) => times.get(),
        }
    }
}

/// Quality of lossy compression, from 1 (the smallest file) to 100.
///
/// ```
/// use flatfilm::Quality;
///
/// assert_eq!(Quality::new(60).map(Quality::get), Some(60));
/// assert_eq!(Quality::new(101), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Quality(u8);

impl Quality {
    /// 85: differences can be measured, but not seen.
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
