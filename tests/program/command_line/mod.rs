//! The command line: its files and its messages.

mod help;
#[cfg(unix)]
mod hidden;
mod installing;
mod messages;
mod options;
mod options_page;
mod outputs;
#[cfg(unix)]
mod progress;
mod replacing;
#[cfg(target_os = "linux")]
mod standard_output;
#[cfg(unix)]
mod unix;

/// The files next to the frames in a directory, sorted.
const LISTS: [&str; 3] = ["frames.ffconcat", "frames.json", "frames.timeline"];
