//! Writers that fail.

use std::io::{self, Write};

/// Passes on this number of bytes, then fails.
pub struct Closing<W>(pub usize, pub W);

impl<W: Write> Write for Closing<W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(data.len()).ok_or(io::ErrorKind::BrokenPipe)?;
        self.1.write(data)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
