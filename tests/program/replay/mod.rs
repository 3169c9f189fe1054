//! Logs of events: written by searches, read from anywhere, filmed.

mod copies;
mod events;
mod faults;
pub mod films;
mod library;
mod printed;
mod reading;
mod solvers;
#[cfg(unix)]
mod unix;
