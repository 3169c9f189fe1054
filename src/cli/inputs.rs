//! Files that are read.

#[cfg(unix)]
use std::fs;
use std::fs::File;
use std::io::{self, IsTerminal, Read, stdin};
use std::path::{Path, PathBuf};

use crate::document::Error;

use super::error::usage;

/// Reads a file that a recipe names; one byte more than allowed shows that it is too large.
pub fn read(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    #[cfg(unix)]
    if is_named_pipe(path) {
        return Err(io::Error::other("a named pipe may never be written to; give a file"));
    }
    File::open(path)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether it is a pipe with a name, unlike that of another command's output, which a shell passes.
#[cfg(unix)]
fn is_named_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    let is_pipe = fs::metadata(path).is_ok_and(|there| there.file_type().is_fifo());
    is_pipe && fs::canonicalize(path).is_ok()
}

/// The log of a replay that names none: what is piped into it.
pub fn piped() -> Result<PathBuf, Error> {
    // A terminal is a device, and so is `/dev/null`.
    #[cfg(unix)]
    let is_piped = {
        use std::os::unix::fs::FileTypeExt;
        fs::metadata("/dev/stdin").is_ok_and(|there| !there.file_type().is_char_device())
    };
    #[cfg(not(unix))]
    let is_piped = !stdin().is_terminal();
    if is_piped {
        return Ok("-".into());
    }
    usage("the log is missing: queenreel replay log.jsonl, or python3 my_solver.py | queenreel replay")
}

/// What to do with a log that is typed, if it is.
pub fn typed(log: Option<&Path>) -> Option<String> {
    let is_typed = log == Some(Path::new("-")) && stdin().is_terminal();
    let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
    is_typed.then(|| {
        format!(
            "reading events from the terminal: one JSON object per line, then {end} (see 'queenreel help replay')"
        )
    })
}
