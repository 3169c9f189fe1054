//! The ZIP archive of a package.

use std::io::{self, BufWriter, ErrorKind, Seek, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use zip::result::ZipError;
use zip::write::{PreparedZipFile, SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, DateTime, System, ZipWriter};

/// Writes a ZIP archive from its first byte to its last: the size of each file precedes it, and nothing
/// depends on the time or the machine.
pub struct Archive<W: Write> {
    zip: ZipWriter<StreamWriter<Gate<BufWriter<W>>>>,
    is_open: Arc<AtomicBool>,
}

impl<W: Write> Archive<W> {
    pub fn new(out: W) -> Self {
        let is_open = Arc::new(AtomicBool::new(false));
        let gate = Gate { out: BufWriter::new(out), is_open: Arc::clone(&is_open) };
        Self { zip: ZipWriter::new(StreamWriter::new(gate)), is_open }
    }

    /// Adds a file, compressed.
    pub fn add(&mut self, name: &str, contents: &[u8]) -> io::Result<()> {
        self.add_by(CompressionMethod::Deflated, name, contents)
    }

    /// Adds a file as it is.
    pub fn store(&mut self, name: &str, contents: &[u8]) -> io::Result<()> {
        self.add_by(CompressionMethod::Stored, name, contents)
    }

    fn add_by(&mut self, method: CompressionMethod, name: &str, contents: &[u8]) -> io::Result<()> {
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(DateTime::DEFAULT)
            .unix_permissions(0o644)
            .system(System::Dos);
        let file = PreparedZipFile::from_data(name, options, contents).map_err(io_error)?;
        self.is_open.store(true, Ordering::Relaxed);
        let added = self.zip.add_prepared_file(file);
        self.is_open.store(false, Ordering::Relaxed);
        added.map_err(io_error)
    }

    /// Completes the archive, flushes the writer and returns the number of bytes written.
    pub fn finish(self) -> io::Result<u64> {
        self.is_open.store(true, Ordering::Relaxed);
        let mut out = self.zip.finish().map_err(io_error)?;
        out.flush()?;
        out.stream_position()
    }
}

fn io_error(error: ZipError) -> io::Error {
    match error {
        ZipError::Io(error) => error,
        error => io::Error::other(error),
    }
}

/// A writer that can be closed, and is after an error; then it discards what is written. `ZipWriter`
/// completes an archive that is dropped, so that one that is given up would seem to be whole.
struct Gate<W> {
    out: W,
    is_open: Arc<AtomicBool>,
}

impl<W> Gate<W> {
    fn pass<T>(&mut self, discarded: T, work: impl FnOnce(&mut W) -> io::Result<T>) -> io::Result<T> {
        if !self.is_open.load(Ordering::Relaxed) {
            return Ok(discarded);
        }
        work(&mut self.out).inspect_err(|error| {
            if error.kind() != ErrorKind::Interrupted {
                self.is_open.store(false, Ordering::Relaxed);
            }
        })
    }
}

impl<W: Write> Write for Gate<W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.pass(data.len(), |out| out.write(data))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass((), Write::flush)
    }
}
