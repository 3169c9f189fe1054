//! The ZIP archive of a package.

use std::io::{self, BufWriter, Write};

use miniz_oxide::deflate::compress_to_vec;
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, DataDescriptorOutput, Error, ErrorKind, ZipArchiveWriter, crc32};

use crate::encode::CountingWriter;

/// Deflate in blocks of the bytes as they are.
const UNCOMPRESSED: u8 = 0;

/// The highest level of compression that is fast.
const COMPRESSED: u8 = 9;

/// The date of every file: the first that ZIP has. Without one, the month and the day would be 0.
const DATE: UtcDateTime = UtcDateTime::from_components(1980, 1, 1, 0, 0, 0, 0).expect("the date is valid");

/// Writes a ZIP archive from its first byte to its last. Nothing depends on the time or the machine.
///
/// The size of each file follows it. Readers that do not use the index can only find the end of deflated files,
/// so all are.
pub struct Archive<W: Write> {
    zip: ZipArchiveWriter<BufWriter<CountingWriter<W>>>,
}

impl<W: Write> Archive<W> {
    pub fn new(out: W) -> Self {
        Self { zip: ZipArchiveWriter::new(CountingWriter::buffered(out)) }
    }

    /// Adds a file, compressed.
    pub fn add(&mut self, name: &str, contents: &[u8]) -> io::Result<()> {
        self.add_at(COMPRESSED, name, contents)
    }

    /// Adds a file without compression, in blocks of at most 64 KiB.
    pub fn store(&mut self, name: &str, contents: &[u8]) -> io::Result<()> {
        self.add_at(UNCOMPRESSED, name, contents)
    }

    fn add_at(&mut self, level: u8, name: &str, contents: &[u8]) -> io::Result<()> {
        let file = self.zip.new_file(name).compression_method(CompressionMethod::DEFLATE);
        let (mut file, _) = file.last_modified(DATE).start().map_err(io_error)?;
        file.write_all(&compress_to_vec(contents, level))?;
        file.finish(DataDescriptorOutput::new(crc32(contents), contents.len() as u64)).map_err(io_error)?;
        Ok(())
    }

    /// Completes the archive, flushes the writer and returns the number of bytes written. An archive that is
    /// dropped instead has no index, so that no program opens it.
    pub fn finish(self) -> io::Result<u64> {
        CountingWriter::close_buffered(self.zip.finish().map_err(io_error)?)
    }
}

fn io_error(error: Error) -> io::Error {
    match error.into_kind() {
        ErrorKind::IO(error) => error,
        kind => io::Error::other(kind.to_string()),
    }
}
