//! A log that can be read several times.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use xxhash_rust::xxh3::Xxh3Default;

use crate::board::BoardSize;

use super::missing_solutions::with_missing_solutions;
use super::{CopyOptions, Entry, LogError, LogOptions, LogReader, LogSpooler, Outline};

/// Bytes read at once.
pub(super) const BLOCK: usize = 1 << 16;

/// A log that was read and checked once and can be read again: a regular file in place, anything
/// else in a copy in an unnamed temporary file, with the limit of [`CopyOptions::default`] unless a
/// [`LogSpooler`] has read it with others. Memory is bounded.
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
        LogSpooler::open(path, options, &CopyOptions::default())?.finish()
    }

    /// Reads to the end of the input, and copies it to a temporary file.
    ///
    /// # Errors
    /// As [`SpooledLog::open`].
    pub fn read(input: impl Read, options: LogOptions) -> Result<Self, LogError> {
        LogSpooler::read(input, options, &CopyOptions::default())?.finish()
    }

    /// A log that was read to its end.
    pub(super) fn new(file: File, digest: &Digest, options: LogOptions, outline: Outline) -> Self {
        let (length, digest) = digest.value();
        Self { file: Arc::new(Mutex::new(file)), length, digest, options, outline }
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
        let expected = (self.length, self.digest);
        let input = ReadAgain { file: Arc::clone(&self.file), digest: Digest::default(), expected };
        let reader = LogReader::with_options(BufReader::with_capacity(BLOCK, input), self.options);
        let outline = self.outline.clone();
        let (reader, error) = match reader {
            Ok(reader) => (Some(reader.on_board(outline.size)), None),
            Err(error) => (None, Some(Err(error))),
        };
        let entries = error.into_iter().chain(reader.into_iter().flatten());
        with_missing_solutions(outline.problem(), move |lane| !outline.reports_solutions(lane), entries)
    }
}

/// The number of bytes, and their hash.
#[derive(Default)]
pub(super) struct Digest {
    pub length: u64,
    hash: Xxh3Default,
}

impl Digest {
    pub fn add(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        self.hash.update(bytes);
    }

    pub fn value(&self) -> (u64, u64) {
        (self.length, self.hash.digest())
    }
}

/// A reader of a shared file, as far as it was read the first time; fails at its end if the bytes differ.
struct ReadAgain {
    file: Arc<Mutex<File>>,
    /// Of the bytes that were read so far.
    digest: Digest,
    expected: (u64, u64),
}

impl Read for ReadAgain {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let position = self.digest.length;
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(position))?;
        let read = file.by_ref().take(self.expected.0 - position).read(buffer)?;
        self.digest.add(&buffer[..read]);
        let at_end = read == 0 && !buffer.is_empty();
        if at_end && self.digest.value() != self.expected {
            return Err(io::Error::other("the log has changed since it was first read"));
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, OpenOptions};
    use std::io::Write;

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
