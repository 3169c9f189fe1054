//! The raster painter: scenes into pictures of palette indices.

mod badge;
mod board;
pub(crate) mod code;
pub(crate) mod counters;
mod frame_buffer;
mod mask;
mod montage;
mod painter;
mod palette;
mod race;
mod text;
mod tile;
mod tile_cache;
mod tree;

pub use montage::{Montage, MontageError, MontageStyle, Panel};
pub use painter::BoardPainter;
pub use race::{RacePainter, RaceStyle};
