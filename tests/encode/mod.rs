//! Pictures and films, as other programs read them.

mod finite;
mod formats;
mod frames;
mod paper;
