//! Conflicts between the films of a file: two outputs at the same path, an output that replaces an input, or a
//! directory of pictures with other files in it.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::export::{parent, place};
use crate::request::{Recipe, RecipeError};
use crate::words::{io_words, shown};

use super::super::writing::Writing;

const OVERLAPS: &str = "overlaps the output of another film; choose another place";

#[derive(Debug, Default)]
pub struct OutputConflicts {
    read: HashSet<PathBuf>,
    written: HashMap<PathBuf, &'static str>,
    series: HashSet<PathBuf>,
    /// Directories in which other files are read or written.
    used: HashSet<PathBuf>,
}

impl OutputConflicts {
    /// Adds the files of a film; returns whether the film reads events that an earlier film writes.
    pub fn add(&mut self, film: &Recipe, writing: &Writing<'_>) -> Result<bool, RecipeError> {
        let refuse = |key: &str, path: &Path, why: &str| {
            let name =
                if is_standard(path) { "standard output".to_owned() } else { format!("'{}'", shown(path)) };
            Err(film.error_at(key, format!("{name} {why}")))
        };
        let mut reads_events = false;
        for (key, path) in film.request.inputs().filter(|(_, path)| !is_standard(path)) {
            let at = place(path);
            if self.written.get(&at) == Some(&"events") && is_log(key) {
                reads_events = true;
                continue;
            }
            if self.written.contains_key(&at) {
                return refuse(key, path, "would be replaced by an earlier film; give that another output");
            }
            if self.series.contains(parent(&at)) {
                return refuse(key, path, OVERLAPS);
            }
            if is_log(key)
                && let Err(error) = fs::metadata(path)
            {
                return Err(film.error_at(key, format!("{}: {}", shown(path), io_words(&error))));
            }
            self.used.insert(parent(&at).to_owned());
            self.read.insert(at);
        }
        for (key, path) in writing.outputs() {
            let at = if is_standard(&path) { path.clone() } else { place(&path) };
            let is_series = writing.writes_directory(&path);
            if self.written.contains_key(&at) {
                return refuse(key, &path, "is written twice; give each film another output");
            }
            if self.read.contains(&at) {
                return refuse(key, &path, "is read by a film of this file; write to another place");
            }
            let mut around = at.ancestors().skip(1).filter(|around| self.written.contains_key(*around));
            // Files in a subdirectory of a directory of pictures do not conflict with the pictures.
            if self.used.contains(&at)
                || around.any(|around| around == parent(&at) || !self.series.contains(around))
            {
                return refuse(key, &path, OVERLAPS);
            }
            if is_series {
                self.series.insert(at.clone());
            } else if !is_standard(&at) {
                self.used.insert(parent(&at).to_owned());
            }
            self.written.insert(at, key);
        }
        Ok(reads_events)
    }

    pub fn has_standard_output(&self) -> bool {
        self.written.contains_key(Path::new("-"))
    }
}

fn is_log(key: &str) -> bool {
    ["log", "names"].contains(&key)
}

fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}
