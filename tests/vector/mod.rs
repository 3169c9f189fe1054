//! SVG and PDF, as other programs read them.

mod pdf;
mod svg;
