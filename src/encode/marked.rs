//! What `flatfilm` writes, with our mark at the end.

use std::io::{self, Write};
use std::time::Duration;

use flatfilm::png;

use crate::picture::Picture;

use super::mark::unsigned_name;
use super::{EncodeError, Encoded, Encoder, Format, MarkedWriter, Shared};

impl Format {
    /// The number of bytes at the end of what `flatfilm` writes that the [mark](Format::mark) replaces.
    fn replaced(self) -> usize {
        let is_png = matches!(self, Self::Apng | Self::PngFrames | Self::Png);
        // The size of a WebP, which comes first in it, includes the mark.
        if is_png {
            png::END.len()
        } else if self == Self::WebP {
            self.mark(&unsigned_name()).len()
        } else {
            0
        }
    }
}

/// Passes on all but the end of a file, which the mark replaces.
pub struct MarkedEnd<W> {
    format: Format,
    out: MarkedWriter<W>,
    /// What may be the end.
    held: Vec<u8>,
}

impl<W: Write> MarkedEnd<W> {
    pub const fn new(out: W, format: Format) -> Self {
        Self { format, out: MarkedWriter::new(out), held: Vec::new() }
    }

    /// Writes the mark, flushes the writer and returns the number of bytes written.
    pub fn close(self) -> io::Result<u64> {
        self.out.close(|name| self.format.mark(name))
    }
}

impl<W: Write> Write for MarkedEnd<W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let replaced = self.format.replaced();
        if replaced == 0 {
            return self.out.write(data);
        }
        self.held.extend_from_slice(data);
        let passed = self.held.len().saturating_sub(replaced);
        self.out.write_all(&self.held[..passed])?;
        self.held.drain(..passed);
        Ok(data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// An encoder of `flatfilm`, and where it writes.
pub struct Marked<E, W> {
    pub encoder: E,
    pub out: Shared<MarkedEnd<W>>,
}

impl<E: flatfilm::Encoder + Send, W: Write + Send> Encoder for Marked<E, W> {
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), EncodeError> {
        Ok(self.encoder.write(picture, shown_for)?)
    }

    fn finish(self: Box<Self>) -> Result<Encoded, EncodeError> {
        let encoded = self.encoder.finish()?;
        Ok(Encoded { bytes: self.out.into_inner().close()?, ..encoded })
    }
}
