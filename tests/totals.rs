//! Reports which checks the other binaries of the same `cargo test` have skipped, and their requirements.

#[path = "common/mod.rs"]
#[allow(dead_code, reason = "this binary uses only some of the helpers")]
mod common;

use std::collections::BTreeSet;
use std::{env, fs};

use common::tools::skipped_in_this_run;

fn main() {
    if env::args().any(|argument| argument == "--list") {
        return;
    }
    // Without the file, nothing was skipped.
    let lines = fs::read_to_string(skipped_in_this_run()).unwrap_or_default();
    let (checks, needed): (BTreeSet<&str>, BTreeSet<&str>) =
        lines.lines().filter_map(|line| line.split_once('\t')).unzip();
    let needed = Vec::from_iter(needed).join(", ");
    match checks.len() {
        0 => println!("no check skipped"),
        1 => println!("1 check skipped: {needed}"),
        number => println!("{number} checks skipped: {needed}"),
    }
    let _ = fs::remove_file(skipped_in_this_run());
}
