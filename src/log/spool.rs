//! A log that can be read several times.

use std::env;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use xxhash_rust::xxh3::Xxh3Default;

use crate::board::BoardSize;
use crate::limits::DEFAULT_MAX_LOG_BYTES;
use crate::search::Event;
use crate::words::io_words;

use super::implied_events::with_missing_solutions;
use super::printed::write_steps;
use super::summary::Survey;
use super::{BLOCK, Entry, LogError, LogOptions, LogReader, LogSummary, SkippedLines};

/// A log that was read and checked once and can be read again: a regular file in place, other input from a
/// copy in an unnamed temporary file, limited by [`CopyOptions`]. Memory is bounded.
///
/// A log without events may have boards printed for people: rows of text, matrices, or lists of numbers.
/// These boards become a log of the steps between them; [`LogSummary::reading`] describes how they were read.
///
/// ```
/// use queenreel::log::{Entry, LogError, LogOptions, SpooledLog};
///
/// let log = SpooledLog::read("{\"place\":[1,1]}\n".as_bytes(), LogOptions::default())?;
/// assert_eq!(log.summary().size.get(), 1);
/// let entries: Vec<Entry> = log.entries(None).collect::<Result<_, LogError>>()?;
/// assert_eq!(entries.len(), 2, "a placement, and the solution that the log does not report");
/// assert_eq!(log.entries(None).count(), 2);
/// # Ok::<(), LogError>(())
/// ```
#[derive(Debug, Clone)]
pub struct SpooledLog {
    file: Arc<Mutex<File>>,
    digest: (u64, u64),
    options: LogOptions,
    summary: LogSummary,
}

impl SpooledLog {
    /// Reads a file to its end; a pipe is copied.
    pub fn open(path: impl AsRef<Path>, options: LogOptions) -> Result<Self, LogError> {
        LogSpooler::open(path, options, &CopyOptions::default())?.finish()
    }

    /// Reads to the end of the input, and copies it to a temporary file.
    pub fn read(input: impl Read, options: LogOptions) -> Result<Self, LogError> {
        LogSpooler::read(input, options, &CopyOptions::default())?.finish()
    }

    /// Sets the size of the board. It may be larger than all rows and columns if the log does not give a size.
    pub fn on_board(mut self, size: BoardSize) -> Self {
        self.summary.size = size;
        self
    }

    pub const fn summary(&self) -> &LogSummary {
        &self.summary
    }

    /// Reads a lane of the log again, or all of a log without lanes, up to the end of the first reading. If the
    /// lane or log reports no solutions, the missing solutions are added.
    ///
    /// Ends after the first error, unless the options request [all errors](LogOptions::all_errors). If this
    /// part of the file has changed, there is an error at its end or before.
    pub fn entries(&self, lane: Option<u32>) -> impl Iterator<Item = Result<Entry, LogError>> + Send + use<> {
        self.all_entries().filter(move |entry| entry.as_ref().map_or(true, |entry| entry.lane == lane))
    }

    /// As [`SpooledLog::entries`], up to and including a number of solutions, or to the end.
    pub(crate) fn entries_until(
        &self,
        lane: Option<u32>,
        solutions: Option<u64>,
    ) -> impl Iterator<Item = Result<Entry, LogError>> + Send + use<> {
        let mut remaining = solutions;
        self.entries(lane).map_while(move |entry| {
            let is_wanted = remaining != Some(0);
            if matches!(&entry, Ok(Entry { event: Event::Solution, .. })) {
                remaining = remaining.map(|solutions| solutions.saturating_sub(1));
            }
            is_wanted.then_some(entry)
        })
    }

