//! Files, as other programs read them.

mod finite;
mod formats;
mod frames;
mod paper;
mod pdf;
mod player;
mod slides;
mod svg;
