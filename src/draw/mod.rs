//! The raster painter: pages into pictures of palette indices.

mod brush;
mod damage;
mod frame_buffer;
mod painter;
mod palette;
mod shapes;
mod still;
mod tile_cache;

pub use painter::{Painter, canvas, paint_chart};
pub use still::{montage_canvas, paint_montage};
