//! Pictures as SVG, rasterised by resvg, beside our own pixels; and what is in SVG files.
//!
//! Films as a browser plays them are in `tests/browser/svg.rs`.

mod faults;
mod stills;
mod structure;
