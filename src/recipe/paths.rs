//! Paths that lead to the same place.

use std::fs;
use std::path::{self, Path, PathBuf};

use crate::export::without_links;

/// Whether two paths lead to the same place, also if there is nothing yet. Windows and macOS usually take names that
/// differ in case for the same.
pub fn is_same_place(one: &Path, other: &Path) -> bool {
    let (one, other) = (canonical(one), canonical(other));
    let lower = |path: &Path| path.to_string_lossy().to_lowercase();
    one == other || cfg!(any(windows, target_os = "macos")) && lower(&one) == lower(&other)
}

/// The absolute path of a place that may be empty.
pub fn canonical(path: &Path) -> PathBuf {
    let path = without_links(path).unwrap_or_else(|_| path.to_owned());
    let path = path::absolute(&path).unwrap_or(path);
    let there = path.ancestors().find_map(|there| Some((there, fs::canonicalize(there).ok()?)));
    let whole = there.map(|(there, canonical)| match path.strip_prefix(there) {
        Ok(missing) if !missing.as_os_str().is_empty() => canonical.join(missing),
        Ok(_) | Err(_) => canonical,
    });
    whole.unwrap_or(path)
}
