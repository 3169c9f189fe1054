//! Vectors: pages as outlines and text, sharp at any size.

mod distinct;
mod fills;
mod options;
mod pdf;
mod shape;
mod svg;
mod table;

pub(crate) use distinct::Distinct;
pub use options::VectorOptions;
pub use pdf::{PdfPage, PdfWriter};
pub use svg::{SvgError, SvgFilm, write_svg, write_svg_montage};
pub(crate) use svg::{Symbols, escape};
pub(crate) use table::{PartKey, Table, TableSlot, TextParts};
