//! Writers that remain available, and files whose beginning is only known at the end.

use std::io::{self, BufWriter, Seek, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tempfile::SpooledTempFile;

/// A writer that remains available after the encoder that owns it.
#[derive(Debug)]
pub struct Shared<W>(Arc<Mutex<W>>);

impl<W> Shared<W> {
    pub fn new(out: W) -> Self {
        Self(Arc::new(Mutex::new(out)))
    }

    /// The same writer once more.
    pub fn share(&self) -> Self {
        Self(Arc::clone(&self.0))
    }

    fn lock(&self) -> MutexGuard<'_, W> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The writer.
    ///
    /// # Panics
    /// When an encoder still has it.
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

/// A file whose beginning is only known at the end: a temporary file, or up to 8 MiB in memory.
pub type Spool = BufWriter<SpooledTempFile>;

pub fn spool() -> Spool {
    BufWriter::new(SpooledTempFile::new(8 << 20))
}

/// Writes the beginning, and the spool.
pub fn write_spooled(out: &mut impl Write, head: &[u8], mut spool: Spool) -> io::Result<()> {
    spool.rewind()?;
    out.write_all(head)?;
    io::copy(spool.get_mut(), out)?;
    Ok(())
}
