//! A writer of a file with a mark.

use std::fmt;
use std::io::{self, BufWriter, Write};

use xxhash_rust::xxh3::Xxh3Default;

use super::mark::{signed_name, unsigned_name};

/// Passes bytes on to a writer, counts them, and ends them with the mark of the program.
pub struct MarkedWriter<W> {
    out: W,
    bytes: u64,
    digest: Xxh3Default,
}

impl<W: Write> MarkedWriter<W> {
    pub const fn new(out: W) -> Self {
        Self { out, bytes: 0, digest: Xxh3Default::new() }
    }

    /// A marked writer behind a buffer.
    pub fn buffered(out: W) -> BufWriter<Self> {
        BufWriter::new(Self::new(out))
    }

    /// The number of bytes so far.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The end of the file: what `end` returns for the name in the mark. The file has nothing after it.
    pub fn end(&self, end: impl Fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
        end(&signed_name(self.digest.clone(), self.bytes, &end(&unsigned_name())))
    }

    /// Writes the [end](Self::end), flushes the writer and returns the number of bytes written.
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
