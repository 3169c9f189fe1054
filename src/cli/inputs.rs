//! Log files from pipes and terminals.

#[cfg(unix)]
use std::fs;
use std::io::{IsTerminal, stdin};
use std::path::{Path, PathBuf};

use crate::error::Error;

use super::error::usage;

/// Returns the log of a replay without a file argument: `-` for piped standard input, an error if nothing is piped.
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

/// Returns the hint for a log that is typed in a terminal; `None` for other logs.
pub fn typed(log: Option<&Path>) -> Option<String> {
    let is_typed = log == Some(Path::new("-")) && stdin().is_terminal();
    let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
    is_typed.then(|| {
        format!(
            "reading events from the terminal: one JSON object per line, then {end} (see 'queenreel help replay')"
        )
    })
}
