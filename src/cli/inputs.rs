//! Files that are read: no output replaces them.

use std::collections::BTreeSet;
#[cfg(unix)]
use std::fs;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::anyhow;

use crate::export::parent;
use crate::recipe::{Recipe, canonical, is_same_place};
use crate::words::shown;

use super::CliError;

static INPUTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// From here on, outputs in the place of this file are refused.
fn add(path: &Path) {
    INPUTS.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned());
}

/// Adds the files that a recipe reads, and refuses reports and films on a standard output that is one of them.
pub fn add_all(recipe: &Recipe) -> Result<(), CliError> {
    recipe.inputs().for_each(|(_, path)| add(path));
    if recipe.log.as_deref() == Some(Path::new("-")) {
        // It leads to the file.
        add(Path::new("/dev/stdin"));
    }
    check(Path::new("/dev/stdout"), false)
}

/// Refuses to write to a file that is read, or to a directory with one; also with `--force`.
pub fn check(path: &Path, is_directory: bool) -> Result<(), CliError> {
    let inputs = INPUTS.lock().unwrap_or_else(PoisonError::into_inner);
    let would_change = |input: &&PathBuf| {
        let file = canonical(input);
        input.is_file() && is_same_file(if is_directory { parent(&file) } else { &file }, path)
    };
    match inputs.iter().find(would_change) {
        Some(input) => {
            let shown = shown(input);
            Err(CliError::Usage(anyhow!("'{shown}' is read by this command; write to another place")))
        }
        None => Ok(()),
    }
}

/// Whether two paths lead to the same file, which may have several names.
fn is_same_file(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    if let (Ok(one), Ok(other)) = (fs::metadata(one), fs::metadata(other)) {
        use std::os::unix::fs::MetadataExt;
        return (one.dev(), one.ino()) == (other.dev(), other.ino());
    }
    is_same_place(one, other)
}

/// Reads a file that a recipe names; one byte more than allowed shows that it is too large.
pub fn read(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    #[cfg(unix)]
    if is_named_pipe(path) {
        return Err(io::Error::other("a named pipe may never be written to; give a file"));
    }
    let file = File::open(path)?;
    add(path);
    file.take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether it is a pipe with a name, unlike that of another command's output, which a shell passes.
#[cfg(unix)]
fn is_named_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let is_pipe = fs::metadata(path).is_ok_and(|there| there.file_type().is_fifo());
    is_pipe && fs::canonicalize(path).is_ok()
}
