//! Encoders: pictures into files, one format a file.

mod gif;
mod lzw;
mod png;

use std::io;
use std::path::Path;
use std::time::Duration;

use crate::draw::Picture;

pub use gif::{Gif, GifOptions, Plays, SHORTEST_GIF_DELAY};
pub use png::{PngBands, PngFrames, write_png, write_png_in_bands};

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
    /// A GIF shows no frame for longer.
    #[error("a frame of a GIF lasts at most 655.35 seconds, not {}", humantime::format_duration(*.0))]
    TooLongForGif(Duration),
    /// A GIF has no more pixels on a side.
    #[error("a GIF has at most 65535 pixels a side, not {0}")]
    TooLargeForGif(u32),
}

/// The formats that films are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// One animated GIF.
    Gif,
    /// A directory with a PNG for each frame.
    PngFrames,
}

impl Format {
    /// The format that a path asks for: a directory, or a path that ends like one, gets PNG
    /// frames; otherwise the extension decides. `None` where it names no format.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        if path.is_dir() || path.as_os_str().to_string_lossy().ends_with(std::path::is_separator) {
            return Some(Self::PngFrames);
        }
        path.extension().filter(|extension| extension.eq_ignore_ascii_case("gif")).map(|_| Self::Gif)
    }
}

/// Counts what goes through to a writer.
#[derive(Debug)]
struct Counted<W> {
    out: W,
    bytes: u64,
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
