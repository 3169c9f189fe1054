//! A log from outside that can be read as often as it takes.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, Write, stdin};
use std::path::Path;

use crate::log::{Entry, LogError, LogReader, Outline, with_solutions};
use anyhow::Context;
use xxhash_rust::xxh3::Xxh3Default;

use super::failure::Failure;

const BLOCK: usize = 1 << 16;

/// A log that has been read from end to end once, and found in order.
pub struct KeptLog {
    name: String,
    /// The file itself, or a copy of what came through a pipe.
    file: File,
    length: u64,
    digest: u64,
    pub outline: Outline,
}

impl KeptLog {
    /// Reads standard input.
    pub fn of_standard_input() -> Result<Self, Failure> {
        let name = "standard input";
        Ok(Self::of_pipe(name, stdin().lock()).context(name)?)
    }

    /// Reads a file, which may be a pipe.
    pub fn of_file(path: &Path) -> Result<Self, Failure> {
        let name = path.display().to_string();
        let read = || {
            let file = File::open(path)?;
            if file.metadata()?.is_file() {
                Self::of_regular(&name, file)
            } else {
                Self::of_pipe(&name, file)
            }
        };
        Ok(read().with_context(|| name.clone())?)
    }

    fn of_regular(name: &str, file: File) -> Result<Self, LogError> {
        let mut input = Measured::new(&file);
        let outline = Outline::of(BufReader::with_capacity(BLOCK, &mut input))?;
        let (length, digest) = (input.length, input.hash.digest());
        Ok(Self { name: name.to_owned(), file, length, digest, outline })
    }

    /// Keeps what is read in a temporary file without a name: nothing is left of it in any case.
    fn of_pipe(name: &str, pipe: impl Read) -> Result<Self, LogError> {
        let mut file = tempfile::tempfile().map_err(|error| not_kept(&error))?;
        let mut input = Measured::new(Copying { from: pipe, to: &mut file });
        let outline = Outline::of(BufReader::with_capacity(BLOCK, &mut input))?;
        let (length, digest) = (input.length, input.hash.digest());
        Ok(Self { name: name.to_owned(), file, length, digest, outline })
    }

    /// Reads it once more, as far as it went the first time; where it tells of no solution, they
    /// are added.
    pub fn entries(&mut self) -> Result<impl Iterator<Item = Result<Entry, Failure>>, Failure> {
        let name = self.name.as_str();
        self.file.rewind().with_context(|| name.to_owned())?;
        let input = Measured::new((&self.file).take(self.length));
        let same = Same { input, length: self.length, digest: self.digest };
        let reader =
            LogReader::begin(BufReader::with_capacity(BLOCK, same)).with_context(|| name.to_owned())?;
        let Outline { size, tally, .. } = self.outline;
        let told = reader.on_board(size);
        let entries: Box<dyn Iterator<Item = _>> =
            if tally.solutions > 0 { Box::new(told) } else { Box::new(with_solutions(size, told)) };
        Ok(entries.map(|entry| Ok(entry.with_context(|| name.to_owned())?)))
    }
}

/// A reader that knows what has been read.
struct Measured<R> {
    from: R,
    length: u64,
    hash: Xxh3Default,
}

impl<R> Measured<R> {
    fn new(from: R) -> Self {
        Self { from, length: 0, hash: Xxh3Default::new() }
    }
}

impl<R: Read> Read for Measured<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(buffer)?;
        self.length += read as u64;
        self.hash.update(&buffer[..read]);
        Ok(read)
    }
}

/// A reader that keeps a copy.
struct Copying<'a, R> {
    from: R,
    to: &'a mut File,
}

impl<R: Read> Read for Copying<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.from.read(buffer)?;
        self.to.write_all(&buffer[..read]).map_err(|error| not_kept(&error))?;
        Ok(read)
    }
}

fn not_kept(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("the log cannot be kept in a temporary file: {error}"))
}

/// A reader that fails at the end if what it gave is not what was there the first time.
struct Same<R> {
    input: Measured<R>,
    length: u64,
    digest: u64,
}

impl<R: Read> Read for Same<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.input.read(buffer)?;
        let over = read == 0 && !buffer.is_empty();
        if over && (self.input.length, self.input.hash.digest()) != (self.length, self.digest) {
            return Err(io::Error::other("the log has changed while it was filmed"));
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, OpenOptions};

    use super::*;

    const LOG: &str = "{\"place\":[2,1]}\n{\"remove\":[2,1]}\n";

    fn kept_and_then(change: impl FnOnce(&Path)) -> Result<Vec<Entry>, Failure> {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("log.jsonl");
        fs::write(&path, LOG).unwrap();
        let mut log = KeptLog::of_file(&path).unwrap();
        change(&path);
        log.entries()?.collect()
    }

    #[test]
    fn a_log_that_changes_on_the_way_is_an_error() {
        let changed = ["", "{\"place\":[2,1]}\n", &LOG.replace("2,1", "2,2"), &LOG.replace("2,1", "9,9,")];
        for changed in changed {
            assert!(kept_and_then(|path| fs::write(path, changed).unwrap()).is_err(), "{changed}");
        }
    }

    #[test]
    fn what_comes_after_the_end_is_left_out() {
        let grow = |path: &Path| {
            let mut file = OpenOptions::new().append(true).open(path).unwrap();
            file.write_all(b"{\"place\":[8,8]}\n").unwrap();
        };
        assert_eq!(kept_and_then(grow).unwrap().len(), 2);
    }
}