    pub fn all_entries(&self) -> impl Iterator<Item = Result<Entry, LogError>> + Send + use<> {
        let (file, expected) = (Arc::clone(&self.file), self.digest);
        let input = ReadAgain { file, digest: Digest::default(), expected };
        let reader = LogReader::with_options(BufReader::with_capacity(BLOCK, input), self.options);
        let summary = self.summary.clone();
        let (reader, error) = match reader {
            Ok(reader) => (Some(reader.on_board(summary.size)), None),
            Err(error) => (None, Some(Err(error))),
        };
        let entries = error.into_iter().chain(reader.into_iter().flatten());
        with_missing_solutions(summary.problem(), move |lane| !summary.reports_solutions(lane), entries)
    }
}

#[derive(Default)]
struct Digest {
    length: u64,
    hash: Xxh3Default,
}

impl Digest {
    fn add(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        self.hash.update(bytes);
    }

    fn value(&self) -> (u64, u64) {
        (self.length, self.hash.digest())
    }
}

/// Reads a shared file up to the end of the first reading; fails at this end if the bytes have changed.
struct ReadAgain {
    file: Arc<Mutex<File>>,
    /// The digest of the bytes read so far.
    digest: Digest,
    expected: (u64, u64),
}

impl Read for ReadAgain {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let position = self.digest.length;
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(position))?;
        let read = (&*file).take(self.expected.0 - position).read(buffer)?;
        self.digest.add(&buffer[..read]);
        let at_end = read == 0 && !buffer.is_empty();
        if at_end && self.digest.value() != self.expected {
            return Err(io::Error::other("the log has changed since it was first read"));
        }
        Ok(read)
    }
}

/// Options for copying a log that can be read only once, such as a pipe, to an unnamed file.
///
/// ```
/// use queenreel::log::{CopyOptions, LogError, LogOptions, LogSpooler};
///
/// let endless = std::io::repeat(b'\n');
/// let copy = CopyOptions { max_bytes: 1_000_000, ..CopyOptions::default() };
/// let read = LogSpooler::read(endless, LogOptions::default(), &copy);
/// assert!(matches!(read, Err(LogError::TooLarge { max_bytes: 1_000_000 })));
/// # Ok::<(), LogError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyOptions {
    /// The maximum length of the log in bytes, 4 GB by default. A longer log is [`LogError::TooLarge`]: a program
    /// that writes without end would fill the disk.
    pub max_bytes: u64,
    /// The directory of the copy; by default, or if it is not writable, the directory for temporary files.
    pub directory: Option<PathBuf>,
}

impl CopyOptions {
    fn create(&self) -> io::Result<(File, PathBuf)> {
        match self.directory.as_deref().map(create_in) {
            Some(Ok(created)) => Ok(created),
            Some(Err(_)) | None => create_in(&env::temp_dir()),
        }
    }
}

impl Default for CopyOptions {
    fn default() -> Self {
        Self { max_bytes: DEFAULT_MAX_LOG_BYTES, directory: None }
    }
}

/// The first reading of a log: an iterator of its entries, and a [`SpooledLog`] at its end.
///
/// The entries equal the entries of a [`LogReader`]: a few errors are only found on the second reading.
///
/// ```
/// use queenreel::log::{CopyOptions, LogError, LogOptions, LogSpooler};
///
/// let log = "{\"place\":[1,1]}\n{\"remove\":[1,1]}\n".as_bytes();
/// let mut spooler = LogSpooler::read(log, LogOptions::default(), &CopyOptions::default())?;
/// assert_eq!(spooler.by_ref().count(), 2);
/// assert_eq!(spooler.finish()?.summary().tally.placements, 1);
/// # Ok::<(), LogError>(())
/// ```
pub struct LogSpooler<R> {
    reader: LogReader<BufReader<Input<R>>>,
    survey: Survey,
    options: LogOptions,
    /// How printed boards of a log without events were read, and the skipped lines.
    printed: Option<(String, SkippedLines)>,
}

impl LogSpooler<File> {
    /// Starts to read a file; a pipe is copied.
    pub fn open(path: impl AsRef<Path>, options: LogOptions, copy: &CopyOptions) -> Result<Self, LogError> {
        Self::from_file(File::open(path)?, options, copy)
    }

