//! The stored logs of the solvers in `tests/log/languages` for six queens.

use std::fs;

use super::sandbox::repository_file;

/// Their names.
pub const STORED: [&str; 6] =
    ["overwrite", "bitmask", "permutations", "dancing_links", "annealing", "threads"];

pub fn stored(name: &str) -> String {
    fs::read_to_string(repository_file(&format!("tests/log/languages/{name}.jsonl"))).unwrap()
}
