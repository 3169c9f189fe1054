//! Writers that end a file with the mark, and an encoder that uses such a writer.

use std::fmt;
use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use flatfilm::{Error, png, webp};
use xxhash_rust::xxh3::Xxh3Default;

use crate::picture::{Canvas, Picture};

use super::mark::{MarkPosition, exif, signed_name, unsigned_name};
use super::{Encoded, Encoder, Format};

/// Passes on a file, and appends the mark, or replaces the end of the file by the mark.
pub struct MarkedEnd<W> {
    format: Format,
    dpi: Option<u16>,
    out: MarkedWriter<W>,
    held: Vec<u8>,
}

impl<W: Write> MarkedEnd<W> {
    pub const fn new(out: W, format: Format, canvas: &Canvas) -> Self {
        Self { format, dpi: canvas.dpi, out: MarkedWriter::new(out), held: Vec::new() }
    }

    /// Returns how many bytes at the end of the file from `flatfilm` the [mark](Format::mark) replaces.
    fn replaced(&self) -> usize {
        match self.format.mark_position() {
            MarkPosition::PngText => png::END.len(),
            // `flatfilm` has written an unsigned mark, because the size at the start of a WebP includes the mark.
            MarkPosition::Exif => end(self.format, self.dpi, &unsigned_name()).len(),
            MarkPosition::Gif
            | MarkPosition::Mp4Box
            | MarkPosition::Comment(..)
            | MarkPosition::AfterEnd
            | MarkPosition::Archive
            | MarkPosition::None => 0,
        }
    }

    pub fn close(self) -> io::Result<u64> {
        self.out.close(|name| end(self.format, self.dpi, name))
    }
}

fn end(format: Format, dpi: Option<u16>, name: &[u8]) -> Vec<u8> {
    match format.mark_position() {
        MarkPosition::Exif => webp::chunk(*b"EXIF", &exif(name, dpi)),
        MarkPosition::Gif
        | MarkPosition::PngText
        | MarkPosition::Mp4Box
        | MarkPosition::Comment(..)
        | MarkPosition::AfterEnd
        | MarkPosition::Archive
        | MarkPosition::None => format.mark(name),
    }
}

impl<W: Write> Write for MarkedEnd<W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let replaced = self.replaced();
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

pub struct Marked<E, W> {
    pub encoder: E,
    pub out: Shared<MarkedEnd<W>>,
}

impl<E: Encoder, W: Write + Send> Encoder for Marked<E, W> {
    fn write(&mut self, picture: &Picture<'_>, shown_for: Duration) -> Result<(), Error> {
        self.encoder.write(picture, shown_for)
    }

    fn finish(self: Box<Self>) -> Result<Encoded, Error> {
        let encoded = Box::new(self.encoder).finish()?;
        Ok(Encoded { bytes: self.out.into_inner().close()?, ..encoded })
    }
}

/// Passes bytes on, digests them, and ends the file with the mark.
pub struct MarkedWriter<W> {
    out: W,
    bytes: u64,
    digest: Xxh3Default,
}

impl<W: Write> MarkedWriter<W> {
    pub const fn new(out: W) -> Self {
        Self { out, bytes: 0, digest: Xxh3Default::new() }
    }

    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the end of the file with a signed name; `end` returns the end of a file for any name.
    pub fn end(&self, end: impl Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
        end(&signed_name(self.digest.clone(), self.bytes, &end(&unsigned_name())))
    }

    pub fn close(mut self, end: impl Fn(&[u8]) -> Vec<u8>) -> io::Result<u64> {
        let end = self.end(end);
        self.write_all(&end)?;
        self.out.flush()?;
        Ok(self.bytes)
    }
}

impl<W> fmt::Debug for MarkedWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MarkedWriter").field("bytes", &self.bytes).finish_non_exhaustive()
    }
}

impl<W: Write> Write for MarkedWriter<W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let written = self.out.write(data)?;
        self.bytes += written as u64;
        self.digest.update(&data[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// A writer that can be used after the encoder that writes to it is dropped.
#[derive(Debug)]
pub struct Shared<W>(Arc<Mutex<W>>);

impl<W> Shared<W> {
    pub fn new(out: W) -> Self {
        Self(Arc::new(Mutex::new(out)))
    }

    pub fn share(&self) -> Self {
        Self(Arc::clone(&self.0))
    }

    fn lock(&self) -> MutexGuard<'_, W> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// # Panics
    /// While the encoder has the writer.
    pub fn into_inner(self) -> W {
        let out = Arc::into_inner(self.0).expect("the encoder has released the writer");
        out.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<W: Write> Write for Shared<W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.lock().write(data)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.lock().flush()
    }
}
