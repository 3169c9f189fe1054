//! A buffer for files whose header depends on the data that follow.

use std::io::{self, BufWriter, Seek, Write};

use tempfile::SpooledTempFile;

/// The data after the header: in memory up to 8 MiB, then in a temporary file.
pub struct Spool(BufWriter<SpooledTempFile>);

impl Spool {
    pub fn new() -> Self {
        Self(BufWriter::new(SpooledTempFile::new(8 << 20)))
    }

    pub fn write_all(&mut self, data: &[u8]) -> io::Result<()> {
        self.0.write_all(data)
    }

    pub fn write_to(mut self, mut out: impl Write, head: &[u8], end: &[u8]) -> io::Result<u64> {
        self.0.rewind()?;
        out.write_all(head)?;
        let bytes = io::copy(self.0.get_mut(), &mut out)?;
        out.write_all(end)?;
        out.flush()?;
        Ok((head.len() + end.len()) as u64 + bytes)
    }
}
