//! A cache of compressed rectangles: a search draws the same queen on the same kind of square
//! repeatedly.

use std::collections::HashMap;
use std::sync::Arc;

use super::lzw::Lzw;

/// Compressed pixels of a rectangle.
pub type CompressedRectangle = Arc<[u8]>;

/// Compresses rectangles and caches the results.
#[derive(Debug, Default)]
pub struct RectangleCache {
    lzw: Lzw,
    by_digest: HashMap<u128, CompressedRectangle>,
    bytes: usize,
    /// The cache is cleared when it exceeds this, so that memory is bounded.
    max_bytes: usize,
    pixels: Vec<u8>,
}

impl RectangleCache {
    /// A cache that is cleared when it holds more than `max_bytes` of compressed data.
    pub fn with_max_bytes(max_bytes: usize) -> Self {
        Self { max_bytes, ..Self::default() }
    }

    /// The rectangle with this digest. If it is not cached, `draw` appends its pixels to an empty
    /// vector, and they are compressed.
    pub fn get_or_compress(
        &mut self,
        digest: u128,
        transparent: Option<u8>,
        draw: impl FnOnce(&mut Vec<u8>),
    ) -> CompressedRectangle {
        if self.bytes > self.max_bytes {
            self.by_digest.clear();
            self.bytes = 0;
        }
        let rectangle = self.by_digest.entry(digest).or_insert_with(|| {
            self.pixels.clear();
            draw(&mut self.pixels);
            let data = self.lzw.compress(&self.pixels, transparent);
            self.bytes += data.len();
            data.into()
        });
        Arc::clone(rectangle)
    }
}
