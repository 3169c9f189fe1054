//! Access to the files that a request names.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
#[cfg(feature = "cli")]
use std::sync::{Mutex, PoisonError};

use crate::words::io_words;

/// The files that a request may read: themes, fonts, logs and code. Clones share the files.
/// See [`Document`](crate::Document).
#[derive(Debug, Clone)]
pub struct Files(Source);

#[derive(Debug, Clone)]
enum Source {
    System,
    /// Files of the system, cached after the first reading: the documents of a recipe share themes and fonts.
    #[cfg(feature = "cli")]
    Kept(Arc<Mutex<Known>>),
    Memory(Arc<HashMap<PathBuf, Vec<u8>>>),
}

#[cfg(feature = "cli")]
type Known = HashMap<(PathBuf, usize), Vec<u8>>;

impl Files {
    /// Returns the files of the system; a log `-` is standard input.
    pub const fn system() -> Self {
        Self(Source::System)
    }

    #[cfg(feature = "cli")]
    pub(crate) fn kept() -> Self {
        Self(Source::Kept(Arc::default()))
    }

    /// Returns only these files, under the paths that requests use; a file `-` is the log on standard input.
    pub fn in_memory<P: Into<PathBuf>>(files: impl IntoIterator<Item = (P, Vec<u8>)>) -> Self {
        Self(Source::Memory(Arc::new(files.into_iter().map(|(path, bytes)| (path.into(), bytes)).collect())))
    }

    /// Reads a file: from the disk up to one byte more than `most`, so that a larger file is recognised.
    pub(crate) fn read(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        match &self.0 {
            Source::System => read_file(path, most),
            #[cfg(feature = "cli")]
            Source::Kept(known) => {
                let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
                let key = (path.to_owned(), most);
                if !known.contains_key(&key) {
                    known.insert(key.clone(), read_file(path, most)?);
                }
                Ok(known[&key].clone())
            }
            Source::Memory(files) => files.get(path).cloned().ok_or_else(|| io::ErrorKind::NotFound.into()),
        }
    }

    /// Returns whether all files are in memory, so that the disk is not accessed.
    pub(crate) const fn are_in_memory(&self) -> bool {
        matches!(self.0, Source::Memory(_))
    }
}

fn read_file(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    #[cfg(unix)]
    if is_named_pipe(path) {
        return Err(io::Error::other("a named pipe may never be written to; give a file"));
    }
    File::open(path)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Returns whether a pipe has a name, unlike a pipe that a shell passes as a path.
#[cfg(unix)]
fn is_named_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let is_pipe = std::fs::metadata(path).is_ok_and(|there| there.file_type().is_fifo());
    is_pipe && std::fs::canonicalize(path).is_ok()
}

/// Returns the message for a file that cannot be read, with advice on the option.
pub(crate) fn not_read(error: &io::Error, wanted: &str) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => format!("no such file; give the path of a {wanted} file"),
        _ => io_words(error),
    }
}
