//! Logs of events: written by searches, read from anywhere, filmed.

mod copies;
mod events;
mod faults;
pub mod films;
mod languages;
mod library;
mod printed;
mod reading;
#[cfg(unix)]
mod unix;