    /// Starts to read a file from its start; a pipe is copied.
    pub fn from_file(mut file: File, options: LogOptions, copy: &CopyOptions) -> Result<Self, LogError> {
        if !file.metadata()?.is_file() {
            return Self::read(file, options, copy);
        }
        file.rewind()?;
        Self::begin(Input::in_place(file), options, copy)
    }
}

impl<R: Read> LogSpooler<R> {
    /// Starts to read and copy an input.
    pub fn read(input: R, options: LogOptions, copy: &CopyOptions) -> Result<Self, LogError> {
        Self::begin(Input::copied(input, copy)?, options, copy)
    }

    fn begin(input: Input<R>, options: LogOptions, copy: &CopyOptions) -> Result<Self, LogError> {
        let reader = |input| LogReader::with_options(BufReader::with_capacity(BLOCK, input), options);
        let file = input.file.try_clone()?;
        let (reader, printed) = match reader(input) {
            // The whole log was read, and has no event.
            Err(error) if error.is_of_no_event() => {
                let (out, directory) = copy.create()?;
                let printed = write_steps(&file, &out, options.queens).map_err(|error| match error {
                    LogError::Io(error) => not_copied(&directory, &error).into(),
                    error => error,
                })?;
                let printed = printed.ok_or(error)?;
                (&out).rewind()?;
                (reader(Input::in_place(out))?, Some(printed))
            }
            reader => (reader?, None),
        };
        Ok(Self { reader, survey: Survey::default(), options, printed })
    }

    /// Reads the rest of the log. An error of a line that the iterator has returned is found again on the
    /// second reading; any other error has ended the log.
    pub fn finish(mut self) -> Result<SpooledLog, LogError> {
        self.try_for_each(|entry| entry.map(drop))?;
        let summary = self.survey.summary(&self.reader);
        let summary = match self.printed {
            Some((reading, skipped)) => LogSummary { reading: Some(reading), skipped, ..summary },
            None => summary,
        };
        let Input { file, digest, .. } = self.reader.into_input().into_inner();
        let file = Arc::new(Mutex::new(file));
        Ok(SpooledLog { file, digest: digest.value(), options: self.options, summary })
    }
}

impl<R: Read> Iterator for LogSpooler<R> {
    type Item = Result<Entry, LogError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.reader.next().inspect(|entry| entry.iter().for_each(|entry| self.survey.add(entry)))
    }
}

struct Input<R> {
    /// The source of the second reading, and of the first reading if nothing is copied.
    file: File,
    /// The digest of the bytes read so far.
    digest: Digest,
    copier: Option<Copier<R>>,
}

struct Copier<R> {
    reader: R,
    max_bytes: u64,
    has_ended: bool,
    directory: PathBuf,
}

impl<R> Input<R> {
    fn in_place(file: File) -> Self {
        Self { file, digest: Digest::default(), copier: None }
    }

    fn copied(reader: R, options: &CopyOptions) -> io::Result<Self> {
        let (file, directory) = options.create()?;
        let copier = Copier { reader, max_bytes: options.max_bytes, has_ended: false, directory };
        Ok(Self { copier: Some(copier), ..Self::in_place(file) })
    }
}

impl<R: Read> Read for Input<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = match &mut self.copier {
            None => self.file.read(buffer)?,
            // A terminal would wait for more input after its end.
            Some(Copier { has_ended: true, .. }) => 0,
            Some(copier) => {
                let remaining = copier.max_bytes - self.digest.length;
                // A further byte exceeds the limit.
                if remaining == 0 && copier.reader.read(&mut [0])? > 0 {
                    return Err(io::Error::other(LogError::TooLarge { max_bytes: copier.max_bytes }));
                }
                let read = copier.reader.by_ref().take(remaining).read(buffer)?;
                copier.has_ended = read == 0;
                let written = self.file.write_all(&buffer[..read]);
                written.map_err(|error| not_copied(&copier.directory, &error))?;
                read
            }
        };
        self.digest.add(&buffer[..read]);
        Ok(read)
    }
}

