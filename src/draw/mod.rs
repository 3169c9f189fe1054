//! The raster painter: turns pages into pictures of palette indices.

mod brush;
mod frame_buffer;
mod painter;
mod palette;
mod shapes;
mod tile_cache;

pub use painter::{Painter, canvas, gallery_canvas, paint_gallery};
