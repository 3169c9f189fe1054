//! The ZIP archive of a package.

use std::io::{self, BufWriter, Write};

use miniz_oxide::deflate::compress_to_vec;
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, DataDescriptorOutput, Error, ErrorKind, ZipArchiveWriter, crc32};

use crate::encode::{Format, MarkedWriter, unsigned_name};

/// The level at which Deflate only stores blocks.
const UNCOMPRESSED: u8 = 0;

/// The highest compression level that is fast.
const COMPRESSED: u8 = 9;

/// The date of every file: the first date that ZIP supports. Without a date, month and day would be 0.
const DATE: UtcDateTime = UtcDateTime::from_components(1980, 1, 1, 0, 0, 0, 0).expect("the date is valid");

/// Writes a ZIP archive sequentially. Nothing depends on the time or the machine.
///
/// The archive comment is the file mark. The size of each file follows its data; readers that do not use the index
/// can then find only the end of deflated files, so all files are deflated.
pub struct Archive<W: Write> {
    zip: ZipArchiveWriter<BufWriter<Held<W>>>,
}

impl<W: Write> Archive<W> {
    pub fn new(out: W) -> Self {
        let held = Held { out: MarkedWriter::new(out), end: Vec::new() };
        Self { zip: ZipArchiveWriter::new(BufWriter::new(held)) }
    }

    pub fn add(&mut self, name: &str, contents: impl AsRef<[u8]>) -> io::Result<()> {
        self.add_at(COMPRESSED, name, contents.as_ref())
    }

    /// Adds a file in stored blocks of at most 64 KiB.
    pub fn store(&mut self, name: &str, contents: impl AsRef<[u8]>) -> io::Result<()> {
        self.add_at(UNCOMPRESSED, name, contents.as_ref())
    }

    fn add_at(&mut self, level: u8, name: &str, contents: &[u8]) -> io::Result<()> {
        let file = self.zip.new_file(name).compression_method(CompressionMethod::DEFLATE);
        let (mut file, _) = file.last_modified(DATE).start().map_err(io_error)?;
        file.write_all(&compress_to_vec(contents, level))?;
        file.finish(DataDescriptorOutput::new(crc32(contents), contents.len() as u64)).map_err(io_error)?;
        Ok(())
    }

    /// Completes the archive, flushes the writer and returns the number of bytes written. A dropped archive has
    /// no index, so that no program opens it.
    pub fn finish(mut self) -> io::Result<u64> {
        self.zip.set_comment(unsigned_name());
        let held = self.zip.finish().map_err(io_error)?.into_inner();
        let Held { out, .. } = held.map_err(io::IntoInnerError::into_error)?;
        out.close(|name| Format::Pptx.mark(name))
    }
}

/// Withholds the last bytes: they contain the unsigned mark, which the signed mark replaces at the end.
struct Held<W> {
    out: MarkedWriter<W>,
    end: Vec<u8>,
}

impl<W: Write> Write for Held<W> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        self.end.extend_from_slice(data);
        let ready = self.end.len().saturating_sub(unsigned_name().len());
        self.out.write_all(&self.end[..ready])?;
        self.end.drain(..ready);
        Ok(data.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

fn io_error(error: Error) -> io::Error {
    match error.into_kind() {
        ErrorKind::IO(error) => error,
        kind => io::Error::other(kind.to_string()),
    }
}
