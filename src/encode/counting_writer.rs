//! A writer that counts bytes.

use std::io::{self, BufWriter, Write};

/// Passes bytes on to a writer and counts them.
#[derive(Debug)]
pub struct CountingWriter<W> {
    out: W,
    bytes: u64,
}

impl<W: Write> CountingWriter<W> {
    pub const fn new(out: W) -> Self {
        Self { out, bytes: 0 }
    }

    /// A counting writer behind a buffer.
    pub fn buffered(out: W) -> BufWriter<Self> {
        BufWriter::new(Self::new(out))
    }

    /// Flushes the writer and returns the number of bytes written.
    pub fn close(mut self) -> io::Result<u64> {
        self.out.flush()?;
        Ok(self.bytes)
    }

    /// Empties the buffer, flushes the writer and returns the number of bytes written.
    pub fn close_buffered(buffered: BufWriter<Self>) -> io::Result<u64> {
        buffered.into_inner().map_err(io::IntoInnerError::into_error)?.close()
    }
}

impl<W: Write> Write for CountingWriter<W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let written = self.out.write(data)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
