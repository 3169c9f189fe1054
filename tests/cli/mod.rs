//! The command line: help, messages, progress, signals, and random command lines.

mod help;
#[cfg(unix)]
mod hidden;
mod installing;
#[cfg(unix)]
mod progress;
#[cfg(unix)]
mod random_commands;
#[cfg(unix)]
mod unix;