fn create_in(directory: &Path) -> io::Result<(File, PathBuf)> {
    let file = tempfile::tempfile_in(directory).map_err(|error| not_copied(directory, &error))?;
    Ok((file, directory.to_owned()))
}

fn not_copied(directory: &Path, error: &io::Error) -> io::Error {
    let directory = directory.display();
    let why = io_words(error);
    let message = format!("cannot copy the log to a temporary file in {directory}: {why}");
    io::Error::new(error.kind(), message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{self, OpenOptions};
    use std::io::Write;

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

    const EVENTS: [&[u8]; 2] = [b"{\"place\":[1,1]}\n", b"{\"remove\":[1,1]}\n"];

    fn at_most(max_bytes: u64) -> CopyOptions {
        CopyOptions { max_bytes, ..CopyOptions::default() }
    }

    #[test]
    fn the_limit_is_a_number_of_bytes_that_are_read() {
        let log = [EVENTS[0], b"\n\n\n", EVENTS[1]].concat();
        let read = |max_bytes: usize| {
            let copy = at_most(max_bytes as u64);
            LogSpooler::read(log.as_slice(), LogOptions::default(), &copy).and_then(LogSpooler::finish)
        };
        let refused = |read: Result<SpooledLog, LogError>| matches!(read, Err(LogError::TooLarge { .. }));
        assert_eq!(read(log.len()).unwrap().summary().tally.removals, 1);
        for max_bytes in 0..log.len() {
            assert!(refused(read(max_bytes)), "{max_bytes}");
        }
        let faulty = [EVENTS[0], EVENTS[0], EVENTS[1]].concat();
        let limit = at_most(2 * EVENTS[0].len() as u64);
        let spooler = LogSpooler::read(faulty.as_slice(), LogOptions::default(), &limit).unwrap();
        let read = spooler.finish();
        assert!(matches!(read, Err(LogError::Line { line: 2, .. })), "what comes before it is checked");
    }

    #[test]
    fn a_file_is_read_in_place_and_has_no_limit() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&EVENTS.concat()).unwrap();
        let spooler = LogSpooler::from_file(file, LogOptions::default(), &at_most(1)).unwrap();
        assert_eq!(spooler.finish().unwrap().summary().tally.removals, 1);
    }

    #[test]
    fn nothing_is_read_after_the_end() {
        /// A terminal: more may come after an end of file.
        struct Terminal(u32);

        impl Read for Terminal {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.0 += 1;
                assert!(self.0 < 3, "it has ended");
                if self.0 == 1 { EVENTS[0].trim_ascii_end().read(buffer) } else { Ok(0) }
            }
        }
        let spooler = LogSpooler::read(Terminal(0), LogOptions::default(), &CopyOptions::default());
        assert_eq!(spooler.and_then(LogSpooler::finish).unwrap().summary().tally.placements, 1);
    }

    #[test]
    fn the_copy_is_in_a_directory_that_can_be_written() {
        let directory = tempfile::tempdir().unwrap();
        let there = directory.path().to_owned();
        let place = |directory: &Path| {
            let options = CopyOptions { directory: Some(directory.to_owned()), ..CopyOptions::default() };
            Input::copied(io::empty(), &options).unwrap().copier.unwrap().directory
        };
        assert_eq!(place(&there), there);
        assert_eq!(place(&there.join("absent")), env::temp_dir());
        assert!(there.read_dir().unwrap().next().is_none(), "nothing is left");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_reported_with_the_directory() {
        let mut input = Input::copied(EVENTS[0], &CopyOptions::default()).unwrap();
        input.file = File::options().write(true).open("/dev/full").unwrap();
        let error = io::read_to_string(input).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        let place = format!("temporary file in {}: No space left", env::temp_dir().display());
        assert!(error.to_string().contains(&place), "{error}");
    }
}
