//! The checks of the suite with all their cases, of which the suite takes a sample. They take minutes: `cargo
//! test --test sweeps`

mod common;
mod encoding;
mod pages;
mod program;
