//! The raster painter: pages into pictures of palette indices.

mod brush;
mod frame_buffer;
mod painter;
mod palette;
mod shapes;
mod tile_cache;

pub use painter::{Painter, canvas};

// For the program; not part of the API.
#[doc(hidden)]
pub use painter::{montage_canvas, paint_montage};
