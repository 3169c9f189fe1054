//! Logs of events: written by searches, read from anywhere, filmed.

#[path = "../bench/mod.rs"]
mod bench;
mod events;
mod faults;
mod films;
mod library;
#[path = "../reading/mod.rs"]
mod reading;
mod solvers;
#[cfg(unix)]
mod unix;

use std::io::{Seek, Write};
use std::process::{Output, Stdio};

use bench::Bench;

/// Runs the program with these bytes on standard input.
fn feed(bench: &Bench, log: impl AsRef<[u8]>, arguments: &[&str]) -> Output {
    let mut input = tempfile::tempfile().unwrap();
    input.write_all(log.as_ref()).unwrap();
    input.rewind().unwrap();
    bench.command(arguments).stdin(Stdio::from(input)).output().unwrap()
}
