//! The first reading of a log, which copies what can be read only once.

use std::env;
use std::fmt::{self, Debug, Formatter};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::outline::Survey;
use super::spool::{BLOCK, Digest};
use super::{Entry, LogError, LogOptions, LogReader, SpooledLog};

/// How a log that can be read only once, like a pipe, is copied to an unnamed file.
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
    /// The maximum number of bytes of the log, [`CopyOptions::DEFAULT_MAX_BYTES`] by default. A log
    /// with more is [`LogError::TooLarge`]; a program that writes without end would fill the disk.
    pub max_bytes: u64,
    /// The directory of the copy. If there is none, or it cannot be written, the copy is in the
    /// directory for temporary files.
    pub directory: Option<PathBuf>,
}

impl CopyOptions {
    /// 4 GB.
    pub const DEFAULT_MAX_BYTES: u64 = 4_000_000_000;
}

impl Default for CopyOptions {
    fn default() -> Self {
        Self { max_bytes: Self::DEFAULT_MAX_BYTES, directory: None }
    }
}

/// The first reading of a log: an iterator of its entries, and a [`SpooledLog`] at its end.
///
/// The entries are those of a [`LogReader`]: a few errors are only found when the log is read again.
///
/// ```
/// use queenreel::log::{CopyOptions, LogError, LogOptions, LogSpooler};
///
/// let log = "{\"place\":[1,1]}\n{\"remove\":[1,1]}\n".as_bytes();
/// let mut spooler = LogSpooler::read(log, LogOptions::default(), &CopyOptions::default())?;
/// assert_eq!(spooler.by_ref().count(), 2);
/// assert_eq!(spooler.finish()?.outline().tally.placements, 1);
/// # Ok::<(), LogError>(())
/// ```
#[derive(Debug)]
pub struct LogSpooler<R> {
    reader: LogReader<BufReader<Input<R>>>,
    survey: Survey,
    options: LogOptions,
}

impl LogSpooler<File> {
    /// Begins to read a file; a pipe is copied.
    ///
    /// # Errors
    /// As [`LogReader::begin`], or if a pipe cannot be copied.
    pub fn open(path: impl AsRef<Path>, options: LogOptions, copy: &CopyOptions) -> Result<Self, LogError> {
        Self::from_file(File::open(path)?, options, copy)
    }

    /// Begins to read a file from its start; a pipe is copied.
    ///
    /// # Errors
    /// As [`LogSpooler::open`].
    pub fn from_file(mut file: File, options: LogOptions, copy: &CopyOptions) -> Result<Self, LogError> {
        if !file.metadata()?.is_file() {
            return Self::read(file, options, copy);
        }
        file.rewind()?;
        let reader = file.try_clone()?;
        Self::begin(Input { reader, file, digest: Digest::default(), copier: None }, options)
    }
}

impl<R: Read> LogSpooler<R> {
    /// Begins to read and to copy an input.
    ///
    /// # Errors
    /// As [`LogSpooler::open`].
    pub fn read(input: R, options: LogOptions, copy: &CopyOptions) -> Result<Self, LogError> {
        Self::begin(Input::copied(input, copy)?, options)
    }

    fn begin(input: Input<R>, options: LogOptions) -> Result<Self, LogError> {
        let reader = LogReader::with_options(BufReader::with_capacity(BLOCK, input), options)?;
        Ok(Self { reader, survey: Survey::default(), options })
    }

    /// Reads the rest of the log. An error of a line that the iterator has returned is found again when
    /// the log is read again; any other error has ended the log.
    ///
    /// # Errors
    /// [`LogError`] at the first invalid line of the rest, or if it cannot be read or copied.
    pub fn finish(mut self) -> Result<SpooledLog, LogError> {
        self.try_for_each(|entry| entry.map(drop))?;
        let outline = self.survey.outline(&self.reader);
        let Input { file, digest, .. } = self.reader.into_input().into_inner();
        Ok(SpooledLog::new(file, &digest, self.options, outline))
    }
}

impl<R: Read> Iterator for LogSpooler<R> {
    type Item = Result<Entry, LogError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.reader.next().inspect(|entry| entry.iter().for_each(|entry| self.survey.add(entry)))
    }
}

/// The input of the first reading.
struct Input<R> {
    reader: R,
    /// What is read later: the same file, or the copy.
    file: File,
    /// Of the bytes that were read so far.
    digest: Digest,
    copier: Option<Copier>,
}

/// How an input is copied.
struct Copier {
    max_bytes: u64,
    has_ended: bool,
    /// Where the copy is.
    directory: PathBuf,
}

impl<R> Input<R> {
    fn copied(reader: R, options: &CopyOptions) -> io::Result<Self> {
        let (file, directory) = match options.directory.as_deref().map(create_in) {
            Some(Ok(created)) => created,
            Some(Err(_)) | None => create_in(&env::temp_dir())?,
        };
        let copier = Copier { max_bytes: options.max_bytes, has_ended: false, directory };
        Ok(Self { reader, file, digest: Digest::default(), copier: Some(copier) })
    }
}

impl<R: Read> Read for Input<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = match &mut self.copier {
            None => self.reader.read(buffer)?,
            // A terminal would wait for a second end.
            Some(Copier { has_ended: true, .. }) => 0,
            Some(copier) => {
                let remaining = copier.max_bytes - self.digest.length;
                // A byte more is too much.
                if remaining == 0 && self.reader.read(&mut [0])? > 0 {
                    return Err(io::Error::other(LogError::TooLarge { max_bytes: copier.max_bytes }));
                }
                let read = self.reader.by_ref().take(remaining).read(buffer)?;
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
    let message = format!("cannot copy the log to a temporary file in {directory}: {error}");
    io::Error::new(error.kind(), message)
}

impl<R> Debug for Input<R> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input").field("file", &self.file).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(read(log.len()).unwrap().outline().tally.removals, 1);
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
        assert_eq!(spooler.finish().unwrap().outline().tally.removals, 1);
    }

    #[test]
    fn nothing_is_read_after_the_end() {
        /// A terminal: more may come after an end.
        struct Terminal(u32);

        impl Read for Terminal {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                self.0 += 1;
                assert!(self.0 < 3, "it has ended");
                if self.0 == 1 { EVENTS[0].trim_ascii_end().read(buffer) } else { Ok(0) }
            }
        }
        let spooler = LogSpooler::read(Terminal(0), LogOptions::default(), &CopyOptions::default());
        assert_eq!(spooler.and_then(LogSpooler::finish).unwrap().outline().tally.placements, 1);
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
