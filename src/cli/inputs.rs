//! Files that are read: no output replaces them.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::anyhow;

use super::destination::{canonical, is_same_place};
use super::error::CliError;
use crate::export::parent;
use crate::words::shown;

static INPUTS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// From here on, outputs in the place of this file are refused.
pub fn add(path: &Path) {
    INPUTS.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_owned());
}

/// Refuses to write to a file that is read, or to a directory with one; also with `--force`.
pub fn check(path: &Path, is_directory: bool) -> Result<(), CliError> {
    let inputs = INPUTS.lock().unwrap_or_else(PoisonError::into_inner);
    let would_change = |input: &&PathBuf| {
        let file = canonical(input);
        input.is_file() && is_same_place(if is_directory { parent(&file) } else { &file }, path)
    };
    match inputs.iter().find(would_change) {
        Some(input) => {
            let shown = shown(input);
            Err(CliError::Usage(anyhow!("'{shown}' is read by this command; write to another place")))
        }
        None => Ok(()),
    }
}
