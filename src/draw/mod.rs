//! The raster painter: pages into pictures of palette indices.

mod cell;
mod comparison;
mod frame_buffer;
mod mask;
mod montage;
mod painter;
mod palette;
mod race;
mod strike;
mod text;
mod tile;
mod tile_cache;
mod tree;

pub use comparison::paint_chart;
pub use montage::{LabelledBoard, Montage, MontageError, MontageStyle};
pub use painter::{Painter, canvas};
