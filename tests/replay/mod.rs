//! Logs of events: written by searches, read from anywhere, filmed.

mod events;
mod faults;
mod films;
mod library;
mod solvers;
#[cfg(unix)]
mod unix;
