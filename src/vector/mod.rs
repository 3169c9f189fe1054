//! Vectors: pages as outlines and text, sharp at any size.

mod shape;
mod svg;
mod table;

pub use svg::{SvgError, SvgFilm, SvgOptions, write_svg, write_svg_montage};
