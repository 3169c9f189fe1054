//! The raster painter: pages into pictures of palette indices.

mod brush;
mod frame_buffer;
mod montage;
mod painter;
mod palette;
mod shapes;
mod tile_cache;
mod tree;

pub use montage::Montage;
pub use painter::{Painter, canvas, paint_chart};
