//! The raster painter: pages into pictures of palette indices.

mod brush;
mod comparison;
mod frame_buffer;
mod painter;
mod palette;
mod shapes;
mod still;
mod tile_cache;
mod tree;

pub use comparison::paint_chart;
pub use painter::{Painter, canvas};
pub use still::Montage;
