//! The files: what other programs read in them.

mod finite;
mod formats;
mod frames;
mod paper;
mod pdf;
mod player;
mod slides;
mod svg;
