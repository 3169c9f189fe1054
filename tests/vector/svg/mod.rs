//! Pictures as SVG, rasterised by librsvg and compared with our pixels; and the content of SVG files.
//!
//! Films as a browser plays them are in `tests/browser/svg.rs`.

mod families;
mod faults;
mod names;
mod stills;
mod structure;
