//! Pictures as SVG, rasterised by librsvg, beside our own pixels; and what is in SVG files.
//!
//! Films as a browser plays them are in `tests/browser/svg.rs`.

mod families;
mod faults;
mod names;
mod stills;
mod structure;
