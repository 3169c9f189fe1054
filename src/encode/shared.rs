//! Writers that remain available.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
