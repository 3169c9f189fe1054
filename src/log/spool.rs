//! A log that can be read several times.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use xxhash_rust::xxh3::Xxh3Default;

use crate::board::BoardSize;

use super::missing_solutions::with_missing_solutions;
use super::{Entry, LogError, LogOptions, LogReader, Outline};

/// Bytes read at once.
const BLOCK: usize = 1 << 16;

/// A log that was read and checked once and can be read again: a regular file in place, anything
/// else in a copy in an unnamed temporary file. Memory is bounded.
///
/// ```
/// use queenreel::log::{Entry, LogError, LogOptions, SpooledLog};
///
/// let log = SpooledLog::read("{\"place\":[1,1]}\n".as_bytes(), LogOptions::default())?;
/// assert_eq!(log.outline().size.get(), 1);
/// let entries: Vec<Entry> = log.entries(None).collect::<Result<_, LogError>>()?;
/// assert_eq!(entries.len(), 2, "a placement, and the solution that the log does not report");
/// assert_eq!(log.entries(None).count(), 2);
/// # Ok::<(), LogError>(())
/// ```
#[derive(Debug, Clone)]
pub struct SpooledLog {
    file: Arc<Mutex<File>>,
    length: u64,
    digest: u64,
    options: LogOptions,
    outline: Outline,
}

impl SpooledLog {
    /// Reads a file to its end; a pipe is copied.
    ///
    /// # Errors
    /// [`LogError`] at the first invalid line, or if the file cannot be read or copied.
    pub fn open(path: impl AsRef<Path>, options: LogOptions) -> Result<Self, LogError> {
        Self::from_file(File::open(path)?, options)
    }

    /// Reads a file from its start to its end; a pipe is copied.
    ///
    /// # Errors
    /// As [`SpooledLog::open`].
    pub fn from_file(mut file: File, options: LogOptions) -> Result<Self, LogError> {
        if !file.metadata()?.is_file() {
            return Self::read(file, options);
        }
        file.rewind()?;
        let mut input = Digesting::new(&file);
        let outline = Outline::of(BufReader::with_capacity(BLOCK, &mut input), options)?;
        let (length, digest) = (input.length, input.hash.digest());
        Ok(Self { file: Arc::new(Mutex::new(file)), length, digest, options, outline })
    }

    /// Reads to the end of the input, and copies it to a temporary file.
    ///
    /// # Errors
    /// As [`SpooledLog::open`].
    pub fn read(input: impl Read, options: LogOptions) -> Result<Self, LogError> {
        let mut file = tempfile::tempfile().map_err(|error| not_copied(&error))?;
        let mut input = Digesting::new(Copying { input, copy: &mut file });
        let outline = Outline::of(BufReader::with_capacity(BLOCK, &mut input), options)?;
        let (length, digest) = (input.length, input.hash.digest());
        Ok(Self { file: Arc::new(Mutex::new(file)), length, digest, options, outline })
    }

    /// The same log, on a board of this size: where the log does not say it, it may be larger than
    /// the largest row or column.
    pub fn on_board(mut self, size: BoardSize) -> Self {
        self.outline.size = size;
        self
    }

    /// The size of the board, the header and the counters of the events.
    pub const fn outline(&self) -> &Outline {
        &self.outline
    }

    /// Reads a lane of the log again, or all of a log without lanes, as far as it was read the first
    /// time. If it reports no solutions, they are added (see [`with_solutions`](super::with_solutions)).
    ///
    /// Ends after the first error: [`LogError::Io`] if the file has changed.
    pub fn entries(&self, lane: Option<u32>) -> impl Iterator<Item = Result<Entry, LogError>> + Send + use<> {
        self.all_entries().filter(move |entry| entry.as_ref().map_or(true, |entry| entry.lane == lane))
    }

    /// As [`SpooledLog::entries`], of all lanes.
    pub fn all_entries(&self) -> impl Iterator<Item = Result<Entry, LogError>> + Send + use<> {
        let blocks = Blocks { file: Arc::clone(&self.file), position: 0 };
        let input = Digesting::new(blocks.take(self.length));
        let checked = ChangeCheck { input, length: self.length, digest: self.digest };
        let reader = LogReader::with_options(BufReader::with_capacity(BLOCK, checked), self.options);
        let outline = self.outline.clone();
        let (reader, error) = match reader {
            Ok(reader) => (Some(reader.on_board(outline.size)), None),
            Err(error) => (None, Some(Err(error))),
        };
        let entries = error.into_iter().chain(reader.into_iter().flatten());
        with_missing_solutions(outline.size, move |lane| !outline.reports_solutions(lane), entries)
    }
}

/// A reader with its own position in a shared file.
struct Blocks {
    file: Arc<Mutex<File>>,
    position: u64,
}

impl Read for Blocks {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.position))?;
        let read = file.read(buffer)?;
        self.position += read as u64;
        Ok(read)
    }
}

/// A reader that counts and hashes the bytes read.
struct Digesting<R> {
    input: R,
    length: u64,
    hash: Xxh3Default,
}

impl<R> Digesting<R> {
    fn new(input: R) -> Self {
        Self { input, length: 0, hash: Xxh3Default::new() }
    }
}

impl<R: Read> Read for Digesting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.length += read as u64;
        self.hash.update(&buffer[..read]);
        Ok(read)
    }
}

/// A reader that copies the bytes read to a file.
struct Copying<'a, R> {
    input: R,
    copy: &'a mut File,
}

impl<R: Read> Read for Copying<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        self.copy.write_all(&buffer[..read]).map_err(|error| not_copied(&error))?;
        Ok(read)
    }
}

fn not_copied(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot copy the log to a temporary file: {error}"))
}

/// A reader that fails at its end if the bytes differ from the first time.
struct ChangeCheck<R> {
    input: Digesting<R>,
    length: u64,
    digest: u64,
}

impl<R: Read> Read for ChangeCheck<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        let at_end = read == 0 && !buffer.is_empty();
        if at_end && (self.input.length, self.input.hash.digest()) != (self.length, self.digest) {
            return Err(io::Error::other("the log has changed since it was first read"));
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, OpenOptions};

    use super::*;

    const LOG: &str = "{\"place\":[2,1]}\n{\"remove\":[2,1]}\n";

    fn read_again_after(change: impl FnOnce(&Path)) -> Result<Vec<Entry>, LogError> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("log.jsonl");
        fs::write(&path, LOG).unwrap();
        let log = SpooledLog::open(&path, LogOptions::default()).unwrap();
        change(&path);
        log.entries(None).collect()
    }

    #[test]
    fn a_log_that_changes_between_reads_is_an_error() {
        let changed = ["", "{\"place\":[2,1]}\n", &LOG.replace("2,1", "2,2"), &LOG.replace("2,1", "9,9,")];
        for changed in changed {
            assert!(read_again_after(|path| fs::write(path, changed).unwrap()).is_err(), "{changed}");
        }
    }

    #[test]
    fn lines_appended_later_are_ignored() {
        let grow = |path: &Path| {
            let mut file = OpenOptions::new().append(true).open(path).unwrap();
            file.write_all(b"{\"place\":[8,8]}\n").unwrap();
        };
        assert_eq!(read_again_after(grow).unwrap().len(), 2);
    }

    #[test]
    fn a_log_can_be_read_twice_at_once() {
        let log = SpooledLog::read(LOG.repeat(10_000).as_bytes(), LogOptions::default()).unwrap();
        let (one, mut other) = (log.entries(None), log.entries(None));
        for entry in one {
            assert_eq!(entry.unwrap(), other.next().unwrap().unwrap());
        }
        assert!(other.next().is_none());
    }
}
